import assert from 'node:assert/strict';
import { openPositions } from './audit.ts';
import type { JobTest } from './job-test.ts';
import { attemptAt, attemptsFrom, minuteMs, submittedAt } from './sample-data.ts';

const at = submittedAt + minuteMs;
const retryAt = at + minuteMs;

export function lifecycleContract(test: JobTest): void {
  test('a job starts once', async ({ jobs, createJob }) => {
    const before = await createJob(2);
    const started = { ...before, startedAt: at };
    assert.deepEqual(await jobs.start('job', { at }), started);
    assert.deepEqual(await jobs.start('job', { at: at + 1 }), started);
    assert.deepEqual(await jobs.get('job'), started);
  });

  test('a job fails once, and keeps its results', async ({ jobs, createJob }) => {
    await createJob(3);
    const { job } = await jobs.record('job', [attemptAt(0), attemptAt(1, { retryAt })], { at });
    const failed = { ...job, failedAt: at + 1 };
    assert.deepEqual(await jobs.fail('job', { at: at + 1 }), { failed: true, job: failed });
    assert.deepEqual(await jobs.fail('job', { at: at + 2 }), { failed: false, job: failed });
    assert.deepEqual(await jobs.get('job'), failed);
    assert.equal((await jobs.items('job', [0]))[0]?.result?.status, 'safe');
  });

  test('a job is cancelled or not, as the call said that failed it', async ({ jobs, createJob }) => {
    const job = await createJob(1);
    const cancelled = { ...job, failedAt: at, cancelled: true };
    assert.deepEqual(await jobs.fail('job', { at, cancelled: true }), { failed: true, job: cancelled });
    assert.deepEqual(await jobs.fail('job', { at, cancelled: false }), { failed: false, job: cancelled });
    assert.deepEqual(await jobs.get('job'), cancelled);
    await createJob(1, { id: 'stalled' });
    await jobs.fail('stalled', { at, cancelled: false });
    await jobs.fail('stalled', { at, cancelled: true });
    assert.equal((await jobs.get('stalled'))?.cancelled, false);
  });

  test('a failed job accepts no results, and never completes', async ({ jobs, createJob }) => {
    await createJob(2);
    await jobs.record('job', [attemptAt(0, { retryAt })], { at });
    const { job } = await jobs.fail('job', { at });
    const late = [attemptAt(0, { attempt: 2 }), attemptAt(1)];
    assert.deepEqual(await jobs.record('job', late, { at: at + 1 }), { recorded: [], job });
    assert.equal(job.completedAt, null);
    assert.deepEqual(await openPositions(jobs, 'job'), [0, 1]);
  });

  test('a completed job cannot fail', async ({ jobs, createJob }) => {
    await createJob(1);
    const { job } = await jobs.record('job', [attemptAt(0)], { at });
    assert.deepEqual(await jobs.fail('job', { at: at + 1, cancelled: true }), { failed: false, job });
    assert.deepEqual(await jobs.get('job'), job);
  });

  test('a failed job is settled once', async ({ jobs, createJob }) => {
    await createJob(2);
    const { job } = await jobs.fail('job', { at });
    assert.equal(await jobs.markSettled('job', { at: at + 1 }), undefined);
    await jobs.markSettled('job', { at: at + 2 });
    assert.deepEqual(await jobs.get('job'), { ...job, settledAt: at + 1 });
  });

  test('only failed jobs can be settled', async ({ jobs, createJob }) => {
    const open = await createJob(1, { id: 'open' });
    await jobs.markSettled('open', { at });
    assert.deepEqual(await jobs.get('open'), open);
    await createJob(1, { id: 'completed' });
    const { job } = await jobs.record('completed', attemptsFrom(0, 1), { at });
    await jobs.markSettled('completed', { at: at + 1 });
    assert.deepEqual(await jobs.get('completed'), job);
  });

  test('a job that could not be settled can be settled after it failed', async ({ jobs, createJob }) => {
    await createJob(1);
    await jobs.markSettled('job', { at });
    await jobs.fail('job', { at: at + 1 });
    await jobs.markSettled('job', { at: at + 2 });
    assert.equal((await jobs.get('job'))?.settledAt, at + 2);
  });
}
