import { describe, expect, it, vi } from 'vitest';
import { InProcessQueue } from '../../../adapters/stores/in-process-queue.ts';
import { addresses, attemptAt } from '../../../contract/jobs/sample-data.ts';
import { JobEnded } from '../../../src/bulk/batches/running-work.ts';
import { JobDriver } from '../../../src/bulk/job-driver.ts';
import { StorageUnavailable } from '../../../src/errors.ts';
import { egressWaitMs, type WorkQueue } from '../../../src/ports/work-queue.ts';
import { changedPort } from '../../stores/changed-port.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { withResolvers } from '../../support/until.ts';
import { memoryContext } from './memory-context.ts';

const leaseMs = 10_000;
const visitEveryMs = leaseMs / 4;

function start(changes: Parameters<typeof memoryContext>[0] = {}) {
  let visits = 0;
  const world = memoryContext({
    cleanUpIfDue: () => {
      visits += 1;
    },
    ...changes,
  });
  /** Jobs whose work was given up, and why. */
  const givenUp: string[] = [];
  const { running } = world.context;
  running.abort = (jobId, { message }) => givenUp.push(`${jobId}: ${message}`);
  const driver = new JobDriver(world.context);
  const { clock, jobs, context, ledger } = world;
  const visit = async () => {
    driver.visit();
    await clock.advance(0);
  };
  /** Another process takes the lease of a job whose owner let it lapse. */
  const takeLease = (id: string) =>
    jobs.lease(id, { owner: 'another', now: clock.now(), until: clock.now() + leaseMs });
  /** Whether another process could drive the job now. */
  const isFree = async (id: string) => {
    const free = await takeLease(id);
    if (free) await jobs.releaseLease(id, 'another');
    return free;
  };
  const hold = async (id: string, milliCredits: number) => {
    await ledger.grant({ id: `for ${id}`, account: 'acme', milliCredits, reason: 'purchase' });
    await ledger.hold({ id, account: 'acme', milliCredits, expiresInMs: 3_600_000 });
  };
  return { ...world, driver, givenUp, visit, takeLease, isFree, hold, visits: () => visits, context };
}

/** A queue that processes share, unlike that of a single process. */
const sharedQueue = (clock: ManualClock) =>
  changedPort<WorkQueue>(new InProcessQueue({ clock }), { shared: true });

describe('A new job', () => {
  it('is paid for, started and queued by the process that drives it', async () => {
    const { visit, createJob, jobs, queue, ledger, hold, clock, isFree } = start();
    await createJob({}, { paid: false });
    await hold('job', 600);
    await visit();
    expect(await jobs.get('job')).toMatchObject({ startedAt: clock.now(), failedAt: null });
    expect(await queue.count('job')).toBe(1);
    expect(await ledger.balance('acme')).toEqual({ available: 0, held: 0 });
    expect(await isFree('job')).toBe(false);
  });

  it('fails, and is settled, if its hold was released', async () => {
    const { visit, createJob, jobs, queue, ledger, hold, clock } = start();
    await createJob({}, { paid: false });
    await hold('job', 600);
    await ledger.release('job');
    await visit();
    expect(await jobs.get('job')).toMatchObject({
      startedAt: null,
      failedAt: clock.now(),
      settledAt: clock.now(),
    });
    expect(await queue.count('job')).toBe(0);
    expect((await ledger.balance('acme')).available).toBe(600);
  });

  it('is found at the next visit, four times a lease', async () => {
    const { visit, createJob, jobs, clock, visits } = start();
    await visit();
    await createJob();
    await clock.advance(visitEveryMs - 1);
    expect((await jobs.get('job'))?.startedAt).toBeNull();
    await clock.advance(1);
    expect((await jobs.get('job'))?.startedAt).toBe(clock.now());
    expect(visits()).toBe(2);
  });

  it('is found among many, in several pages, also if another process has some of them', async () => {
    const { visit, createJob, jobs, takeLease } = start();
    const pages = vi.spyOn(jobs, 'unfinished');
    for (let index = 0; index < 201; index += 1) {
      await createJob({ id: `job ${index}`, account: null }, { items: addresses(1) });
    }
    await takeLease('job 1');
    await visit();
    expect(pages).toHaveBeenCalledTimes(3);
    expect((await jobs.get('job 1'))?.startedAt).toBeNull();
    for (const id of ['job 0', 'job 99', 'job 100', 'job 199', 'job 200']) {
      expect((await jobs.get(id))?.startedAt).not.toBeNull();
    }
  });

  it('notes whole milliseconds', async () => {
    const { visit, createJob, jobs, clock } = start();
    clock.leap(0.5);
    await createJob();
    await visit();
    expect((await jobs.get('job'))?.startedAt).toBe(Math.floor(clock.now()));
  });
});

describe('A job that has failed', () => {
  it('is settled at once, although its queue was looked into just before', async () => {
    const { visit, createJob, jobs, ledger, clock } = start();
    await createJob();
    await visit();
    await jobs.fail('job', { at: clock.now() });
    await visit();
    expect(await jobs.get('job')).toMatchObject({ settledAt: clock.now() });
    expect((await ledger.balance('acme')).available).toBe(600);
  });

  it('is no longer driven once it is settled: its lease is released', async () => {
    const { visit, createJob, jobs, clock } = start();
    const released: string[] = [];
    const releaseLease = jobs.releaseLease.bind(jobs);
    jobs.releaseLease = (id, owner) => {
      released.push(id);
      return releaseLease(id, owner);
    };
    await createJob();
    await createJob({ id: 'other' });
    await visit();
    await jobs.fail('job', { at: clock.now() });
    await visit();
    await visit();
    expect(released).toEqual(['job']);
    await visit();
    expect(released).toEqual(['job']);
    await jobs.fail('other', { at: clock.now() });
    for (let visits = 0; visits < 2; visits += 1) await visit();
    expect(released).toEqual(['job', 'other']);
  });
});

describe('A job whose items wait for an egress of another process', () => {
  const waitMs = 6 * 60_000 + egressWaitMs;

  /** A job of two addresses, which were put off through these egresses. */
  async function putOff(...egresses: readonly string[]) {
    const world = start();
    const { createJob, jobs, clock } = world;
    await createJob({}, { items: addresses(2) });
    await jobs.start('job', { at: 1 });
    const retryAt = clock.now() + 6 * 60_000;
    const attempts = egresses.map((egress, position) => attemptAt(position, { retryAt, egress }));
    await jobs.record('job', attempts, { at: 2 });
    return world;
  }

  it('is left to that, until they have been due for 30 minutes', async () => {
    const { visit, isFree, queue, clock, jobs, context } = await putOff('theirs', 'theirs');
    let leases = 0;
    const lease = jobs.lease.bind(jobs);
    jobs.lease = (id, options) => {
      if (options.owner === context.owner) leases += 1;
      return lease(id, options);
    };
    await visit();
    expect([await isFree('job'), await queue.count('job')]).toEqual([true, 0]);
    await clock.advance(waitMs - 1);
    await visit();
    expect([leases, await isFree('job')]).toEqual([1, true]);
    await clock.advance(1);
    await visit();
    expect([await isFree('job'), await queue.count('job')]).toEqual([false, 1]);
  });

  it('is settled here if it fails meanwhile', async () => {
    const { visit, jobs, clock } = await putOff('theirs', 'theirs');
    await visit();
    await jobs.fail('job', { at: clock.now() });
    await visit();
    expect((await jobs.get('job'))?.settledAt).toBe(clock.now());
  });

  it('is driven here all the same if others of its items do not', async () => {
    const { visit, isFree, queue } = await putOff('theirs', 'ours');
    await visit();
    expect([await isFree('job'), await queue.count('job')]).toEqual([false, 1]);
  });
});

describe('The queue of a running job', () => {
  it('is looked into every ten seconds, and filled again if it is empty', async () => {
    const { visit, createJob, queue, clock } = start();
    await createJob();
    await visit();
    await queue.drop('job');
    await clock.advance(9_999);
    expect(await queue.count('job')).toBe(0);
    await clock.advance(visitEveryMs);
    expect(await queue.count('job')).toBe(1);
  });

  it('is left alone while it holds batches', async () => {
    const { visit, createJob, jobs, clock } = start();
    await createJob();
    await visit();
    const reads = vi.spyOn(jobs, 'openItems');
    await clock.advance(30_000);
    expect(reads).not.toHaveBeenCalled();
  });
});

describe('A job with the lease of another process', () => {
  it('is left alone, and taken over once the lease has lapsed', async () => {
    const { visit, createJob, takeLease, jobs, clock } = start();
    await createJob();
    expect(await takeLease('job')).toBe(true);
    await visit();
    expect((await jobs.get('job'))?.startedAt).toBeNull();
    await clock.advance(leaseMs + visitEveryMs);
    expect((await jobs.get('job'))?.startedAt).not.toBeNull();
  });

  it('is given up by a process that was paused, with what it had queued for itself', async () => {
    for (const shared of [false, true]) {
      const clock = new ManualClock();
      const queue = shared ? sharedQueue(clock) : new InProcessQueue({ clock });
      const { visit, createJob, takeLease, jobs, givenUp, context } = start({ clock, queue });
      await createJob();
      await visit();
      await jobs.releaseLease('job', context.owner);
      await takeLease('job');
      await visit();
      const expected = shared ? [] : ['job: Another process works on this job.'];
      expect(givenUp).toEqual(expected);
      expect(await queue.count('job')).toBe(shared ? 1 : 0);
      await visit();
      expect(givenUp).toEqual(expected);
    }
  });

  it('is planned no further here', async () => {
    let reason: unknown;
    const { visit, createJob, takeLease, jobs, context, queue } = start({
      exchangeOf: (_, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            reason = signal.reason;
            reject(signal.reason);
          });
        }),
    });
    await createJob();
    await visit();
    await jobs.releaseLease('job', context.owner);
    await takeLease('job');
    await visit();
    expect(reason).toMatchObject({ message: 'Another process drives this job.' });
    expect(await queue.count('job')).toBe(0);
  });
});

describe('A job that is worked on here, and has ended in another process', () => {
  const { signal } = new AbortController();

  it('is given up at the next visit, whether it failed, was settled, completed, or was deleted', async () => {
    const { visit, createJob, jobs, context, givenUp } = start();
    await createJob({}, { items: addresses(1) });
    await visit();
    context.running.begin('job', signal);
    await visit();
    expect(givenUp).toEqual([]);
    const expected: string[] = [];
    const isGivenUp = async () => {
      await visit();
      expected.push('job: The job has ended.');
      expect(givenUp).toEqual(expected);
    };
    await jobs.fail('job', { at: 1 });
    await isGivenUp();
    await jobs.markSettled('job', { at: 1 });
    await isGivenUp();
    await jobs.delete('job');
    await isGivenUp();
    await createJob({}, { items: addresses(1), paid: false });
    await jobs.record('job', [attemptAt(0)], { at: 1 });
    await isGivenUp();
  });

  it('is planned no further', async () => {
    let reason: unknown;
    const world = memoryContext({
      exchangeOf: (_, { signal: planning }) =>
        new Promise((_resolve, reject) => {
          planning.addEventListener('abort', () => {
            reason = planning.reason;
            reject(planning.reason);
          });
        }),
    });
    const driver = new JobDriver(world.context);
    await world.createJob();
    driver.visit();
    await world.clock.advance(0);
    await world.jobs.fail('job', { at: 1 });
    await world.clock.advance(visitEveryMs);
    expect(reason).toBeInstanceOf(JobEnded);
    expect(world.context.running.jobIds).toEqual([]);
    await driver.close();
  });

  it('is not given up for a visit that began before it', async () => {
    const { driver, clock, createJob, jobs, context, givenUp } = start();
    const unfinished = jobs.unfinished.bind(jobs);
    jobs.unfinished = async (options) => {
      const page = await unfinished(options);
      await createJob();
      context.running.begin('job', signal);
      return page;
    };
    driver.visit();
    await clock.advance(0);
    expect(givenUp).toEqual([]);
  });
});

describe('A visit', () => {
  it('repeats what failed before', async () => {
    const { visit, createJob, jobs, clock } = start();
    await createJob();
    const startJob = vi.spyOn(jobs, 'start').mockRejectedValue(new StorageUnavailable('away'));
    await visit();
    startJob.mockRestore();
    await clock.advance(visitEveryMs);
    expect((await jobs.get('job'))?.startedAt).not.toBeNull();
  });

  it('is made again later if the store cannot be reached at all', async () => {
    const { visit, createJob, jobs, clock } = start();
    await createJob();
    const unfinished = vi.spyOn(jobs, 'unfinished').mockRejectedValue(new StorageUnavailable('away'));
    await visit();
    unfinished.mockRestore();
    await clock.advance(visitEveryMs);
    expect((await jobs.get('job'))?.startedAt).not.toBeNull();
  });

  it('that is wanted while one is under way follows it at once', async () => {
    const { driver, createJob, jobs, clock, visits } = start();
    const unfinished = jobs.unfinished.bind(jobs);
    const { promise: resumed, resolve: resume } = withResolvers();
    jobs.unfinished = async (options) => {
      const page = await unfinished(options);
      await resumed;
      return page;
    };
    driver.visit();
    await clock.advance(0);
    jobs.unfinished = unfinished;
    await createJob();
    driver.visit();
    driver.visit();
    expect(visits()).toBe(1);
    resume();
    await clock.advance(0);
    expect(visits()).toBe(2);
    expect((await jobs.get('job'))?.startedAt).not.toBeNull();
    expect(clock.pending).toBe(1);
  });

  it('that is wanted early takes the place of the next one', async () => {
    const { visit, clock, visits } = start();
    await visit();
    await clock.advance(visitEveryMs - 1);
    await visit();
    await clock.advance(visitEveryMs - 1);
    expect(visits()).toBe(2);
  });

  it('does not begin a second step of a job while one is under way', async () => {
    let plans = 0;
    const { visit, createJob } = start({
      exchangeOf: () => {
        plans += 1;
        return new Promise(() => {});
      },
    });
    await createJob();
    await visit();
    await visit();
    expect(plans).toBe(1);
  });

  it('keeps the lease of a job that has ended until the step under way has', async () => {
    let answer = (_: string) => {};
    const { visit, createJob, jobs, clock } = start({
      exchangeOf: () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    });
    await createJob();
    await visit();
    await jobs.record('job', [attemptAt(0), attemptAt(1), attemptAt(2)], { at: clock.now() });
    const released = vi.spyOn(jobs, 'releaseLease');
    await visit();
    expect(released).not.toHaveBeenCalled();
    answer('host:mx');
    await clock.advance(0);
    await visit();
    expect(released).toHaveBeenCalledTimes(1);
  });
});

describe('A driver that is closed', () => {
  it('gives its jobs to other processes, and takes back what it had queued', async () => {
    const { visit, createJob, driver, queue, isFree, clock } = start();
    await createJob();
    await visit();
    await driver.close();
    expect(await queue.count('job')).toBe(0);
    expect(await isFree('job')).toBe(true);
    expect(clock.pending).toBe(0);
  });

  it('leaves the batches of a shared queue to the others', async () => {
    const clock = new ManualClock();
    const queue = sharedQueue(clock);
    const { visit, createJob, driver, isFree } = start({ clock, queue });
    await createJob();
    await visit();
    await driver.close();
    expect(await queue.count('job')).toBe(1);
    expect(await isFree('job')).toBe(true);
  });

  it('ends the planning of a job before it gives the job away', async () => {
    let reason: unknown;
    const { visit, createJob, driver, isFree } = start({
      exchangeOf: (_, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            reason = signal.reason;
            reject(signal.reason);
          });
        }),
    });
    await createJob();
    await visit();
    await driver.close();
    expect(reason).toMatchObject({ message: 'The driver is closed.' });
    expect(await isFree('job')).toBe(true);
  });

  it('waits for the visit under way, which takes no further job', async () => {
    const { driver, createJob, jobs, clock, isFree } = start();
    await createJob();
    const { promise: resumed, resolve: resume } = withResolvers();
    const unfinished = jobs.unfinished.bind(jobs);
    jobs.unfinished = async (options) => {
      await resumed;
      return unfinished(options);
    };
    driver.visit();
    await clock.advance(0);
    let closed = false;
    const closing = driver.close().then(() => {
      closed = true;
    });
    await clock.advance(0);
    expect(closed).toBe(false);
    resume();
    await closing;
    expect((await jobs.get('job'))?.startedAt).toBeNull();
    expect(await isFree('job')).toBe(true);
    expect(clock.pending).toBe(0);
  });

  it('makes no visit any more', async () => {
    const { driver, visit, visits, clock } = start();
    await driver.close();
    await visit();
    await clock.advance(60_000);
    expect(visits()).toBe(0);
  });

  it('resolves even if the store is away', async () => {
    const { driver, visit, createJob, jobs } = start();
    await createJob();
    await visit();
    jobs.releaseLease = () => Promise.reject(new StorageUnavailable('away'));
    await expect(driver.close()).resolves.toBeUndefined();
  });
});
