import { expect, it } from 'vitest';
import { addresses, attemptAt } from '../../../contract/jobs/sample-data.ts';
import { endStalledJob } from '../../../src/bulk/worker.ts';
import { memoryContext } from './memory-context.ts';

/** A started job in which the first `provisional` items stay unknown until now, and the next `final` ones are known. */
async function stalledJob({ count, provisional, final }: Record<'count' | 'provisional' | 'final', number>) {
  const world = memoryContext();
  const { jobs, clock, createJob } = world;
  await createJob({}, { items: addresses(count) });
  await jobs.start('job', { at: 1 });
  const retryAt = clock.now() + 60_000;
  const attempts = Array.from({ length: provisional + final }, (_, position) =>
    attemptAt(position, position < provisional ? { retryAt } : {}),
  );
  await jobs.record('job', attempts, { at: 2 });
  const recorded: number[] = [];
  const record = jobs.record.bind(jobs);
  jobs.record = (id, batch, options) => {
    recorded.push(batch.length);
    return record(id, batch, options);
  };
  const end = async () => {
    const job = await jobs.get('job');
    if (job === undefined) throw new Error('There is no such job.');
    await endStalledJob(job, world.context);
  };
  return { ...world, recorded, end };
}

it('A stalled job fails if an item has no result', async () => {
  const { end, jobs, clock, recorded } = await stalledJob({ count: 3, provisional: 1, final: 1 });
  await end();
  expect(await jobs.get('job')).toMatchObject({ failedAt: clock.now(), completedAt: null, retrying: 1 });
  expect(recorded).toEqual([]);
});

it('A stalled job completes with the results it has, if every item has one', async () => {
  const { end, jobs, clock } = await stalledJob({ count: 4, provisional: 3, final: 1 });
  const before = await jobs.items('job', [0, 1, 2]);
  await clock.advance(1_000);
  await end();
  expect(await jobs.get('job')).toMatchObject({ failedAt: null, completedAt: clock.now(), retrying: 0 });
  const after = await jobs.items('job', [0, 1, 2]);
  expect(after.map(({ result }) => result)).toEqual(before.map(({ result }) => result));
  expect(after.map(({ attempts, retryAt }) => [attempts, retryAt])).toEqual(Array(3).fill([2, null]));
});

it.each([
  ['failed', 'has an item without a result', { count: 3, provisional: 1, final: 1 }],
  ['completed', 'has all results, some of which were provisional', { count: 3, provisional: 2, final: 1 }],
])('It is told once that a stalled job has %s if it %s', async (event, _what, kind) => {
  const { end, events } = await stalledJob(kind);
  await end();
  await end();
  expect(events).toEqual([event]);
});

it('Nothing is told of a stalled job that another process has ended meanwhile', async () => {
  const { context, events, jobs } = await stalledJob({ count: 3, provisional: 1, final: 1 });
  const job = await jobs.get('job');
  if (job === undefined) throw new Error('There is no such job.');
  await jobs.fail('job', { at: 3 });
  await endStalledJob(job, context);
  expect(events).toEqual([]);
});

it.each([
  [250, [250]],
  [251, [250, 1]],
  [600, [250, 250, 100]],
])('The results of a stalled job become final 250 at a time: %i in %j', async (provisional, steps) => {
  const { end, jobs, recorded } = await stalledJob({ count: provisional, provisional, final: 0 });
  await end();
  expect(recorded).toEqual(steps);
  expect(await jobs.get('job')).toMatchObject({ retrying: 0, completedAt: expect.any(Number) });
});

it('It is told once that a stalled job has completed, however many steps that takes', async () => {
  const { end, events } = await stalledJob({ count: 251, provisional: 251, final: 0 });
  await end();
  expect(events).toEqual(['completed']);
});

it('The process that has recorded the last results of a stalled job tells that it has completed', async () => {
  const { context, events, jobs, clock } = await stalledJob({ count: 2, provisional: 2, final: 0 });
  const job = (await jobs.get('job'))!;
  const openItems = jobs.openItems.bind(jobs);
  jobs.openItems = async (...args) => {
    const open = await openItems(...args);
    jobs.openItems = openItems;
    // Another process ends the job between the two calls of this one.
    await endStalledJob(job, { ...context, onJobEvent: () => {} });
    return open;
  };
  await endStalledJob(job, context);
  expect(await jobs.get('job')).toMatchObject({ completedAt: clock.now() });
  expect(events).toEqual([]);
});

it('Whole milliseconds are noted as the end of a stalled job', async () => {
  const { end, jobs, clock } = await stalledJob({ count: 1, provisional: 1, final: 0 });
  clock.leap(0.5);
  await end();
  expect(await jobs.get('job')).toMatchObject({ completedAt: Math.floor(clock.now()) });
});
