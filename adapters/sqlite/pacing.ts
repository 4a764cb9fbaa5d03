import { randomUUID } from 'node:crypto';
import { StorageUnavailable } from '../../src/errors.ts';
import type { Clock, Pacing, PacingLease, PacingPause, PauseReason } from '../../src/ports.ts';
import type { DatabaseFile } from './database-file.ts';
import * as tables from './pacing-tables.ts';

/** How often to look, while somebody waits, for what other processes have released. */
const pollMs = 50;

/** A process that has not looked for so long has lost its place among the processes. */
const ticketMs = 1_000;

/** How many leases are asked for in one transaction. */
const servedAtOnce = 64;

/** What killed processes left is cleared away so often. */
const clearAfterMs = 600_000;

interface Waiter {
  readonly maxConnections: number;
  readonly leaseMs: number;
  admit(grant: PacingLease | PacingPause): void;
  refuse(error: unknown): void;
}

interface Exchange {
  readonly waiters: Waiter[];
  /** Somebody is being served; whoever comes meanwhile asks for another look. */
  advancing: boolean;
  lookAgain: boolean;
  ticketDrawn: boolean;
  cancelPoll: (() => void) | undefined;
}

/** Limits over all processes on one file: leases in a table, those who wait in the memory of each process. */
export class SqlitePacing implements Pacing {
  readonly #file: DatabaseFile;
  readonly #clock: Clock;
  readonly #process = randomUUID();
  readonly #exchanges = new Map<string, Exchange>();
  #clearAt = 0;
  #closed = false;

  constructor(options: { file: DatabaseFile; clock: Clock }) {
    this.#file = options.file;
    this.#clock = options.clock;
  }

  acquire(
    exchange: string,
    options: { maxConnections: number; leaseMs: number; signal?: AbortSignal },
  ): Promise<PacingLease | PacingPause> {
    const { maxConnections, leaseMs, signal } = options;
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      if (this.#closed) return reject(closedError());
      const state = this.#state(exchange);
      const waiter: Waiter = {
        maxConnections,
        leaseMs,
        admit: (grant) => {
          signal?.removeEventListener('abort', leave);
          resolve(grant);
        },
        refuse: (error) => {
          signal?.removeEventListener('abort', leave);
          reject(error);
        },
      };
      const leave = () => {
        state.waiters.splice(state.waiters.indexOf(waiter), 1);
        reject(signal?.reason);
        this.#advance(exchange);
      };
      signal?.addEventListener('abort', leave, { once: true });
      state.waiters.push(waiter);
      this.#advance(exchange);
    });
  }

  async pause(exchange: string, pause: { until: number; reason: PauseReason }): Promise<void> {
    await this.#file.use((session) => tables.writePause(session, exchange, pause));
    this.#advance(exchange);
  }

  /** Resolves if leases can be read and written. */
  async ping(): Promise<void> {
    await this.#clearLapsed(this.#clock.now());
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    for (const state of this.#exchanges.values()) {
      state.cancelPoll?.();
      refuseAll(state, closedError());
    }
    this.#exchanges.clear();
  }

  #state(exchange: string): Exchange {
    const known = this.#exchanges.get(exchange);
    if (known !== undefined) return known;
    const state: Exchange = {
      waiters: [],
      advancing: false,
      lookAgain: false,
      ticketDrawn: false,
      cancelPoll: undefined,
    };
    this.#exchanges.set(exchange, state);
    return state;
  }

  /** Serves those who wait here, in order, as far as the limits allow. */
  #advance(exchange: string): void {
    const state = this.#exchanges.get(exchange);
    if (state === undefined) return;
    if (state.advancing) state.lookAgain = true;
    else void this.#serve(exchange, state);
  }

  async #serve(exchange: string, state: Exchange): Promise<void> {
    state.advancing = true;
    state.cancelPoll?.();
    state.cancelPoll = undefined;
    try {
      do {
        state.lookAgain = false;
        if (state.waiters.length > 0) await this.#serveSome(exchange, state);
      } while (state.lookAgain);
      if (state.waiters.length === 0 && state.ticketDrawn) await this.#leaveOrder(exchange, state);
    } catch (error) {
      refuseAll(state, error);
    }
    state.advancing = false;
    if (this.#closed) return;
    if (state.waiters.length > 0) {
      const look = () => this.#advance(exchange);
      if (state.lookAgain) look();
      else state.cancelPoll = this.#clock.after(pollMs, look);
    } else this.#exchanges.delete(exchange);
  }

  /** As many of those who wait as the limits allow. */
  async #serveSome(exchange: string, state: Exchange): Promise<void> {
    const now = this.#clock.now();
    if (now >= this.#clearAt) await this.#clearLapsed(now);
    const waiters = state.waiters.slice(0, servedAtOnce);
    const answers = await this.#file.use((session) =>
      tables.takeLeases(
        session,
        { exchange, process: this.#process, now: this.#clock.now(), ticketMs },
        waiters,
      ),
    );
    if (answers.length < waiters.length) state.ticketDrawn = true;
    if (answers.length === servedAtOnce) state.lookAgain = true;
    const unwanted: string[] = [];
    for (const [index, answer] of answers.entries()) {
      const waiter = waiters[index];
      const place = waiter === undefined ? -1 : state.waiters.indexOf(waiter);
      if (waiter !== undefined && place !== -1) {
        state.waiters.splice(place, 1);
        waiter.admit(answer.kind === 'leased' ? this.#lease(exchange, answer.id, waiter.leaseMs) : answer);
      } else if (answer.kind === 'leased') unwanted.push(answer.id);
    }
    // Whoever left while the file was locked has no use for a lease.
    for (const id of unwanted) await this.#file.use((session) => tables.deleteLease(session, id));
    if (unwanted.length > 0) state.lookAgain = true;
  }

  #lease(exchange: string, id: string, leaseMs: number): PacingLease {
    return {
      kind: 'lease',
      renew: () =>
        this.#file.use((session) => {
          const now = this.#clock.now();
          return tables.renewLease(session, { id, now, expiresAt: now + leaseMs });
        }),
      release: async () => {
        await this.#file.use((session) => tables.deleteLease(session, id));
        this.#advance(exchange);
      },
    };
  }

  async #leaveOrder(exchange: string, state: Exchange): Promise<void> {
    state.ticketDrawn = false;
    await this.#file.use((session) => tables.returnTicket(session, { exchange, process: this.#process }));
  }

  async #clearLapsed(now: number): Promise<void> {
    await this.#file.use((session) => tables.deleteLapsed(session, now));
    this.#clearAt = now + clearAfterMs;
  }
}

function refuseAll(state: Exchange, error: unknown): void {
  for (const waiter of state.waiters.splice(0)) waiter.refuse(error);
}

function closedError(): StorageUnavailable {
  return new StorageUnavailable('The SQLite storage was closed by this process.');
}
