import { randomUUID } from 'node:crypto';
import { steadyNow } from '../../src/concurrency/steady-time.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { Lease, LeasePause, LeaseRenewal, Leases, PauseReason } from '../../src/ports/leases.ts';
import {
  type AcquireResult,
  hashedKey,
  joinWaiters,
  type LeaseOptions,
  type LeaseWaiter,
  rejectWaiters,
} from './lease-waiters.ts';

/** Most leases requested in one transaction. */
const leasesPerTransaction = 64;

/** How often rows left behind by killed processes are deleted. */
const cleanupIntervalMs = 600_000;

/** What a storage grants, or the pause that is in the way. */
export type LeaseAnswer = GrantedLease | LeasePause;

export interface GrantedLease {
  readonly kind: 'leased';
  readonly id: string;
  /** Leases on the exchange, with this one. */
  readonly held: number;
  readonly releasedBefore: boolean;
}

/** A lease as its storage knows it. */
export interface StoredLease {
  readonly exchange: string;
  readonly id: string;
}

/** Leases and the queue of processes, in a storage. Each method is one atomic step. */
export interface LeaseStorage {
  /**
   * Grants leases to the callers that wait in this process, in order, while it is its turn. If some get none, the
   * process joins the queue.
   */
  take(exchange: string, process: string, waiters: readonly LeaseOptions[]): Promise<readonly LeaseAnswer[]>;
  renew(lease: StoredLease, leaseMs: number): Promise<LeaseRenewal>;
  /** `isRemembered`: the holders of the next leases learn of the release. */
  release(lease: StoredLease, options: { readonly isRemembered: boolean }): Promise<void>;
  leaveQueue(exchange: string, process: string): Promise<void>;
  pause(exchange: string, pause: { until: number; reason: PauseReason }): Promise<void>;
  /** Deletes what killed processes left behind. */
  deleteExpired(): Promise<void>;
}

interface ExchangeState {
  readonly waiters: LeaseWaiter[];
  /** A request is under way. If anything changes before it ends, `requestAgain` is set. */
  requesting: boolean;
  requestAgain: boolean;
  /** This process is in the queue of processes, in the file. */
  queued: boolean;
  cancelPoll: (() => void) | undefined;
}

/**
 * Leases shared by all processes that use the same storage, which has them and the queue of processes; each process
 * keeps its own waiting callers in memory, and asks again and again while some wait.
 */
export class PolledLeases implements Leases {
  readonly #storage: LeaseStorage;
  readonly #clock: Clock;
  readonly #pollMs: number;
  readonly #closedError: () => Error;
  readonly #process = randomUUID();
  readonly #exchanges = new Map<string, ExchangeState>();
  #nextCleanupAt = 0;
  #closed = false;

  /** `pollMs`: how often a process with waiting callers checks for leases that others have released. */
  constructor(options: { storage: LeaseStorage; clock: Clock; pollMs: number; closedError: () => Error }) {
    this.#storage = options.storage;
    this.#clock = options.clock;
    this.#pollMs = options.pollMs;
    this.#closedError = options.closedError;
  }

  acquire(key: string, options: LeaseOptions): Promise<AcquireResult> {
    const exchange = hashedKey(key);
    if (options.signal?.aborted) return Promise.reject(options.signal.reason);
    if (this.#closed) return Promise.reject(this.#closedError());
    const state = this.#ensureState(exchange);
    const acquired = joinWaiters(state.waiters, options, () => this.#requestLeases(exchange));
    this.#requestLeases(exchange);
    return acquired;
  }

  async pause(key: string, pause: { until: number; reason: PauseReason }): Promise<void> {
    const exchange = hashedKey(key);
    await this.#storage.pause(exchange, pause);
    this.#requestLeases(exchange);
  }

  /** Resolves if leases can be read and written. */
  async ping(): Promise<void> {
    await this.#deleteExpired();
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    for (const state of this.#exchanges.values()) {
      state.cancelPoll?.();
      rejectWaiters(state.waiters, this.#closedError());
    }
    this.#exchanges.clear();
  }

  #ensureState(exchange: string): ExchangeState {
    const known = this.#exchanges.get(exchange);
    if (known !== undefined) return known;
    const state: ExchangeState = {
      waiters: [],
      requesting: false,
      requestAgain: false,
      queued: false,
      cancelPoll: undefined,
    };
    this.#exchanges.set(exchange, state);
    return state;
  }

  /** Requests leases for the callers that wait here, in order. */
  #requestLeases(exchange: string): void {
    const state = this.#exchanges.get(exchange);
    if (state === undefined) return;
    if (state.requesting) state.requestAgain = true;
    else void this.#requestUntilSettled(exchange, state);
  }

  async #requestUntilSettled(exchange: string, state: ExchangeState): Promise<void> {
    state.requesting = true;
    state.cancelPoll?.();
    state.cancelPoll = undefined;
    try {
      do {
        state.requestAgain = false;
        if (state.waiters.length > 0) await this.#requestOnce(exchange, state);
      } while (state.requestAgain);
      if (state.waiters.length === 0 && state.queued) await this.#leaveQueue(exchange, state);
    } catch (error) {
      rejectWaiters(state.waiters, error);
    }
    state.requesting = false;
    if (this.#closed) return;
    if (state.waiters.length > 0) {
      const poll = () => this.#requestLeases(exchange);
      if (state.requestAgain) poll();
      else state.cancelPoll = this.#clock.after(this.#pollMs, poll);
    } else this.#exchanges.delete(exchange);
  }

  async #requestOnce(exchange: string, state: ExchangeState): Promise<void> {
    // One caller cleans up, and nobody waits for it, or fails with it.
    if (steadyNow(this.#clock) >= this.#nextCleanupAt) void this.#deleteExpired().catch(() => {});
    const waiters = state.waiters.slice(0, leasesPerTransaction);
    const requestedAt = steadyNow(this.#clock);
    const answers = await this.#storage.take(
      exchange,
      this.#process,
      waiters.map(({ options }) => options),
    );
    if (answers.length < waiters.length) state.queued = true;
    // An answer that is late by a poll may be out of date.
    const isOverdue = steadyNow(this.#clock) - requestedAt >= this.#pollMs;
    if (isOverdue || answers.length === leasesPerTransaction) state.requestAgain = true;
    const unwanted: string[] = [];
    for (const [index, answer] of answers.entries()) {
      const waiter = waiters[index];
      const position = waiter === undefined ? -1 : state.waiters.indexOf(waiter);
      if (waiter !== undefined && position !== -1) {
        state.waiters.splice(position, 1);
        const { options } = waiter;
        waiter.resolve(answer.kind === 'leased' ? this.#createLease(exchange, answer, options) : answer);
      } else if (answer.kind === 'leased') unwanted.push(answer.id);
    }
    // Their callers left while the request was under way.
    for (const id of unwanted) await this.#storage.release({ exchange, id }, { isRemembered: false });
    if (unwanted.length > 0) state.requestAgain = true;
  }

  #createLease(
    exchange: string,
    { id, held, releasedBefore }: GrantedLease,
    { leaseMs, isRemembered = false }: LeaseOptions,
  ): Lease {
    const lease = { exchange, id };
    return {
      kind: 'lease',
      held,
      releasedBefore,
      renew: () => this.#storage.renew(lease, leaseMs),
      release: async () => {
        await this.#storage.release(lease, { isRemembered });
        this.#requestLeases(exchange);
      },
    };
  }

  async #leaveQueue(exchange: string, state: ExchangeState): Promise<void> {
    state.queued = false;
    await this.#storage.leaveQueue(exchange, this.#process);
  }

  async #deleteExpired(): Promise<void> {
    this.#nextCleanupAt = steadyNow(this.#clock) + cleanupIntervalMs;
    await this.#storage.deleteExpired();
  }
}
