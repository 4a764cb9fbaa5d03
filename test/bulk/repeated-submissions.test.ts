import { describe, expect, it, onTestFinished } from 'vitest';
import { memoryStores } from '../../adapters/memory/index.ts';
import { InProcessQueue } from '../../adapters/stores/in-process-queue.ts';
import { systemClock } from '../../adapters/system-clock.ts';
import { systemRandom } from '../../adapters/system-random.ts';
import { Bulk } from '../../src/bulk/bulk.ts';
import { Charges } from '../../src/credits/charges.ts';
import { StorageUnavailable } from '../../src/errors.ts';
import type { Stores } from '../../src/ports/stores.ts';
import { eachStorage, storageNames } from '../credits/stores.ts';
import { changedPort } from '../stores/changed-port.ts';
import { withResolvers } from '../support/until.ts';
import { addresses, usualParts, verification } from './bulk-fixture.ts';

const storages = eachStorage();

const cost = 600;
const options = { account: 'acme', idempotencyKey: 'order 7' };

function processOn({
  jobs,
  leases,
  ledger,
  cache,
}: Pick<Stores, 'jobs' | 'leases' | 'ledger' | 'cache'>): Bulk {
  const charges = new Charges({ ledger, clock: systemClock, random: systemRandom, onChange: () => {} });
  return new Bulk({
    ...usualParts(systemClock),
    random: systemRandom,
    jobs,
    leases,
    cache,
    queue: new InProcessQueue({ clock: systemClock }),
    charges,
    verify: async (email) => verification(email, 'safe'),
  });
}

/** Two processes, and credits for one submission. The first creates its job only when the second waits for it. */
async function twoProcesses(stores: Stores, create: Stores['jobs']['create']) {
  onTestFinished(() => stores.close());
  await stores.ledger.grant({ id: 'g', account: 'acme', milliCredits: cost, reason: 'purchase' });
  const { promise: firstCreates, resolve: creating } = withResolvers();
  const { promise: secondWaits, resolve: waiting } = withResolvers();
  const slowly = changedPort(stores.jobs, {
    create: async (job, items) => {
      creating();
      await secondWaits;
      return create(job, items);
    },
  });
  const watched = changedPort(stores.leases, {
    acquire: (key, options) => {
      const acquired = stores.leases.acquire(key, options);
      waiting();
      return acquired;
    },
  });
  const first = processOn({ ...stores, jobs: slowly }).submit(addresses(3), options);
  first.catch(() => {});
  await firstCreates;
  const second = processOn({ ...stores, leases: watched });
  const repeats = Promise.all(Array.from({ length: 5 }, () => second.submit(addresses(3), options)));
  return { first, repeats };
}

describe('repeats under an idempotency key, in another process, while the first submission is being made', () => {
  for (const name of storageNames) {
    it(`wait for the first, and get its answer, on ${name}`, async () => {
      const stores = await storages.open[name]();
      const { first, repeats } = await twoProcesses(stores, stores.jobs.create.bind(stores.jobs));
      const receipt = await first;
      expect(await repeats).toEqual(Array.from({ length: 5 }, () => receipt));
      expect(await stores.ledger.balance('acme')).toEqual({ available: 0, held: 0 });
    });

    it(`take over if the first fails, on ${name}`, async () => {
      const stores = await storages.open[name]();
      const { first, repeats } = await twoProcesses(stores, async () => {
        throw new StorageUnavailable('The disk is full.');
      });
      await expect(first).rejects.toThrow('The disk is full.');
      expect(new Set((await repeats).map(({ id }) => id)).size).toBe(1);
      expect(await stores.ledger.balance('acme')).toEqual({ available: 0, held: 0 });
    });

    it(`take over what it had set aside if its process died before it created the job, on ${name}`, async () => {
      const stores = await storages.open[name]();
      onTestFinished(() => stores.close());
      await stores.ledger.grant({ id: 'g', account: 'acme', milliCredits: cost, reason: 'purchase' });
      let first: Promise<unknown> | undefined;
      const { promise: paused, resolve: resume } = withResolvers();
      const creating = new Promise<void>((created) => {
        const jobs = changedPort(stores.jobs, {
          create: async (job, items) => {
            created();
            await paused;
            return stores.jobs.create(job, items);
          },
        });
        // Its flight has lapsed.
        const { leases } = memoryStores();
        const dead = processOn({ ...stores, jobs, leases });
        first = dead.submit(addresses(3), options);
      });
      await creating;
      expect(await stores.ledger.balance('acme')).toEqual({ available: 0, held: cost });
      const { id: jobId } = await processOn(stores).submit(addresses(3), options);
      expect(await stores.ledger.balance('acme')).toEqual({ available: 0, held: 0 });
      // It was only paused.
      resume();
      expect(await first).toMatchObject({ id: jobId });
      expect(await stores.ledger.balance('acme')).toEqual({ available: 0, held: 0 });
    });
  }
});
