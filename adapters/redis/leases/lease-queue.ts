import { steadyNow } from '../../../src/concurrency/steady-time.ts';
import type { Clock } from '../../../src/ports/clock.ts';
import type { Lease, LeasePause } from '../../../src/ports/leases.ts';
import {
  type AcquireResult,
  isUrgent,
  joinWaiters,
  type LeaseOptions,
  type LeaseWaiter,
  rejectWaiters,
} from '../../stores/lease-waiters.ts';
import { closedError } from '../failures.ts';

/** A request for the first waiting caller, and for those right behind it with equal options. */
export interface LeaseRequest {
  readonly max: number;
  readonly leaseMs: number;
  readonly isRemembered: boolean;
  /** Number of leases wanted. */
  readonly wanted: number;
  /** Number of callers waiting, whatever their options. */
  readonly waiting: number;
  /** Whether an urgent one is among those. */
  readonly urgent: boolean;
}

export type LeaseResponse =
  | { readonly kind: 'leases'; readonly leases: readonly Lease[] }
  | { readonly kind: 'wait' }
  | LeasePause;

export interface LeaseQueueDependencies {
  readonly clock: Clock;
  /** How often to repeat a request while callers wait. */
  readonly pollMs: number;
  readonly request: (request: LeaseRequest) => Promise<LeaseResponse>;
  /** Removes this process from the queue of processes in Redis: no caller waits here any more. */
  readonly leaveProcessQueue: () => void;
  /** Called when no caller waits and no request is under way. */
  readonly onEmpty: () => void;
}

/**
 * The callers of this process that wait for leases on one exchange, in order of arrival. One request at a time is
 * under way, for the first of them. It is repeated at once after a release in this process, else after `pollMs`.
 */
export class LeaseQueue {
  readonly #dependencies: LeaseQueueDependencies;
  readonly #waiters: LeaseWaiter[] = [];
  #requesting = false;
  /** Leases may have become free since the current request was sent. */
  #requestAgain = false;
  /** This process is in the queue of processes in Redis. */
  #inProcessQueue = false;
  #cancelTimer: () => void = () => {};

  constructor(dependencies: LeaseQueueDependencies) {
    this.#dependencies = dependencies;
  }

  join(options: LeaseOptions): Promise<AcquireResult> {
    if (options.signal?.aborted) {
      this.#endIfEmpty();
      return Promise.reject(options.signal.reason);
    }
    const acquired = joinWaiters(this.#waiters, options, () => this.#continueWithoutCaller());
    // Later callers wait for those before them.
    if (this.#waiters[0]?.options === options) this.request();
    return acquired;
  }

  /** Requests leases now, because some may have become free. */
  request(): void {
    this.#requestAgain = true;
    if (!this.#requesting) void this.#requestUntilSettled();
  }

  close(): void {
    rejectWaiters(this.#waiters, closedError());
    this.#endIfEmpty();
  }

  async #requestUntilSettled(): Promise<void> {
    this.#requesting = true;
    this.#cancelTimer();
    const { clock, pollMs } = this.#dependencies;
    while (this.#requestAgain) {
      this.#requestAgain = false;
      const callers = this.#firstWithEqualOptions();
      if (callers.length === 0) break;
      const requestedAt = steadyNow(clock);
      const firstChanged = await this.#requestFor(callers);
      const overdue = steadyNow(clock) - requestedAt >= pollMs;
      if (firstChanged || overdue) this.#requestAgain = true;
    }
    this.#requesting = false;
    const [first] = this.#waiters;
    // Whoever waits for the work of another process waits for its answer.
    const waitMs = first?.options.isRemembered === true ? pollMs / 8 : pollMs;
    if (first !== undefined) this.#cancelTimer = clock.after(waitMs, () => this.request());
    this.#endIfEmpty();
  }

  /** Returns the first caller and those right behind it with equal options, at most `max`. */
  #firstWithEqualOptions(): LeaseWaiter[] {
    const [first] = this.#waiters;
    if (first === undefined) return [];
    const { max, leaseMs } = first.options;
    const candidates = this.#waiters.slice(0, Math.max(1, max));
    const different = candidates.findIndex(
      ({ options }) => options.max !== max || options.leaseMs !== leaseMs,
    );
    return different === -1 ? candidates : candidates.slice(0, different);
  }

  /** Returns true if the first caller has changed, so that the next one needs a request. */
  async #requestFor(callers: readonly LeaseWaiter[]): Promise<boolean> {
    const [first] = callers;
    if (first === undefined) return false;
    const { max, leaseMs, isRemembered = false } = first.options;
    const waiting = this.#waiters.length;
    try {
      const response = await this.#dependencies.request({
        max,
        leaseMs,
        isRemembered,
        wanted: callers.length,
        waiting,
        urgent: this.#waiters.some(({ options }) => isUrgent(options)),
      });
      this.#inProcessQueue =
        response.kind === 'wait' || (response.kind === 'leases' && response.leases.length < waiting);
      switch (response.kind) {
        case 'wait':
          return this.#waiters[0] !== first;
        case 'pause':
          for (const waiter of this.#waiters.splice(0)) waiter.resolve(response);
          return false;
        case 'leases':
          await this.#grant(response.leases, callers);
          return true;
      }
    } catch (error) {
      // All callers fail at once, instead of each waiting for an unreachable Redis.
      rejectWaiters(this.#waiters, error);
      return false;
    }
  }

  /** Grants leases to the callers, and releases those whose callers have left. */
  async #grant(leases: readonly Lease[], callers: readonly LeaseWaiter[]): Promise<void> {
    const unwanted: Lease[] = [];
    for (const lease of leases) {
      const next = this.#waiters.findIndex((waiter) => callers.includes(waiter));
      const [caller] = next === -1 ? [] : this.#waiters.splice(next, 1);
      if (caller === undefined) unwanted.push(lease);
      else caller.resolve(lease);
    }
    await Promise.all(unwanted.map((lease) => lease.release()));
  }

  #continueWithoutCaller(): void {
    if (this.#requesting) return;
    if (this.#waiters.length > 0) this.request();
    else this.#endIfEmpty();
  }

  #endIfEmpty(): void {
    if (this.#requesting || this.#waiters.length > 0) return;
    this.#cancelTimer();
    if (this.#inProcessQueue) this.#dependencies.leaveProcessQueue();
    this.#dependencies.onEmpty();
  }
}
