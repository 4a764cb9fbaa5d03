/** SQL of leases: rows in and out. Table `tickets` is the queue of processes. Writers must run inside a transaction. */
import { randomUUID } from 'node:crypto';
import type { LeasePause, LeaseRenewal, PauseReason } from '../../src/ports/leases.ts';
import { isUrgent, type LeaseOptions, mostPassed, releaseRememberedMs } from '../stores/lease-waiters.ts';
import type { GrantedLease, LeaseAnswer } from '../stores/polled-leases.ts';
import type { SqliteConnection } from './connection.ts';
import { hasDied, thisProcess } from './process-identity.ts';

/** How many releases that need not be remembered any more each one deletes. */
const forgottenPerRelease = 4;

/** So long a server may take to see that the connections of a process that has died are closed. */
const lettingGoMs = 5_000;

export interface SqliteLeaseRequest {
  readonly exchange: string;
  readonly process: string;
  readonly now: number;
  /** How long this process keeps its place in the queue if it does not ask again. */
  readonly queueTimeoutMs: number;
}

/**
 * Grants leases to the callers that wait in this process, in order, the urgent ones first, while connections are free and
 * no other process is ahead in the queue of processes. Ahead of an urgent caller are only processes with urgent callers, and
 * those that had to let enough of these pass; of any other one, all of the former are ahead. If some callers get none, the
 * process joins the queue. After each lease it moves to the end, so that a busy process cannot starve the others.
 */
export function takeLeases(
  connection: SqliteConnection,
  request: SqliteLeaseRequest,
  waiters: readonly LeaseOptions[],
): LeaseAnswer[] {
  const [first] = waiters;
  // Most leases are taken where nobody has or wants one.
  if (first !== undefined && waiters.length === 1 && first.max > 0 && isUnused(connection, request))
    return [grantLease(connection, request, first, 1)];
  shortenLater(connection, request, first?.leaseMs);
  const pause = readPause(connection, request.exchange, request.now);
  if (pause !== undefined) return waiters.map(() => pause);
  const answers: LeaseAnswer[] = [];
  for (const options of waiters) {
    const lease = takeLease(connection, request, options);
    if (lease === undefined) break;
    answers.push(lease);
  }
  const next = waiters[answers.length];
  if (next !== undefined) joinQueue(connection, request, isUrgent(next));
  return answers;
}

function takeLease(
  connection: SqliteConnection,
  request: SqliteLeaseRequest,
  options: LeaseOptions,
): GrantedLease | undefined {
  const first = firstInQueue(connection, request, isUrgent(options));
  if (first !== undefined && first !== request.process) return undefined;
  const held = countLeases(connection, request);
  if (held >= options.max) {
    shortenLeasesOfDead(connection, request);
    return undefined;
  }
  if (first !== undefined) leaveQueue(connection, request);
  if (isUrgent(options)) countPassed(connection, request);
  return grantLease(connection, request, options, held + 1);
}

function grantLease(
  connection: SqliteConnection,
  request: SqliteLeaseRequest,
  { leaseMs, isRemembered }: LeaseOptions,
  held: number,
): GrantedLease {
  const releasedBefore = isRemembered === true && wasReleased(connection, request);
  return { kind: 'leased', id: insertLease(connection, request, leaseMs), held, releasedBefore };
}

function isUnused(connection: SqliteConnection, { exchange }: SqliteLeaseRequest): boolean {
  const used = connection.get(
    `SELECT 1 FROM leases WHERE exchange = ? UNION ALL SELECT 1 FROM tickets WHERE exchange = ?
       UNION ALL SELECT 1 FROM pauses WHERE exchange = ? LIMIT 1`,
    exchange,
    exchange,
    exchange,
  );
  return used === undefined;
}

export function renewLease(
  connection: SqliteConnection,
  lease: { id: string; exchange: string; now: number; expiresAt: number },
): LeaseRenewal {
  const { id, exchange, now, expiresAt } = lease;
  const renewal = 'UPDATE leases SET expires_at = ? WHERE id = ? AND expires_at > ?';
  if (connection.run(renewal, expiresAt, id, now) === 0) return 'ended';
  const waiting = 'SELECT 1 FROM tickets WHERE exchange = ? AND urgent = 1 AND expires_at > ? LIMIT 1';
  return connection.get(waiting, exchange, now) === undefined ? 'renewed' : 'wanted';
}

export function deleteLease(connection: SqliteConnection, id: string): boolean {
  return connection.run('DELETE FROM leases WHERE id = ?', id) === 1;
}

/** Deletes a lease, and remembers its release for a while. */
export function releaseLease(
  connection: SqliteConnection,
  { id, exchange, now }: { readonly id: string; readonly exchange: string; readonly now: number },
): void {
  if (!deleteLease(connection, id)) return;
  const release = 'INSERT OR REPLACE INTO releases (exchange, until) VALUES (?, ?)';
  connection.run(release, exchange, now + releaseRememberedMs);
  connection.run(
    `DELETE FROM releases WHERE exchange IN
       (SELECT exchange FROM releases WHERE until <= ? ORDER BY until LIMIT ${forgottenPerRelease})`,
    now,
  );
}

function wasReleased(connection: SqliteConnection, { exchange, now }: SqliteLeaseRequest): boolean {
  const row = 'SELECT 1 FROM releases WHERE exchange = ? AND until > ?';
  return connection.get(row, exchange, now) !== undefined;
}

export function leaveQueue(
  connection: SqliteConnection,
  options: { exchange: string; process: string },
): void {
  connection.run('DELETE FROM tickets WHERE exchange = ? AND process = ?', options.exchange, options.process);
}

export function writePause(
  connection: SqliteConnection,
  exchange: string,
  pause: { until: number; reason: PauseReason; now: number },
): void {
  const { until, reason, now } = pause;
  shortenPause(connection, exchange, now);
  connection.run(
    `INSERT INTO pauses (exchange, until, reason, duration_ms) VALUES (?, ?, ?, ?)
       ON CONFLICT (exchange) DO UPDATE
         SET until = excluded.until, reason = excluded.reason, duration_ms = excluded.duration_ms
       WHERE excluded.until > until`,
    exchange,
    until,
    reason,
    until - now,
  );
}

/**
 * Shortens what seems to last longer than at first, because the clock was set back: leases, places in the queue and the
 * pause end no later than if they had begun now.
 */
function shortenLater(
  connection: SqliteConnection,
  { exchange, now, queueTimeoutMs }: SqliteLeaseRequest,
  leaseMs: number | undefined,
): void {
  if (leaseMs !== undefined) {
    const latest = now + leaseMs;
    const lease = 'UPDATE leases SET expires_at = ? WHERE exchange = ? AND expires_at > ?';
    connection.run(lease, latest, exchange, latest);
  }
  const lastPlace = now + queueTimeoutMs;
  const ticket = 'UPDATE tickets SET expires_at = ? WHERE exchange = ? AND expires_at > ?';
  connection.run(ticket, lastPlace, exchange, lastPlace);
  shortenPause(connection, exchange, now);
}

function shortenPause(connection: SqliteConnection, exchange: string, now: number): void {
  connection.run(
    'UPDATE pauses SET until = ? + duration_ms WHERE exchange = ? AND until > ? + duration_ms',
    now,
    exchange,
    now,
  );
}

/** Deletes rows left behind by killed processes. */
export function deleteExpired(connection: SqliteConnection, now: number): void {
  connection.run('DELETE FROM leases WHERE expires_at <= ?', now);
  connection.run('DELETE FROM tickets WHERE expires_at <= ?', now);
  connection.run('DELETE FROM pauses WHERE until <= ?', now);
}

function readPause(connection: SqliteConnection, exchange: string, now: number): LeasePause | undefined {
  const row = connection.get(
    'SELECT until, reason FROM pauses WHERE exchange = ? AND until > ?',
    exchange,
    now,
  );
  if (row === undefined) return undefined;
  const { until, reason } = row as { until: number; reason: PauseReason };
  return { kind: 'pause', until, reason };
}

/** The process itself is as urgent as this caller, whatever its place in the queue was taken for. */
function firstInQueue(
  connection: SqliteConnection,
  { exchange, process, now }: SqliteLeaseRequest,
  urgent: boolean,
): string | undefined {
  const row = connection.get(
    `SELECT process, iif(process = ?, ?, urgent) OR passed >= ? AS first FROM tickets
       WHERE exchange = ? AND expires_at > ? AND first >= ? ORDER BY first DESC, number LIMIT 1`,
    process,
    urgent ? 1 : 0,
    mostPassed,
    exchange,
    now,
    urgent ? 1 : 0,
  ) as { process: string } | undefined;
  return row?.process;
}

/** The others in the queue that are not urgent have let one more caller pass. */
function countPassed(connection: SqliteConnection, { exchange, process }: SqliteLeaseRequest): void {
  connection.run(
    'UPDATE tickets SET passed = passed + 1 WHERE exchange = ? AND process <> ? AND urgent = 0',
    exchange,
    process,
  );
}

function countLeases(connection: SqliteConnection, { exchange, now }: SqliteLeaseRequest): number {
  const { count } = connection.get(
    'SELECT count(*) AS count FROM leases WHERE exchange = ? AND expires_at > ?',
    exchange,
    now,
  ) as { count: number };
  return count;
}

/**
 * Shortens the leases of processes that have died: the system has closed their connections, and servers learn of that soon.
 * They then belong to no process, so that they are shortened once.
 */
function shortenLeasesOfDead(connection: SqliteConnection, { exchange, now }: SqliteLeaseRequest): void {
  const rows = connection.all('SELECT DISTINCT process FROM leases WHERE exchange = ?', exchange);
  const dead = (rows as { process: string }[]).map(({ process }) => process).filter(hasDied);
  const shortened =
    "UPDATE leases SET process = '', expires_at = min(expires_at, ?) WHERE exchange = ? AND process = ?";
  for (const process of dead) connection.run(shortened, now + lettingGoMs, exchange, process);
}

function insertLease(
  connection: SqliteConnection,
  { exchange, now }: SqliteLeaseRequest,
  leaseMs: number,
): string {
  const id = randomUUID();
  connection.run(
    'INSERT INTO leases (id, exchange, expires_at, process) VALUES (?, ?, ?, ?)',
    id,
    exchange,
    now + leaseMs,
    thisProcess,
  );
  return id;
}

function joinQueue(
  connection: SqliteConnection,
  { exchange, process, now, queueTimeoutMs }: SqliteLeaseRequest,
  urgent: boolean,
): void {
  connection.run('DELETE FROM tickets WHERE exchange = ? AND expires_at <= ?', exchange, now);
  connection.run(
    `INSERT INTO tickets (exchange, process, expires_at, urgent) VALUES (?, ?, ?, ?)
       ON CONFLICT (exchange, process) DO UPDATE SET expires_at = excluded.expires_at, urgent = excluded.urgent`,
    exchange,
    process,
    now + queueTimeoutMs,
    urgent ? 1 : 0,
  );
}
