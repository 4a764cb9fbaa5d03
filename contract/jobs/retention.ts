import assert from 'node:assert/strict';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { JobStore, NewJob } from '../../src/ports/job-store.ts';
import { expectThat } from '../failure/contract-failure.ts';
import { race } from '../until.ts';
import { auditedJob, itemsOf } from './audit.ts';
import type { JobTest } from './job-test.ts';
import { attemptAt, attemptsFrom, minuteMs, newJob, submittedAt } from './sample-data.ts';

const dayMs = 86_400_000;
const olderThanMs = dayMs;
const at = submittedAt + minuteMs;
const idempotency = { key: 'key 1:abc', fingerprint: 'f1' };

type CreateJob = (items: number, fields?: Partial<NewJob>) => Promise<unknown>;

export function retentionContract(test: JobTest): void {
  test('a completed job is deleted with its items, results and idempotency key', async (context) => {
    const { jobs, handle } = context;
    await createCompleted(context, { id: 'old', idempotency }, 40);
    assert.equal(await jobs.delete('old'), true);
    for (const store of [handle(0), handle(1)]) await assertGone(store, 'old');
    assert.equal(await handle(1).find(idempotency.key), undefined);
    await assert.rejects(jobs.delete('old'), { code: 'not_found' });
  });

  test('nothing of a deleted job is left in one that takes its id or key', async (context) => {
    const { jobs, createJob } = context;
    await createCompleted(context, { idempotency }, 40);
    await jobs.delete('job');
    const again = await createJob(3, { idempotency });
    assert.deepEqual(again, await jobs.find(idempotency.key));
    const items = await itemsOf(jobs, 'job');
    const untouched = items.every(({ attempts, result }) => attempts === 0 && result === undefined);
    expectThat(untouched, 'items without attempts and results', items);
    assert.deepEqual(await jobs.unfinished({ limit: 10 }), [again]);
  });

  test('an unfinished job is not deleted, however old', async ({ jobs, clock, createJob }) => {
    await createJob(2, { id: 'new' });
    await createJob(2, { id: 'started' });
    await jobs.start('started', { at });
    await jobs.record('started', [attemptAt(0), attemptAt(1, { retryAt: at + minuteMs })], { at });
    clock.leap(100 * dayMs);
    for (const id of ['new', 'started']) assert.equal(await jobs.delete(id), false);
    assert.equal(await jobs.deleteFinished({ olderThanMs: 0, limit: 10 }), 0);
    assert.equal((await auditedJob(jobs, 'started')).processed, 2);
  });

  test('a failed job is deleted only when it is settled', async ({ jobs, clock, createJob }) => {
    await createJob(2);
    await jobs.record('job', [attemptAt(0)], { at });
    await jobs.fail('job', { at });
    clock.leap(100 * dayMs);
    assert.equal(await jobs.delete('job'), false);
    assert.equal(await jobs.deleteFinished({ olderThanMs: 0, limit: 10 }), 0);
    await jobs.markSettled('job', { at: at + minuteMs });
    assert.equal(await jobs.deleteFinished({ olderThanMs: 0, limit: 10 }), 1);
    await assertGone(jobs, 'job');
  });

  test('finished jobs are deleted from the millisecond they reach the age', async (context) => {
    const { jobs, clock, createJob } = context;
    const start = clock.now();
    await createCompleted(context, { id: 'first' }, 1, start);
    await createCompleted(context, { id: 'second' }, 1, start + 1);
    await createJob(1, { id: 'failed' });
    await jobs.fail('failed', { at: start });
    await jobs.markSettled('failed', { at: start + 5 });
    clock.leap(dayMs - 1);
    assert.equal(await jobs.deleteFinished({ olderThanMs, limit: 10 }), 0);
    clock.leap(1);
    assert.equal(await jobs.deleteFinished({ olderThanMs, limit: 10 }), 2);
    for (const id of ['first', 'failed']) await assertGone(jobs, id);
    assert.equal((await auditedJob(jobs, 'second')).processed, 1);
    clock.leap(1);
    assert.equal(await jobs.deleteFinished({ olderThanMs, limit: 10 }), 1);
  });

  test('at most `limit` jobs are deleted, and later calls delete the rest', async (context) => {
    const { jobs, clock } = context;
    for (let number = 0; number < 7; number += 1)
      await createCompleted(context, { id: `job ${number}` }, 2, clock.now());
    clock.leap(dayMs);
    const deleted = [];
    for (let pass = 0; pass < 4; pass += 1)
      deleted.push(await jobs.deleteFinished({ olderThanMs, limit: 3 }));
    assert.deepEqual(deleted, [3, 3, 1, 0]);
  });

  test('unfinished jobs keep their order after others were deleted', async (context) => {
    const { jobs, createJob } = context;
    await createCompleted(context, { id: 'old' }, 1);
    const first = await createJob(1, { id: 'first' });
    await jobs.delete('old');
    const second = await createJob(1, { id: 'second' });
    const third = await createJob(1, { id: 'third' });
    assert.deepEqual(await jobs.unfinished({ limit: 10 }), [first, second, third]);
    assert.deepEqual(await jobs.unfinished({ limit: 10, after: 'first' }), [second, third]);
  });

  test('an attempt recorded, a lease or a change after the deletion is refused', async (context) => {
    const { jobs } = context;
    await createCompleted(context, {}, 1);
    await jobs.delete('job');
    const calls = [
      () => jobs.record('job', [attemptAt(0)], { at }),
      () => jobs.start('job', { at }),
      () => jobs.fail('job', { at }),
      () => jobs.markSettled('job', { at }),
      () => jobs.lease('job', { owner: 'a', now: at, until: at + 1 }),
      () => jobs.releaseLease('job', 'a'),
    ];
    for (const call of calls) await assert.rejects(call(), { code: 'not_found' });
    await assertGone(jobs, 'job');
  });

  test('several processes delete each job once', async (context) => {
    const { clock, handle } = context;
    for (let number = 0; number < 12; number += 1) {
      const key = { key: `key ${number}`, fingerprint: 'f' };
      await createCompleted(context, { id: `job ${number}`, idempotency: key }, 3, clock.now());
    }
    clock.leap(dayMs);
    await race(8, (racer) => handle(racer).deleteFinished({ olderThanMs, limit: 4 }));
    await handle(1).deleteFinished({ olderThanMs, limit: 100 });
    for (let number = 0; number < 12; number += 1) {
      await assertGone(handle(number), `job ${number}`);
      assert.equal(await handle(number).find(`key ${number}`), undefined);
    }
  });

  test('a page read during the deletion is complete, or the job is not found', async (context) => {
    const { jobs, handle } = context;
    const total = 3_000;
    await createCompleted(context, {}, total);
    const positions = Array.from({ length: 1_000 }, (_, index) => index);
    const reading = race(6, async (racer) => {
      const reader = handle(racer);
      for (;;) {
        // Lets the deletion work: a store may answer without ever waiting.
        await yieldToEventLoop();
        const states = await (racer % 2 === 0
          ? reader.page('job', { offset: 0, limit: 1_000 })
          : reader.items('job', positions)
        ).catch((error: { code?: unknown }) => {
          assert.equal(error.code, 'not_found');
          return undefined;
        });
        if (states === undefined) return;
        assert.equal(states.length, 1_000);
        const complete = states.every(({ result }) => result !== undefined);
        expectThat(complete, 'a result for each of the 1,000 items', states);
      }
    });
    await jobs.page('job', { offset: 0, limit: 1_000 });
    assert.equal(await jobs.delete('job'), true);
    await reading;
  });
}

/** Creates a job, and records a final result for each item. */
async function createCompleted(
  { jobs, createJob }: { jobs: JobStore; createJob: CreateJob },
  fields: Partial<NewJob>,
  total: number,
  finishedAt = at,
): Promise<void> {
  const { id } = newJob(fields);
  await createJob(total, fields);
  for (let first = 0; first < total; first += 1_000) {
    const attempts = attemptsFrom(first, Math.min(1_000, total - first));
    await jobs.record(id, attempts, { at: finishedAt });
  }
}

async function assertGone(jobs: JobStore, id: string): Promise<void> {
  assert.equal(await jobs.get(id), undefined);
  await assert.rejects(jobs.page(id, { offset: 0, limit: 10 }), { code: 'not_found' });
  await assert.rejects(jobs.items(id, [0]), { code: 'not_found' });
  await assert.rejects(jobs.openItems(id, { limit: 10 }), { code: 'not_found' });
  const unfinished = (await jobs.unfinished({ limit: 1_000 })).map((job) => job.id);
  expectThat(!unfinished.includes(id), `no job "${id}" among the unfinished ones`, unfinished);
}
