import { describe, expect, it } from 'vitest';
import { Conflict, InsufficientCredits, InvalidArgument, StorageUnavailable } from '../../src/errors.ts';
import { addresses, bulkFixture } from './bulk-fixture.ts';

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
    expect(receipt).toMatchObject({ status: 'submitted', total_emails: 3, estimated_cost: 0.6 });
    expect(await ledger.balance('acme')).toEqual({ available: 400, held: 0 });
    const items = await jobs.page(receipt.job_id, { offset: 0, limit: 10 });
    expect(items.map(({ item }) => item)).toEqual([
      { email: 'Ann@example.com' },
      { email: 'bob@example.com' },
      { email: '' },
    ]);
  });

  it('charges nothing without an account', async () => {
    const { bulk, ledger } = await fixtureWithCredits(1_000);
    expect(await bulk.submit(['ann@example.com'])).toMatchObject({ estimated_cost: 0 });
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
    expect(await submission).toMatchObject({ total_emails: 100_000 });
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
    await advanceUntil(async () => (await bulk.status(jobId)).status === 'failed');
    expect(await ledger.balance('acme')).toEqual({ available: 1_000, held: 0 });
    expect(attempts).toEqual([]);
    await worker.close();
  });

  it('is captured by the worker if the ledger was out of reach after the job was created', async () => {
    const { bulk, ledger, advanceUntil } = await fixtureWithCredits(1_000);
    const capture = ledger.capture.bind(ledger);
    ledger.capture = async () => {
      throw new StorageUnavailable('The ledger is away.');
    };
    const { job_id } = await bulk.submit(addresses(2), { account: 'acme' });
    expect(await ledger.balance('acme')).toEqual({ available: 600, held: 400 });
    ledger.capture = capture;
    const worker = bulk.work();
    await advanceUntil(async () => (await bulk.status(job_id)).status === 'complete');
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
    const ids = (await submissions).map(({ job_id }) => job_id);
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
    expect(second.job_id).not.toBe(first.job_id);
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
    await advanceUntil(async () => (await bulk.status(second.job_id)).status === 'complete');
    await worker.close();
  });
});
