import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Conflict, InsufficientCredits, InvalidArgument, StorageUnavailable } from '../../src/errors.ts';
import { until } from '../support/until.ts';
import { addresses, bulkFixture, rows } from './bulk-fixture.ts';

async function fixtureWithCredits(milliCredits: number) {
  const fixture = bulkFixture(() => 'safe');
  await fixture.ledger.grant({ id: 'first', account: 'acme', milliCredits, reason: 'purchase' });
  return fixture;
}

describe('Submitting addresses', () => {
  it('removes repeats, and charges for the remaining addresses', async () => {
    const { bulk, ledger, jobs } = await fixtureWithCredits(1_000);
    const emails = [' Ann@example.com', 'ann@EXAMPLE.com', 'bob@example.com', 'bob@example.com ', ''];
    const receipt = await bulk.submit(emails, { account: 'acme' });
    expect(receipt).toMatchObject({ status: 'pending', total: 3, milliCredits: 600 });
    expect(await ledger.balance('acme')).toEqual({ available: 400, held: 0 });
    const items = await jobs.page(receipt.id, { offset: 0, limit: 10 });
    expect(items.map(({ item }) => item)).toEqual([
      { email: 'Ann@example.com' },
      { email: 'bob@example.com' },
      { email: '' },
    ]);
  });

  it('gives the job its name, of which a repeat of the submission changes nothing', async () => {
    const { bulk, events } = bulkFixture(() => 'safe');
    const options = { account: 'acme', unpaid: true, idempotencyKey: 'order 7' };
    const list = ['ann@example.com'];
    const { id } = await bulk.submit(list, { ...options, name: ' spring\n2030.csv ' });
    expect(await bulk.submit(list, { ...options, name: 'other.csv' })).toMatchObject({ id });
    expect(await bulk.get(id)).toMatchObject({ name: 'spring 2030.csv' });
    const people = await bulk.submitLookup(rows(1), { name: 'people.csv' });
    expect(await bulk.get(people.id)).toMatchObject({ name: 'people.csv' });
    const unnamed = await bulk.submit(list);
    expect(await bulk.get(unnamed.id)).toMatchObject({ name: null });
    const run = bulk.run(list, { name: 'run.csv' });
    const before = events.length;
    void run[Symbol.asyncIterator]().next();
    await until(() => events.length > before);
    expect(await bulk.get(run.jobId)).toMatchObject({ name: 'run.csv' });
  });

  it('charges nothing without an account', async () => {
    const { bulk, ledger } = await fixtureWithCredits(1_000);
    expect(await bulk.submit(['ann@example.com'])).toMatchObject({ milliCredits: 0 });
    expect(await ledger.balance('acme')).toEqual({ available: 1_000, held: 0 });
  });

  it('leaves no job and no charge if the credits do not suffice', async () => {
    const { bulk, ledger, jobs } = await fixtureWithCredits(999);
    const submission = bulk.submit(addresses(5), { account: 'acme' });
    await expect(submission).rejects.toThrow(InsufficientCredits);
    expect(await ledger.balance('acme')).toEqual({ available: 999, held: 0 });
    expect(await jobs.unfinished({ limit: 10 })).toEqual([]);
  });

  it.each([
    ['none', 0],
    ['more than 100,000', 100_001],
  ])('refuses %s', async (_, count) => {
    const { bulk, jobs } = bulkFixture(() => 'safe');
    await expect(bulk.submit(new Array(count).fill('ann@example.com'))).rejects.toThrow(InvalidArgument);
    expect(await jobs.unfinished({ limit: 10 })).toEqual([]);
  });

  it('accepts 100,000, and yields to the event loop meanwhile', async () => {
    const { bulk, clock } = bulkFixture(() => 'safe');
    let yields = 0;
    const submission = bulk.submit(addresses(100_000, 2_000)).finally(() => {
      yields = -yields;
    });
    while (yields >= 0) {
      yields += 1;
      await clock.advance(1);
    }
    expect(await submission).toMatchObject({ total: 100_000 });
    expect(-yields).toBeGreaterThan(10);
  });

  it('releases the credits if the job cannot be created', async () => {
    const { bulk, ledger, jobs } = await fixtureWithCredits(1_000);
    jobs.create = async () => {
      throw new StorageUnavailable('The disk is full.');
    };
    await expect(bulk.submit(addresses(2), { account: 'acme' })).rejects.toThrow(StorageUnavailable);
    expect(await ledger.balance('acme')).toEqual({ available: 1_000, held: 0 });
  });

  it('releases the credits, and runs nothing, if the job was created but the answer was lost', async () => {
    const { bulk, ledger, jobs, attempts, advanceUntil } = await fixtureWithCredits(1_000);
    const create = jobs.create.bind(jobs);
    let jobId = '';
    jobs.create = async (job, items) => {
      await create(job, items);
      jobId = job.id;
      throw new StorageUnavailable('The answer was lost.');
    };
    await expect(bulk.submit(addresses(2), { account: 'acme' })).rejects.toThrow(StorageUnavailable);
    const worker = bulk.work();
    await advanceUntil(async () => (await bulk.get(jobId)).status === 'failed');
    expect(await ledger.balance('acme')).toEqual({ available: 1_000, held: 0 });
    expect(attempts).toEqual([]);
    await worker.close();
  });

  /** Lets another process work on the job before its submission learns that the creation failed. */
  async function afterLostAnswer(options: { milliCredits: number; done: boolean }) {
    const fixture = await fixtureWithCredits(options.milliCredits);
    const { jobs, ledger, advanceUntil } = fixture;
    const create = jobs.create.bind(jobs);
    const state = { jobId: '' };
    const worker = fixture.otherProcess().work();
    jobs.create = async (job, items) => {
      await create(job, items);
      jobs.create = create;
      state.jobId = job.id;
      await advanceUntil(async () => {
        const { startedAt, completedAt } = (await jobs.get(job.id))!;
        return (options.done ? completedAt : startedAt) !== null;
      });
      throw new StorageUnavailable('The answer was lost.');
    };
    onTestFinished(() => worker.close());
    return { ...fixture, state, balance: () => ledger.balance('acme') };
  }

  it('delivers the job, charged once, if a worker was faster than the loss of the answer', async () => {
    const { bulk, balance, state, advanceUntil } = await afterLostAnswer({ milliCredits: 1_000, done: true });
    const options = { account: 'acme', idempotencyKey: 'order 7' };
    const receipt = await bulk.submit(addresses(2), options);
    expect(receipt).toMatchObject({ id: state.jobId, total: 2, milliCredits: 400 });
    const { id, total, milliCredits } = receipt;
    expect(await bulk.submit(addresses(2), options)).toMatchObject({ id, total, milliCredits });
    await advanceUntil(async () => (await bulk.get(receipt.id)).status === 'complete');
    expect(await balance()).toEqual({ available: 600, held: 0 });
  });

  it('leaves the job to a repeat with the key if the ledger does not say whether it was paid', async () => {
    const { bulk, balance, ledger, clock, state } = await afterLostAnswer({ milliCredits: 400, done: true });
    const release = vi
      .spyOn(ledger, 'release')
      .mockRejectedValue(new StorageUnavailable('The ledger is away.'));
    const options = { account: 'acme', idempotencyKey: 'order 7' };
    await expect(bulk.submit(addresses(2), options)).rejects.toThrow(StorageUnavailable);
    release.mockRestore();
    await clock.advance(60_000);
    expect(await bulk.submit(addresses(2), options)).toMatchObject({ id: state.jobId });
    expect(await balance()).toEqual({ available: 0, held: 0 });
    expect(await bulk.get(state.jobId)).toMatchObject({ status: 'complete' });
  });

  it('cancels and refunds it if nobody can know of the job', async () => {
    const { bulk, balance, ledger, clock, state } = await afterLostAnswer({ milliCredits: 400, done: false });
    const release = vi
      .spyOn(ledger, 'release')
      .mockRejectedValue(new StorageUnavailable('The ledger is away.'));
    await expect(bulk.submit(addresses(2), { account: 'acme' })).rejects.toThrow(StorageUnavailable);
    release.mockRestore();
    await clock.advance(1_000);
    const { status, processed } = await bulk.get(state.jobId);
    expect(await balance()).toEqual({
      available: status === 'failed' ? 400 - 200 * processed : 0,
      held: 0,
    });
  });

  it('rejects, uncharged, if its credits were given back before the job was created', async () => {
    const { bulk, ledger, jobs, clock } = await fixtureWithCredits(1_000);
    const create = jobs.create.bind(jobs);
    jobs.create = async (job, items) => {
      clock.leap(600_000);
      await ledger.sweep({ limit: 10 });
      return create(job, items);
    };
    await expect(bulk.submit(addresses(2), { account: 'acme' })).rejects.toMatchObject({
      code: 'service_unavailable',
    });
    expect(await ledger.balance('acme')).toEqual({ available: 1_000, held: 0 });
  });

  it('needs no credits where the price is 0', async () => {
    const { bulk, ledger, advanceUntil } = bulkFixture(
      () => 'safe',
      {},
      { verify: 0, lookup: 0, verifyDns: 0, verifySyntax: 0 },
    );
    ledger.hold = async () => {
      throw new Error('Nothing is to be held.');
    };
    const worker = bulk.work();
    const { id: jobId } = await bulk.submit(addresses(2), { account: 'nobody' });
    const lookups = await bulk.submitLookup(rows(2), { account: 'nobody' });
    expect(lookups).toMatchObject({ milliCredits: 0 });
    await advanceUntil(async () => (await bulk.get(jobId)).status === 'complete');
    await advanceUntil(async () => (await bulk.get(lookups.id)).status === 'complete');
    await bulk.cancel(lookups.id);
    await worker.close();
  });

  it('is captured by the worker if the ledger was out of reach after the job was created', async () => {
    const { bulk, ledger, advanceUntil } = await fixtureWithCredits(1_000);
    const capture = vi
      .spyOn(ledger, 'capture')
      .mockRejectedValue(new StorageUnavailable('The ledger is away.'));
    const { id: jobId } = await bulk.submit(addresses(2), { account: 'acme' });
    expect(await ledger.balance('acme')).toEqual({ available: 600, held: 400 });
    capture.mockRestore();
    const worker = bulk.work();
    await advanceUntil(async () => (await bulk.get(jobId)).status === 'complete');
    expect(await ledger.balance('acme')).toEqual({ available: 600, held: 0 });
    await worker.close();
  });
});

describe('An idempotency key', () => {
  const options = { account: 'acme', keyId: 'key-1', idempotencyKey: 'order 7' };

  it('makes a repeated submission return the first receipt and charge once', async () => {
    const { bulk, ledger } = await fixtureWithCredits(1_000);
    const first = await bulk.submit(addresses(3), options);
    expect(await bulk.submit(addresses(3), options)).toEqual(first);
    expect(await ledger.balance('acme')).toEqual({ available: 400, held: 0 });
  });

  it('does so for concurrent submissions, even if the credits suffice for one only', async () => {
    const { bulk, ledger, clock } = await fixtureWithCredits(600);
    const submissions = Promise.all(Array.from({ length: 20 }, () => bulk.submit(addresses(3), options)));
    await clock.advance(1_000);
    const ids = (await submissions).map(({ id }) => id);
    expect(new Set(ids).size).toBe(1);
    expect(await ledger.balance('acme')).toEqual({ available: 0, held: 0 });
  });

  it('cannot be reused for other addresses', async () => {
    const { bulk, ledger } = await fixtureWithCredits(1_000);
    await bulk.submit(addresses(3), options);
    await expect(bulk.submit(addresses(4), options)).rejects.toThrow(Conflict);
    expect(await ledger.balance('acme')).toEqual({ available: 400, held: 0 });
  });

  it('is independent of the same key of another owner', async () => {
    const { bulk } = await fixtureWithCredits(10_000);
    const first = await bulk.submit(addresses(3), options);
    const second = await bulk.submit(addresses(3), { ...options, keyId: 'key-2' });
    expect(second.id).not.toBe(first.id);
  });

  it('creates and charges a new job if the first submission failed after creating its job', async () => {
    const { bulk, ledger, jobs, advanceUntil } = await fixtureWithCredits(1_000);
    const create = jobs.create.bind(jobs);
    jobs.create = async (job, items) => {
      jobs.create = create;
      await create(job, items);
      throw new StorageUnavailable('The answer was lost.');
    };
    await expect(bulk.submit(addresses(3), options)).rejects.toThrow(StorageUnavailable);
    expect(await ledger.balance('acme')).toEqual({ available: 1_000, held: 0 });
    const second = await bulk.submit(addresses(3), options);
    expect(await bulk.submit(addresses(3), options)).toEqual(second);
    expect(await ledger.balance('acme')).toEqual({ available: 400, held: 0 });
    const worker = bulk.work();
    await advanceUntil(async () => (await bulk.get(second.id)).status === 'complete');
    await worker.close();
  });
});
