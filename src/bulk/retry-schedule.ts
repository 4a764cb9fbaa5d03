import { InvalidArgument } from '../errors.ts';

/** Greylisting usually ends after five minutes, but some servers take longer. */
export const defaultRetryDelaysMs: readonly number[] = [360_000, 960_000, 2_100_000];

const maxDelayMs = 30 * 86_400_000;

/** Decides when an inconclusive attempt is followed by another. */
export class RetrySchedule {
  readonly #delaysMs: readonly number[];

  /** `delaysMs[n]` is the delay from the result of attempt n + 1 to the next attempt. Throws InvalidArgument. */
  constructor(delaysMs: readonly number[]) {
    for (const delayMs of delaysMs) {
      if (delayMs >= 0 && delayMs <= maxDelayMs) continue;
      throw new InvalidArgument('retryDelaysMs', `Every retry delay must be from 0 to ${maxDelayMs} ms.`);
    }
    this.#delaysMs = delaysMs;
  }

  /** Returns when to follow up the attempt with this number (from 1), made at `at`; null if it was the last. */
  retryAt(attempt: number, at: number): number | null {
    const delayMs = this.#delaysMs[attempt - 1];
    return delayMs === undefined ? null : Math.ceil(at + delayMs);
  }

  /**
   * Returns when the attempt after `attempt` is due, if `retryAt` says so. Never later than a full delay from `now`: a
   * later time was stored before the clock was set back.
   */
  dueAt(attempt: number, retryAt: number, now: number): number {
    return Math.min(retryAt, this.retryAt(attempt, now) ?? retryAt);
  }
}
