import assert from 'node:assert/strict';
import type { JobRecord } from '../../src/ports/job-store.ts';
import { expectThat } from '../failure/contract-failure.ts';
import { itemsOf } from './audit.ts';
import type { JobTest } from './job-test.ts';
import { attemptAt, attemptsFrom, greylisted, minuteMs, submittedAt, verification } from './sample-data.ts';

const at = submittedAt + minuteMs;
const retryAt = at + 5 * minuteMs;

function countersOf({ processed, retrying, retried, byStatus }: JobRecord) {
  return { processed, retrying, retried, safe: byStatus.safe };
}

export function recordingContract(test: JobTest): void {
  test('recording a result updates the counters', async ({ jobs, createJob }) => {
    const before = await createJob(3);
    const attempt = attemptAt(1);
    const { recorded, job } = await jobs.record('job', [attempt], { at });
    assert.deepEqual(recorded, [1]);
    assert.deepEqual(job, {
      ...before,
      processed: 1,
      byStatus: { safe: 1, risky: 0, invalid: 0, unknown: 0 },
    });
    assert.deepEqual(await jobs.get('job'), job);
    const [item] = await jobs.items('job', [1]);
    assert.deepEqual(item, {
      position: 1,
      item: { email: 'user1@example.com' },
      attempts: 1,
      result: attempt.result,
      retryAt: null,
    });
  });

  test('recorded positions are returned in the order passed', async ({ jobs, createJob }) => {
    await createJob(5);
    const attempts = [3, 0, 4].map((position) => attemptAt(position));
    assert.deepEqual((await jobs.record('job', attempts, { at })).recorded, [3, 0, 4]);
  });

  test('an empty list records nothing', async ({ jobs, createJob }) => {
    const before = await createJob(1);
    assert.deepEqual(await jobs.record('job', [], { at }), { recorded: [], job: before });
  });

  test('a provisional result counts as processed and retrying', async (context) => {
    const { jobs, createJob } = context;
    await createJob(2);
    const { job } = await jobs.record('job', [attemptAt(0, { retryAt }), attemptAt(1)], { at });
    assert.deepEqual(countersOf(job), { processed: 2, retrying: 1, retried: 0, safe: 1 });
    assert.equal(job.completedAt, null);
    const [item] = await jobs.items('job', [0]);
    assert.deepEqual([item?.attempts, item?.retryAt, item?.result?.status], [1, retryAt, 'unknown']);
  });

  test('an egress is kept with its item until the next attempt', async ({ jobs, createJob }) => {
    await createJob(3);
    const egressesOf = async () => [
      (await jobs.items('job', [0, 1, 2])).map(({ egress }) => egress),
      (await jobs.openItems('job', { limit: 9 })).map(({ egress }) => egress),
      (await jobs.page('job', { offset: 0, limit: 9 })).map(({ egress }) => egress),
    ];
    const name = `${'!~@:'.repeat(74)}four`;
    const first = [attemptAt(0, { retryAt, egress: 'one' }), attemptAt(1, { retryAt, egress: name })];
    await jobs.record('job', [...first, attemptAt(2, { retryAt })], { at });
    assert.deepEqual(await egressesOf(), Array(3).fill(['one', name, undefined]));
    const second = [
      attemptAt(0, { attempt: 2, retryAt }),
      attemptAt(1, { attempt: 2, retryAt, egress: 'two' }),
      attemptAt(2, { attempt: 2, retryAt, egress: 'three' }),
    ];
    await jobs.record('job', second, { at });
    assert.deepEqual(await egressesOf(), Array(3).fill([undefined, 'two', 'three']));
    const [item] = await jobs.items('job', [0]);
    assert.equal(item !== undefined && 'egress' in item, false);
  });

  test('the next attempt replaces a provisional result', async ({ jobs, createJob }) => {
    await createJob(2);
    await jobs.record('job', [attemptAt(0, { retryAt })], { at });
    const again = await jobs.record('job', [attemptAt(0, { attempt: 2, retryAt: retryAt + 1 })], { at });
    assert.deepEqual(again.recorded, [0]);
    assert.deepEqual(countersOf(again.job), { processed: 1, retrying: 1, retried: 1, safe: 0 });
    const result = verification({ explanation: 'It took mail at last.' });
    const last = await jobs.record('job', [attemptAt(0, { attempt: 3, result })], { at });
    assert.deepEqual(last.recorded, [0]);
    assert.deepEqual(countersOf(last.job), { processed: 1, retrying: 0, retried: 2, safe: 1 });
    const [item] = await jobs.items('job', [0]);
    assert.deepEqual([item?.attempts, item?.retryAt, item?.result], [3, null, result]);
  });

  test('the safe counter follows the latest result', async ({ jobs, createJob }) => {
    await createJob(1);
    const statuses = ['safe', 'unknown', 'safe', 'safe', 'invalid', 'risky', 'safe', 'unknown'] as const;
    const counted: number[] = [];
    for (const [index, status] of statuses.entries()) {
      const attempt = attemptAt(0, { attempt: index + 1, result: verification({ status }), retryAt });
      counted.push((await jobs.record('job', [attempt], { at })).job.byStatus.safe);
    }
    assert.deepEqual(counted, [1, 0, 1, 1, 0, 0, 1, 0]);
  });

  test('the numbers by status are those of the latest results', async ({ jobs, createJob }) => {
    await createJob(3);
    const attempts = (['unknown', 'risky', 'risky', 'invalid'] as const).map((status, index) =>
      attemptAt(0, { attempt: index + 1, result: verification({ status }), retryAt }),
    );
    const counted = [];
    for (const attempt of [...attempts, attemptAt(1, { retryAt }), attemptAt(0, { attempt: 5 })])
      counted.push((await jobs.record('job', [attempt], { at })).job.byStatus);
    const none = { safe: 0, risky: 0, invalid: 0, unknown: 0 };
    assert.deepEqual(counted, [
      { ...none, unknown: 1 },
      { ...none, risky: 1 },
      { ...none, risky: 1 },
      { ...none, invalid: 1 },
      { ...none, invalid: 1, unknown: 1 },
      { ...none, safe: 1, unknown: 1 },
    ]);
    const together = [
      attemptAt(2, { retryAt }),
      attemptAt(2, { attempt: 2, result: verification({ status: 'risky' }), retryAt }),
    ];
    const { job } = await jobs.record('job', together, { at });
    assert.deepEqual(job.byStatus, { ...none, safe: 1, risky: 1, unknown: 1 });
  });

  test('the next retry is the earliest that an item waits for', async ({ jobs, handle, createJob }) => {
    await createJob(4);
    assert.equal(await jobs.nextRetryAt('job'), null);
    const times = [retryAt + 20, retryAt, retryAt + 10];
    await jobs.record(
      'job',
      times.map((time, position) => attemptAt(position, { retryAt: time })),
      { at },
    );
    assert.equal(await handle(1).nextRetryAt('job'), retryAt);
    await jobs.record('job', [attemptAt(1, { attempt: 2, retryAt: retryAt + 15 })], { at });
    assert.equal(await handle(1).nextRetryAt('job'), retryAt + 10);
    await jobs.record('job', [attemptAt(2, { attempt: 2 }), attemptAt(1, { attempt: 3 })], { at });
    assert.equal(await handle(1).nextRetryAt('job'), retryAt + 20);
    await jobs.fail('job', { at });
    assert.equal(await jobs.nextRetryAt('job'), retryAt + 20);
    await assert.rejects(jobs.nextRetryAt('absent'), { code: 'not_found' });
  });

  test('retries of one job are none of another', async ({ jobs, createJob }) => {
    await createJob(1, { id: 'a' });
    await createJob(1, { id: 'b' });
    await jobs.record('a', [attemptAt(0, { retryAt })], { at });
    assert.equal(await jobs.nextRetryAt('b'), null);
    await jobs.record('b', [attemptAt(0, { retryAt: retryAt + 1 })], { at });
    assert.deepEqual([await jobs.nextRetryAt('a'), await jobs.nextRetryAt('b')], [retryAt, retryAt + 1]);
  });

  test('an attempt recorded before is skipped, whatever its result', async ({ jobs, createJob }) => {
    await createJob(2);
    const { job } = await jobs.record('job', [attemptAt(0, { retryAt })], { at });
    const other = attemptAt(0, { result: verification({ status: 'invalid' }) });
    assert.deepEqual(await jobs.record('job', [other], { at: at + 1 }), { recorded: [], job });
    assert.equal((await jobs.items('job', [0]))[0]?.result?.status, 'unknown');
  });

  test('an attempt that does not follow the last one is skipped', async ({ jobs, createJob }) => {
    const before = await createJob(2);
    assert.deepEqual(await jobs.record('job', [attemptAt(0, { attempt: 2 })], { at }), {
      recorded: [],
      job: before,
    });
    const { job } = await jobs.record('job', [attemptAt(0, { retryAt })], { at });
    assert.deepEqual(await jobs.record('job', [attemptAt(0, { attempt: 3 })], { at }), { recorded: [], job });
  });

  test('an item with a final result accepts no attempts', async ({ jobs, createJob }) => {
    await createJob(2);
    const { job } = await jobs.record('job', [attemptAt(0)], { at });
    const late = [attemptAt(0), attemptAt(0, { attempt: 2 }), attemptAt(0, { attempt: 2, retryAt })];
    assert.deepEqual(await jobs.record('job', late, { at }), { recorded: [], job });
  });

  test('a position that does not exist is skipped', async ({ jobs, createJob }) => {
    await createJob(2);
    const attempts = [attemptAt(2), attemptAt(1), attemptAt(100_000), attemptAt(2 ** 40)];
    const { recorded, job } = await jobs.record('job', attempts, { at });
    assert.deepEqual(recorded, [1]);
    assert.equal(job.processed, 1);
  });

  test('one call records valid attempts and skips the others', async ({ jobs, createJob }) => {
    await createJob(4);
    await jobs.record('job', [attemptAt(0), attemptAt(1, { retryAt })], { at });
    const mixed = [
      attemptAt(0),
      attemptAt(1),
      attemptAt(2),
      attemptAt(1, { attempt: 2 }),
      attemptAt(3, { attempt: 2 }),
    ];
    const { recorded, job } = await jobs.record('job', mixed, { at });
    assert.deepEqual(recorded, [2, 1]);
    assert.deepEqual(countersOf(job), { processed: 3, retrying: 0, retried: 1, safe: 3 });
  });

  test('one call can record consecutive attempts at one item', async ({ jobs, createJob }) => {
    await createJob(2);
    const attempts = [
      attemptAt(0, { retryAt }),
      attemptAt(0, { retryAt }),
      attemptAt(0, { attempt: 2, result: greylisted({ explanation: 'Second.' }) }),
      attemptAt(0, { attempt: 3 }),
    ];
    const { recorded, job } = await jobs.record('job', attempts, { at });
    assert.deepEqual(recorded, [0, 0]);
    assert.deepEqual(countersOf(job), { processed: 1, retrying: 0, retried: 1, safe: 0 });
    assert.equal((await jobs.items('job', [0]))[0]?.result?.explanation, 'Second.');
  });

  test('the call that leaves no item open completes the job, at its time', async ({ jobs, createJob }) => {
    await createJob(3);
    const open = await jobs.record('job', [attemptAt(0), attemptAt(1, { retryAt })], { at });
    assert.equal(open.job.completedAt, null);
    const waiting = await jobs.record('job', [attemptAt(2)], { at: at + 1 });
    assert.deepEqual([waiting.job.processed, waiting.job.completedAt], [3, null]);
    const last = await jobs.record('job', [attemptAt(1, { attempt: 2 })], { at: at + 2 });
    assert.deepEqual([last.job.retrying, last.job.completedAt], [0, at + 2]);
    assert.equal((await jobs.get('job'))?.completedAt, at + 2);
  });

  test('a completed job accepts no attempts and keeps its time', async ({ jobs, createJob }) => {
    await createJob(1);
    const { job } = await jobs.record('job', [attemptAt(0)], { at });
    const late = [attemptAt(0), attemptAt(0, { attempt: 2 }), attemptAt(1)];
    assert.deepEqual(await jobs.record('job', late, { at: at + 1 }), { recorded: [], job });
    assert.deepEqual(await jobs.record('job', [], { at: at + 2 }), { recorded: [], job });
  });

  test('results of one job do not affect other jobs', async ({ jobs, createJob }) => {
    await createJob(2, { id: 'a' });
    const other = await createJob(2, { id: 'b' });
    await jobs.record('a', attemptsFrom(0, 2), { at });
    assert.deepEqual(await jobs.get('b'), other);
    const items = await itemsOf(jobs, 'b');
    expectThat(
      items.every(({ attempts }) => attempts === 0),
      'no attempts at the items of the other job',
      items,
    );
  });

  test('one call records up to 1,000 attempts', async ({ jobs, createJob }) => {
    await createJob(1_001);
    const { recorded, job } = await jobs.record('job', attemptsFrom(1, 1_000), { at });
    assert.equal(recorded.length, 1_000);
    assert.deepEqual([job.processed, job.byStatus.safe, job.completedAt], [1_000, 1_000, null]);
  });
}
