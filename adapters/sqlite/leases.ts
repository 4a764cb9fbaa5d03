import { readFileSync, readlinkSync } from 'node:fs';
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

/**
 * Identifies this process among all that ran on this machine since it started: Linux only, empty elsewhere. The id of a
 * process alone is not enough, because it is used again, and means another process in another container.
 */
export const thisProcess: string = identify();

/** Returns true if the process has certainly died. False if it lives, or if this process cannot tell. */
export function hasDied(identity: string): boolean {
  const [space, pid, startTime] = identity.split(' ');
  if (space === undefined || pid === undefined || startTime === undefined) return false;
  if (identity === thisProcess || space !== thisProcess.split(' ')[0]) return false;
  const found = statOf(pid);
  if (found === undefined) return !exists(Number(pid));
  return found.startTime !== startTime || found.state === 'Z' || found.state === 'X';
}

function identify(): string {
  try {
    const bootId = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const namespace = readlinkSync('/proc/self/ns/pid');
    const startTime = statOf(String(process.pid))?.startTime;
    return startTime === undefined ? '' : `${bootId}/${namespace} ${process.pid} ${startTime}`;
  } catch {
    return '';
  }
}

/** Reads the state and the start time of a process: fields 3 and 22 of its stat (proc_pid_stat(5)). */
function statOf(pid: string): { state: string | undefined; startTime: string | undefined } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name of the program, in parentheses, may contain anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0], startTime: fields[19] };
  } catch {
    return undefined;
  }
}

/** A process of another user may be hidden in /proc. */
function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}
