import { checkNames, checkOptions, namesOf } from '../../src/argument-checks.ts';
import { InvalidArgument } from '../../src/errors.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { Stores } from '../../src/ports/stores.ts';
import { checkedStore } from '../stores/argument-checks.ts';
import { checkServerOptions, type GivenQueueTimes } from '../stores/batch-rules.ts';
import { cacheChecks } from '../stores/cache-rules.ts';
import { jobChecks } from '../stores/job-rules.ts';
import { ledgerChecks } from '../stores/ledger-rules.ts';
import { RecentRefusal } from '../stores/recent-refusal.ts';
import { systemClock } from '../system-clock.ts';
import { RedisCache } from './cache.ts';
import type { RedisClient } from './client.ts';
import { RedisConnection } from './connection.ts';
import { examineRedis, readServerTime } from './examination.ts';
import { RedisJobStore } from './jobs/job-store.ts';
import { RedisKeyStore } from './key-store.ts';
import { RedisLeases } from './leases/leases.ts';
import { RedisLedger } from './ledger.ts';
import { parseRedisUrl, type RedisLocation } from './location.ts';
import { createClient } from './own-client.ts';
import { RedisWorkQueue } from './queue/work-queue.ts';
import { RedisRateLimits } from './rate-limits.ts';
import { ScriptTime } from './script-time.ts';

export type { GivenQueueTimes, QueueTimes } from '../stores/batch-rules.ts';
export type { RedisClient } from './client.ts';

/** Options of `redisStores`; all have defaults. */
export interface RedisStoresOptions {
  /** Default: the time of the Redis server, which all machines share. */
  clock?: Clock | undefined;
  /** First part of every key. Stores with different prefixes are independent. Default: `mailproof`. */
  prefix?: string | undefined;
  /**
   * A `Redis` or `Cluster` of the host application. The URL is then ignored, and `close()` leaves the client
   * open. While such a `Cluster` is in use, no slot with these keys may be moved: unlike the client that a
   * URL opens, it would go on with the keys that have arrived.
   */
  client?: RedisClient | undefined;
  /** A call that takes longer than this many milliseconds rejects with StorageUnavailable. Default: 2,000. */
  callTimeoutMs?: number | undefined;
  /** Timing of the work queue: when batches are delivered again. Always in real time. */
  queueTimes?: GivenQueueTimes | undefined;
}

const optionNames = namesOf<RedisStoresOptions>()('clock prefix client callTimeoutMs queueTimes');

/**
 * Creates stores that any number of processes share, in Redis 6.2 or later at `redis://[user:password@]host:port[/db]`,
 * or in a Redis Cluster at `redis+cluster://[user:password@]host:port,host:port…` (`rediss` for TLS). Connects at the
 * first call. Credits and jobs are as durable as Redis itself: set `appendonly yes` and `appendfsync always`. Requires
 * ioredis 6, installed beside mailproof.
 *
 * A cluster has the same keys as a single Redis. A replica may lack the last writes of its master: when it takes over,
 * those are lost. While a slot is being moved to another node, calls for its keys reject with StorageUnavailable.
 *
 * If Redis may evict keys, every call rejects with StorageUnavailable, and the message names the setting to change.
 * Throws InvalidArgument for an invalid URL, prefix or timeout.
 */
export function redisStores(url: string, options: RedisStoresOptions = {}): Stores {
  checkOptions(options, "redisStores('redis://localhost', { prefix: 'mailproof' }).");
  checkNames(options, optionNames);
  const { clock, prefix = 'mailproof', client, callTimeoutMs = 2_000 } = options;
  assertPrefix(prefix);
  checkServerOptions(callTimeoutMs, options.queueTimes);
  const location = client === undefined ? locationOf(url) : undefined;
  const address = location?.address ?? 'the given client';
  const usedClient = client ?? createClient(location ?? locationOf(url), callTimeoutMs);
  const refusal = new RecentRefusal(clock ?? systemClock);
  const redis = new RedisConnection({
    client: usedClient,
    owned: client === undefined,
    address,
    callTimeoutMs,
    refusal,
  });
  const time = new ScriptTime(clock);
  const dependencies = { redis, time, prefix };
  const leases = new RedisLeases({ ...dependencies, clock: clock ?? systemClock });
  const cache = checkedStore(new RedisCache({ redis, clock, prefix }), cacheChecks);
  const queue = new RedisWorkQueue({
    redis,
    client: usedClient,
    prefix,
    clock,
    times: options.queueTimes,
  });
  return {
    cache,
    leases,
    rateLimits: new RedisRateLimits(dependencies),
    ledger: checkedStore(new RedisLedger(dependencies), ledgerChecks),
    keys: new RedisKeyStore(dependencies),
    jobs: checkedStore(new RedisJobStore(dependencies), jobChecks),
    queue,
    ping: async () => {
      await redis.checkEviction();
      await redis.command('SET', `${prefix}:ping`, '1', 'PX', '60000');
      refusal.clear();
    },
    checkReady: async () => {
      refusal.throwIfAny();
      await redis.checkEviction();
      await redis.command('PING');
    },
    diagnosis: {
      location: address,
      examine: () => examineRedis(redis),
      readCache: (keys) => Promise.all(keys.map((key) => cache.get(key))),
      ...(clock === undefined ? { now: () => readServerTime(redis) } : {}),
    },
    close: async () => {
      const workersClosed = queue.close();
      leases.close();
      await workersClosed;
      await redis.close();
    },
  };
}

/** Rejects braces: they would change the hash tags, and with them the cluster slots. */
function assertPrefix(prefix: string): void {
  if (/^[\w.:-]{1,64}$/.test(prefix)) return;
  throw new InvalidArgument('prefix', 'The prefix has 1 to 64 letters, digits, ".", ":", "-" or "_".');
}

function locationOf(url: string): RedisLocation {
  const location = typeof url === 'string' ? parseRedisUrl(url) : undefined;
  if (location !== undefined) return location;
  throw new InvalidArgument(
    'url',
    'The URL of a Redis is redis://host:port, or rediss://host:port for TLS; ' +
      'that of a cluster redis+cluster://host:port,host:port or rediss+cluster://….',
  );
}
