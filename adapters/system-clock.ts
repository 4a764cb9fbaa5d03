import type { Clock } from '../src/ports.ts';

/** The longest delay that `setTimeout` keeps to; a longer one would fire at once. */
const longestTimerMs = 2 ** 31 - 1;

/** The system's time and timers. Delays may be of any length; one below zero is none. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(delayMs, task) {
    let timer: NodeJS.Timeout;
    const wait = (restMs: number) => {
      timer =
        restMs > longestTimerMs
          ? setTimeout(() => wait(restMs - longestTimerMs), longestTimerMs)
          : setTimeout(task, Math.max(0, restMs));
    };
    wait(delayMs);
    return () => clearTimeout(timer);
  },
};
