import { describe, expect, it } from 'vitest';
import { HangingTasks } from '../../src/concurrency/hanging-tasks.ts';
import { ManualClock } from '../support/manual-clock.ts';

describe('hanging tasks', () => {
  it('are those without progress for a second, until they make progress or end', async () => {
    const clock = new ManualClock();
    const counts: number[] = [];
    const tasks = new HangingTasks(clock, (count) => counts.push(count));
    const [first, second, third] = [tasks.start(), tasks.start(), tasks.start()];
    await clock.advance(700);
    third.reportProgress();
    await clock.advance(300);
    expect(counts).toEqual([2]);
    first.reportProgress();
    await clock.advance(500);
    expect(counts).toEqual([2, 1]);
    for (const task of [first, second, third]) task.end();
    expect(counts.at(-1)).toBe(0);
    expect(clock.pending).toBe(0);
  });

  it('are counted again when the next task starts', async () => {
    const clock = new ManualClock();
    const counts: number[] = [];
    const tasks = new HangingTasks(clock, (count) => counts.push(count));
    tasks.start().end();
    tasks.start();
    await clock.advance(1_000);
    expect(counts).toEqual([1]);
  });
});
