import { InvalidArgument } from '../errors.ts';
import type { Finding } from './batch-run.ts';

/** After the first, second and third result: greylisting waits five minutes most often, but some wait longer. */
export const defaultRetryDelaysMs: readonly number[] = [360_000, 960_000, 2_100_000];

const longestDelayMs = 30 * 86_400_000;

/** When an attempt is followed by another. What is not settled is tried again, as often as there are delays. */
export class RetrySchedule {
  readonly #delaysMs: readonly number[];

  /** `delaysMs[n]`: from the result of attempt n + 1 to the next attempt. Throws InvalidArgument. */
  constructor(delaysMs: readonly number[]) {
    for (const delayMs of delaysMs) {
      if (delayMs >= 0 && delayMs <= longestDelayMs) continue;
      throw new InvalidArgument('retryDelaysMs', `Every retry delay must be from 0 to ${longestDelayMs} ms.`);
    }
    this.#delaysMs = delaysMs;
  }

  /** When a result of attempt `attempt`, had at `at`, is tried again; null if it is final. */
  retryAt({ settled }: Finding, attempt: number, at: number): number | null {
    const delayMs = settled ? undefined : this.#delaysMs[attempt - 1];
    return delayMs === undefined ? null : Math.ceil(at + delayMs);
  }
}
