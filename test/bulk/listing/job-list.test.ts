import { describe, expect, it } from 'vitest';
import { verification } from '../../../contract/jobs/sample-data.ts';
import { NotFound } from '../../../src/errors.ts';
import { addresses, bulkFixture } from '../bulk-fixture.ts';

async function idsOf(listed: AsyncIterable<{ id: string }>): Promise<string[]> {
  const ids = [];
  for await (const { id } of listed) ids.push(id);
  return ids;
}

/** Four jobs: two of acme, the second of which has completed; one without an account; one that was cancelled. */
async function startWithJobs() {
  const fixture = bulkFixture(() => 'safe');
  const { bulk, ledger, clock, advanceUntil } = fixture;
  await ledger.grant({ id: 'first', account: 'acme', milliCredits: 10_000, reason: 'purchase' });
  const { id: complete } = await bulk.submit(addresses(2), { account: 'acme', keyId: 'key-2' });
  const worker = bulk.work();
  await advanceUntil(async () => (await bulk.get(complete)).status === 'complete');
  await worker.close();
  await clock.advance(1_000);
  const { id: pending } = await bulk.submit(addresses(5), { account: 'acme', keyId: 'key-1' });
  await clock.advance(1_000);
  const { id: cancelled } = await bulk.submit(addresses(3), { account: 'acme', keyId: 'key-1' });
  await bulk.cancel(cancelled);
  await clock.advance(1_000);
  const row = { first_name: 'Ann', last_name: 'Baker', domain: 'example.org' };
  const { id: free } = await bulk.submitLookup([row]);
  return { ...fixture, pending, complete, cancelled, free };
}

describe('The list of jobs', () => {
  it('has every job once, those that are not finished first', async () => {
    const { bulk, pending, complete, cancelled, free } = await startWithJobs();
    const ids = await idsOf(bulk.list());
    expect(ids.slice(0, 2)).toEqual([pending, free]);
    expect(ids.slice(2).sort()).toEqual([complete, cancelled].sort());
  });

  it('can be that of an account, of a key, or of what is not finished', async () => {
    const { bulk, pending, complete, cancelled, free } = await startWithJobs();
    expect((await idsOf(bulk.list({ account: 'acme' }))).sort()).toEqual(
      [pending, complete, cancelled].sort(),
    );
    expect((await idsOf(bulk.list({ keyId: 'key-1' }))).sort()).toEqual([pending, cancelled].sort());
    expect(await idsOf(bulk.list({ unfinished: true }))).toEqual([pending, free]);
    expect(await idsOf(bulk.list({ account: 'acme', keyId: 'key-2', unfinished: true }))).toEqual([]);
  });

  it('has no job twice that finishes while it is read', async () => {
    const { bulk, jobs, clock, pending } = await startWithJobs();
    const ids = [];
    for await (const { id } of bulk.list()) {
      ids.push(id);
      if (id === pending) {
        await jobs.fail(id, { at: clock.now() });
        await jobs.markSettled(id, { at: clock.now() });
      }
    }
    expect(ids).toHaveLength(4);
    expect(new Set(ids).size).toBe(4);
  });
});

describe('The jobs of an account', () => {
  it('are listed newest first, as they are described, a page at a time', async () => {
    const { bulk, pending, complete, cancelled } = await startWithJobs();
    const first = await bulk.ofAccount('acme', { limit: 2 });
    expect(first).toEqual([await bulk.get(cancelled), await bulk.get(pending)]);
    const [, last] = first;
    const rest = await bulk.ofAccount('acme', { limit: 2, before: last! });
    expect(rest).toEqual([await bulk.get(complete)]);
    expect(await bulk.ofAccount('globex', { limit: 2 })).toEqual([]);
  });

  it('are listed although one is deleted while its next retry is looked up', async () => {
    const { bulk, jobs, clock, pending } = await startWithJobs();
    const result = verification({ email: 'user0@example.com', status: 'unknown' });
    await jobs.record(pending, [{ position: 0, attempt: 1, result, retryAt: clock.now() + 1_000 }], {
      at: clock.now(),
    });
    jobs.nextRetryAt = async () => {
      throw new NotFound('There is no such job.');
    };
    const listed = await bulk.ofAccount('acme', { limit: 10 });
    expect(listed).toHaveLength(3);
    expect(listed.find(({ id }) => id === pending)).toMatchObject({ retrying: 1, nextRetryAt: null });
  });
});

describe('The description of a job', () => {
  it('says whose it is, how far, what it cost and when it ended', async () => {
    const { bulk, complete, clock } = await startWithJobs();
    expect(await bulk.get(complete)).toEqual({
      id: complete,
      kind: 'verification',
      name: null,
      account: 'acme',
      keyId: 'key-2',
      status: 'complete',
      cancelled: false,
      total: 2,
      processed: 2,
      retrying: 0,
      nextRetryAt: null,
      retryStatus: 'none',
      byStatus: { safe: 2, risky: 0, invalid: 0, unknown: 0 },
      milliCredits: 400,
      refundedMilliCredits: 0,
      submittedAt: expect.any(Number),
      startedAt: expect.any(Number),
      finishedAt: expect.any(Number),
    });
    const { submittedAt, finishedAt } = await bulk.get(complete);
    expect(finishedAt).toBeGreaterThanOrEqual(submittedAt);
    expect(finishedAt).toBeLessThan(clock.now());
  });

  it('of a job without an account says that it was free', async () => {
    const { bulk, free } = await startWithJobs();
    expect(await bulk.get(free)).toMatchObject({
      kind: 'lookup',
      account: null,
      keyId: null,
      status: 'pending',
      milliCredits: 0,
      finishedAt: null,
    });
  });

  it('is refused for another key, and for a job that does not exist', async () => {
    const { bulk, pending } = await startWithJobs();
    expect(await bulk.get(pending, { keyId: 'key-1' })).toMatchObject({ id: pending });
    await expect(bulk.get(pending, { keyId: 'key-2' })).rejects.toThrow(NotFound);
    await expect(bulk.get('nothing')).rejects.toThrow(NotFound);
  });
});
