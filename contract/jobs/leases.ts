import assert from 'node:assert/strict';
import type { JobTest } from './job-test.ts';
import { attemptAt, minuteMs, submittedAt } from './sample-data.ts';

const now = submittedAt + minuteMs;
const until = now + 10_000;

export function leasesContract(test: JobTest): void {
  test('a job is leased to one owner at a time', async ({ jobs, handle, createJob }) => {
    await createJob(1);
    assert.equal(await jobs.lease('job', { owner: 'a', now, until }), true);
    assert.equal(await handle(1).lease('job', { owner: 'b', now, until }), false);
    assert.equal(await handle(1).lease('job', { owner: 'b', now: until - 1, until: until + 1 }), false);
  });

  test('each job has its own lease', async ({ jobs, createJob }) => {
    await createJob(1, { id: 'first' });
    await createJob(1, { id: 'second' });
    assert.equal(await jobs.lease('first', { owner: 'a', now, until }), true);
    assert.equal(await jobs.lease('second', { owner: 'b', now, until }), true);
  });

  test('the owner can renew a lease', async ({ jobs, createJob }) => {
    await createJob(1);
    await jobs.lease('job', { owner: 'a', now, until });
    assert.equal(await jobs.lease('job', { owner: 'a', now: now + 1, until: until + 1_000 }), true);
    assert.equal(await jobs.lease('job', { owner: 'b', now: until, until: until + 1_000 }), false);
    assert.equal(await jobs.lease('job', { owner: 'b', now: until + 1_000, until: until + 2_000 }), true);
  });

  test('any owner can take an expired lease', async ({ jobs, createJob }) => {
    await createJob(1);
    await jobs.lease('job', { owner: 'a', now, until });
    assert.equal(await jobs.lease('job', { owner: 'b', now: until, until: until + 1_000 }), true);
    assert.equal(await jobs.lease('job', { owner: 'a', now: until, until: until + 1_000 }), false);
    assert.equal(await jobs.lease('job', { owner: 'a', now: until + 1_000, until: until + 2_000 }), true);
  });

  test('the owner can take its expired lease again', async ({ jobs, createJob }) => {
    await createJob(1);
    await jobs.lease('job', { owner: 'a', now, until });
    assert.equal(await jobs.lease('job', { owner: 'a', now: until + 1, until: until + 1_000 }), true);
    assert.equal(await jobs.lease('job', { owner: 'b', now: until + 1, until: until + 1_000 }), false);
  });

  test('a released lease is free at once', async ({ jobs, handle, createJob }) => {
    await createJob(1);
    await jobs.lease('job', { owner: 'a', now, until });
    assert.equal(await jobs.releaseLease('job', 'a'), undefined);
    assert.equal(await handle(1).lease('job', { owner: 'b', now, until }), true);
  });

  test('only the owner can release a lease', async ({ jobs, createJob }) => {
    await createJob(1);
    await jobs.releaseLease('job', 'a');
    await jobs.lease('job', { owner: 'a', now, until });
    await jobs.releaseLease('job', 'b');
    await jobs.releaseLease('job', 'A');
    assert.equal(await jobs.lease('job', { owner: 'b', now, until }), false);
  });

  test('a late release does not affect the next owner', async ({ jobs, createJob }) => {
    await createJob(1);
    await jobs.lease('job', { owner: 'a', now, until });
    await jobs.lease('job', { owner: 'b', now: until, until: until + 1_000 });
    await jobs.releaseLease('job', 'a');
    assert.equal(await jobs.lease('job', { owner: 'a', now: until, until: until + 1_000 }), false);
  });

  test('a lease lasts no longer if the clock is set back', async ({ jobs, handle, createJob }) => {
    await createJob(1);
    await jobs.lease('job', { owner: 'a', now, until });
    const earlier = now - 60 * minuteMs;
    const lease = (owner: string, at: number) =>
      handle(1).lease('job', { owner, now: at, until: at + 2_000 });
    assert.equal(await lease('b', earlier), false);
    assert.equal(await lease('b', earlier + 9_999), false);
    assert.equal(await lease('b', earlier + 10_000), true);
  });

  test('the owner keeps its lease if the clock is set back', async ({ jobs, handle, createJob }) => {
    await createJob(1);
    await jobs.lease('job', { owner: 'a', now, until });
    const earlier = now - 60 * minuteMs;
    assert.equal(await handle(1).lease('job', { owner: 'b', now: earlier, until: earlier + 10_000 }), false);
    const renewal = { owner: 'a', now: earlier + 5_000, until: earlier + 15_000 };
    assert.equal(await jobs.lease('job', renewal), true);
    const later = { owner: 'b', now: earlier + 14_999, until: earlier + 20_000 };
    assert.equal(await handle(1).lease('job', later), false);
  });

  test('a completed job cannot be leased or renewed', async ({ jobs, createJob }) => {
    await createJob(1);
    await jobs.lease('job', { owner: 'a', now, until });
    await jobs.record('job', [attemptAt(0)], { at: now });
    assert.equal(await jobs.lease('job', { owner: 'a', now, until }), false);
    assert.equal(await jobs.lease('job', { owner: 'b', now: until, until: until + 1_000 }), false);
    await jobs.releaseLease('job', 'a');
  });

  test('a failed job can be leased until it is settled', async ({ jobs, createJob }) => {
    await createJob(1);
    await jobs.fail('job', { at: now });
    assert.equal(await jobs.lease('job', { owner: 'a', now, until }), true);
    assert.equal(await jobs.lease('job', { owner: 'b', now, until }), false);
    await jobs.markSettled('job', { at: now });
    assert.equal(await jobs.lease('job', { owner: 'a', now, until }), false);
    assert.equal(await jobs.lease('job', { owner: 'b', now: until, until: until + 1_000 }), false);
  });

  test('attempts can be recorded without a lease', async ({ jobs, createJob }) => {
    const before = await createJob(2);
    await jobs.lease('job', { owner: 'a', now, until });
    assert.deepEqual(await jobs.get('job'), before);
    assert.deepEqual((await jobs.record('job', [attemptAt(0)], { at: now })).recorded, [0]);
  });
}
