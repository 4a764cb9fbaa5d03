import { checkNames, checkOptions, namesOf } from '../../src/argument-checks.ts';
import { reportWarning } from '../../src/assessment.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { StorageCondition } from '../../src/ports/storage-diagnosis.ts';
import type { Stores } from '../../src/ports/stores.ts';
import { checkedStore } from '../stores/argument-checks.ts';
import { cacheChecks } from '../stores/cache-rules.ts';
import { InProcessQueue } from '../stores/in-process-queue.ts';
import { jobChecks } from '../stores/job-rules.ts';
import { ledgerChecks } from '../stores/ledger-rules.ts';
import { SlidingWindow } from '../stores/sliding-window.ts';
import { systemClock } from '../system-clock.ts';
import { MemoryCache } from './cache.ts';
import { MemoryJobStore } from './job-store.ts';
import { MemoryKeyStore } from './key-store.ts';
import { MemoryLeases } from './leases.ts';
import { MemoryLedger } from './ledger.ts';

/** Options of `memoryStores`; all have defaults. */
export interface MemoryStoresOptions {
  /** Default: the system clock. */
  clock?: Clock | undefined;
  /**
   * Memory of the cache, in bytes; beyond that, entries are dropped that were not used for longest: results, counts of
   * outcomes, who is signed in to the console. Default: 200,000,000, for some 150,000 results.
   */
  maxCacheBytes?: number | undefined;
}

const optionNames = namesOf<MemoryStoresOptions>()('clock maxCacheBytes');

const endsWithProcess: StorageCondition = {
  aspect: 'durability',
  ...reportWarning(
    'The stores are in the memory of the process.',
    'Credits, keys, jobs and results are lost when the process ends.',
    'Use an SQLite file or Redis for anything that must last.',
  ),
};

/** Creates stores in the memory of this process, for tests, and for services that may lose credits and jobs. */
export function memoryStores(options: MemoryStoresOptions = {}): Stores {
  checkOptions(options, 'memoryStores({ maxCacheBytes: 10_000_000 }).');
  checkNames(options, optionNames);
  const { clock = systemClock, maxCacheBytes = 200_000_000 } = options;
  const queue = new InProcessQueue({ clock });
  const cache = checkedStore(new MemoryCache({ clock, maxBytes: maxCacheBytes }), cacheChecks);
  return {
    cache,
    leases: new MemoryLeases({ clock }),
    rateLimits: new SlidingWindow({ clock }),
    ledger: checkedStore(new MemoryLedger({ clock }), ledgerChecks),
    keys: new MemoryKeyStore({ clock }),
    jobs: checkedStore(new MemoryJobStore({ clock }), jobChecks),
    queue,
    ping: async () => {},
    checkReady: async () => {},
    diagnosis: {
      location: 'memory',
      examine: async () => [endsWithProcess],
      readCache: (keys) => Promise.all(keys.map((key) => cache.get(key))),
    },
    close: () => queue.close(),
  };
}
