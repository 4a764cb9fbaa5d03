import { describe, expect, it } from 'vitest';
import { newJob } from '../../contract/jobs/sample-data.ts';
import { newJobRecord, readJob } from '../../src/bulk/job.ts';
import type { JobRecord } from '../../src/ports/job-store.ts';
import { memoryContext } from './steps/memory-context.ts';

const created = newJobRecord(newJob(), 5);
const retrying = { ...created, startedAt: 1, processed: 5, retrying: 2 };

function jobOf(job: JobRecord) {
  const { jobs } = memoryContext();
  return readJob({ ...jobs, nextRetryAt: async () => 7 }, job);
}

describe('A job', () => {
  it('says how many items are tried again, and when the first of them is, as long as they are', async () => {
    const waiting = { status: 'partial_complete_retrying', retrying: 2, nextRetryAt: 7 };
    expect(await jobOf(retrying)).toMatchObject(waiting);
    const failed = { status: 'failed', retrying: 0, nextRetryAt: null };
    expect(await jobOf({ ...retrying, failedAt: 3 })).toMatchObject(failed);
    expect(await jobOf(created)).toMatchObject({ retrying: 0, nextRetryAt: null });
  });

  it('has no next retry if the job was deleted meanwhile', async () => {
    const { jobs } = memoryContext();
    expect(await readJob(jobs, retrying)).toMatchObject({ retrying: 2, nextRetryAt: null });
  });

  it('says when work on it began, and how many items have each status', async () => {
    const byStatus = { safe: 3, risky: 0, invalid: 1, unknown: 1 };
    expect(await jobOf({ ...retrying, byStatus })).toMatchObject({ startedAt: 1, byStatus });
  });

  it('says when it completed or failed', async () => {
    expect((await jobOf(created)).finishedAt).toBeNull();
    expect((await jobOf({ ...retrying, failedAt: 3 })).finishedAt).toBe(3);
    expect((await jobOf({ ...created, processed: 5, completedAt: 4 })).finishedAt).toBe(4);
  });

  it('says what it cost', async () => {
    expect((await jobOf({ ...created, milliCreditsPerItem: 200 })).milliCredits).toBe(1_000);
    expect((await jobOf({ ...created, account: null, milliCreditsPerItem: 0 })).milliCredits).toBe(0);
  });

  it('says what was given back once it has failed: what its items without a result were charged', async () => {
    const charged = { ...created, milliCreditsPerItem: 200, processed: 2 };
    expect((await jobOf(charged)).refundedMilliCredits).toBe(0);
    expect((await jobOf({ ...charged, failedAt: 3 })).refundedMilliCredits).toBe(3 * 200);
  });
});
