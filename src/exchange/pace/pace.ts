import {
  type CountedRecipients,
  isRateUsed,
  type RecipientRate,
  rateAfterAnswers,
  rateAfterSign,
  restUntil,
  unlimitedRate,
} from './recipient-rate.ts';

/**
 * Finds out how many connections a server allows one egress. Pure: events go in with their time, the state that comes
 * out says what is permitted.
 *
 * - It begins with few connections (`start`). One more is permitted when two things have happened since the
 *   last one was: a connection that used all that are permitted was greeted, and as many recipients were
 *   accepted (more where `acceptedPerStep` says so). So growth is earned recipient by recipient, never runs
 *   more than one connection ahead of what the server has accepted, and is slow where many recipients do not
 *   exist.
 * - The sign of a limit is a connection that is refused while others are open. It tells how many the server
 *   allows: those before it. A refusal of a connection beyond what is permitted by now tells nothing new.
 *   Further refusals, with no greeting between them, take away twice as many each time, because the limit has
 *   then moved far.
 * - The limit is remembered until a connection there is greeted. Up to it, growth is as before; it is tried again after
 *   30 seconds, and after each refusal there not before twice that time, up to an hour.
 * - A reply that asks us to slow down limits the recipients a second (`recipient-rate.ts`), and pauses all
 *   questions for a while. While that rate decides how fast recipients are answered, there is no growth.
 * - Greetings that get slow against the fastest ones seen stop growth.
 *
 * After Postfix's scheduler (SCHEDULER_README: feedback of 1/N per reply; only while the window is used; a run of
 * refusals counts once) and gradient limiters (Netflix concurrency-limits: tolerance 1.5).
 */
export interface PaceState {
  /** Connections that may be open at once. */
  readonly connections: number;
  /** Recipients that were accepted since `connections` last changed. */
  readonly acceptedRecipients: number;
  /** The most connections that were open, since then, when one was greeted. */
  readonly mostGreeted: number;
  /** Refused connections with no greeting between them. */
  readonly refusalsInARow: number;
  readonly limit: MetLimit | undefined;
  readonly speed: GreetingSpeed | undefined;
  /** Recipients a second. */
  readonly rate: RecipientRate;
  /** Time of the last event. */
  readonly changedAt: number;
}

/** A limit that was met. */
export interface MetLimit {
  /** This many connections were too many. */
  readonly connections: number;
  /** They are tried again from then on. */
  readonly retryAt: number;
  readonly holdMs: number;
}

/** How long greetings take, from the connection to the reply to EHLO. */
interface GreetingSpeed {
  readonly baselineMs: number;
  readonly smoothedMs: number;
}

/** How many connections there may be. */
export interface PaceBounds {
  /** At first. */
  readonly start: number;
  /** At most. */
  readonly ceiling: number;
  /** Accepted recipients that earn one more. Default: as many as there are connections. */
  readonly acceptedPerStep?: number;
}

/** `connections`: how many were open, this one included, when the connection was opened. */
export type PaceEvent =
  /** The server greeted us, and replied to EHLO `afterMs` after the connection. */
  | { readonly kind: 'greeted'; readonly connections: number; readonly afterMs: number }
  /**
   * Recipients were answered: so many were accepted, do not exist, or were refused for another reason, but
   * not to slow down.
   */
  | { readonly kind: 'replies'; readonly accepted: number; readonly missing: number; readonly others: number }
  /** The connection was refused in a way that shows a limit on connections. */
  | { readonly kind: 'refused'; readonly connections: number }
  /** A reply asked us to slow down, such as 4.7.x. `counts`: what the server has counted. */
  | { readonly kind: 'limited'; readonly counts: CountedRecipients };

/** How long a server that is not asked about anybody is remembered. */
const memoryMs = 3_600_000;
const firstHoldMs = 30_000;
const longestHoldMs = 3_600_000;
/** Greetings that take this many times as long as the fastest, and so much longer, are slow. */
const slow = { factor: 1.5, extraMs: 100 };
/** The weight of the last greeting. */
const smoothing = 0.3;
/**
 * By how much the baseline rises with each greeting, so that a server that has become slower counts as normal
 * in time.
 */
const baselineDrift = 1.01;

/** Returns the state in which nothing is known of a server. */
export function startPace({ start, ceiling }: PaceBounds, now: number): PaceState {
  return withConnections(
    {
      connections: 0,
      acceptedRecipients: 0,
      mostGreeted: 0,
      refusalsInARow: 0,
      limit: undefined,
      speed: undefined,
      rate: unlimitedRate(now),
      changedAt: now,
    },
    Math.min(start, ceiling),
  );
}

/** Returns what a state is worth now: what was found out more than an hour ago, with nothing since, has expired. */
export function recentPace(state: PaceState, bounds: PaceBounds, now: number): PaceState {
  return now - state.changedAt < memoryMs ? state : startPace(bounds, now);
}

/** Returns the state after an event. `now`: in milliseconds, by a clock that never jumps. */
export function advancePace(known: PaceState, event: PaceEvent, bounds: PaceBounds, now: number): PaceState {
  const state = { ...recentPace(known, bounds, now), changedAt: now };
  switch (event.kind) {
    case 'greeted':
      return onGreeted(state, event, bounds, now);
    case 'replies':
      return onReplies(state, event, bounds, now);
    case 'refused':
      return onRefused(state, event.connections, now);
    case 'limited':
      // What was already on its way when the first reply came is no further sign.
      return now < restUntil(state.rate)
        ? state
        : { ...state, rate: rateAfterSign(state.rate, event.counts, now) };
  }
}

function onReplies(
  state: PaceState,
  { accepted, missing, others }: Extract<PaceEvent, { kind: 'replies' }>,
  bounds: PaceBounds,
  now: number,
): PaceState {
  const rate = rateAfterAnswers(state.rate, { missing, others: accepted + others }, now);
  const answered = { ...state, rate };
  if (accepted === 0) return answered;
  return grow({ ...answered, acceptedRecipients: state.acceptedRecipients + accepted }, bounds, now);
}

/**
 * Returns how many of the permitted connections bulk work may use: where there are several, one is for single
 * requests.
 */
export function connectionsForBulk(connections: number): number {
  return connections < connectionsWithReserve ? connections : connections - 1;
}

/** Of fewer, one would be too large a part: there, bulk work leaves a connection when a single request wants one. */
const connectionsWithReserve = 10;

function onGreeted(
  state: PaceState,
  { connections, afterMs }: { readonly connections: number; readonly afterMs: number },
  bounds: PaceBounds,
  now: number,
): PaceState {
  const greeted = { ...state, speed: speedAfter(state.speed, afterMs) };
  // It was opened before connections were taken away: some of those that it was counted with may have been refused.
  if (connections > state.connections) return greeted;
  const limit = state.limit !== undefined && connections >= state.limit.connections ? undefined : state.limit;
  const mostGreeted = Math.max(state.mostGreeted, connections);
  return grow({ ...greeted, refusalsInARow: 0, mostGreeted, limit }, bounds, now);
}

function grow(state: PaceState, bounds: PaceBounds, now: number): PaceState {
  const { connections, acceptedRecipients, mostGreeted, limit, speed } = state;
  const { ceiling, acceptedPerStep = connections } = bounds;
  if (mostGreeted < connectionsForBulk(connections) || acceptedRecipients < acceptedPerStep) return state;
  if (connections >= ceiling || isRateUsed(state.rate, now) || isSlow(speed)) return state;
  if (limit !== undefined && connections + 1 >= limit.connections && now < limit.retryAt) return state;
  return withConnections(state, connections + 1);
}

function onRefused(state: PaceState, refused: number, now: number): PaceState {
  if (refused > state.connections || refused < 2) return state;
  const { limit, refusalsInARow } = state;
  // The same limit as before, found again.
  const isKnown = limit !== undefined && refused >= limit.connections;
  const holdMs = isKnown ? Math.min(longestHoldMs, 2 * limit.holdMs) : firstHoldMs;
  const fewer = Math.max(1, refused - 2 ** Math.min(refusalsInARow, 10));
  return {
    ...withConnections(state, fewer),
    refusalsInARow: refusalsInARow + 1,
    limit: { connections: refused, retryAt: now + holdMs, holdMs },
  };
}

function speedAfter(speed: GreetingSpeed | undefined, afterMs: number): GreetingSpeed {
  if (speed === undefined) return { baselineMs: afterMs, smoothedMs: afterMs };
  return {
    baselineMs: Math.min(afterMs, speed.baselineMs * baselineDrift),
    smoothedMs: speed.smoothedMs + smoothing * (afterMs - speed.smoothedMs),
  };
}

function isSlow(speed: GreetingSpeed | undefined): boolean {
  return speed !== undefined && speed.smoothedMs > speed.baselineMs * slow.factor + slow.extraMs;
}

function withConnections(state: PaceState, connections: number): PaceState {
  return { ...state, connections, acceptedRecipients: 0, mostGreeted: 0 };
}
