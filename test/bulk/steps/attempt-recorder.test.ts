import { describe, expect, it } from 'vitest';
import {
  addresses,
  attemptAt,
  attemptsFrom,
  newJob,
  verification,
} from '../../../contract/jobs/sample-data.ts';
import { AttemptRecorder } from '../../../src/bulk/attempt-recorder.ts';
import { JobProgress } from '../../../src/bulk/batches/running-work.ts';
import { newJobRecord } from '../../../src/bulk/job.ts';
import { memoryContext } from './memory-context.ts';

async function start(count = 1_000) {
  const world = memoryContext();
  const { jobs, context, clock, createJob } = world;
  await createJob({ account: null }, { items: addresses(count) });
  await jobs.start('job', { at: 1 });
  const writes: { count: number; at: number }[] = [];
  const record = jobs.record.bind(jobs);
  jobs.record = (id, attempts, options) => {
    writes.push({ count: attempts.length, at: clock.now() });
    return record(id, attempts, options);
  };
  const published: number[][] = [];
  context.progress.subscribe('job', (recorded) => published.push(recorded.map(({ position }) => position)));
  return { ...world, writes, published, recorder: new AttemptRecorder(context) };
}

describe('Attempts', () => {
  it('of one job that come within 20 ms share a write', async () => {
    const { recorder, clock, writes, published } = await start();
    const began = clock.now();
    const first = recorder.record('job', attemptAt(0));
    await clock.advance(19);
    const second = recorder.record('job', attemptAt(1));
    expect(writes).toEqual([]);
    await clock.advance(1);
    expect(writes).toEqual([{ count: 2, at: began + 20 }]);
    expect(await first).toMatchObject({ recorded: true, job: { processed: 2 } });
    expect(await second).toMatchObject({ recorded: true });
    expect(published).toEqual([[0, 1]]);
  });

  it('that come later go into the next write', async () => {
    const { recorder, clock, writes } = await start();
    const first = recorder.record('job', attemptAt(0));
    await clock.advance(20);
    await first;
    const second = recorder.record('job', attemptAt(1));
    await clock.advance(20);
    await second;
    expect(writes.map(({ count }) => count)).toEqual([1, 1]);
    expect(clock.pending).toBe(0);
  });

  it('at one item, made twice, are written one after another, so that one of them is told that it was not recorded', async () => {
    const { recorder, clock, writes, published } = await start();
    const recorded = [attemptAt(0), attemptAt(1), attemptAt(0)].map((attempt) =>
      recorder.record('job', attempt),
    );
    await clock.advance(40);
    expect(await Promise.all(recorded)).toMatchObject([
      { recorded: true },
      { recorded: true },
      { recorded: false },
    ]);
    expect(writes.map(({ count }) => count)).toEqual([2, 1]);
    expect(published).toEqual([[0, 1]]);
  });

  it('are written 250 at a time, in their order, the full writes without delay', async () => {
    const { recorder, clock, writes, published } = await start();
    const recorded = attemptsFrom(0, 600).map((attempt) => recorder.record('job', attempt));
    await clock.advance(20);
    expect(writes.map(({ count }) => count)).toEqual([250, 250]);
    await clock.advance(20);
    await Promise.all(recorded);
    expect(writes.map(({ count }) => count)).toEqual([250, 250, 100]);
    expect(published.flat()).toEqual(Array.from({ length: 600 }, (_, position) => position));
  });

  it('with long texts are written a page of text at a time', async () => {
    const { recorder, clock, writes } = await start();
    const result = verification({ email: 'x'.repeat(60_000) });
    const recorded = Array.from({ length: 10 }, (_, position) =>
      recorder.record('job', attemptAt(position, { result })),
    );
    await clock.advance(60);
    expect(await Promise.all(recorded)).toHaveLength(10);
    expect(writes.map(({ count }) => count)).toEqual([4, 4, 2]);
  });

  it('of different jobs do not wait for each other', async () => {
    const { recorder, clock, jobs, createJob } = await start();
    await createJob({ id: 'other', account: null }, { items: addresses(2) });
    await jobs.start('other', { at: 1 });
    const both = [recorder.record('job', attemptAt(0)), recorder.record('other', attemptAt(1))];
    await clock.advance(20);
    expect((await Promise.all(both)).map(({ job }) => job.id)).toEqual(['job', 'other']);
  });

  it('that were recorded before are told so, and published by nobody', async () => {
    const { recorder, clock, jobs, published, events } = await start(2);
    await jobs.record('job', [attemptAt(0)], { at: 1 });
    const repeated = recorder.record('job', attemptAt(0));
    await clock.advance(20);
    expect(await repeated).toMatchObject({ recorded: false, job: { processed: 1 } });
    expect([published, events]).toEqual([[], []]);
  });

  it('of which the store records only some are told apart, and only those are published', async () => {
    const { recorder, clock, jobs, published } = await start(4);
    await jobs.record('job', [attemptAt(1)], { at: 1 });
    const attempts = [0, 1, 2].map((position) => recorder.record('job', attemptAt(position)));
    await clock.advance(20);
    expect((await Promise.all(attempts)).map(({ recorded }) => recorded)).toEqual([true, false, true]);
    expect(published).toEqual([[0, 2]]);
  });

  it('that are the last of a job complete it, which is an event', async () => {
    const { recorder, clock, events, jobs } = await start(2);
    const first = recorder.record('job', attemptAt(0));
    await clock.advance(20);
    await first;
    expect(events).toEqual([]);
    clock.leap(0.5);
    const last = recorder.record('job', attemptAt(1));
    await clock.advance(20);
    await last;
    expect(events).toEqual(['completed']);
    expect((await jobs.get('job'))?.completedAt).toBe(Math.floor(clock.now()));
  });

  it('that the store does not take are rejected, and later ones are written', async () => {
    const { recorder, clock, jobs, writes } = await start();
    const working = jobs.record;
    jobs.record = () => Promise.reject(new Error('away'));
    const lost = [recorder.record('job', attemptAt(0)), recorder.record('job', attemptAt(1))];
    for (const attempt of lost) attempt.catch(() => {});
    await clock.advance(20);
    for (const attempt of lost) await expect(attempt).rejects.toThrow('away');
    jobs.record = working;
    const kept = recorder.record('job', attemptAt(0));
    await clock.advance(20);
    expect((await kept).recorded).toBe(true);
    expect(writes.map(({ count }) => count)).toEqual([1]);
  });
});

describe('The progress of a job', () => {
  const job = newJobRecord(newJob(), 3);

  it('is told to all who follow this job, as long as they do', () => {
    const progress = new JobProgress();
    const heard: string[] = [];
    const unsubscribe = progress.subscribe('job', (recorded) => heard.push(`first ${recorded.length}`));
    progress.subscribe('job', (_, { id }) => heard.push(`second ${id}`));
    progress.subscribe('other', () => heard.push('other'));
    progress.publish([attemptAt(0), attemptAt(1)], job);
    expect(heard).toEqual(['first 2', 'second job']);
    unsubscribe();
    progress.publish([attemptAt(2)], job);
    expect(heard).toEqual(['first 2', 'second job', 'second job']);
  });

  it('is told to nobody where nobody follows, or no longer', () => {
    const progress = new JobProgress();
    let heard = 0;
    const unsubscribe = progress.subscribe('job', () => {
      heard += 1;
    });
    unsubscribe();
    unsubscribe();
    progress.publish([attemptAt(0)], job);
    expect(heard).toBe(0);
  });
});
