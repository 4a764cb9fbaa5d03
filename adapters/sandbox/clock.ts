import type { Clock } from '../../src/ports.ts';

/** The default clock of everything in the sandbox. Delays are those of `setTimeout`: at most 24.8 days. */
export const realTimeClock: Clock = {
  now: () => Date.now(),
  after(delayMs, task) {
    const timer = setTimeout(task, delayMs);
    return () => clearTimeout(timer);
  },
};
