import { describe, expect, it } from 'vitest';
import { ada, addresses, attemptsFrom } from '../../../contract/jobs/sample-data.ts';
import { costOf } from '../../../src/bulk/job.ts';
import { endJob, ensurePaid, settleFailedJob } from '../../../src/bulk/settlement.ts';
import type { ChargeKind } from '../../../src/ports/credit-ledger.ts';
import type { JobItem, JobRecord } from '../../../src/ports/job-store.ts';
import { memoryContext } from './memory-context.ts';

/** A job of five addresses at 200 milli-credits, of which some have a result. */
async function jobWith(processed: number, world = memoryContext()) {
  const { jobs, createJob } = world;
  await createJob({}, { items: addresses(5) });
  await jobs.start('job', { at: 1 });
  if (processed > 0) await jobs.record('job', attemptsFrom(0, processed), { at: 2 });
  const available = async () => (await world.ledger.balance('acme')).available;
  const job = async (): Promise<JobRecord> => (await jobs.get('job'))!;
  return { ...world, available, job };
}

describe('A job that is cancelled', () => {
  it('stays complete if it is', async () => {
    const { context, events, available, job } = await jobWith(5);
    await endJob('job', { cancelled: true }, context);
    expect(await job()).toMatchObject({ failedAt: null, settledAt: null });
    expect([await available(), events]).toEqual([0, []]);
  });

  it('notes whole milliseconds', async () => {
    const { context, clock, job } = await jobWith(2);
    clock.leap(0.5);
    await endJob('job', { cancelled: true }, context);
    expect(await job()).toMatchObject({
      failedAt: Math.floor(clock.now()),
      settledAt: Math.floor(clock.now()),
    });
  });
});

describe('The settlement of a failed job', () => {
  it('names what it refunds as the charge was named', async () => {
    const items: [JobItem, ChargeKind][] = [
      [{ email: 'user@example.com' }, 'bulk_verification'],
      [{ email: 'user@example.com', level: 'dns' }, 'bulk_dns_verification'],
      [{ email: 'user@example.com', level: 'syntax' }, 'bulk_syntax_verification'],
      [ada, 'bulk_lookup'],
    ];
    for (const [item, kind] of items) {
      const { context, createJob, jobs, ledger } = memoryContext();
      const ofLookups = kind === 'bulk_lookup' ? ({ kind: 'lookup' } as const) : {};
      await createJob({ keyId: 'key 7', ...ofLookups }, { items: [item, item] });
      const { job } = await jobs.fail('job', { at: 3 });
      await settleFailedJob(job, context);
      const entries = await ledger.entries('acme', { limit: 10 });
      const purposes = entries.map((entry) => (entry.kind === 'grant' ? entry.purpose : undefined));
      expect(purposes).toContainEqual({ kind, count: 2, keyId: 'key 7' });
    }
  });

  it('refunds nothing where every item has a result', async () => {
    const { context, available, job, ledger } = await jobWith(0);
    const entries = await ledger.entries('acme', { limit: 10 });
    await settleFailedJob({ ...(await job()), processed: 5 }, context);
    expect(await available()).toBe(0);
    expect(await ledger.entries('acme', { limit: 10 })).toEqual(entries);
  });

  it('refunds nothing that was never paid: its hold was released, or there was none', async () => {
    for (const released of [true, false]) {
      const { context, createJob, jobs, ledger } = memoryContext();
      const job = await createJob({}, { paid: false });
      if (released) {
        await ledger.grant({ id: 'first', account: 'acme', milliCredits: 600, reason: 'purchase' });
        await ledger.hold({ id: 'job', account: 'acme', milliCredits: 600, expiresInMs: 1_000 });
        await ledger.release('job');
      }
      const { job: failed } = await jobs.fail(job.id, { at: 3 });
      await settleFailedJob(failed, context);
      expect(await ledger.balance('acme')).toEqual({ available: released ? 600 : 0, held: 0 });
      expect(await jobs.get('job')).toMatchObject({ settledAt: expect.any(Number) });
    }
  });

  it('asks no ledger about a job without an account', async () => {
    const { context, createJob, jobs, ledger } = memoryContext();
    ledger.capture = () => Promise.reject(new Error('Nothing was charged.'));
    await createJob({ account: null });
    const { job } = await jobs.fail('job', { at: 3 });
    await settleFailedJob(job, context);
    expect(await jobs.get('job')).toMatchObject({ settledAt: expect.any(Number) });
  });
});

describe('A job is paid for', () => {
  it('once its hold is captured, which this does', async () => {
    const { context, createJob, ledger } = memoryContext();
    const job = await createJob({}, { paid: false });
    expect(costOf(job)).toBe(600);
    await ledger.grant({ id: 'first', account: 'acme', milliCredits: 1_000, reason: 'purchase' });
    await ledger.hold({ id: 'job', account: 'acme', milliCredits: 600, expiresInMs: 1_000 });
    expect(await ensurePaid(job, context)).toBe(true);
    expect(await ledger.balance('acme')).toEqual({ available: 400, held: 0 });
  });

  it('not, if its hold was released', async () => {
    const { context, createJob, ledger } = memoryContext();
    const job = await createJob({}, { paid: false });
    await ledger.grant({ id: 'first', account: 'acme', milliCredits: 1_000, reason: 'purchase' });
    await ledger.hold({ id: 'job', account: 'acme', milliCredits: 600, expiresInMs: 1_000 });
    await ledger.release('job');
    expect(await ensurePaid(job, context)).toBe(false);
  });

  it('without asking the ledger, if it costs nothing or has started: holds may be forgotten', async () => {
    const { context, createJob, ledger } = memoryContext();
    ledger.capture = () => Promise.reject(new Error('There is nothing to ask.'));
    const job = await createJob({}, { paid: false });
    for (const free of [{ account: null }, { milliCreditsPerItem: 0 }, { startedAt: 5 }]) {
      expect(await ensurePaid({ ...job, ...free }, context)).toBe(true);
    }
    await expect(ensurePaid(job, context)).rejects.toThrow('nothing to ask');
  });
});
