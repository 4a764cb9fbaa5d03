import { createHash } from 'node:crypto';
import { onAbort } from '../../src/concurrency/abort-listeners.ts';
import type { Leases } from '../../src/ports/leases.ts';

export type LeaseOptions = Parameters<Leases['acquire']>[1];
/** So many leases may go to urgent callers while another one waits. Then it is its turn. */
export const mostPassed = 4;

/** How long the release of a lease is remembered. */
export const releaseRememberedMs = 10_000;

export type AcquireResult = Awaited<ReturnType<Leases['acquire']>>;

/** A caller of `acquire` that waits for its lease. */
export interface LeaseWaiter {
  readonly options: LeaseOptions;
  resolve(result: AcquireResult): void;
  reject(error: unknown): void;
}

/**
 * Adds a caller to the end of the queue, or, if it is urgent, behind the last urgent one: those come before all others. If its
 * signal fires, removes it again, rejects with the signal's reason and then calls `onLeave`. The signal must not have
 * fired already.
 */
export function joinWaiters(
  waiters: LeaseWaiter[],
  options: LeaseOptions,
  onLeave: () => void,
): Promise<AcquireResult> {
  return new Promise((resolve, reject) => {
    const removeListener = onAbort(options.signal, () => {
      waiters.splice(waiters.indexOf(waiter), 1);
      reject(options.signal?.reason);
      onLeave();
    });
    const waiter: LeaseWaiter = {
      options,
      resolve: (result) => {
        removeListener();
        resolve(result);
      },
      reject: (error) => {
        removeListener();
        reject(error);
      },
    };
    waiters.splice(placeOf(waiter, waiters), 0, waiter);
  });
}

function placeOf(waiter: LeaseWaiter, waiters: readonly LeaseWaiter[]): number {
  const firstOther = isUrgent(waiter.options) ? waiters.findIndex(({ options }) => !isUrgent(options)) : -1;
  return firstOther === -1 ? waiters.length : firstOther;
}

export function isUrgent({ urgent }: LeaseOptions): boolean {
  return urgent ?? false;
}

/** Removes and rejects all waiting callers. */
export function rejectWaiters(waiters: LeaseWaiter[], error: unknown): void {
  for (const waiter of waiters.splice(0)) waiter.reject(error);
}

/** What a lease is on may contain an address, which must not stay in a storage. */
export function hashedKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}
