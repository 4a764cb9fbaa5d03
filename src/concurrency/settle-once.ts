import type { Clock } from '../ports/clock.ts';
import type { WaitOptions } from '../ports/smtp-transport.ts';

/** The two ways to settle a wait. Only the first call counts. */
export interface Settler<Value> {
  resolve(value: Value): void;
  reject(reason: unknown): void;
}

export interface SettleOnceOptions<Value> {
  /** Called after `timeoutMs`. Must settle the wait. */
  readonly onTimeout: (settler: Settler<Value>) => void;
  /**
   * Starts the work. Not called if the signal has already fired. The function that it may return is called once,
   * when the wait is settled.
   */
  readonly start: (settler: Settler<Value>) => (() => void) | undefined;
}

/**
 * Waits until `start` has settled the wait, the time is up, or the signal fires. Rejects with the signal's reason.
 * Leaves no timer and no listener behind.
 */
export function settleOnce<Value>(
  clock: Clock,
  { timeoutMs, signal }: WaitOptions,
  { onTimeout, start }: SettleOnceOptions<Value>,
): Promise<Value> {
  if (signal?.aborted) return Promise.reject(signal.reason);
  return new Promise((resolve, reject) => {
    let settled = false;
    let cleanUp: (() => void) | undefined;
    const settle = (outcome: () => void) => {
      if (settled) return;
      settled = true;
      cancelTimer();
      signal?.removeEventListener('abort', onAbort);
      cleanUp?.();
      outcome();
    };
    const settler: Settler<Value> = {
      resolve: (value) => settle(() => resolve(value)),
      reject: (reason) => settle(() => reject(reason)),
    };
    const onAbort = () => settler.reject(signal?.reason);
    const cancelTimer = clock.after(timeoutMs, () => onTimeout(settler));
    signal?.addEventListener('abort', onAbort);
    try {
      cleanUp = start(settler);
    } catch (error) {
      settler.reject(error);
    }
    // Settled before there was anything to clean up.
    if (settled) cleanUp?.();
  });
}
