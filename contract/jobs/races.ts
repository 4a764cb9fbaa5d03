import assert from 'node:assert/strict';
import { expectThat } from '../failure/contract-failure.ts';
import { race } from '../until.ts';
import { auditedJob, itemsOf } from './audit.ts';
import type { JobTest } from './job-test.ts';
import {
  addresses,
  attemptAt,
  attemptsFrom,
  greylisted,
  minuteMs,
  newJob,
  submittedAt,
  verification,
} from './sample-data.ts';

const at = submittedAt + minuteMs;
const retryAt = at + minuteMs;

export function racesContract(test: JobTest): void {
  test('of 20 concurrent creations with one idempotency key exactly one succeeds', async (context) => {
    const { jobs, handle } = context;
    const idempotency = { key: 'k', fingerprint: 'f' };
    const answers = await race(20, (racer) =>
      handle(racer).create(newJob({ id: `job ${racer}`, idempotency }), addresses(10 + racer)),
    );
    const [winner, ...others] = answers.filter(({ created }) => created);
    expectThat(winner !== undefined, 'that one of the calls creates a job', answers);
    assert.deepEqual(others, []);
    for (const { job } of answers) assert.deepEqual(job, winner.job);
    for (let racer = 0; racer < 20; racer += 1) {
      const stored = await jobs.get(`job ${racer}`);
      assert.equal(stored !== undefined, winner.job.id === `job ${racer}`);
    }
    assert.equal((await jobs.unfinished({ limit: 100 })).length, 1);
  });

  test('of 20 concurrent creations with one id exactly one succeeds, with all its items', async (context) => {
    const { jobs, handle } = context;
    const outcomes = await race(20, (racer) =>
      handle(racer)
        .create(newJob(), Array(10 + racer).fill({ email: `user${racer}@example.com` }))
        .then(
          ({ created }) => (created ? racer : 'not created'),
          (error: { code?: string }) => error.code,
        ),
    );
    const winners = outcomes.filter((outcome) => typeof outcome === 'number');
    assert.equal(winners.length, 1);
    assert.equal(outcomes.filter((outcome) => outcome === 'conflict').length, 19);
    const items = await itemsOf(jobs, 'job');
    assert.equal(items.length, 10 + winners[0]!);
    for (const { item } of items) assert.deepEqual(item, { email: `user${winners[0]}@example.com` });
  });

  test('concurrently created jobs all exist', async ({ jobs, handle }) => {
    await race(20, (racer) => handle(racer).create(newJob({ id: `job ${racer}` }), addresses(100)));
    assert.equal((await jobs.unfinished({ limit: 100 })).length, 20);
  });

  test('10,000 items recorded by 8 concurrent callers are each recorded once', async (context) => {
    const { jobs, handle, createJob } = context;
    await createJob(10_000);
    // Each recorder has two thirds of the items, shuffled: every item is recorded by five or six of them.
    const answers = await race(8, async (recorder) => {
      const recorded: number[] = [];
      const completions: (number | null)[] = [];
      const positions = shuffled(10_000, recorder).filter((position) => (position + recorder) % 3 !== 0);
      for (let from = 0; from < positions.length; from += 500) {
        const attempts = positions.slice(from, from + 500).map((position) => resultOf(position));
        const answer = await handle(recorder).record('job', attempts, { at: at + recorder });
        recorded.push(...answer.recorded);
        completions.push(answer.job.completedAt);
      }
      return { recorded, completions };
    });
    const recorded = answers.flatMap((answer) => answer.recorded).sort((a, b) => a - b);
    assert.deepEqual(
      recorded,
      Array.from({ length: 10_000 }, (_, position) => position),
    );
    const job = await auditedJob(jobs, 'job');
    assert.deepEqual([job.processed, job.retrying, job.retried, job.byStatus.safe], [10_000, 0, 0, 2_000]);
    const { completedAt } = job;
    expectThat(
      completedAt !== null && completedAt >= at && completedAt < at + 8,
      'completedAt to be the `at` of the call that completed the job',
      job,
    );
    const completions = answers.flatMap((answer) => answer.completions).filter((each) => each !== null);
    assert.deepEqual(new Set(completions), new Set([job.completedAt]));
  });

  test('attempts at one item by 16 concurrent callers are recorded once each, in order', async (context) => {
    const { jobs, handle, createJob } = context;
    await createJob(1);
    const recorded = await race(16, async (racer) => {
      const mine: number[] = [];
      for (let attempt = 1; attempt <= 6; attempt += 1) {
        const result = greylisted({ explanation: `Attempt ${attempt} by ${racer}.` });
        const again = attemptAt(0, { attempt, result, retryAt: attempt < 6 ? retryAt : null });
        const answer = await handle(racer).record('job', [again], { at });
        if (answer.recorded.length > 0) mine.push(attempt);
      }
      return mine;
    });
    assert.deepEqual(recorded.flat().sort(), [1, 2, 3, 4, 5, 6]);
    const job = await auditedJob(jobs, 'job');
    assert.deepEqual([job.processed, job.retrying, job.retried, job.completedAt], [1, 0, 5, at]);
  });

  test('of 30 concurrent callers that complete a job, one does, at its time', async (context) => {
    const { jobs, handle, createJob } = context;
    for (let round = 0; round < 5; round += 1) {
      const id = `job ${round}`;
      await createJob(2, { id });
      const answers = await race(30, (racer) =>
        handle(racer).record(id, [attemptAt(racer % 2)], { at: at + racer }),
      );
      const times = answers.flatMap(({ recorded }, racer) => (recorded.length > 0 ? [at + racer] : []));
      const { completedAt } = (await jobs.get(id))!;
      assert.equal(times.length, 2);
      expectThat(
        completedAt !== null && times.includes(completedAt),
        `completedAt to be the \`at\` of one of the calls that recorded something, ${times}`,
        completedAt,
      );
      const completed = answers.filter(({ job }) => job.completedAt !== null);
      for (const { job } of completed) assert.equal(job.completedAt, completedAt);
    }
  });

  test('nothing is recorded after a job has failed', async ({ jobs, handle, createJob }) => {
    for (let round = 0; round < 10; round += 1) {
      const id = `job ${round}`;
      await createJob(400, { id });
      const recorded: number[] = [];
      const records = race(8, async (recorder) => {
        for (let from = 0; from < 50; from += 10) {
          const answer = await handle(recorder).record(id, attemptsFrom(50 * recorder + from, 10), { at });
          recorded.push(...answer.recorded);
          if (answer.job.failedAt !== null) assert.deepEqual(answer.recorded, []);
        }
      });
      const failures = race(4, (racer) => handle(racer + round).fail(id, { at: at + racer }));
      const failed = (await failures).filter((answer) => answer.failed);
      await records;
      const job = await auditedJob(jobs, id);
      assert.equal(job.processed, recorded.length);
      assert.equal(failed.length, job.completedAt === null ? 1 : 0);
      if (failed[0] !== undefined) assert.deepEqual(failed[0].job, job);
    }
  });

  test('of 50 concurrent callers one gets the lease', async ({ jobs, handle, createJob }) => {
    await createJob(1);
    const until = at + 1_000;
    const answers = await race(50, (racer) =>
      handle(racer).lease('job', { owner: `owner ${racer}`, now: at, until }),
    );
    assert.equal(answers.filter((leased) => leased).length, 1);
    const owner = `owner ${answers.indexOf(true)}`;
    assert.equal(await jobs.lease('job', { owner, now: at, until }), true);
  });

  test('of 50 concurrent callers one gets an expired lease', async ({ jobs, handle, createJob }) => {
    await createJob(1);
    await jobs.lease('job', { owner: 'gone', now: at, until: at + 1 });
    const answers = await race(50, (racer) =>
      handle(racer).lease('job', { owner: `owner ${racer}`, now: at + 1, until: at + 1_000 }),
    );
    assert.equal(answers.filter((leased) => leased).length, 1);
  });

  test('of 20 concurrent starts the first sets the time', async ({ jobs, handle, createJob }) => {
    await createJob(1);
    const answers = await race(20, (racer) => handle(racer).start('job', { at: at + racer }));
    const { startedAt } = (await jobs.get('job'))!;
    expectThat(startedAt !== null, 'startedAt to be set', startedAt);
    for (const answer of answers) assert.equal(answer.startedAt, startedAt);
  });

  test('counters never decrease while results are recorded', async ({ handle, createJob }) => {
    await createJob(2_000);
    let done = false;
    const recording = race(4, async (recorder) => {
      for (let from = 0; from < 500; from += 50) {
        const first = attemptsFrom(500 * recorder + from, 50).map((each) => ({ ...each, retryAt }));
        await handle(recorder).record('job', first, { at });
        const second = first.map((each) => ({ ...each, attempt: 2, retryAt: null }));
        await handle(recorder).record('job', second, { at });
      }
    }).finally(() => {
      done = true;
    });
    let [processed, retried] = [0, 0];
    for (let reads = 0; !done; reads += 1) {
      const job = (await handle(reads).get('job'))!;
      expectThat(
        job.processed >= processed && job.retried >= retried,
        `processed to be at least ${processed}, and retried ${retried}, as before`,
        job,
      );
      assert.equal(job.processed, job.retrying + job.retried);
      [processed, retried] = [job.processed, job.retried];
      await new Promise((resolve) => setImmediate(resolve));
    }
    await recording;
  });
}

/** Returns a first attempt at an item; one result in five is safe. */
function resultOf(position: number) {
  const status = position % 5 === 0 ? 'safe' : 'invalid';
  return attemptAt(position, { result: verification({ status }) });
}

/** Returns the positions below `count`, shuffled deterministically by the seed. */
function shuffled(count: number, seed: number): number[] {
  const positions = Array.from({ length: count }, (_, position) => position);
  let state = seed + 1;
  for (let index = count - 1; index > 0; index -= 1) {
    state = (state * 48_271) % 2_147_483_647;
    const other = state % (index + 1);
    [positions[index], positions[other]] = [positions[other]!, positions[index]!];
  }
  return positions;
}
