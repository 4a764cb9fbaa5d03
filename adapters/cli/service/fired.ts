import { onAbort } from '../../../src/concurrency/abort-listeners.ts';

/** Resolves when a signal fires. */
export function fired(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else onAbort(signal, resolve);
  });
}
