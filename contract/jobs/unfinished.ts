import assert from 'node:assert/strict';
import type { JobStore } from '../../src/ports/job-store.ts';
import type { JobTest, JobTestContext } from './job-test.ts';
import { attemptAt, minuteMs, submittedAt } from './sample-data.ts';

const at = submittedAt + minuteMs;

const idsOf = async (jobs: JobStore, options: { limit: number; after?: string }) =>
  (await jobs.unfinished(options)).map(({ id }) => id);

/** Creates jobs of one item each, submitted a second apart. */
async function submitJobs({ createJob }: JobTestContext, ...ids: readonly string[]): Promise<void> {
  for (const [index, id] of ids.entries())
    await createJob(1, { id, submittedAt: submittedAt + 1_000 * index });
}

export function unfinishedContract(test: JobTest): void {
  test('the list is empty without jobs', async ({ jobs }) => {
    assert.deepEqual(await jobs.unfinished({ limit: 10 }), []);
  });

  test('jobs are listed in order of submission, in their current state', async (context) => {
    const { jobs } = context;
    await submitJobs(context, 'm', 'z', 'a');
    await jobs.start('z', { at });
    assert.deepEqual(await idsOf(jobs, { limit: 10 }), ['m', 'z', 'a']);
    const [, second] = await jobs.unfinished({ limit: 10 });
    assert.deepEqual(second, await jobs.get('z'));
    assert.equal(second?.startedAt, at);
  });

  test('completed jobs are not listed, jobs with pending retries are', async (context) => {
    const { jobs } = context;
    await submitJobs(context, 'm', 'z', 'a');
    await jobs.record('z', [attemptAt(0)], { at });
    await jobs.record('a', [attemptAt(0, { retryAt: at + minuteMs })], { at });
    assert.deepEqual(await idsOf(jobs, { limit: 10 }), ['m', 'a']);
    await jobs.record('a', [attemptAt(0, { attempt: 2 })], { at });
    assert.deepEqual(await idsOf(jobs, { limit: 10 }), ['m']);
  });

  test('a failed job is listed until it is settled', async (context) => {
    const { jobs } = context;
    await submitJobs(context, 'm', 'z', 'a');
    await jobs.fail('m', { at });
    await jobs.fail('z', { at });
    assert.deepEqual(await idsOf(jobs, { limit: 10 }), ['m', 'z', 'a']);
    await jobs.markSettled('m', { at });
    assert.deepEqual(await idsOf(jobs, { limit: 10 }), ['z', 'a']);
  });

  test('pages continue after the last job, even if it has finished meanwhile', async (context) => {
    const { jobs } = context;
    await submitJobs(context, 'm', 'z', 'a', 'k', 'b');
    assert.deepEqual(await idsOf(jobs, { limit: 2 }), ['m', 'z']);
    assert.deepEqual(await idsOf(jobs, { limit: 2, after: 'z' }), ['a', 'k']);
    await jobs.record('k', [attemptAt(0)], { at });
    assert.deepEqual(await idsOf(jobs, { limit: 2, after: 'k' }), ['b']);
    assert.deepEqual(await idsOf(jobs, { limit: 2, after: 'b' }), []);
    assert.deepEqual(await idsOf(jobs, { limit: 3, after: 'm' }), ['z', 'a', 'b']);
  });

  test('jobs submitted at the same time are listed once over all pages', async ({ jobs, createJob }) => {
    const ids = Array.from({ length: 25 }, (_, index) => `job ${(index * 7) % 25}`);
    for (const id of ids) await createJob(1, { id });
    const listed: string[] = [];
    for (;;) {
      const after = listed.at(-1);
      const page = await idsOf(jobs, { limit: 4, ...(after === undefined ? {} : { after }) });
      listed.push(...page);
      if (page.length < 4) break;
    }
    assert.deepEqual([...listed].sort(), [...ids].sort());
    assert.deepEqual(await idsOf(jobs, { limit: 100 }), listed);
  });
}
