import { randomUUID } from 'node:crypto';
import { steadyNow } from '../../src/concurrency/steady-time.ts';
import { StorageUnavailable } from '../../src/errors.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { Lease, Leases, PauseReason } from '../../src/ports/leases.ts';
import {
  type AcquireResult,
  hashedKey,
  joinWaiters,
  type LeaseOptions,
  type LeaseWaiter,
  rejectWaiters,
} from '../stores/lease-waiters.ts';
import type { SqliteConnection } from './connection.ts';
import type { DatabaseFile } from './database-file.ts';
import * as tables from './lease-tables.ts';

/** How often a process with waiting callers checks for leases that other processes have released. */
const pollMs = 50;

/** A process that has not polled for this long loses its place in the queue of processes. */
const queueTimeoutMs = 1_000;

/** Most leases requested in one transaction. */
const leasesPerTransaction = 64;

/** How often rows left behind by killed processes are deleted. */
const cleanupIntervalMs = 600_000;

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
 * Leases shared by all processes that use the same file. They and the queue of processes are in tables;
 * each process keeps its own waiting callers in memory.
 */
export class SqliteLeases implements Leases {
  readonly #file: DatabaseFile;
  readonly #clock: Clock;
  readonly #process = randomUUID();
  readonly #exchanges = new Map<string, ExchangeState>();
  #nextCleanupAt = 0;
  #closed = false;

  constructor(options: { file: DatabaseFile; clock: Clock }) {
    this.#file = options.file;
    this.#clock = options.clock;
  }

  acquire(key: string, options: LeaseOptions): Promise<AcquireResult> {
    const exchange = hashedKey(key);
    if (options.signal?.aborted) return Promise.reject(options.signal.reason);
    if (this.#closed) return Promise.reject(closedError());
    const state = this.#ensureState(exchange);
    const acquired = joinWaiters(state.waiters, options, () => this.#requestLeases(exchange));
    this.#requestLeases(exchange);
    return acquired;
  }

  async pause(key: string, pause: { until: number; reason: PauseReason }): Promise<void> {
    const exchange = hashedKey(key);
    await this.#write((connection) =>
      tables.writePause(connection, exchange, { ...pause, now: this.#clock.now() }),
    );
    this.#requestLeases(exchange);
  }

  /** Resolves if leases can be read and written. */
  async ping(): Promise<void> {
    await this.#deleteExpired(this.#clock.now());
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    for (const state of this.#exchanges.values()) {
      state.cancelPoll?.();
      rejectWaiters(state.waiters, closedError());
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
      else state.cancelPoll = this.#clock.after(pollMs, poll);
    } else this.#exchanges.delete(exchange);
  }

  async #requestOnce(exchange: string, state: ExchangeState): Promise<void> {
    if (steadyNow(this.#clock) >= this.#nextCleanupAt) await this.#deleteExpired(this.#clock.now());
    const waiters = state.waiters.slice(0, leasesPerTransaction);
    const answers = await this.#write((connection) =>
      tables.takeLeases(
        connection,
        { exchange, process: this.#process, now: this.#clock.now(), queueTimeoutMs },
        waiters.map(({ options }) => options),
      ),
    );
    if (answers.length < waiters.length) state.queued = true;
    if (answers.length === leasesPerTransaction) state.requestAgain = true;
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
    for (const id of unwanted) await this.#write((connection) => tables.deleteLease(connection, id));
    if (unwanted.length > 0) state.requestAgain = true;
  }

  #createLease(
    exchange: string,
    { id, held, releasedBefore }: tables.GrantedLease,
    { leaseMs, isRemembered }: LeaseOptions,
  ): Lease {
    return {
      kind: 'lease',
      held,
      releasedBefore,
      renew: () =>
        this.#write((connection) => {
          const now = this.#clock.now();
          return tables.renewLease(connection, { id, exchange, now, expiresAt: now + leaseMs });
        }),
      release: async () => {
        await this.#write((connection) => {
          if (isRemembered) tables.releaseLease(connection, { id, exchange, now: this.#clock.now() });
          else tables.deleteLease(connection, id);
        });
        this.#requestLeases(exchange);
      },
    };
  }

  async #leaveQueue(exchange: string, state: ExchangeState): Promise<void> {
    state.queued = false;
    await this.#write((connection) => tables.leaveQueue(connection, { exchange, process: this.#process }));
  }

  #write<Result>(work: (connection: SqliteConnection) => Result): Promise<Result> {
    return this.#file.write((connection) => connection.transaction(() => work(connection)));
  }

  async #deleteExpired(now: number): Promise<void> {
    await this.#write((connection) => tables.deleteExpired(connection, now));
    this.#nextCleanupAt = steadyNow(this.#clock) + cleanupIntervalMs;
  }
}

function closedError(): StorageUnavailable {
  return new StorageUnavailable('The SQLite storage was closed by this process.');
}
