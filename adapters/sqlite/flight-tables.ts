/** SQL of flights: rows in and out. A row without a lease is the memory of a flight that was released. */
import type { BeginResult, ForeignFlight } from '../stores/polled-flights.ts';
import type { SqliteConnection } from './connection.ts';

/** How many expired rows each beginning of a flight removes. */
const expiredPerWrite = 4;

interface FlightRow {
  readonly lease: string | null;
  readonly process: string;
  readonly expiresAt: number;
}

interface FlightTimes {
  readonly now: number;
  readonly expiresAt: number;
}

export function beginFlight(
  connection: SqliteConnection,
  flight: ForeignFlight,
  { now, expiresAt }: FlightTimes,
  hasDied: (process: string) => boolean,
): BeginResult {
  const { key } = flight;
  const row = readFlight(connection, key);
  // A lease that ends later than a new one would is from before the clock was set back.
  const valid =
    row !== undefined && row.expiresAt > now && (row.lease === null || row.expiresAt <= expiresAt);
  if (valid && row.lease !== null && !hasDied(row.process))
    return { kind: 'under-way', flight: { key, leaseId: row.lease, process: row.process } };
  writeFlight(connection, flight, expiresAt);
  connection.run(
    `DELETE FROM flights WHERE key IN
       (SELECT key FROM flights WHERE expires_at <= ? ORDER BY expires_at LIMIT ${expiredPerWrite})`,
    now,
  );
  return { kind: 'begun', releasedBefore: valid && row.lease === null };
}

export function renewFlight(connection: SqliteConnection, flight: ForeignFlight, expiresAt: number): boolean {
  const row = readFlight(connection, flight.key);
  if (row !== undefined && row.lease !== flight.leaseId) return false;
  writeFlight(connection, flight, expiresAt);
  return true;
}

export function endFlight(connection: SqliteConnection, flight: ForeignFlight, rememberUntil: number): void {
  connection.run(
    'UPDATE flights SET lease = NULL, expires_at = ? WHERE key = ? AND lease = ?',
    rememberUntil,
    flight.key,
    flight.leaseId,
  );
}

/** Returns the ids of the leases that are still valid, of flights with these keys. */
export function validLeases(connection: SqliteConnection, keys: readonly string[], now: number): Set<string> {
  const rows = connection.all(
    `SELECT lease FROM flights
       WHERE key IN (SELECT value FROM json_each(?)) AND lease IS NOT NULL AND expires_at > ?`,
    JSON.stringify(keys),
    now,
  ) as { lease: string }[];
  return new Set(rows.map(({ lease }) => lease));
}

function readFlight(connection: SqliteConnection, key: string): FlightRow | undefined {
  const row = connection.get(
    'SELECT lease, process, expires_at AS expiresAt FROM flights WHERE key = ?',
    key,
  );
  return row as FlightRow | undefined;
}

function writeFlight(connection: SqliteConnection, flight: ForeignFlight, expiresAt: number): void {
  connection.run(
    `INSERT INTO flights (key, lease, process, expires_at) VALUES (?, ?, ?, ?)
       ON CONFLICT (key) DO UPDATE SET
         lease = excluded.lease, process = excluded.process, expires_at = excluded.expires_at`,
    flight.key,
    flight.leaseId,
    flight.process,
    expiresAt,
  );
}
