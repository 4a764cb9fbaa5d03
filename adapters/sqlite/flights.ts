import type { Clock } from '../../src/ports/clock.ts';
import {
  type BeginResult,
  type FlightStorage,
  type ForeignFlight,
  releaseRememberedMs,
} from '../stores/polled-flights.ts';
import type { DatabaseFile } from './database-file.ts';
import { beginFlight, endFlight, renewFlight, validLeases } from './flight-tables.ts';
import { hasDied, thisProcess } from './process-identity.ts';
import { WriteBatch } from './write-batch.ts';

/** Flights in the file beside, which is not synced: only processes that are alive need them. */
export class SqliteFlightStorage implements FlightStorage {
  readonly #file: DatabaseFile;
  readonly #writes: WriteBatch;
  readonly #clock: Clock;

  constructor(options: { file: DatabaseFile; clock: Clock }) {
    this.#file = options.file;
    this.#writes = new WriteBatch(options.file);
    this.#clock = options.clock;
  }

  begin(key: string, leaseId: string, leaseMs: number): Promise<BeginResult> {
    return this.#writes.write((connection) => {
      const now = this.#clock.now();
      return beginFlight(connection, ownFlight(key, leaseId), { now, expiresAt: now + leaseMs }, hasDied);
    });
  }

  renew(key: string, leaseId: string, leaseMs: number): Promise<boolean> {
    return this.#writes.write((connection) =>
      renewFlight(connection, ownFlight(key, leaseId), this.#clock.now() + leaseMs),
    );
  }

  release(key: string, leaseId: string): Promise<void> {
    return this.#writes.write((connection) =>
      endFlight(connection, ownFlight(key, leaseId), this.#clock.now() + releaseRememberedMs),
    );
  }

  async findEnded(flights: readonly ForeignFlight[]): Promise<readonly ForeignFlight[]> {
    const keys = flights.map(({ key }) => key);
    const valid = await this.#file.use((connection) => validLeases(connection, keys, this.#clock.now()));
    const dead = new Set([...new Set(flights.map(({ process }) => process))].filter(hasDied));
    return flights.filter(({ leaseId, process }) => !valid.has(leaseId) || dead.has(process));
  }

  /** Resolves when everything passed so far is written. */
  async drain(): Promise<void> {
    await this.#writes.drain();
  }
}

function ownFlight(key: string, leaseId: string): ForeignFlight {
  return { key, leaseId, process: thisProcess };
}
