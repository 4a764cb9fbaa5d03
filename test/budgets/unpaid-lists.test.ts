import { describe, expect, it, onTestFinished } from 'vitest';
import { InProcessQueue } from '../../adapters/stores/in-process-queue.ts';
import { systemRandom } from '../../adapters/system-random.ts';
import type { BudgetLimits } from '../../src/budgets/budget-table.ts';
import { BudgetExceeded, createBudgets } from '../../src/budgets/budgets.ts';
import { Bulk } from '../../src/bulk/bulk.ts';
import type { BulkDependencies } from '../../src/bulk/bulk-context.ts';
import { Charges } from '../../src/credits/charges.ts';
import { StorageUnavailable } from '../../src/errors.ts';
import { Greylistings } from '../../src/probe/egress/greylistings.ts';
import { verification } from '../bulk/bulk-fixture.ts';
import { eachStorage, storageNames } from '../credits/stores.ts';
import { changedPort } from '../stores/changed-port.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { withResolvers } from '../support/until.ts';

const storages = eachStorage();

const dns = { account: 'acme', level: 'dns' } as const;
const minuteMs = 60_000;

function emails(count: number, name = 'user'): string[] {
  return Array.from({ length: count }, (_, n) => `${name}${n}@example.com`);
}

/** A storage, and processes on it that do not work on jobs unless a test lets them. */
async function start(storage: (typeof storageNames)[number], limits: BudgetLimits = {}) {
  const clock = new ManualClock();
  const stores = await storages.open[storage]({ clock });
  onTestFinished(() => stores.close());
  const { ledger, jobs } = stores;
  const random = systemRandom;
  const unused = async () => {
    throw new Error('No work is done here.');
  };
  const startProcess = (changes: Partial<BulkDependencies> = {}) =>
    new Bulk({
      ...stores,
      clock,
      random,
      queue: new InProcessQueue({ clock }),
      charges: new Charges({ ledger, clock, random, onChange: () => {} }),
      budgets: createBudgets({ rateLimits: stores.rateLimits, clock, limits, onRefused: () => {} }),
      prices: { verify: 200, lookup: 1_000, verifyDns: 0, verifySyntax: 0 },
      verify: async (email) => verification(email, 'risky'),
      lookup: unused,
      egresses: ['ours'],
      greylistings: new Greylistings(clock),
      exchangeOf: async () => '',
      connectionsAt: () => 2,
      onJobEvent: () => {},
      announceTo: () => [],
      onBatchFailed: () => {},
      cleanUpIfDue: () => {},
      ...changes,
    });
  /** Ends a job with a result for the first `count` items, or for all. */
  const finish = async (jobId: string, count?: number) => {
    const { total } = (await jobs.get(jobId))!;
    const attempts = Array.from({ length: count ?? total }, (_, position) => ({
      position,
      attempt: 1,
      result: verification(`user${position}@example.com`, 'risky'),
      retryAt: null,
    }));
    await jobs.record(jobId, attempts, { at: clock.now() });
  };
  return { bulk: startProcess(), startProcess, finish, clock, stores, jobs };
}

async function refusalOf(submission: Promise<unknown>): Promise<BudgetExceeded> {
  const refusal = await submission.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(refusal).toBeInstanceOf(BudgetExceeded);
  return refusal as BudgetExceeded;
}

describe.each(storageNames)('A list that costs nothing, on %s', (storage) => {
  it('is refused beside more unfinished items than its account may have, until they have results', async () => {
    const { bulk, finish } = await start(storage, { unpaid_items_open: 10 });
    const first = await bulk.submit(emails(8), dns);
    expect(await refusalOf(bulk.submit(emails(3), dns))).toMatchObject({
      code: 'budget_exceeded',
      budget: 'unpaid_items_open',
      retryAfterMs: 10_000,
    });
    await bulk.submit(emails(3), { ...dns, account: 'another' });
    await finish(first.id, 1);
    await bulk.submit(emails(3, 'other'), dns);
    expect(await refusalOf(bulk.submit(emails(1), dns))).toMatchObject({ budget: 'unpaid_items_open' });
    expect(await refusalOf(bulk.submit(emails(11), dns))).toMatchObject({ retryAfterMs: null });
  });

  it('is one of at most two of 100,000 under way by default, for an account without credits', async () => {
    const { bulk, stores } = await start(storage);
    const list = emails(100_000);
    const submitted = await Promise.allSettled(
      Array.from({ length: 5 }, (_, n) => bulk.submit(list, { ...dns, idempotencyKey: `list ${n}` })),
    );
    expect(submitted.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect(await stores.jobs.ofAccount('acme', { limit: 10 })).toHaveLength(2);
  });

  it('has no more room than there is, whoever submits at once', async () => {
    const { bulk, startProcess } = await start(storage, { unpaid_items_open: 100 });
    const processes = [bulk, startProcess(), startProcess()];
    const submitted = await Promise.allSettled(
      Array.from({ length: 12 }, (_, n) => processes[n % 3]!.submit(emails(30, `list${n}-`), dns)),
    );
    expect(submitted.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    for (const refused of submitted)
      if (refused.status === 'rejected')
        expect(refused.reason).toMatchObject({ budget: 'unpaid_items_open' });
  });

  it('takes no room for longer than four minutes if its process died before it created the job', async () => {
    const { bulk, startProcess, stores, clock } = await start(storage, { unpaid_items_open: 10 });
    const { promise: died, resolve: dying } = withResolvers();
    const jobs = changedPort(stores.jobs, {
      create: () => {
        dying();
        return new Promise(() => {});
      },
    });
    void startProcess({ jobs }).submit(emails(10), dns);
    await died;
    await refusalOf(bulk.submit(emails(1), dns));
    clock.leap(4 * minuteMs);
    await bulk.submit(emails(1), dns);
  });

  it('takes none if its job could not be created, or is that of an earlier submission', async () => {
    const { bulk, startProcess, stores } = await start(storage, { unpaid_items_open: 10 });
    const create = () => Promise.reject(new StorageUnavailable('The disk is full.'));
    const jobs = changedPort(stores.jobs, { create });
    await expect(startProcess({ jobs }).submit(emails(10), dns)).rejects.toThrow('The disk is full.');
    const first = await bulk.submit(emails(10), { ...dns, idempotencyKey: 'one' });
    expect(await bulk.submit(emails(10), { ...dns, idempotencyKey: 'one' })).toEqual(first);
    await refusalOf(bulk.submit(emails(1), dns));
  });

  it('takes room if it was to be a repeat, but the first job was deleted meanwhile', async () => {
    const { bulk, startProcess, stores } = await start(storage, { unpaid_items_open: 10 });
    const options = { ...dns, idempotencyKey: 'one' };
    const first = await bulk.submit(emails(10), options);
    let finds = 0;
    const jobs = changedPort(stores.jobs, {
      find: async (key) => {
        finds += 1;
        const found = await stores.jobs.find(key);
        if (finds > 1) return found;
        await bulk.cancel(first.id);
        await bulk.delete(first.id);
        await bulk.submit(emails(10, 'other'), dns);
        return found;
      },
    });
    expect(await refusalOf(startProcess({ jobs }).submit(emails(10), options))).toMatchObject({
      budget: 'unpaid_items_open',
    });
  });

  it('takes room again if its process stood still for so long that others have it', async () => {
    const { bulk, startProcess, clock, stores } = await start(storage, { unpaid_items_open: 10 });
    const slow = startProcess({
      leases: {
        acquire: async (...lease) => {
          clock.leap(5 * minuteMs);
          await bulk.submit(emails(10, 'other'), dns);
          return stores.leases.acquire(...lease);
        },
      },
    });
    const submission = slow.submit(emails(10), { ...dns, idempotencyKey: 'slow' });
    expect(await refusalOf(submission)).toMatchObject({ budget: 'unpaid_items_open' });
  });

  it('stays for half an hour after its end, then makes room for others, the oldest first', async () => {
    const bytes = 10 * (600 + 2 * 'user0@example.com'.length);
    const { bulk, finish, clock, jobs } = await start(storage, { unpaid_bytes: 2 * bytes });
    const oldest = await bulk.submit(emails(10), dns);
    await finish(oldest.id);
    clock.leap(minuteMs);
    const second = await bulk.submit(emails(10), dns);
    await finish(second.id);
    clock.leap(minuteMs);
    expect(await refusalOf(bulk.submit(emails(10), dns))).toMatchObject({
      budget: 'unpaid_bytes',
      retryAfterMs: 28 * minuteMs,
    });
    clock.leap(28 * minuteMs);
    const third = await bulk.submit(emails(10), dns);
    expect(await jobs.get(oldest.id)).toBeUndefined();
    expect(await jobs.get(second.id)).toBeDefined();
    expect(await refusalOf(bulk.submit(emails(10), dns))).toMatchObject({ retryAfterMs: minuteMs });
    await bulk.delete(second.id);
    await bulk.submit(emails(10), dns);
    expect(await jobs.get(third.id)).toBeDefined();
    expect(await refusalOf(bulk.submit(emails(30), dns))).toMatchObject({ retryAfterMs: null });
  });

  it('counts among the items of an hour, also after it was deleted', async () => {
    const { bulk, clock } = await start(storage, { unpaid_items: 10 });
    const { id: jobId } = await bulk.submit(emails(8), dns);
    await bulk.cancel(jobId);
    await bulk.delete(jobId);
    clock.leap(20 * minuteMs);
    await bulk.submit(emails(2), dns);
    expect(await refusalOf(bulk.submit(emails(1), dns))).toMatchObject({
      budget: 'unpaid_items',
      retryAfterMs: 40 * minuteMs,
    });
    expect(await refusalOf(bulk.submit(emails(11), dns))).toMatchObject({ retryAfterMs: null });
    clock.leap(40 * minuteMs);
    await bulk.submit(emails(10), dns);
  });

  it('makes room at once when it is deleted', async () => {
    const { bulk } = await start(storage, { unpaid_lists: 1 });
    const { id: jobId } = await bulk.submit(emails(1), dns);
    await bulk.cancel(jobId);
    await bulk.delete(jobId);
    await bulk.submit(emails(1), dns);
  });

  it('is one of as many as its account may keep', async () => {
    const { bulk, finish, clock } = await start(storage, { unpaid_lists: 2 });
    for (const name of ['a', 'b']) await finish((await bulk.submit(emails(1, name), dns)).id);
    expect(await refusalOf(bulk.submit(emails(1), dns))).toMatchObject({
      budget: 'unpaid_lists',
      retryAfterMs: 30 * minuteMs,
    });
    clock.leap(30 * minuteMs);
    await bulk.submit(emails(1), dns);
  });

  it('makes room after it was cancelled, too', async () => {
    const { bulk } = await start(storage, { unpaid_items_open: 10 });
    const { id: jobId } = await bulk.submit(emails(10), dns);
    await bulk.cancel(jobId);
    await bulk.submit(emails(10), dns);
  });
});

describe.each(storageNames)('A list that was paid for and is cancelled, on %s', (storage) => {
  const paid = { account: 'acme' };
  const bytesOfTen = 10 * (600 + 2 * 'user0@example.com'.length);

  async function startWithCredits(limits: BudgetLimits) {
    const world = await start(storage, limits);
    const { ledger, jobs } = world.stores;
    await ledger.grant({ id: 'g', account: 'acme', milliCredits: 200 * 100, reason: 'purchase' });
    const submit = async (count: number, name?: string) =>
      (await world.bulk.submit(emails(count, name), paid)).id;
    const submitAndCancel = async (count: number, name?: string) => {
      const id = await submit(count, name);
      await world.bulk.cancel(id);
      return id;
    };
    const kept = async () => (await jobs.ofAccount('acme', { limit: 100 })).map(({ id }) => id);
    return { ...world, submit, submitAndCancel, kept, ledger };
  }

  it('is deleted to make room for the next ones, the oldest first, but never refused', async () => {
    const { submitAndCancel, kept, clock, ledger } = await startWithCredits({ unpaid_bytes: 2 * bytesOfTen });
    const ids: string[] = [];
    for (let n = 0; n < 6; n += 1) {
      ids.unshift(await submitAndCancel(10));
      clock.leap(1_000);
    }
    expect(await kept()).toEqual(ids.slice(0, 2));
    expect(await ledger.balance('acme')).toEqual({ available: 20_000, held: 0 });
  });

  it('is one of as many as its account may keep', async () => {
    const { submitAndCancel, kept, clock } = await startWithCredits({ unpaid_lists: 3 });
    for (let n = 0; n < 5; n += 1) {
      await submitAndCancel(1);
      clock.leap(1_000);
    }
    expect(await kept()).toHaveLength(3);
  });

  it('is kept if it is the last one, however large, and reads as cancelled', async () => {
    const { submitAndCancel, bulk } = await startWithCredits({ unpaid_bytes: 1 });
    const id = await submitAndCancel(10);
    expect(await bulk.get(id)).toMatchObject({ status: 'failed', total: 10, processed: 0 });
    expect(await bulk.items(id, { offset: 0, limit: 20 })).toHaveLength(10);
  });

  it('is kept beside any number of others if half of it was paid for', async () => {
    const { bulk, submit, submitAndCancel, finish, kept, clock } = await startWithCredits({
      unpaid_lists: 1,
    });
    const half = await submit(10);
    await finish(half, 5);
    await bulk.cancel(half);
    const less = await submit(10);
    await finish(less, 4);
    await bulk.cancel(less);
    clock.leap(1_000);
    expect(await kept()).toEqual(expect.arrayContaining([half, less]));
    const last = await submitAndCancel(10);
    expect(await kept()).toEqual([last, half]);
  });

  it('makes room at once for lists that cost nothing, and does not delete those', async () => {
    const { bulk, submitAndCancel, finish, kept, clock } = await startWithCredits({ unpaid_lists: 2 });
    const free = (await bulk.submit(emails(1), dns)).id;
    await finish(free);
    clock.leap(1_000);
    const first = await submitAndCancel(1);
    clock.leap(1_000);
    const second = (await bulk.submit(emails(1, 'other'), dns)).id;
    expect(await kept()).toEqual([second, free]);
    clock.leap(1_000);
    const third = await submitAndCancel(1);
    expect(await kept()).toEqual([third, second, free]);
    expect(first).not.toBe(third);
  });

  it('takes no room once it is deleted', async () => {
    const { bulk, submitAndCancel } = await startWithCredits({ unpaid_lists: 1, unpaid_items_open: 5 });
    await bulk.delete(await submitAndCancel(10));
    await bulk.submit(emails(5), dns);
  });

  it('counts if another process settles it, too, and whoever cancels at once', async () => {
    const { bulk, startProcess, submit, jobs, kept, clock } = await startWithCredits({ unpaid_lists: 2 });
    const ids = [];
    for (let n = 0; n < 6; n += 1) ids.push(await submit(2, `list${n}-`));
    const [unsettled, ...others] = ids;
    await jobs.fail(unsettled!, { at: clock.now(), cancelled: true });
    const processes = [bulk, startProcess(), startProcess()];
    await Promise.all(others.map((id, n) => processes[n % 3]!.cancel(id)));
    clock.leap(1_000);
    const worker = startProcess().work();
    for (let n = 0; n < 50 && (await jobs.get(unsettled!))?.settledAt === null; n += 1)
      await clock.advance(100);
    await worker.close();
    expect(await kept()).toHaveLength(2);
  });
});

describe('The budgets of unpaid lists', () => {
  it('do not count what is paid for, or done for no account, or what an operator gives away', async () => {
    const { bulk, stores } = await start('memory', {
      unpaid_items_open: 1,
      unpaid_bytes: 1,
      unpaid_lists: 1,
    });
    await stores.ledger.grant({ id: 'g', account: 'acme', milliCredits: 10_000, reason: 'purchase' });
    await bulk.submit(emails(3), { account: 'acme' });
    await bulk.submit(emails(3), { level: 'dns' });
    expect(await stores.cache.get('unpaid-lists:acme')).toBeUndefined();
  });

  it('count what is asked for as unpaid, which is not charged', async () => {
    const { bulk, stores } = await start('memory', { unpaid_items_open: 3 });
    const { milliCredits } = await bulk.submit(emails(3), { account: 'acme', unpaid: true });
    expect(milliCredits).toBe(0);
    await refusalOf(bulk.submit(emails(1), { account: 'acme', unpaid: true }));
    expect(await stores.ledger.balance('acme')).toEqual({ available: 0, held: 0 });
  });

  it('refuse a list before anything is done about its items', async () => {
    const { bulk } = await start('memory', { unpaid_items_open: 1 });
    const list = emails(2);
    const read: string[] = [];
    const watched = new Proxy(list, {
      get(target, name) {
        if (typeof name === 'string' && /^\d+$/.test(name)) read.push(name);
        return Reflect.get(target, name) as unknown;
      },
    });
    await refusalOf(bulk.submit(watched, dns));
    // Their size is known, and nothing else.
    expect(read).toEqual(['0', '1']);
  });

  it('count submissions before they are read', async () => {
    const { bulk, clock } = await start('memory', { unpaid_submissions: 2 });
    await bulk.checkCredits('verification', dns);
    await bulk.checkCredits('verification', { account: 'acme', unpaid: true });
    clock.leap(15_000);
    const refusal = await refusalOf(bulk.checkCredits('verification', dns));
    expect(refusal).toMatchObject({ budget: 'unpaid_submissions', retryAfterMs: 45_000 });
  });
});
