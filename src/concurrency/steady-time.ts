import type { Clock } from '../ports/clock.ts';

/** Returns the reading of the clock by which durations within this process are measured; see `Clock.steady`. */
export function steadyNow(clock: Pick<Clock, 'now' | 'steady'>): number {
  return clock.steady?.() ?? clock.now();
}
