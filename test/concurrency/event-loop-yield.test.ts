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

  it('of many that share their slices blocks the event loop for one slice in all', async () => {
    let now = 0;
    let timers: (() => void)[] = [];
    const clock: Clock = {
      now: () => now,
      after(_, task) {
        timers.push(task);
        return () => {};
      },
    };
    const yieldIfDue = yieldRegularly(clock, { stepsBetweenChecks: 1, sliceMs: 20 });
    let running = 100;
    const loop = async () => {
      for (let step = 0; step < 10; step += 1) {
        for (let pause = yieldIfDue(); pause !== undefined; pause = yieldIfDue()) await pause;
        now += 1;
      }
      running -= 1;
    };
    const loops = Promise.all(Array.from({ length: 100 }, loop));
    // The event loop runs all timers that are due before it looks at its sockets.
    let longestMs = 0;
    while (running > 0) {
      const due = timers;
      timers = [];
      const begunAt = now;
      for (const task of due) {
        task();
        await new Promise((resolve) => setImmediate(resolve));
      }
      longestMs = Math.max(longestMs, now - begunAt);
    }
    await loops;
    expect(longestMs).toBe(20);
  });
});
