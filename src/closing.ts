import { abortable, DeadlineExceeded, startDeadline } from './concurrency/deadline.ts';
import type { Clock } from './ports/clock.ts';

/** A part that is to be closed. */
export interface ClosingStep {
  /** What messages call it: "the stores". */
  readonly name: string;
  close(): Promise<unknown>;
}

/**
 * Takes the steps of closing one after another, for `timeoutMs` in all. When that has passed, takes the remaining ones
 * without waiting for any. Returns the name of the step that was waited for then; undefined if all have ended in time.
 * If steps fail, takes the others nevertheless, and then rejects with the first error.
 */
export async function closeInOrder(
  steps: readonly ClosingStep[],
  { clock, timeoutMs }: { clock: Clock; timeoutMs: number },
): Promise<string | undefined> {
  const deadline = startDeadline(clock, timeoutMs);
  let waitedFor: string | undefined;
  let failure: { readonly error: unknown } | undefined;
  try {
    for (const step of steps) {
      await abortable(step.close(), deadline.signal).catch((error: unknown) => {
        if (error instanceof DeadlineExceeded) waitedFor ??= step.name;
        else failure ??= { error };
      });
    }
    if (failure !== undefined) throw failure.error;
    return waitedFor;
  } finally {
    deadline.clear();
  }
}
