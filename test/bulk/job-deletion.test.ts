import { describe, expect, it } from 'vitest';
import { delay } from '../../src/concurrency/deadline.ts';
import { Conflict, EngineClosed, NotFound, StorageUnavailable } from '../../src/errors.ts';
import { addresses, bulkFixture } from './bulk-fixture.ts';

/** An account that has paid for a job of five addresses. */
async function startWithJob() {
  const fixture = bulkFixture(() => 'safe');
  await fixture.ledger.grant({ id: 'first', account: 'acme', milliCredits: 1_000, reason: 'purchase' });
  const { id: jobId } = await fixture.bulk.submit(addresses(5), { account: 'acme', keyId: 'key-1' });
  return { ...fixture, jobId };
}

describe('The end of the process', () => {
  it('waits until a job that is being cancelled is settled', async () => {
    const { bulk, jobId, jobs, ledger, clock } = await startWithJob();
    const fail = jobs.fail.bind(jobs);
    jobs.fail = async (...args) => {
      await delay(clock, 50);
      return fail(...args);
    };
    const cancelling = bulk.cancel(jobId);
    const leftAtEnd = bulk.close().then(() => ledger.balance('acme'));
    await clock.advance(100);
    expect((await leftAtEnd).available).toBe(1_000);
    await cancelling;
  });

  it('waits until a job that is being deleted is gone', async () => {
    const { bulk, jobId, jobs, clock } = await startWithJob();
    await bulk.cancel(jobId);
    const deleteJob = jobs.delete.bind(jobs);
    jobs.delete = async (id) => {
      await delay(clock, 50);
      return deleteJob(id);
    };
    const deleting = bulk.delete(jobId);
    const leftAtEnd = bulk.close().then(() => jobs.get(jobId));
    await clock.advance(100);
    expect(await leftAtEnd).toBeUndefined();
    await deleting;
  });

  it('lets nobody cancel or delete a job after it has begun', async () => {
    const { bulk, jobId, jobs } = await startWithJob();
    await bulk.close();
    await expect(bulk.cancel(jobId)).rejects.toThrow(EngineClosed);
    await expect(bulk.delete(jobId)).rejects.toThrow(EngineClosed);
    await expect(bulk.get(jobId)).rejects.toThrow(EngineClosed);
    expect(await jobs.get(jobId)).toMatchObject({ failedAt: null, completedAt: null });
  });
});

describe('Deleting a job', () => {
  it('is refused while the job runs, gives back nothing, and says what to do', async () => {
    const { bulk, jobId, ledger } = await startWithJob();
    const deletion = bulk.delete(jobId);
    await expect(deletion).rejects.toThrow(Conflict);
    await expect(deletion).rejects.toThrow('Cancel it first');
    expect(await bulk.get(jobId)).toMatchObject({ status: 'pending' });
    expect((await ledger.balance('acme')).available).toBe(0);
  });

  it('leaves nothing of it once it has finished, and keeps the charge', async () => {
    const { bulk, jobId, ledger, advanceUntil } = await startWithJob();
    const worker = bulk.work();
    await advanceUntil(async () => (await bulk.get(jobId)).status === 'complete');
    await worker.close();
    await bulk.delete(jobId, { keyId: 'key-1' });
    await expect(bulk.get(jobId)).rejects.toThrow(NotFound);
    expect((await ledger.balance('acme')).available).toBe(0);
  });

  it('first gives back the credits of one that failed', async () => {
    const { bulk, jobId, jobs, ledger, clock } = await startWithJob();
    await jobs.fail(jobId, { at: clock.now() });
    await bulk.delete(jobId);
    expect((await ledger.balance('acme')).available).toBe(1_000);
    await expect(bulk.get(jobId)).rejects.toThrow(NotFound);
  });

  it('fails, and leaves the job, while its credits cannot be given back', async () => {
    const { bulk, jobId, jobs, ledger, clock } = await startWithJob();
    await jobs.fail(jobId, { at: clock.now() });
    ledger.grant = () => Promise.reject(new StorageUnavailable('The ledger is away.'));
    await expect(bulk.delete(jobId)).rejects.toThrow(StorageUnavailable);
    expect(await bulk.get(jobId)).toMatchObject({ status: 'failed' });
  });

  it('needs no ledger where the credits were given back before', async () => {
    const { bulk, jobId, ledger } = await startWithJob();
    await bulk.cancel(jobId);
    ledger.grant = () => Promise.reject(new StorageUnavailable('The ledger is away.'));
    await bulk.delete(jobId);
    await expect(bulk.get(jobId)).rejects.toThrow(NotFound);
  });

  it('is for its own key only', async () => {
    const { bulk, jobId, jobs, clock } = await startWithJob();
    await jobs.fail(jobId, { at: clock.now() });
    await expect(bulk.delete(jobId, { keyId: 'key-2' })).rejects.toThrow(NotFound);
    expect(await bulk.get(jobId)).toMatchObject({ status: 'failed' });
  });
});
