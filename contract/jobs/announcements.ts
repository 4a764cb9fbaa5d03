import assert from 'node:assert/strict';
import type { Announcement, JobStore } from '../../src/ports/job-store.ts';
import { expectThat } from '../failure/contract-failure.ts';
import { race } from '../until.ts';
import type { JobTest, JobTestContext } from './job-test.ts';
import { attemptAt, minuteMs, submittedAt } from './sample-data.ts';

const at = submittedAt + minuteMs;
const leaseMs = 1_000;

async function leaseOne(jobs: JobStore, endpoint = 'default'): Promise<Announcement> {
  const leased = await jobs.leaseAnnouncement(endpoint, { leaseMs });
  expectThat(leased !== undefined, 'an announcement that is due', leased);
  return leased;
}

/** Creates a job that has completed. */
async function completeJob(
  { jobs, createJob }: JobTestContext,
  id: string,
  { account = 'acme', announceTo = ['default'] }: { account?: string | null; announceTo?: string[] } = {},
): Promise<void> {
  await createJob(1, { id, account, announceTo });
  await jobs.record(id, [attemptAt(0)], { at });
}

export function announcementsContract(test: JobTest): void {
  test('a job is announced once it has completed or failed, and not before', async (context) => {
    const { jobs, handle, createJob } = context;
    await createJob(1, { id: 'job: ü {1}', account: 'acme: "ö"', announceTo: ['a:b~!'] });
    await createJob(1, { id: 'silent' });
    await jobs.fail('silent', { at });
    assert.equal(await handle(1).leaseAnnouncement('a:b~!', { leaseMs }), undefined);
    const { job } = await jobs.record('job: ü {1}', [attemptAt(0)], { at });
    assert.equal(await handle(1).leaseAnnouncement('default', { leaseMs }), undefined);
    const leased = await leaseOne(handle(1), 'a:b~!');
    const { leaseId } = leased;
    assert.deepEqual(leased, { endpoint: 'a:b~!', jobId: job.id, job, failures: 0, leaseId });
    await createJob(1, { id: 'failing', account: null, announceTo: ['a:b~!'] });
    await jobs.fail('failing', { at });
    assert.equal((await leaseOne(handle(1), 'a:b~!')).job?.failedAt, at);
    await jobs.markSettled('failing', { at });
    assert.equal(await handle(1).leaseAnnouncement('a:b~!', { leaseMs }), undefined);
  });

  test('each endpoint that a job names is told of it', async (context) => {
    const { jobs, handle } = context;
    await completeJob(context, 'job', { announceTo: ['first', 'second'] });
    assert.equal(await jobs.endAnnouncement(await leaseOne(jobs, 'first')), true);
    assert.equal(await handle(1).leaseAnnouncement('first', { leaseMs }), undefined);
    assert.equal((await leaseOne(handle(1), 'second')).jobId, 'job');
  });

  test('of processes that announce at once, one has each job', async (context) => {
    for (let index = 0; index < 20; index += 1) await completeJob(context, `job ${index}`);
    const leased = await race(25, (racer) => context.handle(racer).leaseAnnouncement('default', { leaseMs }));
    const ids = leased.filter((one) => one !== undefined).map(({ jobId }) => jobId);
    assert.equal(ids.length, 20);
    assert.equal(new Set(ids).size, 20);
  });

  test('what a process that died had is leased again when its lease has expired', async (context) => {
    const { jobs, handle, clock } = context;
    await completeJob(context, 'job');
    const first = await leaseOne(jobs);
    clock.leap(leaseMs - 1);
    assert.equal(await handle(1).leaseAnnouncement('default', { leaseMs }), undefined);
    clock.leap(1);
    const second = await leaseOne(handle(1));
    assert.deepEqual(second, { ...first, leaseId: second.leaseId });
    assert.notEqual(second.leaseId, first.leaseId);
    // The first was only paused: it has lost its lease.
    assert.equal(await jobs.endAnnouncement(first), false);
    assert.equal(await jobs.endAnnouncement(first, { retryMs: 0 }), false);
    assert.equal(await handle(1).endAnnouncement(second), true);
    assert.equal(await handle(1).endAnnouncement(second), false);
    clock.leap(10 * leaseMs);
    assert.equal(await jobs.leaseAnnouncement('default', { leaseMs }), undefined);
  });

  test('a lease that has expired counts as long as nobody else has one', async (context) => {
    const { jobs, clock } = context;
    await completeJob(context, 'job');
    const leased = await leaseOne(jobs);
    clock.leap(5 * leaseMs);
    assert.equal(await jobs.endAnnouncement(leased), true);
  });

  test('an announcement that failed is due again after its delay, and counts its failures', async (context) => {
    const { jobs, handle, clock } = context;
    await completeJob(context, 'job');
    for (const failures of [0, 1, 2]) {
      const leased = await leaseOne(handle(failures));
      assert.equal(leased.failures, failures);
      assert.equal(await jobs.endAnnouncement(leased, { retryMs: 5_000 }), true);
      assert.equal(await jobs.endAnnouncement(leased, { retryMs: 0 }), false);
      clock.leap(4_999);
      assert.equal(await handle(failures).leaseAnnouncement('default', { leaseMs }), undefined);
      clock.leap(1);
    }
  });

  test('accounts take turns, however many jobs one of them has', async (context) => {
    const { jobs, clock } = context;
    for (let index = 0; index < 30; index += 1) await completeJob(context, `flood ${index}`);
    clock.leap(10);
    await completeJob(context, 'small', { account: 'small' });
    await completeJob(context, 'nobody 1', { account: null });
    await completeJob(context, 'nobody 2', { account: null });
    const served: string[] = [];
    for (let count = 0; count < 7; count += 1) {
      const leased = await leaseOne(jobs);
      served.push(String(leased.job?.account));
      await jobs.endAnnouncement(leased);
    }
    assert.deepEqual(served.slice(0, 3).sort(), ['acme', 'null', 'small']);
    assert.deepEqual(served.slice(3).sort(), ['acme', 'acme', 'acme', 'null']);
  });

  test('a wait is not longer than it was to be, if the clock is set back', async (context) => {
    const { jobs, clock } = context;
    await completeJob(context, 'job');
    await jobs.endAnnouncement(await leaseOne(jobs), { retryMs: 1_000 });
    clock.adjust(-60 * minuteMs);
    const early = await jobs.leaseAnnouncement('default', { leaseMs });
    clock.leap(1_000);
    assert.equal((early ?? (await leaseOne(jobs))).jobId, 'job');
  });

  test('a job that is deleted is announced no more, unless that was begun', async (context) => {
    const { jobs, handle, clock } = context;
    await completeJob(context, 'tried');
    await completeJob(context, 'leased');
    const first = await leaseOne(jobs);
    assert.equal(await jobs.endAnnouncement(first, { retryMs: 500 }), true);
    const second = await leaseOne(jobs);
    await completeJob(context, 'waiting');
    for (const id of ['tried', 'leased', 'waiting']) assert.equal(await handle(1).delete(id), true);
    clock.leap(500);
    const again = await leaseOne(handle(1));
    assert.deepEqual(again, { ...first, job: undefined, failures: 1, leaseId: again.leaseId });
    assert.equal(await jobs.endAnnouncement(again), true);
    assert.equal(await jobs.endAnnouncement(second, { retryMs: 0 }), true);
    const last = await leaseOne(jobs);
    assert.deepEqual(last, { ...second, job: undefined, failures: 1, leaseId: last.leaseId });
    assert.equal(await jobs.leaseAnnouncement('default', { leaseMs }), undefined);
    // Another job may have the id later.
    await jobs.endAnnouncement(last);
    await completeJob(context, 'leased');
    const { job, failures } = await leaseOne(jobs);
    assert.deepEqual([job?.id, failures], ['leased', 0]);
  });

  test('names of endpoints and lengths of leases are checked', async (context) => {
    const { jobs, createJob } = context;
    const refused = { code: 'invalid_argument' };
    for (const name of ['', 'a b', 'ä', 'a'.repeat(101)]) {
      await assert.rejects(createJob(1, { announceTo: [name] }), refused);
      await assert.rejects(jobs.leaseAnnouncement(name, { leaseMs }), refused);
    }
    for (const length of [0, 0.5, -1])
      await assert.rejects(jobs.leaseAnnouncement('a', { leaseMs: length }), refused);
    await completeJob(context, 'job');
    await assert.rejects(jobs.endAnnouncement(await leaseOne(jobs), { retryMs: -1 }), refused);
  });
}
