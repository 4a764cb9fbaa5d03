import { StorageUnavailable } from '../../src/errors.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { LeaseRenewal, PauseReason } from '../../src/ports/leases.ts';
import * as states from '../stores/lease-state.ts';
import type { LeaseOptions } from '../stores/lease-waiters.ts';
import {
  type LeaseAnswer,
  type LeaseStorage,
  PolledLeases,
  type StoredLease,
} from '../stores/polled-leases.ts';
import type { SqliteConnection } from './connection.ts';
import type { DatabaseFile } from './database-file.ts';
import { hasDied, thisProcess } from './process-identity.ts';

const pollMs = 50;
const queueTimeoutMs = 1_000;

/** So long a server may take to see that the connections of a process that has died are closed. */
const lettingGoMs = 5_000;

/** Returns leases that are shared by all processes that use the same file. */
export function sqliteLeases(options: { file: DatabaseFile; clock: Clock }): PolledLeases {
  const storage = new SqliteLeaseStorage(options);
  const closedError = () => new StorageUnavailable('The SQLite storage was closed by this process.');
  return new PolledLeases({ storage, clock: options.clock, pollMs, closedError });
}

/** One row for each key, which is read, changed here and written in one transaction. */
class SqliteLeaseStorage implements LeaseStorage {
  readonly #file: DatabaseFile;
  readonly #clock: Clock;

  constructor(options: { file: DatabaseFile; clock: Clock }) {
    this.#file = options.file;
    this.#clock = options.clock;
  }

  take(exchange: string, process: string, waiters: readonly LeaseOptions[]): Promise<LeaseAnswer[]> {
    return this.#change(exchange, (state, now) => {
      const answers = states.takeLeases(
        state,
        { process, holder: thisProcess, now, queueTimeoutMs },
        waiters,
      );
      if (answers.length < waiters.length) shortenLeasesOfDead(state, now);
      return answers;
    });
  }

  renew({ id, exchange }: StoredLease, leaseMs: number): Promise<LeaseRenewal> {
    return this.#change(exchange, (state, now) => states.renewLease(state, id, now + leaseMs));
  }

  release({ id, exchange }: StoredLease, { isRemembered }: { isRemembered: boolean }): Promise<void> {
    return this.#change(exchange, (state, now) =>
      states.releaseLease(state, id, isRemembered ? now : undefined),
    );
  }

  leaveQueue(exchange: string, process: string): Promise<void> {
    return this.#change(exchange, (state) => states.leaveQueue(state, process));
  }

  pause(exchange: string, { until, reason }: { until: number; reason: PauseReason }): Promise<void> {
    return this.#change(exchange, (state, now) =>
      states.setPause(state, { durationMs: until - now, reason, now }),
    );
  }

  deleteExpired(): Promise<void> {
    return this.#write((connection) => {
      connection.run('DELETE FROM lease_states WHERE ends_at <= ?', this.#clock.now());
    });
  }

  #change<Result>(key: string, decide: (state: states.LeaseState, now: number) => Result): Promise<Result> {
    return this.#write((connection) => {
      const now = this.#clock.now();
      const before = readRow(connection, key);
      const state = states.readState(before, now);
      const result = decide(state, now);
      const endsAt = states.endOf(state);
      const after = endsAt > 0 ? JSON.stringify(state) : undefined;
      // Most polls of a process that waits change nothing.
      if (after === before) return result;
      if (after === undefined) connection.run('DELETE FROM lease_states WHERE key = ?', key);
      else {
        if (before === undefined) deleteSomeEnded(connection, now);
        const row = 'INSERT OR REPLACE INTO lease_states (key, state, ends_at) VALUES (?, ?, ?)';
        connection.run(row, key, after, endsAt);
      }
      return result;
    });
  }

  #write<Result>(work: (connection: SqliteConnection) => Result): Promise<Result> {
    return this.#file.write((connection) => connection.transaction(() => work(connection)));
  }
}

function readRow(connection: SqliteConnection, key: string): string | undefined {
  const row = connection.get('SELECT state FROM lease_states WHERE key = ?', key);
  return (row as { state: string } | undefined)?.state;
}

/** With each new row, so that those of remembered releases do not add up. */
function deleteSomeEnded(connection: SqliteConnection, now: number): void {
  connection.run(
    `DELETE FROM lease_states WHERE key IN
       (SELECT key FROM lease_states WHERE ends_at <= ? ORDER BY ends_at LIMIT 4)`,
    now,
  );
}

/**
 * Shortens the leases of processes that have died: the system has closed their connections, and servers learn of that soon.
 * They then belong to no process, so that they are shortened once.
 */
function shortenLeasesOfDead(state: states.LeaseState, now: number): void {
  const holders = new Set(state.leases.map(({ holder = '' }) => holder));
  const dead = new Set([...holders].filter(hasDied));
  for (const lease of state.leases) {
    if (!dead.has(lease.holder ?? '')) continue;
    delete lease.holder;
    lease.expiresAt = Math.min(lease.expiresAt, now + lettingGoMs);
  }
}
