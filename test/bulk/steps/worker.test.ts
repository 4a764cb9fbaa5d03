import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { redeliveryDelayMs } from '../../../adapters/stores/batch-rules.ts';
import { addresses, attemptAt, greylisted, verification } from '../../../contract/jobs/sample-data.ts';
import { JobEnded } from '../../../src/bulk/batches/running-work.ts';
import type { BulkDependencies } from '../../../src/bulk/bulk-context.ts';
import { endJob } from '../../../src/bulk/settlement.ts';
import { Worker } from '../../../src/bulk/worker.ts';
import { abortable } from '../../../src/concurrency/deadline.ts';
import { ServiceUnavailable } from '../../../src/errors.ts';
import { gateShut } from '../../../src/verdict/gate-shut.ts';
import { memoryContext } from './memory-context.ts';

const hourMs = 3_600_000;

/** One exchange for each address, so that each has a batch of its own. */
const apart = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ email: `user@d${index}.example.com` }));

const fault = () => Promise.reject(new Error('our fault'));

describe('A worker', () => {
  it('looks for new jobs at once when it is told of them', async () => {
    const { context, createJob, clock, jobs } = memoryContext();
    const worker = new Worker(context);
    await clock.advance(10);
    await createJob();
    worker.visitJobs();
    await clock.advance(100);
    expect((await jobs.get('job'))?.completedAt).not.toBeNull();
    await worker.close();
  });

  it('works on as many batches at once as it may, and on others while those hang', async () => {
    const asked: string[] = [];
    const verify: BulkDependencies['verify'] = (email, { signal }) => {
      asked.push(email);
      return abortable(new Promise(() => {}), signal);
    };
    const { context, createJob, clock } = memoryContext({ verify, options: { concurrency: 2 } });
    await createJob({}, { items: apart(20) });
    const worker = new Worker(context);
    await clock.advance(500);
    expect(asked).toHaveLength(2);
    await clock.advance(1_000);
    expect(asked).toHaveLength(4);
    // At most three times as many again, of which one job never has all.
    await clock.advance(20_000);
    expect(asked).toHaveLength(7);
    await createJob({ id: 'another' }, { items: apart(1) });
    worker.visitJobs();
    await clock.advance(100);
    expect(asked).toHaveLength(8);
    await worker.close();
  });

  it('hands back its work when it is closed, at the second call too', async () => {
    let reason: unknown;
    const verify: BulkDependencies['verify'] = (_, { signal }) => {
      signal.addEventListener('abort', () => {
        reason = signal.reason;
      });
      return abortable(new Promise(() => {}), signal);
    };
    const { context, createJob, clock, jobs, failures, queue } = memoryContext({ verify });
    await createJob();
    const worker = new Worker(context);
    await clock.advance(100);
    await Promise.all([worker.close(), worker.close()]);
    expect(reason).toBeInstanceOf(Error);
    expect([failures, await queue.count('job')]).toEqual([[], 0]);
    const free = await jobs.lease('job', { owner: 'another', now: clock.now(), until: clock.now() + 1 });
    expect(free).toBe(true);
    await clock.advance(100);
    expect(clock.pending).toBe(0);
  });

  it('stops working on a job that another process has taken over', async () => {
    let reason: unknown;
    const verify: BulkDependencies['verify'] = (email, { signal }) => {
      if (email.startsWith('free')) return Promise.resolve(verification({ email }));
      signal.addEventListener('abort', () => {
        reason = signal.reason;
      });
      return abortable(new Promise(() => {}), signal);
    };
    const { context, createJob, clock, jobs, queue, failures } = memoryContext({ verify });
    await createJob();
    const worker = new Worker(context);
    await clock.advance(100);
    await jobs.releaseLease('job', context.owner);
    await jobs.lease('job', { owner: 'another', now: clock.now(), until: clock.now() + 600_000 });
    await clock.advance(2_500);
    expect(reason).toMatchObject({ message: 'Another process works on this job.' });
    expect([failures, await queue.count('job')]).toEqual([[], 0]);
    // Other jobs are worked on as before.
    await createJob({ id: 'next' }, { items: [{ email: 'free@example.com' }] });
    worker.visitJobs();
    await clock.advance(100);
    expect((await jobs.get('next'))?.completedAt).not.toBeNull();
    await worker.close();
  });

  it('stops working on all batches of such a job, also where others have ended, and drops those that wait', async () => {
    const aborted: string[] = [];
    const verify: BulkDependencies['verify'] = async (email, { signal }) => {
      if (email.endsWith('@d0.example.com')) return greylisted({ email });
      signal.addEventListener('abort', () => aborted.push(email));
      return abortable(new Promise(() => {}), signal);
    };
    const { context, createJob, clock, jobs, queue } = memoryContext({ verify });
    await createJob({}, { items: apart(3) });
    const worker = new Worker(context);
    await clock.advance(100);
    expect([aborted, await queue.count('job')]).toEqual([[], 3]);
    await jobs.releaseLease('job', context.owner);
    await jobs.lease('job', { owner: 'another', now: clock.now(), until: clock.now() + 600_000 });
    await clock.advance(2_500);
    expect(aborted).toEqual(['user@d1.example.com', 'user@d2.example.com']);
    expect(await queue.count('job')).toBe(0);
    await worker.close();
  });
});

describe('A job that is cancelled', () => {
  /** A worker whose attempts at the job hang, and the reasons for which they were aborted. */
  async function hanging() {
    const reasons: unknown[] = [];
    const verify: BulkDependencies['verify'] = (_, { signal }) => {
      signal.addEventListener('abort', () => reasons.push(signal.reason));
      return abortable(new Promise(() => {}), signal);
    };
    const world = memoryContext({ verify });
    await world.createJob();
    const worker = new Worker(world.context);
    onTestFinished(() => worker.close());
    await world.clock.advance(100);
    expect(await world.queue.count('job')).toBe(1);
    /** What is left of it once its attempts were given up. */
    const left = async () => {
      const given = [...reasons];
      await world.clock.advance(120_000);
      return { reasons: given, failures: world.failures, batches: await world.queue.count('job') };
    };
    return { ...world, left };
  }

  it('in this process is worked on no longer, at once', async () => {
    const { context, left, jobs } = await hanging();
    await endJob('job', { cancelled: true }, context);
    const ended = expect.any(JobEnded);
    expect(await left()).toEqual({ reasons: [ended, ended, ended], failures: [], batches: 0 });
    expect(await jobs.get('job')).toMatchObject({ cancelled: true, processed: 0 });
  });

  it('in another process is worked on no longer from the next visit on, a quarter of a lease later', async () => {
    const { jobs, clock, left } = await hanging();
    await jobs.fail('job', { at: 1, cancelled: true });
    await jobs.markSettled('job', { at: 1 });
    await clock.advance(2_500);
    const ended = expect.any(JobEnded);
    expect(await left()).toEqual({ reasons: [ended, ended, ended], failures: [], batches: 0 });
  });

  it('and deleted in another process is worked on no longer either', async () => {
    const { jobs, clock, left } = await hanging();
    await jobs.fail('job', { at: 1, cancelled: true });
    await jobs.markSettled('job', { at: 1 });
    await jobs.delete('job');
    await clock.advance(2_500);
    expect(await left()).toMatchObject({ failures: [], batches: 0, reasons: { length: 3 } });
  });
});

describe('A job that fails again and again', () => {
  it('is given more time by each new result', async () => {
    let works = false;
    const verify: BulkDependencies['verify'] = async (email) => {
      if (works && email.startsWith('user@d0')) return verification({ email });
      return fault();
    };
    const { context, createJob, clock, jobs } = memoryContext({ verify, options: { giveUpMs: hourMs } });
    await createJob({}, { items: apart(2) });
    const worker = new Worker(context);
    await clock.advance(hourMs / 2);
    works = true;
    await clock.advance(hourMs - 180_000);
    expect(await jobs.get('job')).toMatchObject({ processed: 1, failedAt: null });
    await clock.advance(360_000);
    expect((await jobs.get('job'))?.failedAt).not.toBeNull();
    await worker.close();
  });

  it('is ended for any other fault, such as that no server can be reached from here', async () => {
    const { context, createJob, clock, jobs } = memoryContext({
      verify: () => Promise.reject(new ServiceUnavailable('no way out')),
      options: { giveUpMs: hourMs },
    });
    await createJob();
    const worker = new Worker(context);
    await clock.advance(hourMs + 120_000);
    expect((await jobs.get('job'))?.failedAt).not.toBeNull();
    await worker.close();
  });

  it('waits for a mail server that is left alone, and is ended after the time to give up', async () => {
    const { context, createJob, clock, jobs, failures } = memoryContext({
      verify: () => Promise.reject(gateShut('mx', { why: 'limited', until: context.clock.now() + 600_000 })),
      options: { giveUpMs: hourMs },
    });
    await createJob();
    const worker = new Worker(context);
    await clock.advance(hourMs - 1);
    expect([await jobs.get('job'), failures]).toMatchObject([{ processed: 0, failedAt: null }, []]);
    await clock.advance(1);
    expect((await jobs.get('job'))?.failedAt).not.toBeNull();
    await worker.close();
  });

  it('begins anew with its time to give up after a batch that ends well', async () => {
    let faulty = true;
    const verify: BulkDependencies['verify'] = async (email) =>
      faulty ? fault() : verification({ email, status: 'unknown' });
    const { context, createJob, clock, jobs } = memoryContext({
      verify,
      options: { giveUpMs: hourMs, retryDelaysMs: [30 * 60_000, 30 * 60_000] },
    });
    await createJob({}, { items: addresses(1) });
    const worker = new Worker(context);
    await clock.advance(50 * 60_000);
    faulty = false;
    await clock.advance(60_000);
    faulty = true;
    await clock.advance(80 * 60_000);
    expect((await jobs.get('job'))?.failedAt).toBeNull();
    await worker.close();
  });

  it('is left alone if it has ended', async () => {
    const { context, createJob, clock, jobs, events } = memoryContext({
      verify: fault,
      options: { giveUpMs: 1_000 },
    });
    await createJob();
    const worker = new Worker(context);
    await clock.advance(500);
    await jobs.record('job', [attemptAt(0), attemptAt(1), attemptAt(2)], { at: clock.now() });
    await clock.advance(60_000);
    expect(await jobs.get('job')).toMatchObject({ failedAt: null, completedAt: expect.any(Number) });
    expect(events).toEqual([]);
    await worker.close();
  });

  it('is ended as soon as its time to give up has passed', async () => {
    const { context, createJob, clock, jobs, failures } = memoryContext({
      verify: fault,
      options: { giveUpMs: redeliveryDelayMs(1) },
    });
    await createJob();
    const worker = new Worker(context);
    await clock.advance(redeliveryDelayMs(1) - 1);
    expect([failures.length, (await jobs.get('job'))?.failedAt]).toEqual([1, null]);
    await clock.advance(100);
    expect(failures).toHaveLength(2);
    expect((await jobs.get('job'))?.failedAt).not.toBeNull();
    await worker.close();
  });

  it('is not ended again if another process has ended it meanwhile', async () => {
    let fail = (_: Error) => {};
    const verify: BulkDependencies['verify'] = (email) =>
      email.endsWith('@d0.example.com')
        ? fault()
        : new Promise((_, reject) => {
            fail = reject;
          });
    const { context, createJob, clock, jobs, failures } = memoryContext({ verify, options: { giveUpMs: 1 } });
    await createJob({}, { items: apart(2) });
    const worker = new Worker(context);
    await clock.advance(100);
    await jobs.fail('job', { at: clock.now() });
    const calls = vi.spyOn(jobs, 'fail');
    fail(new Error('late'));
    await clock.advance(10);
    expect([failures.length, calls.mock.calls.length]).toEqual([2, 0]);
    await worker.close();
  });

  it('may be deleted meanwhile: its batch fails with its own error', async () => {
    const { context, createJob, clock, jobs } = memoryContext({
      verify: async () => {
        await jobs.fail('job', { at: clock.now() });
        await jobs.markSettled('job', { at: clock.now() });
        await jobs.delete('job');
        return fault();
      },
    });
    const outcomes: unknown[] = [];
    const work = context.queue.work.bind(context.queue);
    context.queue.work = (handler, options) =>
      work(async (...delivery) => {
        try {
          await handler(...delivery);
          outcomes.push('done');
        } catch (error) {
          outcomes.push(error);
          throw error;
        }
      }, options);
    await createJob();
    const worker = new Worker(context);
    await clock.advance(10_000);
    expect(await jobs.get('job')).toBeUndefined();
    expect(outcomes).toEqual([new Error('our fault'), 'done']);
    await worker.close();
  });
});
