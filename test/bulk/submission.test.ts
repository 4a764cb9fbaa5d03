import { describe, expect, it } from 'vitest';
import { Conflict, InsufficientCredits, InvalidArgument, StorageUnavailable } from '../../src/errors.ts';
import { addresses, bulkScene } from './scene.ts';

const scene = () => bulkScene(() => 'safe');

async function granted(milliCredits: number) {
  const made = scene();
  await made.ledger.grant({ id: 'first', account: 'acme', milliCredits, reason: 'purchase' });
  return made;
}

describe('Submitting addresses', () => {
  it('removes repeats, and charges for those that are left', async () => {
    const { bulk, ledger, jobs } = await granted(1_000);
    const given = [' Ann@example.com', 'ann@EXAMPLE.com', 'bob@example.com', 'bob@example.com ', ''];
    const receipt = await bulk.submit(given, { account: 'acme' });
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
    const { bulk, ledger } = await granted(1_000);
    expect(await bulk.submit(['ann@example.com'])).toMatchObject({ estimated_cost: 0 });
    expect(await ledger.balance('acme')).toEqual({ available: 1_000, held: 0 });
  });

  it('leaves no trace where the credits do not suffice', async () => {
    const { bulk, ledger, jobs } = await granted(999);
    const submission = bulk.submit(addresses(5), { account: 'acme' });
    await expect(submission).rejects.toThrow(InsufficientCredits);
    expect(await ledger.balance('acme')).toEqual({ available: 999, held: 0 });
    expect(await jobs.unfinished({ limit: 10 })).toEqual([]);
  });

  it.each([
    ['none', 0],
    ['more than 100,000', 100_001],
  ])('refuses %s', async (_, count) => {
    const { bulk, jobs } = scene();
    await expect(bulk.submit(new Array(count).fill('ann@example.com'))).rejects.toThrow(InvalidArgument);
    expect(await jobs.unfinished({ limit: 10 })).toEqual([]);
  });

  it('takes 100,000, and lets others have their turn meanwhile', async () => {
    const { bulk, clock } = scene();
    let turns = 0;
    const submission = bulk.submit(addresses(100_000, 2_000)).finally(() => {
      turns = -turns;
    });
    while (turns >= 0) {
      turns += 1;
      await clock.advance(1);
    }
    expect(await submission).toMatchObject({ total_emails: 100_000 });
    expect(-turns).toBeGreaterThan(10);
  });

  it('gives the credits back where the job cannot be created', async () => {
    const { bulk, ledger, jobs } = await granted(1_000);
    jobs.create = async () => {
      throw new StorageUnavailable('The disk is full.');
    };
    await expect(bulk.submit(addresses(2), { account: 'acme' })).rejects.toThrow(StorageUnavailable);
    expect(await ledger.balance('acme')).toEqual({ available: 1_000, held: 0 });
  });

  it('gives the credits back, and runs nothing, where the job was created after all', async () => {
    const { bulk, ledger, jobs, attempts, until } = await granted(1_000);
    const create = jobs.create.bind(jobs);
    let jobId = '';
    jobs.create = async (job, items) => {
      await create(job, items);
      jobId = job.id;
      throw new StorageUnavailable('The answer was lost.');
    };
    await expect(bulk.submit(addresses(2), { account: 'acme' })).rejects.toThrow(StorageUnavailable);
    const worker = bulk.work();
    await until(async () => (await bulk.status(jobId)).status === 'failed');
    expect(await ledger.balance('acme')).toEqual({ available: 1_000, held: 0 });
    expect(attempts).toEqual([]);
    await worker.close();
  });

  it('is charged by who works on it, where the ledger was out of reach after it was created', async () => {
    const { bulk, ledger, until } = await granted(1_000);
    const capture = ledger.capture.bind(ledger);
    ledger.capture = async () => {
      throw new StorageUnavailable('The ledger is away.');
    };
    const { job_id } = await bulk.submit(addresses(2), { account: 'acme' });
    expect(await ledger.balance('acme')).toEqual({ available: 600, held: 400 });
    ledger.capture = capture;
    const worker = bulk.work();
    await until(async () => (await bulk.status(job_id)).status === 'complete');
    expect(await ledger.balance('acme')).toEqual({ available: 600, held: 0 });
    await worker.close();
  });
});

describe('An idempotency key', () => {
  const options = { account: 'acme', keyId: 'key-1', idempotencyKey: 'order 7' };

  it('makes a repeated submission give the first answer and charge once', async () => {
    const { bulk, ledger } = await granted(1_000);
    const first = await bulk.submit(addresses(3), options);
    expect(await bulk.submit(addresses(3), options)).toEqual(first);
    expect(await ledger.balance('acme')).toEqual({ available: 400, held: 0 });
  });

  it('does so for submissions at the same moment, even if the credits suffice for one only', async () => {
    const { bulk, ledger, clock } = await granted(600);
    const submissions = Promise.all(Array.from({ length: 20 }, () => bulk.submit(addresses(3), options)));
    await clock.advance(1_000);
    const ids = (await submissions).map(({ job_id }) => job_id);
    expect(new Set(ids).size).toBe(1);
    expect(await ledger.balance('acme')).toEqual({ available: 0, held: 0 });
  });

  it('is refused for other addresses', async () => {
    const { bulk, ledger } = await granted(1_000);
    await bulk.submit(addresses(3), options);
    await expect(bulk.submit(addresses(4), options)).rejects.toThrow(Conflict);
    expect(await ledger.balance('acme')).toEqual({ available: 400, held: 0 });
  });

  it('belongs to its owner', async () => {
    const { bulk } = await granted(10_000);
    const first = await bulk.submit(addresses(3), options);
    const second = await bulk.submit(addresses(3), { ...options, keyId: 'key-2' });
    expect(second.job_id).not.toBe(first.job_id);
  });

  it('makes a new job, and charges it, where the first submission failed after its job had been made', async () => {
    const { bulk, ledger, jobs, until } = await granted(1_000);
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
    await until(async () => (await bulk.status(second.job_id)).status === 'complete');
    await worker.close();
  });
});
