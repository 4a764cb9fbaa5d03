/**
 * The leases, the queue of processes, the pause and the last release of one key, as one value. Pure: what changes it
 * works on a copy that nobody else has.
 */
import { randomUUID } from 'node:crypto';
import type { LeasePause, LeaseRenewal, PauseReason } from '../../src/ports/leases.ts';
import { isUrgent, type LeaseOptions, mostPassed, releaseRememberedMs } from './lease-waiters.ts';
import type { LeaseAnswer } from './polled-leases.ts';

/** A place in the queue is renewed when less than this part of its time is left. */
const freshPart = 3 / 4;

interface HeldLease {
  readonly id: string;
  expiresAt: number;
  /** Identifies the process that has it, if its storage can tell when that has died. */
  holder?: string | undefined;
}

/** A process with callers that wait. The list of them is in the order in which they are served. */
interface Ticket {
  readonly process: string;
  expiresAt: number;
  urgent: boolean;
  /** How many leases went to urgent callers of other processes meanwhile. */
  passed: number;
}

/** A process that asks for leases, and what its leases are to have as their `holder`. */
interface Asker {
  readonly process: string;
  readonly holder?: string;
  readonly now: number;
  /** A process that has not asked for this long loses its place in the queue of processes. */
  readonly queueTimeoutMs: number;
}

export interface LeaseState {
  leases: HeldLease[];
  tickets: Ticket[];
  pause?: { until: number; readonly reason: PauseReason; readonly durationMs: number };
  /** Until when the last release is remembered. */
  releasedUntil?: number;
}

/** Returns when nothing of the state counts any more. */
export function endOf({ leases, tickets, pause, releasedUntil }: LeaseState): number {
  const times = [...leases, ...tickets].map(({ expiresAt }) => expiresAt);
  return Math.max(0, ...times, pause?.until ?? 0, releasedUntil ?? 0);
}

/** Returns the state that was stored as JSON, if any, without what has ended. */
export function readState(stored: string | undefined, now: number): LeaseState {
  const state: LeaseState = stored === undefined ? { leases: [], tickets: [] } : JSON.parse(stored);
  state.leases = state.leases.filter(({ expiresAt }) => expiresAt > now);
  state.tickets = state.tickets.filter(({ expiresAt }) => expiresAt > now);
  if (state.pause !== undefined && state.pause.until <= now) delete state.pause;
  if (state.releasedUntil !== undefined && state.releasedUntil <= now) delete state.releasedUntil;
  return state;
}

/**
 * Grants leases to the callers that wait in this process, in order, the urgent ones first, while connections are free and
 * no other process is ahead in the queue of processes. Ahead of an urgent caller are only processes with urgent callers, and
 * those that had to let enough of these pass; of any other one, all of the former are ahead. If some callers get none, the
 * process joins the queue. After each lease it moves to the end, so that a busy process cannot starve the others.
 */
export function takeLeases(state: LeaseState, asker: Asker, waiters: readonly LeaseOptions[]): LeaseAnswer[] {
  const { now, queueTimeoutMs } = asker;
  shortenLater(state, now, { leaseMs: waiters[0]?.leaseMs, queueTimeoutMs });
  const { pause } = state;
  if (pause !== undefined) {
    const { until, reason } = pause;
    return waiters.map((): LeasePause => ({ kind: 'pause', until, reason }));
  }
  const answers: LeaseAnswer[] = [];
  for (const options of waiters) {
    const lease = takeLease(state, asker, options);
    if (lease === undefined) break;
    answers.push(lease);
  }
  const next = waiters[answers.length];
  if (next !== undefined) joinQueue(state, asker, isUrgent(next));
  return answers;
}

function takeLease(
  state: LeaseState,
  { process, holder, now }: Asker,
  options: LeaseOptions,
): LeaseAnswer | undefined {
  const first = firstInQueue(state, process, isUrgent(options));
  if (first !== undefined && first !== process) return undefined;
  const held = state.leases.length;
  if (held >= options.max) return undefined;
  leaveQueue(state, process);
  if (isUrgent(options)) for (const ticket of state.tickets) if (!ticket.urgent) ticket.passed += 1;
  const id = randomUUID();
  state.leases.push({ id, expiresAt: now + options.leaseMs, holder });
  const releasedBefore = options.isRemembered === true && state.releasedUntil !== undefined;
  return { kind: 'leased', id, held: held + 1, releasedBefore };
}

export function renewLease(state: LeaseState, id: string, expiresAt: number): LeaseRenewal {
  const lease = state.leases.find((each) => each.id === id);
  if (lease === undefined) return 'ended';
  lease.expiresAt = expiresAt;
  return state.tickets.some(({ urgent }) => urgent) ? 'wanted' : 'renewed';
}

/** Ends a lease. With `rememberedAt`, the release is remembered for a while. */
export function releaseLease(state: LeaseState, id: string, rememberedAt?: number): void {
  const others = state.leases.filter((lease) => lease.id !== id);
  if (others.length === state.leases.length) return;
  state.leases = others;
  if (rememberedAt !== undefined) state.releasedUntil = rememberedAt + releaseRememberedMs;
}

export function leaveQueue(state: LeaseState, process: string): void {
  state.tickets = state.tickets.filter((ticket) => ticket.process !== process);
}

/** A pause replaces one that ends earlier. */
export function setPause(
  state: LeaseState,
  { durationMs, reason, now }: { durationMs: number; reason: PauseReason; now: number },
): void {
  shortenLater(state, now, {});
  const until = now + durationMs;
  if (durationMs > 0 && (state.pause === undefined || until > state.pause.until))
    state.pause = { until, reason, durationMs };
}

/** Shortens what seems to last longer than at first, because the clock was set back. */
function shortenLater(
  state: LeaseState,
  now: number,
  { leaseMs = Number.POSITIVE_INFINITY, queueTimeoutMs = Number.POSITIVE_INFINITY },
): void {
  for (const lease of state.leases) lease.expiresAt = Math.min(lease.expiresAt, now + leaseMs);
  for (const ticket of state.tickets) ticket.expiresAt = Math.min(ticket.expiresAt, now + queueTimeoutMs);
  const { pause, releasedUntil } = state;
  if (pause !== undefined) pause.until = Math.min(pause.until, now + pause.durationMs);
  if (releasedUntil !== undefined) state.releasedUntil = Math.min(releasedUntil, now + releaseRememberedMs);
}

/** The process itself is as urgent as this caller, whatever its place in the queue was taken for. */
function firstInQueue({ tickets }: LeaseState, process: string, urgent: boolean): string | undefined {
  const isAhead = (ticket: Ticket) =>
    (ticket.process === process ? urgent : ticket.urgent) || ticket.passed >= mostPassed;
  return (tickets.find(isAhead) ?? (urgent ? undefined : tickets[0]))?.process;
}

function joinQueue(state: LeaseState, { process, now, queueTimeoutMs }: Asker, urgent: boolean): void {
  const known = state.tickets.find((ticket) => ticket.process === process);
  // Not at each poll: a state that stays the same is not written, and is in nobody's way.
  const isFresh = known !== undefined && known.expiresAt > now + freshPart * queueTimeoutMs;
  const expiresAt = isFresh ? known.expiresAt : now + queueTimeoutMs;
  if (known === undefined) state.tickets.push({ process, expiresAt, urgent, passed: 0 });
  else Object.assign(known, { expiresAt, urgent });
}
