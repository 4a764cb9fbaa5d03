import { StorageUnavailable } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';
import { abortable, DeadlineExceeded, startDeadline } from './deadline.ts';

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

/** Names what was waited for in vain: a port of the host, as a rule. */
export function notClosedInTime(waited: {
  readonly unendedWork: string | undefined;
  readonly unclosedPort: string | undefined;
  readonly timeoutMs: number;
}): StorageUnavailable {
  const { unendedWork, unclosedPort, timeoutMs } = waited;
  const names = [unendedWork, unclosedPort].filter((name) => name !== undefined).join(' and then for ');
  const advice =
    unendedWork === undefined
      ? 'The work had ended before, and nothing of it is lost. Look at what close() of that port waits for.'
      : 'Look at the ports that they wait for, the stores first. What was not given back expires by itself; charges that were to be undone stay.';
  return new StorageUnavailable(
    `The engine was closed without waiting longer than ${timeoutMs} ms for ${names}. ${advice}`,
  );
}
