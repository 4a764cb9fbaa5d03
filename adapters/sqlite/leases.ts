import { StorageUnavailable } from '../../src/errors.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { LeaseRenewal, PauseReason } from '../../src/ports/leases.ts';
import type { LeaseOptions } from '../stores/lease-waiters.ts';
import {
  type LeaseAnswer,
  type LeaseStorage,
  PolledLeases,
  queueTimeoutMs,
  type StoredLease,
} from '../stores/polled-leases.ts';
import type { SqliteConnection } from './connection.ts';
import type { DatabaseFile } from './database-file.ts';
import * as tables from './lease-tables.ts';

const pollMs = 50;

/** Returns leases that are shared by all processes that use the same file. */
export function sqliteLeases(options: { file: DatabaseFile; clock: Clock }): PolledLeases {
  const storage = new SqliteLeaseStorage(options);
  const closedError = () => new StorageUnavailable('The SQLite storage was closed by this process.');
  return new PolledLeases({ storage, clock: options.clock, pollMs, closedError });
}

class SqliteLeaseStorage implements LeaseStorage {
  readonly #file: DatabaseFile;
  readonly #clock: Clock;

  constructor(options: { file: DatabaseFile; clock: Clock }) {
    this.#file = options.file;
    this.#clock = options.clock;
  }

  take(exchange: string, process: string, waiters: readonly LeaseOptions[]): Promise<LeaseAnswer[]> {
    return this.#write((connection) =>
      tables.takeLeases(connection, { exchange, process, now: this.#clock.now(), queueTimeoutMs }, waiters),
    );
  }

  renew({ id, exchange }: StoredLease, leaseMs: number): Promise<LeaseRenewal> {
    return this.#write((connection) => {
      const now = this.#clock.now();
      return tables.renewLease(connection, { id, exchange, now, expiresAt: now + leaseMs });
    });
  }

  release({ id, exchange }: StoredLease, { isRemembered }: { isRemembered: boolean }): Promise<void> {
    return this.#write((connection) => {
      if (isRemembered) tables.releaseLease(connection, { id, exchange, now: this.#clock.now() });
      else tables.deleteLease(connection, id);
    });
  }

  leaveQueue(exchange: string, process: string): Promise<void> {
    return this.#write((connection) => tables.leaveQueue(connection, { exchange, process }));
  }

  pause(exchange: string, pause: { until: number; reason: PauseReason }): Promise<void> {
    return this.#write((connection) =>
      tables.writePause(connection, exchange, { ...pause, now: this.#clock.now() }),
    );
  }

  deleteExpired(): Promise<void> {
    return this.#write((connection) => tables.deleteExpired(connection, this.#clock.now()));
  }

  #write<Result>(work: (connection: SqliteConnection) => Result): Promise<Result> {
    return this.#file.write((connection) => connection.transaction(() => work(connection)));
  }
}
