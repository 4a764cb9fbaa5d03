import { abortable, DeadlineExceeded, startDeadline } from './concurrency/deadline.ts';
import type { Clock } from './ports/clock.ts';

/**
 * Takes the steps of closing one after another, for `timeoutMs` in all. When that has passed, takes the remaining ones
 * without waiting for any. Returns whether all have ended in time. Rejects with the error of a step.
 */
export async function closeInOrder(
  steps: readonly (() => Promise<unknown>)[],
  { clock, timeoutMs }: { clock: Clock; timeoutMs: number },
): Promise<boolean> {
  const deadline = startDeadline(clock, timeoutMs);
  try {
    for (const step of steps) {
      await abortable(step(), deadline.signal).catch((error: unknown) => {
        if (!(error instanceof DeadlineExceeded)) throw error;
      });
    }
    return !deadline.passed;
  } finally {
    deadline.clear();
  }
}
