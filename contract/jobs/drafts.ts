import assert from 'node:assert/strict';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { expectThat } from '../failure/contract-failure.ts';
import type { JobTest } from './job-test.ts';
import { addresses, newJob, submittedAt } from './sample-data.ts';

export function draftsContract(test: JobTest): void {
  test('a job is a draft at most until it is created, under its own id and time', async (context) => {
    const { jobs, handle } = context;
    let done = false;
    const creation = jobs.create(newJob(), addresses(20_000)).finally(() => {
      done = true;
    });
    // A reader may fail before it is awaited.
    creation.catch(() => {});
    while (!done) {
      const drafts = await handle(1).sweepDrafts();
      const own = drafts.every((draft) => draft.id === 'job' && draft.submittedAt === submittedAt);
      expectThat(own && drafts.length <= 1, 'nothing, or the job that is being created', drafts);
      await yieldToEventLoop();
    }
    assert.equal((await creation).job.total, 20_000);
    assert.deepEqual(await handle(1).sweepDrafts(), []);
    assert.equal((await jobs.items('job', [19_999])).length, 1);
  });

  test('a job that exists is none, nor one that was refused', async ({ jobs, createJob }) => {
    const idempotency = { key: 'k', fingerprint: 'f' };
    await createJob(3, { idempotency });
    await assert.rejects(jobs.create(newJob(), addresses(3_000)), { code: 'conflict' });
    await jobs.create(newJob({ id: 'repeated', idempotency }), addresses(3_000));
    assert.deepEqual(await jobs.sweepDrafts(), []);
    assert.equal((await jobs.page('job', { offset: 0, limit: 10 })).length, 3);
  });
}
