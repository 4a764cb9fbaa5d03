import { describe, expect, it } from 'vitest';
import { yieldRegularly } from '../../src/concurrency/event-loop-yield.ts';
import type { Clock } from '../../src/ports/clock.ts';

/** A clock that only the steps of a loop move, and whose timers fire at once. */
function clockOfSteps() {
  let now = 0;
  const clock: Clock = {
    now: () => now,
    after(_, task) {
      let due = true;
      queueMicrotask(() => {
        if (due) task();
      });
      return () => {
        due = false;
      };
    },
  };
  return {
    clock,
    work(ms: number) {
      now += ms;
    },
    read: () => now,
  };
}

describe('A long loop', () => {
  it.each([0.01, 0.2, 0.5, 1])('of steps of %s ms blocks the event loop for 9 ms at most', async (stepMs) => {
    const { clock, work, read } = clockOfSteps();
    const yieldIfDue = yieldRegularly(clock);
    let begunAt = read();
    let longestMs = 0;
    for (let step = 0; step < 10_000; step += 1) {
      work(stepMs);
      const pause = yieldIfDue();
      if (pause === undefined) continue;
      longestMs = Math.max(longestMs, read() - begunAt);
      await pause;
      begunAt = read();
    }
    expect(longestMs).toBeGreaterThan(0);
    expect(longestMs).toBeLessThanOrEqual(9);
  });
});
