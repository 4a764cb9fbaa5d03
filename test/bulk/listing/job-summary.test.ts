import { describe, expect, it } from 'vitest';
import { newJob } from '../../../contract/jobs/sample-data.ts';
import { newJobRecord } from '../../../src/bulk/job-status.ts';
import { type JobFilter, listJobs, summarizeJob } from '../../../src/bulk/listing/job-summary.ts';
import type { JobRecord, JobStore } from '../../../src/ports/job-store.ts';
import { memoryContext } from '../steps/memory-context.ts';

const created = newJobRecord(newJob(), 5);
const retrying = { ...created, startedAt: 1, processed: 5, retrying: 2 };

function summaryOf(job: JobRecord) {
  const { jobs } = memoryContext();
  return summarizeJob({ ...jobs, nextRetryAt: async () => 7 }, job);
}

describe('The summary of a job', () => {
  it('says how many items are tried again, and when the first of them is, as long as they are', async () => {
    const waiting = { status: 'partial_complete_retrying', retrying: 2, nextRetryAt: 7 };
    expect(await summaryOf(retrying)).toMatchObject(waiting);
    const failed = { status: 'failed', retrying: 0, nextRetryAt: null };
    expect(await summaryOf({ ...retrying, failedAt: 3 })).toMatchObject(failed);
    expect(await summaryOf(created)).toMatchObject({ retrying: 0, nextRetryAt: null });
  });

  it('has no next retry if the job was deleted meanwhile', async () => {
    const { jobs } = memoryContext();
    expect(await summarizeJob(jobs, retrying)).toMatchObject({ retrying: 2, nextRetryAt: null });
  });

  it('says when work on it began, and how many items have each status', async () => {
    const byStatus = { safe: 3, risky: 0, invalid: 1, unknown: 1 };
    expect(await summaryOf({ ...retrying, byStatus })).toMatchObject({ startedAt: 1, byStatus });
  });

  it('says when it completed or failed', async () => {
    expect((await summaryOf(created)).finishedAt).toBeNull();
    expect((await summaryOf({ ...retrying, failedAt: 3 })).finishedAt).toBe(3);
    expect((await summaryOf({ ...created, processed: 5, completedAt: 4 })).finishedAt).toBe(4);
  });

  it('says what it cost', async () => {
    expect((await summaryOf({ ...created, milliCreditsPerItem: 200 })).milliCredits).toBe(1_000);
    expect((await summaryOf({ ...created, account: null, milliCreditsPerItem: 0 })).milliCredits).toBe(0);
  });

  it('says what was given back once it has failed: what its items without a result were charged', async () => {
    const charged = { ...created, milliCreditsPerItem: 200, processed: 2 };
    expect((await summaryOf(charged)).refundedMilliCredits).toBe(0);
    expect((await summaryOf({ ...charged, failedAt: 3 })).refundedMilliCredits).toBe(3 * 200);
  });
});

async function idsOf(jobs: JobStore, filter: JobFilter): Promise<string[]> {
  const ids = [];
  for await (const { id } of listJobs(jobs, filter)) ids.push(id);
  return ids;
}

describe('A list of jobs', () => {
  it('of those that are not finished leaves out one that has failed and is not settled yet', async () => {
    const { jobs, createJob } = memoryContext();
    for (const id of ['running', 'failed']) await createJob({ id });
    await jobs.fail('failed', { at: 10 });
    expect(await idsOf(jobs, { unfinished: true })).toEqual(['running']);
    expect(await idsOf(jobs, {})).toEqual(['running', 'failed']);
  });

  it('of those that are not finished does not read the others', async () => {
    const { jobs, createJob } = memoryContext();
    await createJob();
    jobs.finished = async () => {
      throw new Error('There may be millions of them.');
    };
    expect(await idsOf(jobs, { unfinished: true })).toEqual(['job']);
    await expect(idsOf(jobs, {})).rejects.toThrow('millions');
  });

  it('has no job twice, if it is read again from the beginning', async () => {
    const { jobs, createJob } = memoryContext();
    const ids = Array.from({ length: 201 }, (_, index) => `job ${1_000 + index}`);
    for (const [index, id] of ids.entries()) await createJob({ id, submittedAt: index }, { paid: false });
    const lastOfPage = ids[199] ?? '';
    const listed: string[] = [];
    for await (const { id } of listJobs(jobs, {})) {
      listed.push(id);
      if (id !== lastOfPage) continue;
      await jobs.fail(id, { at: 10 });
      await jobs.markSettled(id, { at: 10 });
      await jobs.delete(id);
    }
    expect(listed).toEqual(ids);
  });
});
