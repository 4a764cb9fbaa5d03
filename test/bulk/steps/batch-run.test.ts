import { describe, expect, it } from 'vitest';
import { addresses, attemptAt, greylisted, verification } from '../../../contract/jobs/sample-data.ts';
import { AttemptRecorder } from '../../../src/bulk/attempt-recorder.ts';
import { BatchRun } from '../../../src/bulk/batch-run.ts';
import type { BulkDependencies } from '../../../src/bulk/bulk-context.ts';
import { abortable, delay } from '../../../src/concurrency/deadline.ts';
import { shareOfJob } from '../../../src/concurrency/work-share.ts';
import type { JobStore } from '../../../src/ports/job-store.ts';
import type { Batch } from '../../../src/ports/work-queue.ts';
import { gateShut } from '../../../src/verdict/gate-shut.ts';
import { withResolvers } from '../../support/until.ts';
import { memoryContext } from './memory-context.ts';

const minuteMs = 60_000;

/** A started job, and runs of a batch of all its items. `unknowns` are the numbers of those that stay unknown. */
async function start({
  count = 4,
  unknowns = [],
  onAllBegun = () => {},
  ...changes
}: Partial<Omit<BulkDependencies, 'clock'>> & {
  count?: number;
  unknowns?: readonly number[];
  onAllBegun?: () => void;
} = {}) {
  const attempted: number[] = [];
  const verify: BulkDependencies['verify'] = async (email) => {
    const number = Number(/\d+/.exec(email)?.[0]);
    attempted.push(number);
    return unknowns.includes(number) ? greylisted({ email }) : verification({ email });
  };
  const world = memoryContext({
    verify,
    ...changes,
    options: { retryDelaysMs: [6 * minuteMs, 16 * minuteMs] },
  });
  const { jobs, queue, clock, context, createJob } = world;
  await createJob({}, { items: addresses(count) });
  await jobs.start('job', { at: 1 });
  const put: { batch: Batch; dueAt: number }[] = [];
  const putBatches = queue.put.bind(queue);
  queue.put = (batches, options) => {
    put.push(...batches.map((batch) => ({ batch, dueAt: options.dueAt })));
    return putBatches(batches, options);
  };
  const permits = { acquired: 0, held: 0 };
  const startBatch = context.limiter.startBatch.bind(context.limiter);
  context.limiter.startBatch = (share) => {
    const own = startBatch(share);
    const acquire: typeof own.acquire = async (signal) => {
      const permit = await own.acquire(signal);
      permits.acquired += 1;
      permits.held += 1;
      const release = () => {
        permits.held -= 1;
        permit.release();
      };
      return { ...permit, release };
    };
    return { ...own, acquire };
  };
  let progress = 0;
  /** Runs the batch of this attempt, or another one, and lets the clock go on until it has ended. */
  const run = async (
    attempt = 1,
    {
      signal = new AbortController().signal,
      jobId = 'job',
      ...changes
    }: { signal?: AbortSignal; jobId?: string } & Partial<Batch> = {},
  ) => {
    const all = Array.from({ length: count }, (_, position) => position);
    const own = { id: 'batch', account: 'acme', jobId, exchange: 'host:mx', attempt, positions: all };
    const batch: Batch = { ...own, ...changes };
    let outcome: unknown = 'running';
    const recorder = new AttemptRecorder(context);
    const onAttempted = () => {
      progress += 1;
    };
    new BatchRun(batch, context, recorder, { onAttempted, onAllBegun }).run(signal).then(
      (waits) => {
        outcome = waits ? 'waiting' : 'done';
      },
      (error: unknown) => {
        outcome = error;
      },
    );
    for (let step = 0; step < 100 && outcome === 'running'; step += 1) await clock.advance(20);
    return outcome;
  };
  return { ...world, attempted, put, run, permits, progress: () => progress };
}

describe('A batch whose mail server is left alone for now', () => {
  it('waits for it with the items that were not asked about, which is no attempt, and each time anew', async () => {
    const until = 600_000.5;
    const { run, put, jobs } = await start({
      verify: async (email) => {
        if (email.startsWith('user1@')) throw gateShut('mx', { why: 'limited', until });
        return verification({ email });
      },
    });
    expect(await run()).toBe('waiting');
    const rest = { batch: { id: 'batch/rest-1', attempt: 1, positions: [1] }, dueAt: 600_001 };
    expect(put).toMatchObject([rest]);
    const [state] = await jobs.items('job', [1]);
    expect([state?.attempts, state?.result]).toEqual([0, undefined]);
    expect(await run(1, put[0]?.batch)).toBe('waiting');
    expect(put[1]?.batch.id).toBe('batch/rest-2');
  });
});

describe('What a batch finds out', () => {
  /** The addresses that were published. */
  async function published(
    record: (jobs: JobStore, ...call: Parameters<JobStore['record']>) => ReturnType<JobStore['record']>,
  ) {
    const emails: string[] = [];
    const world = await start({
      count: 3,
      verify: async (email, { unpublished }) => {
        unpublished.add(async () => {
          emails.push(email);
        });
        return email.startsWith('user1@') ? greylisted({ email }) : verification({ email });
      },
    });
    const inner = {
      ...world.jobs,
      record: world.jobs.record.bind(world.jobs),
      fail: world.jobs.fail.bind(world.jobs),
    };
    world.jobs.record = async (...call) => {
      expect(emails).toEqual([]);
      return record(inner, ...call);
    };
    return { outcome: await world.run(), emails };
  }

  it('is for others once it is recorded, unknown results too', async () => {
    const { emails } = await published((jobs, ...call) => jobs.record(...call));
    expect(emails).toHaveLength(3);
  });

  it('is for nobody if the job was cancelled before, or another process has recorded it', async () => {
    const cancelled = await published(async (jobs, id, ...call) => {
      await jobs.fail(id, { at: 2 });
      return jobs.record(id, ...call);
    });
    const recordedElsewhere = await published(async (jobs, ...call) => {
      await jobs.record(...call);
      return jobs.record(...call);
    });
    expect([cancelled.emails, recordedElsewhere.emails]).toEqual([[], []]);
  });

  it('is for nobody if the store fails to record it', async () => {
    const { outcome, emails } = await published(() => Promise.reject(new Error('The store is away.')));
    expect([outcome, emails]).toMatchObject([{ message: 'The store is away.' }, []]);
  });
});

describe('A batch whose server answers slowly, and which has items to be tried again', () => {
  /** A run of 40 items that takes so long for the first 24, of which the first one has an unknown result at once. */
  async function runSlowly(quietMs: number) {
    let attempted = 0;
    let ended = 0;
    let underWayWhenTold: number | undefined;
    const world = await start({
      count: 40,
      onAllBegun: () => {
        underWayWhenTold ??= attempted - ended;
      },
      verify: async (email) => {
        attempted += 1;
        if (attempted === 24) {
          await delay(world.clock, 200);
          world.clock.leap(quietMs);
        } else if (attempted > 1) await delay(world.clock, 400);
        ended += 1;
        return ended === 1 ? greylisted({ email }) : verification({ email });
      },
    });
    expect(await world.run()).toBe('done');
    expect(world.permits.held).toBe(0);
    return { ...world, attempted: () => attempted, underWayWhenTold: () => underWayWhenTold };
  }

  it('leaves what has not begun after five minutes to a batch of its own, so that the retry is not kept waiting', async () => {
    const { attempted, put, clock, run } = await runSlowly(5 * minuteMs);
    const [retry, rest] = put;
    expect(put).toHaveLength(2);
    const begun = attempted();
    expect(begun).toBeLessThan(40);
    expect(rest).toMatchObject({ batch: { id: 'batch/rest-1', attempt: 1 }, dueAt: 0 });
    expect(rest?.batch.positions).toHaveLength(40 - begun);
    expect(retry?.batch).toMatchObject({ attempt: 2, positions: [0] });
    expect(retry?.dueAt).toBeLessThanOrEqual(clock.now() + minuteMs);

    expect(await run(1, rest?.batch)).toBe('done');
    expect(attempted()).toBe(40);
    expect(put).toHaveLength(2);
  });

  it('tells as soon as it begins nothing more, while the last attempts are under way', async () => {
    const { attempted, underWayWhenTold } = await runSlowly(5 * minuteMs);
    expect(attempted()).toBeLessThan(40);
    expect(underWayWhenTold()).toBeGreaterThan(0);
  });

  it('leaves all that is open at once if the retry has waited so long since an earlier run, which failed', async () => {
    for (const [waitedMs, attempts] of [
      [5 * minuteMs - 1, 39],
      [5 * minuteMs, 0],
    ] as const) {
      const { run, jobs, clock, attempted, put } = await start({ count: 40 });
      const retryAt = clock.now() + 6 * minuteMs;
      await jobs.record('job', [attemptAt(0, { retryAt })], { at: 2 });
      clock.leap(waitedMs);
      expect(await run()).toBe('done');
      expect(attempted).toHaveLength(attempts);
      expect(put[0]).toMatchObject({ batch: { attempt: 2, positions: [0] }, dueAt: retryAt });
      expect(put).toHaveLength(attempts === 0 ? 2 : 1);
    }
  });

  it('attempts all of its items if they take less', async () => {
    const { attempted, put } = await runSlowly(5 * minuteMs - 1_000);
    expect(attempted()).toBe(40);
    expect(put).toMatchObject([{ batch: { attempt: 2, positions: [0] } }]);
  });

  it('attempts all of its items if none of them is to be tried again', async () => {
    let attempted = 0;
    const world = await start({
      count: 40,
      verify: async (email) => {
        attempted += 1;
        if (attempted === 24) world.clock.leap(30 * minuteMs);
        return verification({ email });
      },
    });
    expect(await world.run()).toBe('done');
    expect(attempted).toBe(40);
    expect(world.put).toEqual([]);
  });

  it('has each item attempted once if its process ends when both batches are queued, and it is worked on again', async () => {
    const { attempted, put, run } = await runSlowly(5 * minuteMs);
    const [retry, rest] = put;
    expect(await run()).toBe('done');
    expect(await run(1, rest?.batch)).toBe('done');
    expect(attempted()).toBe(40);
    // A queue ignores what waits there already.
    expect(put.slice(2)).toEqual([retry, rest]);
  });

  it('leaves nothing to another batch while its retries cannot be queued, so that no item is in two of them', async () => {
    const world = await start({ count: 40, unknowns: [0, 30] });
    const { run, jobs, queue, clock, put } = world;
    await jobs.record('job', [attemptAt(0, { retryAt: clock.now() + 6 * minuteMs })], { at: 2 });
    clock.leap(5 * minuteMs);
    const putBatches = queue.put;
    queue.put = async (batches, options) => {
      if (batches.some(({ attempt }) => attempt === 2)) throw new Error('The store is away.');
      return putBatches(batches, options);
    };
    expect(await run()).toMatchObject({ message: 'The store is away.' });
    queue.put = putBatches;
    const runRests = async () => {
      for (const { batch } of put.filter(({ batch: { attempt } }) => attempt === 1)) await run(1, batch);
    };
    await runRests();
    expect(await run()).toBe('done');
    await runRests();
    const retries = put.map(({ batch }) => batch).filter(({ attempt }) => attempt === 2);
    expect(retries.map(({ positions }) => positions)).toEqual([[0], [30]]);
  });

  it('queues again what an earlier run has recorded, apart from what this run has', async () => {
    const { run, jobs, clock, put } = await start({ unknowns: [0, 1, 3] });
    await jobs.record('job', [attemptAt(0, { retryAt: clock.now() + 6 * minuteMs })], { at: 2 });
    expect(await run()).toBe('done');
    expect(put.map(({ batch: { attempt, positions } }) => [attempt, positions])).toEqual([
      [2, [0]],
      [2, [1, 3]],
    ]);
  });
});

describe('A batch at an exchange that blocks egresses', () => {
  /** As `start`; those from `firstBlocked` on are blocked, and `free` is the egress of another process that is not. */
  async function startBlocked(count: number, firstBlocked: number, free: string | undefined) {
    const attempted: number[] = [];
    const world = await start({
      count,
      verify: async (email) => {
        const number = Number(/\d+/.exec(email)?.[0]);
        attempted.push(number);
        return number < firstBlocked
          ? verification({ email })
          : greylisted({ email, substatus: 'blocked', explanation: 'The server blocks us.' });
      },
    });
    world.context.blockedBatches.findOtherEgress = async () => free;
    return { ...world, attempted };
  }

  it('is left to one of another process, at once, but for what was found out here', async () => {
    const { run, jobs, put, progress } = await startBlocked(4, 2, 'theirs');
    expect(await run()).toBe('done');
    expect(progress()).toBe(2);
    expect(await jobs.get('job')).toMatchObject({ processed: 2 });
    expect(put).toEqual([
      {
        batch: {
          id: 'batch@theirs',
          account: 'acme',
          jobId: 'job',
          exchange: 'host:mx',
          egress: 'theirs',
          attempt: 1,
          positions: [2, 3],
        },
        dueAt: 0,
      },
    ]);
  });

  it('has each of its items queued for the next attempt, whichever process has made the last one', async () => {
    let isBlocked = true;
    const { context, run, put } = await start({
      verify: async (email) =>
        greylisted({ email, substatus: isBlocked && /user[13]/.test(email) ? 'blocked' : 'greylisted' }),
    });
    context.blockedBatches.findOtherEgress = async () => (isBlocked ? 'theirs' : undefined);
    expect(await run()).toBe('done');
    const left = put.find(({ batch }) => batch.egress === 'theirs')!.batch;
    isBlocked = false;
    expect(await run(1, left)).toBe('done');
    // A second batch with the id of one that waits is ignored.
    const waiting = new Map<string, readonly number[]>();
    for (const { batch } of put)
      if (batch.attempt === 2 && !waiting.has(batch.id)) waiting.set(batch.id, batch.positions);
    expect([...waiting.values()]).toEqual([
      [0, 2],
      [1, 3],
    ]);
  });

  it('attempts no more items here then', async () => {
    const { run, attempted, permits } = await startBlocked(90, 0, 'theirs');
    expect(await run()).toBe('done');
    expect(attempted.length).toBe(24);
    expect(permits.held).toBe(0);
  });

  it('tries again itself what was blocked where no other process could do better', async () => {
    const { run, put, progress } = await startBlocked(4, 2, undefined);
    expect(await run()).toBe('done');
    expect(progress()).toBe(4);
    expect(put.map(({ batch }) => batch)).toMatchObject([{ attempt: 2, positions: [2, 3] }]);
    expect(put[0]?.batch).not.toHaveProperty('egress');
  });

  it('tries again by the rules what was not blocked, whatever the exchange does by then', async () => {
    const { run, put, context, clock } = await start({ unknowns: [1] });
    context.blockedBatches.blockedUntil = async () => clock.now() + 60 * minuteMs;
    expect(await run()).toBe('done');
    expect(put).toHaveLength(1);
    expect(put[0]!.dueAt).toBeLessThanOrEqual(clock.now() + 6 * minuteMs);
  });

  it('keeps its items as long as none is blocked', async () => {
    const { run, attempted, put } = await startBlocked(90, 90, 'theirs');
    expect(await run()).toBe('done');
    expect(attempted.length).toBe(90);
    expect(put).toEqual([]);
  });
});

describe('A batch', () => {
  it('attempts its items, records each result, and tells of each attempt', async () => {
    const { run, jobs, attempted, put, progress, events } = await start();
    expect(await run()).toBe('done');
    expect(attempted).toEqual([0, 1, 2, 3]);
    expect(progress()).toBe(4);
    expect(await jobs.get('job')).toMatchObject({ processed: 4, completedAt: expect.any(Number) });
    expect([put, events]).toEqual([[], ['completed']]);
  });

  it.each([
    [1, 24],
    [2, 24],
    [5, 60],
  ])('has as many attempts under way as fill %i connections: %i', async (connections, expected) => {
    let underWay = 0;
    let most = 0;
    const { run, jobs, clock } = await start({
      count: 90,
      connectionsAt: () => connections,
      verify: async (email) => {
        underWay += 1;
        most = Math.max(most, underWay);
        await delay(clock, 50);
        underWay -= 1;
        return verification({ email });
      },
    });
    expect(await run()).toBe('done');
    expect(most).toBe(expected);
    expect((await jobs.get('job'))?.processed).toBe(90);
  });

  it('keeps its permits while nobody else needs them, and then returns all of them', async () => {
    const { run, permits } = await start({ count: 60 });
    expect(await run()).toBe('done');
    expect(permits).toEqual({ acquired: 24, held: 0 });
  });

  it('tells once that all items have begun, while the last ones are under way', async () => {
    const moments: (readonly [begun: number, recorded: number])[] = [];
    let begun = 0;
    const { run, jobs, clock } = await start({
      count: 60,
      onAllBegun: () => void jobs.get('job').then((job) => moments.push([begun, job?.processed ?? 0])),
      verify: async (email) => {
        begun += 1;
        await delay(clock, 100);
        return verification({ email });
      },
    });
    expect(await run()).toBe('done');
    expect(moments).toEqual([[60, expect.any(Number)]]);
    expect(moments[0]?.[1]).toBeLessThan(60);
  });

  it('does not tell so if nothing is to be attempted', async () => {
    let told = 0;
    const { run, jobs } = await start({
      count: 2,
      onAllBegun: () => {
        told += 1;
      },
    });
    await jobs.record('job', [attemptAt(0), attemptAt(1)], { at: 2 });
    expect(await run()).toBe('done');
    expect(told).toBe(0);
  });

  it('waits for those of its lane that came before, so that all together make as many attempts as one', async () => {
    const { run, context, clock, attempted } = await start({ count: 10 });
    const before = context.windows.open({ jobId: 'job', exchange: 'host:mx' });
    before.resize(24);
    const { signal } = new AbortController();
    const rooms = await Promise.all(Array.from({ length: 24 }, () => before.enter(signal)));
    const outcome = run();
    await clock.advance(100);
    expect(attempted).toEqual([]);
    for (const room of rooms) room.leave();
    expect(await outcome).toBe('done');
    expect(attempted.length).toBe(10);
  });

  it('leaves alone what was recorded before', async () => {
    const { run, jobs, attempted, clock } = await start();
    await jobs.record('job', [attemptAt(0), attemptAt(2, { retryAt: clock.now() + 6 * minuteMs })], {
      at: 2,
    });
    expect(await run()).toBe('done');
    expect(attempted).toEqual([1, 3]);
  });

  it('attempts again only what is to be tried again', async () => {
    const { run, jobs, attempted } = await start();
    await jobs.record('job', [attemptAt(0), attemptAt(1, { retryAt: 5 })], { at: 2 });
    expect(await run(2)).toBe('done');
    expect(attempted).toEqual([1]);
    expect(await jobs.items('job', [1])).toMatchObject([{ attempts: 2, retryAt: null }]);
  });

  it('does nothing for a job that has ended, or was deleted', async () => {
    const { run, jobs, attempted } = await start();
    await jobs.fail('job', { at: 2 });
    expect(await run()).toBe('done');
    expect(await run(1, { jobId: 'another' })).toBe('done');
    expect(attempted).toEqual([]);
  });
});

describe('The items of a batch that stay unknown', () => {
  it('are queued for their next attempt as one batch, due with the last of them', async () => {
    const times: number[] = [];
    const { run, put, clock, jobs } = await start({
      verify: async (email) => {
        if (email.startsWith('user2')) return verification({ email });
        // The first ones are answered last.
        await delay(clock, 100 - 10 * Number(/\d/.exec(email)?.[0]));
        times.push(clock.now());
        return greylisted({ email });
      },
    });
    expect(await run()).toBe('done');
    const dueAt = Math.max(...times) + 6 * minuteMs;
    expect(put).toEqual([
      {
        batch: {
          id: 'job:2:0',
          account: 'acme',
          jobId: 'job',
          exchange: 'host:mx',
          attempt: 2,
          positions: [0, 1, 3],
        },
        dueAt,
      },
    ]);
    expect(await jobs.get('job')).toMatchObject({ processed: 4, retrying: 3, completedAt: null });
  });

  it('are queued apart for each egress that was put off, and recorded with it', async () => {
    const through = new Map([
      ['user1@example.com', 'one'],
      ['user2@example.com', 'two'],
      ['user4@example.com', 'one'],
    ]);
    const { run, put, jobs } = await start({
      count: 6,
      unknowns: [1, 2, 3, 4],
      greylistings: { recall: () => {}, egressOf: (address) => through.get(address) },
    });
    expect(await run()).toBe('done');
    expect(put.map(({ batch }) => [batch.id, batch.egress, batch.positions])).toEqual([
      ['job:2:1', 'one', [1, 4]],
      ['job:2:2', 'two', [2]],
      ['job:2:3', undefined, [3]],
    ]);
    expect(put[2]?.batch).not.toHaveProperty('egress');
    expect(new Set(put.map(({ dueAt }) => dueAt)).size).toBe(1);
    const states = await jobs.items('job', [0, 1, 2, 3, 4]);
    expect(states.map(({ egress }) => egress)).toEqual([undefined, 'one', 'two', undefined, 'one']);
  });

  it('are final after the last attempt', async () => {
    const { run, put, jobs } = await start({
      unknowns: [1],
      greylistings: { recall: () => {}, egressOf: () => 'one' },
    });
    const attempts = [0, 1, 2, 3].map((position) => attemptAt(position, { retryAt: 5 }));
    await jobs.record('job', attempts, { at: 2 });
    const again = attempts.map((attempt) => ({ ...attempt, attempt: 2 }));
    await jobs.record('job', again, { at: 3 });
    expect(await run(3)).toBe('done');
    expect(put).toEqual([]);
    expect(await jobs.get('job')).toMatchObject({ retrying: 0, completedAt: expect.any(Number) });
    expect((await jobs.items('job', [1]))[0]?.egress).toBeUndefined();
  });

  it('are queued also if a run before has recorded them, and ended before it could', async () => {
    const { run, put, jobs, clock, attempted } = await start({ count: 3 });
    const retryAt = clock.now() + 6 * minuteMs;
    await jobs.record(
      'job',
      [attemptAt(2, { retryAt }), attemptAt(0, { retryAt: retryAt - 9 }), attemptAt(1)],
      {
        at: 2,
      },
    );
    expect(await run()).toBe('done');
    expect(attempted).toEqual([]);
    expect(put).toMatchObject([{ batch: { id: 'job:2:0', positions: [0, 2] }, dueAt: retryAt }]);
  });

  it('are not queued here if another process was the first to record them', async () => {
    const { run, put, jobs } = await start({ count: 1, unknowns: [0] });
    const record = jobs.record.bind(jobs);
    jobs.record = async (id, attempts, options) => {
      await record(id, attempts, options);
      return record(id, attempts, options);
    };
    expect(await run()).toBe('done');
    expect(put).toEqual([]);
  });

  it('are not queued for a job that has failed meanwhile', async () => {
    const { run, put, jobs, clock } = await start({ unknowns: [0, 1, 2] });
    const record = jobs.record.bind(jobs);
    jobs.record = async (id, attempts, options) => {
      await jobs.fail(id, { at: clock.now() });
      return record(id, attempts, options);
    };
    expect(await run()).toBe('done');
    expect(put).toEqual([]);
  });

  it('are not queued, even those recorded before, once the job has failed, and nothing more is attempted', async () => {
    let attempts = 0;
    const { run, put, jobs, clock } = await start({
      count: 100,
      verify: async (email) => {
        attempts += 1;
        // The first results are written while the next items are attempted.
        if (attempts > 24) await delay(clock, 100);
        return greylisted({ email });
      },
    });
    const record = jobs.record.bind(jobs);
    jobs.record = async (id, recorded, options) => {
      const outcome = await record(id, recorded, options);
      await jobs.fail(id, { at: clock.now() });
      return outcome;
    };
    expect(await run()).toBe('done');
    expect(attempts).toBe(72);
    expect(put).toEqual([]);
  });

  it('are not queued by a process that has lost the job meanwhile', async () => {
    const controller = new AbortController();
    const { run, put, jobs } = await start({ unknowns: [0] });
    const record = jobs.record.bind(jobs);
    jobs.record = async (...options) => {
      controller.abort(new Error('lost'));
      return record(...options);
    };
    expect(await run(1, { signal: controller.signal })).toMatchObject({ message: 'lost' });
    expect(put).toEqual([]);
  });
});

describe('A batch that cannot be finished', () => {
  it('fails with the error of an attempt, once everything under way has ended, and keeps what was found', async () => {
    const { run, jobs, clock, permits } = await start({
      verify: async (email) => {
        if (email.startsWith('user0')) throw new Error('our fault');
        await delay(clock, 100);
        return verification({ email });
      },
    });
    expect(await run()).toMatchObject({ message: 'our fault' });
    expect((await jobs.get('job'))?.processed).toBe(3);
    expect(permits.held).toBe(0);
  });

  it('fails with the error of the store', async () => {
    const { run, jobs, put } = await start({ unknowns: [1] });
    jobs.record = () => Promise.reject(new Error('away'));
    expect(await run()).toMatchObject({ message: 'away' });
    expect(put).toEqual([]);
  });

  it('attempts nothing more once the store has failed', async () => {
    let attempts = 0;
    const { run, jobs, clock, permits } = await start({
      count: 200,
      verify: async (email) => {
        attempts += 1;
        await delay(clock, 100);
        return verification({ email });
      },
    });
    jobs.record = () => Promise.reject(new Error('away'));
    expect(await run()).toMatchObject({ message: 'away' });
    expect(attempts).toBeLessThanOrEqual(72);
    expect(permits.held).toBe(0);
  });

  it('is not begun if it was given up before', async () => {
    const { run, attempted, permits } = await start();
    const signal = AbortSignal.abort(new Error('lost'));
    expect(await run(1, { signal })).toMatchObject({ message: 'lost' });
    expect([attempted, permits.acquired]).toEqual([[], 0]);
  });

  it('ends with the reason of its signal, and attempts nothing more', async () => {
    const controller = new AbortController();
    let attempts = 0;
    const { run, permits } = await start({
      count: 60,
      verify: async (email, { signal }) => {
        attempts += 1;
        if (attempts === 24) controller.abort(new Error('enough'));
        return abortable(new Promise<never>(() => {}), signal).catch((error: unknown) => {
          if (email.startsWith('user5')) return verification({ email });
          throw error;
        });
      },
    });
    expect(await run(1, { signal: controller.signal })).toMatchObject({ message: 'enough' });
    expect([attempts, permits.held]).toEqual([24, 0]);
  });

  it('gives back every permit when it is aborted while some of its slots wait for one', async () => {
    const controller = new AbortController();
    let attempts = 0;
    const { run, context, clock, permits, jobs } = await start({
      count: 60,
      verify: (_, { signal }) => {
        attempts += 1;
        return abortable(new Promise<never>(() => {}), signal);
      },
    });
    const earlier = context.limiter.startBatch(shareOfJob((await jobs.get('job'))!));
    const { signal } = new AbortController();
    const taken = await Promise.all(Array.from({ length: 246 }, () => earlier.acquire(signal)));
    const outcome = run(1, { signal: controller.signal });
    await clock.advance(20);
    expect([attempts, permits.held]).toEqual([10, 256]);
    controller.abort(new Error('closing'));
    expect(await outcome).toMatchObject({ message: 'closing' });
    for (const permit of taken) permit.release();
    expect(permits.held).toBe(0);
  });
});

describe('A batch that runs beside an earlier one of its job', () => {
  it('gives it a permit after each attempt, if it waits for one', async () => {
    const { run, context, clock, jobs } = await start({
      count: 30,
      verify: async (email) => {
        await delay(clock, 50);
        return verification({ email });
      },
    });
    const job = (await jobs.get('job'))!;
    const { signal } = new AbortController();
    const earlier = context.limiter.startBatch(shareOfJob(job));
    // All but two of the permits that a job alone gets.
    const held = await Promise.all(Array.from({ length: 254 }, () => earlier.acquire(signal)));
    const ended = run();
    await clock.advance(20);
    const granted: number[] = [];
    for (let wanted = 0; wanted < 2; wanted += 1) {
      void earlier.acquire(signal).then((permit) => {
        granted.push(clock.now());
        held.push(permit);
      });
    }
    const began = clock.now();
    await clock.advance(100);
    expect(granted).toHaveLength(2);
    expect(Math.max(...granted) - began).toBeLessThanOrEqual(60);
    for (const permit of held) permit.release();
    expect(await ended).toBe('done');
    expect((await jobs.get('job'))?.processed).toBe(30);
  });

  it('begins also while that waits for permits, once there are enough', async () => {
    const { run, context, clock, jobs } = await start();
    const job = (await jobs.get('job'))!;
    const { signal } = new AbortController();
    const earlier = context.limiter.startBatch(shareOfJob(job));
    const held = await Promise.all(Array.from({ length: 256 }, () => earlier.acquire(signal)));
    const next = earlier.acquire(signal);
    const ended = run();
    await clock.advance(20);
    for (const permit of held) permit.release();
    (await next).release();
    expect(await ended).toBe('done');
    expect((await jobs.get('job'))?.processed).toBe(4);
  });

  it('fails once all have ended, if one fails that began because the exchange bears more connections by now', async () => {
    let connections = 2;
    const { promise: hanging, resolve: release } = withResolvers();
    const { run } = await start({
      count: 40,
      connectionsAt: () => connections,
      verify: async (email) => {
        const number = Number(/\d+/.exec(email)?.[0]);
        if (number === 1) connections = 5;
        else if (number > 24) throw new Error('No attempt at this one.');
        else await hanging;
        return verification({ email });
      },
    });
    const outcome = run();
    await new Promise((resolve) => setImmediate(resolve));
    release();
    expect(await outcome).toEqual(new Error('No attempt at this one.'));
  });
});
