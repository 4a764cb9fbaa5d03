/** The SQL of pacing over all processes on one file. */
import { randomUUID } from 'node:crypto';
import type { PacingPause, PauseReason } from '../../src/ports.ts';
import type { Session } from './session.ts';

export interface LeaseRequest {
  readonly exchange: string;
  readonly process: string;
  readonly now: number;
  /** How long this process keeps its place in the order if it does not ask again. */
  readonly ticketMs: number;
}

export interface LeaseSize {
  readonly maxConnections: number;
  readonly leaseMs: number;
}

export type LeaseAnswer = { readonly kind: 'leased'; readonly id: string } | PacingPause;

/**
 * Leases for those who wait in this process, in their order, as long as there is room and no other process waits
 * longer. If some get none, the process gets a place in the order. After each lease it goes to the end, so that a
 * busy process leaves room for the others.
 */
export function takeLeases(
  session: Session,
  request: LeaseRequest,
  waiters: readonly LeaseSize[],
): LeaseAnswer[] {
  return session.transaction(() => {
    const pause = readPause(session, request.exchange, request.now);
    if (pause !== undefined) return waiters.map(() => pause);
    const answers: LeaseAnswer[] = [];
    for (const size of waiters) {
      const id = takeLease(session, request, size);
      if (id === undefined) break;
      answers.push({ kind: 'leased', id });
    }
    if (answers.length < waiters.length) drawTicket(session, request);
    return answers;
  });
}

function takeLease(session: Session, request: LeaseRequest, size: LeaseSize): string | undefined {
  const first = firstTicket(session, request);
  if (first !== undefined && first !== request.process) return undefined;
  if (livingLeases(session, request) >= size.maxConnections) return undefined;
  if (first !== undefined) returnTicket(session, request);
  return insertLease(session, request, size.leaseMs);
}

export function renewLease(session: Session, lease: { id: string; now: number; expiresAt: number }): boolean {
  const { id, now, expiresAt } = lease;
  return (
    session.run('UPDATE leases SET expires_at = ? WHERE id = ? AND expires_at > ?', expiresAt, id, now) > 0
  );
}

export function deleteLease(session: Session, id: string): void {
  session.run('DELETE FROM leases WHERE id = ?', id);
}

/** For when nobody waits here any more. */
export function returnTicket(session: Session, place: { exchange: string; process: string }): void {
  session.run('DELETE FROM tickets WHERE exchange = ? AND process = ?', place.exchange, place.process);
}

export function writePause(
  session: Session,
  exchange: string,
  pause: { until: number; reason: PauseReason },
): void {
  session.run(
    `INSERT INTO pauses (exchange, until, reason) VALUES (?, ?, ?)
       ON CONFLICT (exchange) DO UPDATE SET until = excluded.until, reason = excluded.reason
       WHERE excluded.until > until`,
    exchange,
    pause.until,
    pause.reason,
  );
}

/** What killed processes left behind. */
export function deleteLapsed(session: Session, now: number): void {
  session.transaction(() => {
    session.run('DELETE FROM leases WHERE expires_at <= ?', now);
    session.run('DELETE FROM tickets WHERE expires_at <= ?', now);
    session.run('DELETE FROM pauses WHERE until <= ?', now);
  });
}

function readPause(session: Session, exchange: string, now: number): PacingPause | undefined {
  const row = session.get('SELECT until, reason FROM pauses WHERE exchange = ? AND until > ?', exchange, now);
  if (row === undefined) return undefined;
  const { until, reason } = row as { until: number; reason: PauseReason };
  return { kind: 'pause', until, reason };
}

function firstTicket(session: Session, { exchange, now }: LeaseRequest): string | undefined {
  const row = session.get(
    'SELECT process FROM tickets WHERE exchange = ? AND expires_at > ? ORDER BY number LIMIT 1',
    exchange,
    now,
  ) as { process: string } | undefined;
  return row?.process;
}

function livingLeases(session: Session, { exchange, now }: LeaseRequest): number {
  const { count } = session.get(
    'SELECT count(*) AS count FROM leases WHERE exchange = ? AND expires_at > ?',
    exchange,
    now,
  ) as { count: number };
  return count;
}

function insertLease(session: Session, { exchange, now }: LeaseRequest, leaseMs: number): string {
  const id = randomUUID();
  session.run('INSERT INTO leases (id, exchange, expires_at) VALUES (?, ?, ?)', id, exchange, now + leaseMs);
  return id;
}

function drawTicket(session: Session, { exchange, process, now, ticketMs }: LeaseRequest): void {
  session.run('DELETE FROM tickets WHERE exchange = ? AND expires_at <= ?', exchange, now);
  session.run(
    `INSERT INTO tickets (exchange, process, expires_at) VALUES (?, ?, ?)
       ON CONFLICT (exchange, process) DO UPDATE SET expires_at = excluded.expires_at`,
    exchange,
    process,
    now + ticketMs,
  );
}
