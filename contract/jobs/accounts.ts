import assert from 'node:assert/strict';
import { InvalidArgument } from '../../src/errors.ts';
import type { JobPosition, JobStore } from '../../src/ports/job-store.ts';
import type { JobTest } from './job-test.ts';
import { attemptAt, minuteMs, submittedAt } from './sample-data.ts';

const at = submittedAt + minuteMs;

const idsOf = async (jobs: JobStore, account: string, options: { limit: number; before?: JobPosition }) =>
  (await jobs.ofAccount(account, options)).map(({ id }) => id);

export function accountContract(test: JobTest): void {
  test('are those that were charged to it, newest first, in their current state', async (context) => {
    const { jobs, handle, createJob } = context;
    await createJob(1, { id: 'old', submittedAt });
    await createJob(1, { id: 'other', account: 'globex', submittedAt: submittedAt + 1 });
    await createJob(1, { id: 'free', account: null, submittedAt: submittedAt + 1 });
    await createJob(1, { id: 'new', submittedAt: submittedAt + 2 });
    await createJob(1, { id: 'middle', submittedAt: submittedAt + 1 });
    await jobs.record('old', [attemptAt(0)], { at });
    await jobs.fail('middle', { at });
    for (const store of [jobs, handle(1)]) {
      assert.deepEqual(await idsOf(store, 'acme', { limit: 10 }), ['new', 'middle', 'old']);
      assert.deepEqual(await idsOf(store, 'globex', { limit: 10 }), ['other']);
      assert.deepEqual(await idsOf(store, 'Acme', { limit: 10 }), []);
    }
    for (const job of await jobs.ofAccount('acme', { limit: 10 }))
      assert.deepEqual(job, await jobs.get(job.id));
  });

  test('are on one page each, also those of the same time', async ({ jobs, createJob }) => {
    // By UTF-8, the second is higher; by UTF-16, the first.
    const ids = ['a', 'ab', 'a:b', 'z', 'B', '\uff5e', '\u{1f600}'];
    for (const id of ids) await createJob(1, { id });
    await createJob(1, { id: 'later', submittedAt: submittedAt + 1 });
    const ordered = ['later', '\u{1f600}', '\uff5e', 'z', 'ab', 'a:b', 'a', 'B'];
    for (const limit of [1, 3, 8, 1_000]) {
      const listed: string[] = [];
      for (let before: JobPosition | undefined; ; ) {
        const page = await jobs.ofAccount('acme', { limit, ...(before === undefined ? {} : { before }) });
        listed.push(...page.map(({ id }) => id));
        if (page.length < limit) break;
        before = page.at(-1);
      }
      assert.deepEqual(listed, ordered);
    }
  });

  test('go on after a position where no job is any more', async ({ jobs, createJob }) => {
    for (const id of ['a', 'b', 'c']) await createJob(1, { id });
    await jobs.record('b', [attemptAt(0)], { at });
    await jobs.delete('b');
    assert.deepEqual(await idsOf(jobs, 'acme', { limit: 10 }), ['c', 'a']);
    assert.deepEqual(await idsOf(jobs, 'acme', { limit: 10, before: { submittedAt, id: 'b' } }), ['a']);
    const first = { submittedAt: Number.MAX_SAFE_INTEGER, id: 'a' };
    assert.deepEqual(await idsOf(jobs, 'acme', { limit: 10, before: first }), ['c', 'a']);
    assert.deepEqual(await idsOf(jobs, 'acme', { limit: 10, before: { submittedAt: 0, id: 'z' } }), []);
  });

  test('are none that were deleted, and those that have their ids', async ({ jobs, createJob, clock }) => {
    for (const id of ['a', 'b']) {
      await createJob(1, { id });
      await jobs.record(id, [attemptAt(0)], { at });
    }
    await jobs.delete('a');
    await createJob(1, { id: 'a', account: 'globex' });
    clock.leap(at + minuteMs);
    await jobs.deleteFinished({ olderThanMs: 0, limit: 10 });
    await createJob(1, { id: 'b', submittedAt: submittedAt + 1 });
    assert.deepEqual(await idsOf(jobs, 'acme', { limit: 10 }), ['b']);
    assert.deepEqual(await idsOf(jobs, 'globex', { limit: 10 }), ['a']);
  });

  test('are asked for with arguments that are checked', async ({ jobs }) => {
    const invalid = (parameter: string) => (error: unknown) =>
      error instanceof InvalidArgument && error.parameter === parameter;
    for (const limit of [0, 1_001, 1.5, Number.NaN])
      await assert.rejects(jobs.ofAccount('acme', { limit }), invalid('limit'));
    for (const name of ['', 'a\0', '\ud800']) {
      await assert.rejects(jobs.ofAccount(name, { limit: 1 }), invalid('account'));
      const before = { submittedAt, id: name };
      await assert.rejects(jobs.ofAccount('acme', { limit: 1, before }), invalid('before.id'));
    }
    const before = { submittedAt: -1, id: 'a' };
    await assert.rejects(jobs.ofAccount('acme', { limit: 1, before }), invalid('before.submittedAt'));
  });
}
