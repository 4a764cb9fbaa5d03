import { steadyNow } from '../../../src/concurrency/steady-time.ts';
import type { Clock } from '../../../src/ports/clock.ts';

const intervalMs = 10_000;

/**
 * Returns a function that runs `warn` at most once in ten seconds, with the number of calls since the last run
 * and the newest cause.
 */
export function throttled<Cause = unknown>(
  clock: Pick<Clock, 'now' | 'steady'>,
  warn: (count: number, newest: Cause) => void,
): (cause: Cause) => void {
  let count = 0;
  let quietUntil = Number.NEGATIVE_INFINITY;
  return (cause) => {
    count += 1;
    const now = steadyNow(clock);
    if (now < quietUntil) return;
    quietUntil = now + intervalMs;
    const counted = count;
    count = 0;
    warn(counted, cause);
  };
}

/** Returns a function that runs `task` at most once a minute, and otherwise does nothing. */
export function atMostOnceAMinute<Values extends readonly unknown[]>(
  task: (...values: Values) => void,
): (...values: Values) => void {
  let doneAt = Number.NEGATIVE_INFINITY;
  return (...values) => {
    const now = performance.now();
    if (now - doneAt < 60_000) return;
    doneAt = now;
    task(...values);
  };
}
