/**
 * The time from a sign of a limit to the next answer. How long that is tells over what time the server counts. Pure, like
 * `pace.ts`.
 *
 * - Nobody is asked about for 5 seconds after the first sign of a server, or for as long as servers usually count; later
 *   for a second, or for half of the time over which it counts.
 * - If the next recipient meets a sign, too, the next rest lasts until the time is over for which the server counts, or half
 *   as long as the server has refused everybody; at least a second, at most 5 minutes.
 * - Time in which nobody was asked about says nothing of the server: from a while after a rest until the next sign or answer
 *   it is left out, as if that had come before.
 */
export interface ShutOut {
  /** Later than the first sign by the time in which nobody was asked about. */
  readonly startedAt: number;
  readonly restUntil: number;
  readonly lastSignAt: number;
  readonly signs: number;
  /** It began with the first sign of the server. */
  readonly isFirst: boolean;
  /** Answers before it, and in what time, since the last one. */
  readonly answers: number;
  readonly answeredForMs: number;
  /** Answers since the rest about recipients that the server does not count. */
  readonly othersAnswered: number;
}

const firstRestMs = 5_000;
const shortestRestMs = 1_000;
const longestRestMs = 300_000;
/** A server that refuses everybody for longer has another reason than what was asked lately, and no rate is kept for longer. */
const longestWindowMs = 3_600_000;
/** Somebody was asked about when the rest was over if the reply comes so soon: on a new connection, of a slow server. */
const repliesWithinMs = 15_000;

/** Begins with a sign. `windowMs`: over which the server counts, as far as is known, or else is usual (`isFirst`). */
export function startShutOut({
  now,
  isFirst,
  windowMs,
  answers,
  answeredForMs,
}: {
  readonly now: number;
  readonly isFirst: boolean;
  readonly windowMs: number;
  readonly answers: number;
  readonly answeredForMs: number;
}): ShutOut {
  const restUntil = now + (isFirst ? Math.max(firstRestMs, windowMs) : restOf(windowMs / 2));
  return {
    startedAt: now,
    restUntil,
    lastSignAt: now,
    signs: 1,
    isFirst,
    answers,
    answeredForMs,
    othersAnswered: 0,
  };
}

/** Returns what another sign makes of it. `windowMs`: over which the server counts, as far as is known. */
export function lengthenShutOut(shutOut: ShutOut, windowMs: number, now: number): ShutOut {
  const refusedForMs = askedForMs(shutOut, now);
  const startedAt = now - refusedForMs;
  const restUntil = now + restOf(refusedForMs < windowMs ? windowMs - refusedForMs : refusedForMs / 2);
  return { ...shutOut, startedAt, restUntil, lastSignAt: now, signs: shutOut.signs + 1, othersAnswered: 0 };
}

/**
 * Returns over what time the server counts (an hour at most), now that it has answered again, and how many it answers in a
 * second of that at most. A server that answers after the first rest may still count over longer: it answers as soon as the
 * first of those that it counts is old enough.
 */
export function endShutOut(
  shutOut: ShutOut,
  knownWindowMs: number,
  now: number,
): { readonly windowMs: number; readonly mostPerSecond: number } {
  const windowMs = windowShown(shutOut, knownWindowMs, now);
  const { signs, isFirst, answers, answeredForMs } = shutOut;
  // One sign of a rate that was found says no more than that it was too high.
  const mostPerSecond =
    signs === 1 && !isFirst ? Number.POSITIVE_INFINITY : spreadOver(windowMs, answers, answeredForMs);
  return { windowMs, mostPerSecond };
}

/**
 * Returns how many a second a server has answered before a sign, spread over the time over which it counts. Infinity where
 * it has answered for much longer: the rate is then what it did not bear, and not how many came in that time.
 */
function spreadOver(windowMs: number, answers: number, answeredForMs: number): number {
  const isWhole = answeredForMs < 2 * windowMs;
  return isWhole ? (1_000 * answers) / Math.max(windowMs, answeredForMs) : Number.POSITIVE_INFINITY;
}

function windowShown(shutOut: ShutOut, knownWindowMs: number, now: number): number {
  const { startedAt, lastSignAt, signs } = shutOut;
  const [shortestMs, longestMs] = [lastSignAt - startedAt, askedForMs(shutOut, now)];
  if (signs === 1 || (shortestMs <= knownWindowMs && knownWindowMs <= longestMs)) return knownWindowMs;
  return Math.min(longestWindowMs, (shortestMs + longestMs) / 2);
}

/** How long it has lasted, without the time after the rest in which nobody was asked about. */
function askedForMs({ startedAt, restUntil }: ShutOut, now: number): number {
  return Math.min(now, restUntil + repliesWithinMs) - startedAt;
}

function restOf(ms: number): number {
  return Math.min(longestRestMs, Math.max(shortestRestMs, ms));
}
