import type { Clock, WaitOptions } from '../ports.ts';

/** The two ways to end one wait. The first one counts, the rest are ignored. */
export interface Waiter<Value> {
  resolve(value: Value): void;
  reject(reason: unknown): void;
}

/**
 * One wait for something that `begin` sets going: ends with what the waiter is told, with `late()` after
 * `timeoutMs`, or with the signal's reason. However it ends, no timer and no listener stay behind. `begin` is not
 * called if the signal has fired already.
 */
export function patiently<Value>(
  clock: Clock,
  patience: WaitOptions,
  late: () => Error,
  begin: (waiter: Waiter<Value>) => void,
): Promise<Value> {
  const { timeoutMs, signal } = patience;
  if (signal?.aborted) return Promise.reject(signal.reason);
  return new Promise((resolve, reject) => {
    let over = false;
    let cancelTimer = () => {};
    const end = (settle: () => void) => {
      if (over) return;
      over = true;
      cancelTimer();
      signal?.removeEventListener('abort', onAbort);
      settle();
    };
    const onAbort = () => end(() => reject(signal?.reason));
    signal?.addEventListener('abort', onAbort);
    cancelTimer = clock.after(timeoutMs, () => end(() => reject(late())));
    begin({
      resolve: (value) => end(() => resolve(value)),
      reject: (reason) => end(() => reject(reason)),
    });
  });
}
