import { describe, expect, it } from 'vitest';
import { type JobFilter, listJobs } from '../../../src/bulk/job-list.ts';
import type { JobStore } from '../../../src/ports/job-store.ts';
import { memoryContext } from '../steps/memory-context.ts';

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
