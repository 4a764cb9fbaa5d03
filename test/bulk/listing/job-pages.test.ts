import { expect, it } from 'vitest';
import { finishedJobs, unfinishedJobs } from '../../../src/bulk/listing/job-pages.ts';
import { StorageUnavailable } from '../../../src/errors.ts';
import type { JobRecord, JobStore } from '../../../src/ports/job-store.ts';
import { memoryContext } from '../steps/memory-context.ts';

/** Jobs of a store, submitted one after another. */
async function storeWith(ids: readonly string[]) {
  const { jobs, createJob } = memoryContext();
  for (const [index, id] of ids.entries()) await createJob({ id, submittedAt: index }, { paid: false });
  return jobs;
}

async function end(jobs: JobStore, id: string): Promise<void> {
  await jobs.fail(id, { at: 10 });
  await jobs.markSettled(id, { at: 10 });
}

async function idsOf(listed: AsyncIterable<JobRecord>): Promise<string[]> {
  const ids = [];
  for await (const { id } of listed) ids.push(id);
  return ids;
}

const five = ['a', 'b', 'c', 'd', 'e'];

it.each([1, 2, 5, 6])(
  'All jobs that are not finished are read, in their order, %i at a time',
  async (limit) => {
    expect(await idsOf(unfinishedJobs(await storeWith(five), limit))).toEqual(five);
  },
);

it.each([1, 2, 5, 6])('All finished jobs are read, %i at a time', async (limit) => {
  const jobs = await storeWith(five);
  for (const id of five) await end(jobs, id);
  expect((await idsOf(finishedJobs(jobs, limit))).sort()).toEqual(five);
});

it('Pages begin after the last job of the one before, and end with one that is not full', async () => {
  const jobs = await storeWith(five);
  const asked: unknown[] = [];
  const unfinished = jobs.unfinished.bind(jobs);
  jobs.unfinished = (options) => {
    asked.push(options);
    return unfinished(options);
  };
  await idsOf(unfinishedJobs(jobs, 2));
  expect(asked).toStrictEqual([{ limit: 2 }, { limit: 2, after: 'b' }, { limit: 2, after: 'd' }]);
});

it('The first page of finished jobs is asked for without a cursor', async () => {
  const jobs = await storeWith(['a']);
  await end(jobs, 'a');
  const asked: unknown[] = [];
  const finished = jobs.finished.bind(jobs);
  jobs.finished = (options) => {
    asked.push(options);
    return finished(options);
  };
  await idsOf(finishedJobs(jobs, 2));
  expect(asked[0]).toStrictEqual({ limit: 2 });
});

it('If the last job of a page is deleted meanwhile, reading begins again', async () => {
  const jobs = await storeWith(five);
  const read: string[] = [];
  for await (const { id } of unfinishedJobs(jobs, 2)) {
    read.push(id);
    if (id !== 'b') continue;
    await end(jobs, 'b');
    await jobs.delete('b');
  }
  expect(read).toEqual(['a', 'b', 'a', 'c', 'd', 'e']);
});

it('Another error of the store ends the reading', async () => {
  const jobs = await storeWith(five);
  jobs.unfinished = async () => {
    throw new StorageUnavailable('The store is away.');
  };
  await expect(idsOf(unfinishedJobs(jobs, 2))).rejects.toThrow(StorageUnavailable);
});
