import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { addresses, attemptAt, lookup } from '../../../contract/jobs/sample-data.ts';
import type { JobState } from '../../../src/bulk/job.ts';
import { RunState } from '../../../src/bulk/run-state.ts';
import type { JobAttempt } from '../../../src/ports/job-store.ts';
import { type EmailVerification, isVerification } from '../../../src/resources.ts';
import { memoryContext } from './memory-context.ts';

/** A started job of so many addresses, and the state of a run of it. */
async function startRun(count = 4, onProgress: (job: JobState) => void = () => {}) {
  const world = memoryContext();
  const { jobs, context, clock, createJob } = world;
  await createJob({ account: null }, { items: addresses(count) });
  const job = await jobs.start('job', { at: 1 });
  const state = new RunState({ jobId: 'job', isRow: isVerification }, context, onProgress);
  state.begin(job);
  /** Records attempts as another process does: this one learns of it from the store only. */
  const recordElsewhere = async (...attempts: readonly JobAttempt[]) =>
    (await jobs.record('job', attempts, { at: clock.now() })).job;
  const recordHere = async (...attempts: readonly JobAttempt[]) => {
    const recorded = await recordElsewhere(...attempts);
    context.progress.publish(attempts, recorded);
    return recorded;
  };
  const noticeStore = async () => {
    const waited = state.waitForChange(undefined);
    await clock.advance(1_000);
    await waited;
  };
  return { ...world, state, job, recordHere, recordElsewhere, noticeStore };
}

const emailsOf = (rows: Iterable<Readonly<EmailVerification>>) =>
  [...rows].map(({ email }) => Number(/\d+/.exec(email)?.[0]));

async function readPositions(state: RunState<EmailVerification>): Promise<number[]> {
  const rows: Readonly<EmailVerification>[] = [];
  for await (const row of state.readStore()) rows.push(row);
  return emailsOf(rows);
}

const attemptsFrom = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => attemptAt(from + index));

describe('The results that this process records', () => {
  it('are yielded once each, frozen, in the order in which they came', async () => {
    const { state, recordHere } = await startRun();
    await recordHere(attemptAt(2));
    await recordHere(attemptAt(0), attemptAt(1));
    const rows = [...state.takeBuffered()];
    expect(emailsOf(rows)).toEqual([2, 0, 1]);
    expect(rows.every((row) => Object.isFrozen(row))).toBe(true);
    expect(emailsOf(state.takeBuffered())).toEqual([]);
  });

  it('are yielded only once they are final', async () => {
    const { state, recordHere } = await startRun();
    await recordHere(attemptAt(0, { retryAt: 99 }), attemptAt(1));
    expect(emailsOf(state.takeBuffered())).toEqual([1]);
    await recordHere(attemptAt(0, { attempt: 2 }));
    expect(emailsOf(state.takeBuffered())).toEqual([0]);
  });

  it('are left in the store beyond a thousand that nobody has taken', async () => {
    const { state, recordHere } = await startRun(1_500);
    for (let from = 0; from < 1_500; from += 500) await recordHere(...attemptsFrom(from, 500));
    expect([...state.takeBuffered()]).toHaveLength(1_000);
    expect(state.shouldReadStore).toBe(true);
    expect(await readPositions(state)).toEqual(Array.from({ length: 500 }, (_, index) => 1_000 + index));
  });

  it('are not yielded if they are of the other kind', async () => {
    const { state, recordHere } = await startRun();
    await recordHere(attemptAt(0, { result: lookup() }), attemptAt(1));
    expect(emailsOf(state.takeBuffered())).toEqual([1]);
    expect(await readPositions(state)).toEqual([]);
  });

  it('are no longer noticed once the run has ended', async () => {
    const { state, recordHere } = await startRun();
    state.end();
    await recordHere(attemptAt(0));
    expect(emailsOf(state.takeBuffered())).toEqual([]);
  });
});

describe('The results in the store', () => {
  it('are read in order of submission, without those yielded before', async () => {
    const { state, recordHere, recordElsewhere } = await startRun(6);
    await recordHere(attemptAt(0), attemptAt(3));
    await recordElsewhere(attemptAt(4), attemptAt(2));
    expect(emailsOf(state.takeBuffered())).toEqual([0, 3]);
    expect(await readPositions(state)).toEqual([2, 4]);
    expect(await readPositions(state)).toEqual([]);
    await recordElsewhere(attemptAt(1));
    expect(await readPositions(state)).toEqual([1]);
  });

  it('are frozen copies, of several pages if there are many', async () => {
    const { state, recordElsewhere } = await startRun(1_200);
    for (const from of [0, 600]) await recordElsewhere(...attemptsFrom(from, 600));
    const rows: Readonly<EmailVerification>[] = [];
    for await (const row of state.readStore()) rows.push(row);
    expect(emailsOf(rows)).toEqual(Array.from({ length: 1_200 }, (_, index) => index));
    expect(rows.every((row) => Object.isFrozen(row))).toBe(true);
  });

  it('are read from the first that was not yielded on', async () => {
    const { state, jobs, recordHere } = await startRun(1_200);
    await recordHere(...attemptsFrom(0, 700));
    expect([...state.takeBuffered()]).toHaveLength(700);
    const offsets: number[] = [];
    const page = jobs.page.bind(jobs);
    jobs.page = (id, options) => {
      offsets.push(options.offset);
      return page(id, options);
    };
    await readPositions(state);
    expect(offsets).toEqual([700]);
  });

  it('are not yielded while they are provisional, unless the job has failed: nothing better comes', async () => {
    const { state, jobs, recordElsewhere, noticeStore } = await startRun();
    await recordElsewhere(attemptAt(0, { retryAt: 99 }), attemptAt(1));
    await noticeStore();
    expect(await readPositions(state)).toEqual([1]);
    await jobs.fail('job', { at: 5 });
    await noticeStore();
    expect(await readPositions(state)).toEqual([0]);
  });

  it('are read at once at first, and then each five seconds if there are new ones', async () => {
    const { state, clock, recordElsewhere, noticeStore } = await startRun();
    expect(state.shouldReadStore).toBe(false);
    await recordElsewhere(attemptAt(0));
    await noticeStore();
    expect(state.shouldReadStore).toBe(true);
    expect(await readPositions(state)).toEqual([0]);
    await recordElsewhere(attemptAt(1));
    await noticeStore();
    await clock.advance(3_999);
    expect(state.shouldReadStore).toBe(false);
    await clock.advance(1);
    expect(state.shouldReadStore).toBe(true);
    expect(await readPositions(state)).toEqual([1]);
    await clock.advance(10_000);
    expect(state.shouldReadStore).toBe(false);
  });

  it('are read earlier if there are a thousand new ones', async () => {
    const { state, recordElsewhere, noticeStore } = await startRun(2_000);
    expect(await readPositions(state)).toEqual([]);
    await recordElsewhere(...attemptsFrom(0, 999));
    await noticeStore();
    expect(state.shouldReadStore).toBe(false);
    await recordElsewhere(attemptAt(999));
    await noticeStore();
    expect(state.shouldReadStore).toBe(true);
  });

  it('are read at once when the job has finished', async () => {
    const { state, recordElsewhere, noticeStore } = await startRun();
    expect(await readPositions(state)).toEqual([]);
    await recordElsewhere(...attemptsFrom(0, 4));
    await noticeStore();
    expect(state.shouldReadStore).toBe(true);
  });

  it('do not count as new while they are provisional', async () => {
    const { state, recordElsewhere, noticeStore } = await startRun();
    await recordElsewhere(attemptAt(0, { retryAt: 99 }), attemptAt(1, { retryAt: 99 }));
    await noticeStore();
    expect(state.shouldReadStore).toBe(false);
  });

  it('wait until what this process has recorded is taken', async () => {
    const { state, recordHere, recordElsewhere } = await startRun();
    await recordElsewhere(attemptAt(0));
    await recordHere(attemptAt(1));
    expect(state.shouldReadStore).toBe(false);
    expect(emailsOf(state.takeBuffered())).toEqual([1]);
    expect(state.shouldReadStore).toBe(true);
  });

  it('are not read before the job is known', () => {
    const { context } = memoryContext();
    const state = new RunState({ jobId: 'job', isRow: isVerification }, context, undefined);
    expect([state.shouldReadStore, state.ended]).toEqual([false, false]);
  });
});

describe('A run', () => {
  it('has ended once the job has finished and every row was yielded', async () => {
    const { state, recordHere } = await startRun();
    await recordHere(...attemptsFrom(0, 3));
    expect(emailsOf(state.takeBuffered())).toEqual([0, 1, 2]);
    expect(state.ended).toBe(false);
    await recordHere(attemptAt(3));
    expect(state.ended).toBe(false);
    expect(emailsOf(state.takeBuffered())).toEqual([3]);
    expect(state.ended).toBe(true);
    expect(() => state.throwIfFailed()).not.toThrow();
  });

  it('has not ended while a row of another process was not read', async () => {
    const { state, recordElsewhere, noticeStore } = await startRun();
    await recordElsewhere(...attemptsFrom(0, 4));
    await noticeStore();
    expect(state.ended).toBe(false);
    await readPositions(state);
    expect(state.ended).toBe(true);
  });

  it('of a job that failed ends with an error, after the rows that there are', async () => {
    const { state, jobs, recordElsewhere, noticeStore } = await startRun();
    await recordElsewhere(attemptAt(0), attemptAt(1, { retryAt: 99 }));
    await jobs.fail('job', { at: 5 });
    await noticeStore();
    expect(state.ended).toBe(false);
    expect(await readPositions(state)).toEqual([0, 1]);
    expect(state.ended).toBe(true);
    expect(() => state.throwIfFailed()).toThrow(
      expect.objectContaining({
        code: 'job_failed',
        message: 'The job could not be completed. Its results so far were given.',
      }),
    );
  });
});

describe('Waiting for a change', () => {
  it('ends with the next result that this process records', async () => {
    const { state, clock, recordHere } = await startRun();
    const waited = state.waitForChange(undefined);
    await recordHere(attemptAt(0));
    await waited;
    expect(clock.pending).toBe(0);
  });

  it('ends after a second, with a look into the store', async () => {
    const { state, clock, jobs, recordElsewhere } = await startRun();
    await recordElsewhere(attemptAt(0));
    const waited = state.waitForChange(undefined);
    await clock.advance(999);
    expect(state.shouldReadStore).toBe(false);
    await clock.advance(1);
    await waited;
    expect(state.shouldReadStore).toBe(true);
    jobs.get = () => Promise.reject(new Error('Nothing is to be read.'));
    const further = state.waitForChange(undefined);
    await clock.advance(1_000);
    await expect(further).resolves.toBeUndefined();
  });

  it('asks the store for nothing if something has happened here', async () => {
    const { state, jobs, recordHere } = await startRun();
    let reads = 0;
    jobs.get = async () => {
      reads += 1;
      return undefined;
    };
    const waited = state.waitForChange(undefined);
    await recordHere(attemptAt(0));
    await waited;
    expect(reads).toBe(0);
  });

  it('goes on where the job was deleted meanwhile', async () => {
    const { state, jobs, clock } = await startRun();
    jobs.get = async () => undefined;
    const waited = state.waitForChange(undefined);
    await clock.advance(1_000);
    await expect(waited).resolves.toBeUndefined();
  });

  it('ends with the reason of the caller’s signal, and leaves no timer', async () => {
    const { state, clock } = await startRun();
    const controller = new AbortController();
    const waited = state.waitForChange(controller.signal);
    controller.abort(new Error('enough'));
    await expect(waited).rejects.toThrow('enough');
    expect(clock.pending).toBe(0);
  });

  it('fails with the error of the listener, not in the batch that made the progress', async () => {
    const { state, recordHere, clock } = await startRun(4, ({ processed }) => {
      if (processed > 0) throw new Error('a broken listener');
    });
    await expect(recordHere(attemptAt(0))).resolves.toBeDefined();
    await expect(state.waitForChange(undefined)).rejects.toEqual(new Error('a broken listener'));
    await yieldToEventLoop();
    expect(clock.pending).toBe(0);
  });
});

describe('The progress of a run', () => {
  it('is reported at the start and with each change, and never falls', async () => {
    const reports: [processed: number, retrying: number][] = [];
    const { context, recordHere, recordElsewhere, noticeStore } = await startRun(4, (job) =>
      reports.push([job.processed, job.retrying]),
    );
    expect(reports).toEqual([[0, 0]]);
    const early = await recordHere(attemptAt(0, { retryAt: 99 }));
    await recordElsewhere(attemptAt(1));
    await noticeStore();
    // An answer of the store that was under way for longer.
    context.progress.publish([], early);
    await noticeStore();
    expect(reports.slice(1)).toEqual([
      [1, 1],
      [2, 1],
    ]);
    await recordHere(attemptAt(0, { attempt: 2 }));
    expect(reports.slice(3)).toEqual([[2, 0]]);
  });

  it('is reported when the job ends without a further result, once', async () => {
    const reports: (number | null)[] = [];
    const { jobs, noticeStore } = await startRun(4, (job) => reports.push(job.finishedAt));
    await jobs.fail('job', { at: 5 });
    await noticeStore();
    await noticeStore();
    expect(reports).toEqual([null, 5]);
  });

  it('stays ended, whatever is heard later', async () => {
    const { state, jobs, context, recordElsewhere, noticeStore } = await startRun();
    const running = await recordElsewhere(attemptAt(0));
    await jobs.fail('job', { at: 5 });
    await noticeStore();
    context.progress.publish([], running);
    expect(() => state.throwIfFailed()).toThrow('could not be completed');
  });
});
