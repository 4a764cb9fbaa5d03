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
 * - It begins with few connections (`start`). One more is permitted when, since the last one was, a connection that used
 *   all that are permitted was greeted, and as many recipients were accepted (more where `acceptedPerStep` says so). So
 *   growth is earned recipient by recipient, and is slow where many recipients do not exist.
 * - The sign of a limit is a connection that is refused while others are open: the server allows those before it. A
 *   refusal of one beyond what is permitted by now tells nothing new. Further refusals, with no greeting between them,
 *   take away twice as many each time, because the limit has then moved far.
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
  readonly connections: number;
  /** Recipients that were accepted since `connections` last changed. */
  readonly acceptedRecipients: number;
  /** The most connections that were open, since then, when one was greeted. */
  readonly mostGreeted: number;
  /** Refused connections with no greeting between them. */
  readonly refusalsInARow: number;
  readonly limit: MetLimit | undefined;
  /** How long greetings take, from the connection to the reply to EHLO: the fastest, and those of late. */
  readonly speed: { readonly baselineMs: number; readonly smoothedMs: number } | undefined;
  readonly rate: RecipientRate;
  readonly changedAt: number;
}

export interface MetLimit {
  /** This many connections were too many. */
  readonly connections: number;
  /** They are tried again from then on. */
  readonly retryAt: number;
  readonly holdMs: number;
}

export interface PaceBounds {
  readonly start: number;
  readonly ceiling: number;
  /** Accepted recipients that earn one more. Default: as many as there are connections. */
  readonly acceptedPerStep?: number;
}

/** `connections`: how many were open, this one included, when the connection was opened. */
export type PaceEvent =
  /** The server greeted us, and replied to EHLO `afterMs` after the connection. */
  | { readonly kind: 'greeted'; readonly connections: number; readonly afterMs: number }
  /** Of recipients, so many were accepted, do not exist, or were refused for another reason, but not to slow down. */
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
const smoothing = 0.3;
/** By how much the baseline rises with each greeting, so that a slower server counts as normal in time. */
const baselineDrift = 1.01;

/** Returns the state in which nothing is known of a server. */
export function startPace({ start, ceiling }: PaceBounds, now: number): PaceState {
  return {
    connections: Math.min(start, ceiling),
    acceptedRecipients: 0,
    mostGreeted: 0,
    refusalsInARow: 0,
    limit: undefined,
    speed: undefined,
    rate: unlimitedRate(now),
    changedAt: now,
  };
}

/** Returns what a state is worth now: what was found out more than an hour ago, with nothing since, has expired. */
export function recentPace(state: PaceState, bounds: PaceBounds, now: number): PaceState {
  return now - state.changedAt < memoryMs ? state : startPace(bounds, now);
}

/** Returns the state after an event. `now`: in milliseconds, by a clock that never jumps. */
export function advancePace(known: PaceState, event: PaceEvent, bounds: PaceBounds, now: number): PaceState {
  const recent = recentPace(known, bounds, now);
  switch (event.kind) {
    case 'greeted':
      return onGreeted({ ...recent, changedAt: now }, event, bounds, now);
    case 'replies': {
      const { accepted, missing, others } = event;
      const rate = rateAfterAnswers(recent.rate, { missing, others: accepted + others }, now);
      const acceptedRecipients = recent.acceptedRecipients + accepted;
      const answered = { ...recent, rate, acceptedRecipients, changedAt: now };
      return accepted === 0 ? answered : grow(answered, bounds, now);
    }
    case 'refused':
      return onRefused({ ...recent, changedAt: now }, event.connections, now);
    case 'limited': {
      // What was already on its way when the first reply came is no further sign.
      const isOnItsWay = now < restUntil(recent.rate);
      const rate = isOnItsWay ? recent.rate : rateAfterSign(recent.rate, event.counts, now);
      return { ...recent, rate, changedAt: now };
    }
  }
}

/** Of fewer, one would be too large a part: there, bulk work leaves a connection when a single request wants one. */
const connectionsWithReserve = 10;

/** Returns how many of the permitted connections bulk work may use: of several, one is for single requests. */
export function connectionsForBulk(connections: number): number {
  return connections < connectionsWithReserve ? connections : connections - 1;
}

function onGreeted(
  state: PaceState,
  { connections, afterMs }: Extract<PaceEvent, { kind: 'greeted' }>,
  bounds: PaceBounds,
  now: number,
): PaceState {
  const { baselineMs, smoothedMs } = state.speed ?? { baselineMs: afterMs, smoothedMs: afterMs };
  const speed = {
    baselineMs: Math.min(afterMs, baselineMs * baselineDrift),
    smoothedMs: smoothedMs + smoothing * (afterMs - smoothedMs),
  };
  // It was opened before connections were taken away: some of those that it was counted with may have been refused.
  if (connections > state.connections) return { ...state, speed };
  const limit = state.limit !== undefined && connections >= state.limit.connections ? undefined : state.limit;
  const mostGreeted = Math.max(state.mostGreeted, connections);
  return grow({ ...state, speed, refusalsInARow: 0, mostGreeted, limit }, bounds, now);
}

function grow(state: PaceState, bounds: PaceBounds, now: number): PaceState {
  const { connections, acceptedRecipients, mostGreeted, limit, speed } = state;
  const { ceiling, acceptedPerStep = connections } = bounds;
  if (mostGreeted < connectionsForBulk(connections) || acceptedRecipients < acceptedPerStep) return state;
  if (connections >= ceiling || isRateUsed(state.rate, now)) return state;
  if (speed !== undefined && speed.smoothedMs > speed.baselineMs * slow.factor + slow.extraMs) return state;
  if (limit !== undefined && connections + 1 >= limit.connections && now < limit.retryAt) return state;
  return withConnections(state, connections + 1);
}

function onRefused(state: PaceState, refused: number, now: number): PaceState {
  if (refused > state.connections || refused < 2) return state;
  const { limit, refusalsInARow } = state;
  // The same limit as before, found again.
  const isKnown = limit !== undefined && refused >= limit.connections;
  const holdMs = isKnown ? Math.min(longestHoldMs, 2 * limit.holdMs) : firstHoldMs;
  return {
    ...withConnections(state, Math.max(1, refused - 2 ** Math.min(refusalsInARow, 10))),
    refusalsInARow: refusalsInARow + 1,
    limit: { connections: refused, retryAt: now + holdMs, holdMs },
  };
}

function withConnections(state: PaceState, connections: number): PaceState {
  return { ...state, connections, acceptedRecipients: 0, mostGreeted: 0 };
}

/** A limit is written so soon after it was met, at most. Clocks of machines may differ by a little of that. */
const writtenWithinMs = 10_000;

/**
 * Returns what a pace becomes once it is known what another process, or an earlier one, has found out: a limit that was
 * met later wins, and a rate counts where there is none. Without limits, the more connections count. Undefined if nothing
 * changes. `readBefore`: when this process read it last, if its own pace is still of use.
 */
export function adoptPace(
  own: PaceState,
  stored: PaceState,
  { now, readBefore }: { readonly now: number; readonly readBefore: number | undefined },
): PaceState | undefined {
  const metAt = (limit: MetLimit) => limit.retryAt - limit.holdMs;
  // Where this process has passed its limit since, one that was met before it read last is out of date. What was kept is
  // rounded, so that less than a second is no later.
  const since = own.limit ? metAt(own.limit) + 1_000 : (readBefore ?? -Infinity) - writtenWithinMs;
  const isLimitNewer = stored.limit !== undefined && metAt(stored.limit) > since;
  const isUnlimited = own.limit === undefined && own.rate.found === undefined;
  const earned = isUnlimited ? Math.max(own.connections, stored.connections) : own.connections;
  const connections = isLimitNewer ? stored.connections : earned;
  const found = own.rate.found ?? stored.rate.found;
  if (!isLimitNewer && connections === own.connections && found === own.rate.found) return undefined;
  const limit = isLimitNewer ? stored.limit : own.limit;
  return { ...withConnections(own, connections), limit, rate: { ...own.rate, found }, changedAt: now };
}
