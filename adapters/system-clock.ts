import type { Clock } from '../src/ports/clock.ts';

/** The longest delay that `setTimeout` supports. A longer one would fire at once. */
const longestTimerMs = 2 ** 31 - 1;

/**
 * The time and timers of the system. Accepts delays of any length; a negative delay counts as 0. `steady` and the
 * timers stand still while the machine is suspended.
 */
export const systemClock: Clock = {
  now: () => Date.now(),
  steady: () => performance.now(),
  after(delayMs, task, { background = false } = {}) {
    if (delayMs <= 0) {
      // A timer waits for a millisecond at least: too long for a loop that only yields to the event loop.
      const immediate = setImmediate(task);
      return () => clearImmediate(immediate);
    }
    if (delayMs <= longestTimerMs) {
      const timer = setTimeout(task, delayMs);
      // Browsers return a number.
      if (background && typeof timer === 'object') timer.unref();
      return () => clearTimeout(timer);
    }
    let timer: NodeJS.Timeout;
    const schedule = (remainingMs: number) => {
      timer =
        remainingMs > longestTimerMs
          ? setTimeout(() => schedule(remainingMs - longestTimerMs), longestTimerMs)
          : setTimeout(task, Math.max(0, remainingMs));
    };
    schedule(delayMs);
    return () => clearTimeout(timer);
  },
};
