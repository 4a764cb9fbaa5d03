import { onAbort } from '../../../src/concurrency/abort-listeners.ts';
import type { Clock, PacingLease, PacingPause } from '../../../src/ports.ts';
import { closedStores } from '../failures.ts';

export interface Wish {
  maxConnections: number;
  leaseMs: number;
  signal?: AbortSignal;
}

/** For the first in line, and for those after them who want the same. */
export interface LeaseRequest {
  readonly maxConnections: number;
  readonly leaseMs: number;
  readonly wanted: number;
  /** The whole line. */
  readonly waiting: number;
}

export type LeaseReply =
  | { readonly kind: 'leases'; readonly leases: readonly PacingLease[] }
  | { readonly kind: 'wait' }
  | PacingPause;

export interface ExchangeLineOptions {
  readonly clock: Clock;
  readonly askEveryMs: number;
  readonly request: (request: LeaseRequest) => Promise<LeaseReply>;
  /** Redis still counts this process among those that wait, and nobody here does. */
  readonly giveUp: () => void;
  /** Nobody waits any more, and nothing is under way. */
  readonly emptied: () => void;
}

interface Waiter {
  readonly wish: Wish;
  resolve(grant: PacingLease | PacingPause): void;
  reject(error: unknown): void;
}

/**
 * Those of this process who wait for one exchange, in the order they came. One request at a time is under way, for
 * the first of them; it is repeated at once where something here was released, else after a while.
 */
export class ExchangeLine {
  readonly #options: ExchangeLineOptions;
  readonly #waiters: Waiter[] = [];
  #asking = false;
  /** Something has changed since the request under way was sent. */
  #askAgain = false;
  /** Redis keeps a place for this process. */
  #queued = false;
  #cancelTimer: () => void = () => {};

  constructor(options: ExchangeLineOptions) {
    this.#options = options;
  }

  join(wish: Wish): Promise<PacingLease | PacingPause> {
    return new Promise((resolve, reject) => {
      if (wish.signal?.aborted) {
        reject(wish.signal.reason);
        return this.#endIfEmpty();
      }
      const forget = onAbort(wish.signal, () => this.#leave(waiter));
      const waiter: Waiter = {
        wish,
        resolve: (grant) => {
          forget();
          resolve(grant);
        },
        reject: (error) => {
          forget();
          reject(error);
        },
      };
      this.#waiters.push(waiter);
      // Whoever comes later waits for those before.
      if (this.#waiters.length === 1) this.ask();
    });
  }

  /** Asks now: something may have become free. */
  ask(): void {
    this.#askAgain = true;
    if (!this.#asking) void this.#askWhileWorthwhile();
  }

  close(): void {
    this.#failAll(closedStores());
    this.#endIfEmpty();
  }

  async #askWhileWorthwhile(): Promise<void> {
    this.#asking = true;
    this.#cancelTimer();
    const { clock, askEveryMs } = this.#options;
    while (this.#askAgain) {
      this.#askAgain = false;
      const asking = this.#firstAlike();
      if (asking.length === 0) break;
      const askedAt = clock.now();
      const changed = await this.#serve(asking);
      const overdue = clock.now() - askedAt >= askEveryMs;
      if (changed || overdue) this.#askAgain = true;
    }
    this.#asking = false;
    if (this.#waiters.length > 0) this.#cancelTimer = clock.after(askEveryMs, () => this.ask());
    this.#endIfEmpty();
  }

  /** The first in line and those right after who want the same, as many as can be served at once. */
  #firstAlike(): Waiter[] {
    const [first] = this.#waiters;
    if (first === undefined) return [];
    const { maxConnections, leaseMs } = first.wish;
    const most = this.#waiters.slice(0, Math.max(1, maxConnections));
    const other = most.findIndex(
      ({ wish }) => wish.maxConnections !== maxConnections || wish.leaseMs !== leaseMs,
    );
    return other === -1 ? most : most.slice(0, other);
  }

  /** True if the first in line has changed, so that the next one should ask. */
  async #serve(asking: readonly Waiter[]): Promise<boolean> {
    const [first] = asking;
    if (first === undefined) return false;
    const { maxConnections, leaseMs } = first.wish;
    const waiting = this.#waiters.length;
    try {
      const reply = await this.#options.request({ maxConnections, leaseMs, wanted: asking.length, waiting });
      this.#queued = reply.kind === 'wait' || (reply.kind === 'leases' && reply.leases.length < waiting);
      switch (reply.kind) {
        case 'wait':
          return this.#waiters[0] !== first;
        case 'pause':
          for (const waiter of this.#waiters.splice(0)) waiter.resolve(reply);
          return false;
        case 'leases':
          await this.#handOut(reply.leases, asking);
          return true;
      }
    } catch (error) {
      // One who waits for an unreachable Redis is enough.
      this.#failAll(error);
      return false;
    }
  }

  /** Those who have left are no longer in line; what was meant for them is given back. */
  async #handOut(leases: readonly PacingLease[], asking: readonly Waiter[]): Promise<void> {
    const over: PacingLease[] = [];
    for (const lease of leases) {
      const [next] = this.#waiters;
      if (next === undefined || !asking.includes(next)) {
        over.push(lease);
        continue;
      }
      this.#waiters.shift();
      next.resolve(lease);
    }
    await Promise.all(over.map((lease) => lease.release()));
  }

  #failAll(error: unknown): void {
    for (const waiter of this.#waiters.splice(0)) waiter.reject(error);
  }

  #leave(waiter: Waiter): void {
    this.#waiters.splice(this.#waiters.indexOf(waiter), 1);
    waiter.reject(waiter.wish.signal?.reason);
    if (this.#asking) return;
    if (this.#waiters.length > 0) this.ask();
    else this.#endIfEmpty();
  }

  #endIfEmpty(): void {
    if (this.#asking || this.#waiters.length > 0) return;
    this.#cancelTimer();
    if (this.#queued) this.#options.giveUp();
    this.#options.emptied();
  }
}
