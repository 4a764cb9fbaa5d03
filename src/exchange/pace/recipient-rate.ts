import {
  type AnsweredRate,
  afterAnswers,
  answeredPerSecond,
  recentAnswers,
  unanswered,
} from './answered-rate.ts';
import { endShutOut, lengthenShutOut, type ShutOut, startShutOut } from './shut-out.ts';

/**
 * Finds out how many recipients a second a server answers one egress. Pure, like `pace.ts`.
 *
 * - It is unlimited until a reply first asks us to slow down. It is then nine tenths of what was answered in the second
 *   before, at least one a second.
 * - Where the reply complains about recipients that do not exist, only those count. Each recipient is counted when it is
 *   sent, and one that turns out to exist no longer. Such a server is taken to count over ten seconds, not over two: what it
 *   has answered by its first sign, and what was on its way then, is spread over them, and nobody is asked about for as long.
 * - After a sign nobody is asked about for a while (`shut-out.ts`). Then one recipient goes alone, and others wait for its
 *   answer. If that is another sign, the server counts over a longer time: about as long as it refuses everybody. What it
 *   has answered in that time before the first sign, less a tenth, is the most that is asked for later.
 * - The rate is kept for 5 seconds, or ten times as long as the server counts over. Then each answer adds a little (5 % in
 *   a second of full use, less where the server counts over more than two seconds), until the next sign, which takes a
 *   tenth of it, or what it has grown by. What was too much when it was tried again is not tried again before twice that time, up to an hour.
 *   It is forgotten an hour after it might have grown. A sign before it may grow takes a seventh to a half. The longer the
 *   rate was borne, from twice the time that the server counts over, the less it takes, down to a twentieth; and a rate that
 *   is a little higher than what was borne before goes back to that. The least is one in ten seconds, or ten in the time that
 *   the server counts over.
 * - Recipients are spaced evenly. As many as are due in a tenth of a second, or in a twentieth of the time that the server counts
 *   over, may go at once, at least one, at most those of two seconds.
 * - Single requests have a share of their own beside it, a tenth more, so that they don't wait behind a job. Up to four that
 *   come at once have it.
 */
export interface RecipientRate {
  readonly answered: Readonly<Record<CountedRecipients, AnsweredRate>>;
  /** Undefined: unlimited. */
  readonly found: FoundRate | undefined;
}

/** What a server counts: all recipients, or those that do not exist. */
export type CountedRecipients = 'all' | 'missing';

/** A rate that was found. Recipients of all requests count in `nextAt`, those of the share for single ones in the other. */
export interface FoundRate {
  readonly counts: CountedRecipients;
  readonly perSecond: number;
  /** The time over which the server counts, as far as is known. */
  readonly windowMs: number;
  /** The last rate that the server has borne until it grew. 0: none that it is known to bear still. */
  readonly bornePerSecond: number;
  /** It grows from then on. */
  readonly retryAt: number;
  readonly holdMs: number;
  /** It has grown since the last sign. */
  readonly hasGrown: boolean;
  /** When the next recipient is due. */
  readonly nextAt: number;
  readonly nextSingleAt: number;
  /** Counted answers since the server last began to answer again. */
  readonly answers: number;
  readonly answersSince: number;
  /** The server has not answered since the last sign: the next recipient goes alone, and others wait for its answer. */
  readonly shutOut: ShutOut | undefined;
}

/**
 * How many recipients may be sent now: of single requests, and of bulk work if none of those are among them. Each of those
 * takes the place of one of bulk work.
 */
export interface RecipientAllowance {
  readonly single: number;
  readonly bulk: number;
}

/** Recipients that were sent. */
export type SentRecipients = RecipientAllowance;

/**
 * What a sign tells, unless it goes on from another one: the first one; one soon after the server began to answer again
 * (`early`); one of a rate that it has borne for some time (`late`), or that may have grown (`tried`).
 */
type RateSign = 'first' | 'early' | 'late' | 'tried';

/** The part of what was answered lately that may be asked for. */
const belowAnswered = 0.9;
/** After growth that was too much, at most this many times what was borne before. */
const aboveBorne = 1.03;
/** A rate that grew by more than this was borne for some of that time: nobody knows how much of it. */
const muchGrowth = 1.2;
/** The part of the rate that a sign leaves. `borne`: of what was borne before. */
const left = { atLeast: 0.5, early: 0.85, borne: 0.98, late: 0.95, tried: 0.9 };
const firstLeast = 1;
const leastPerSecond = 0.1;
/** Servers that count over longer times than a minute get less, down to so many in that time. */
const leastInWindow = 10;
const growthPerReply = 0.05;
const firstHoldMs = 5_000;
const windowsHeld = 10;
const longestHoldMs = 3_600_000;
const memoryMs = 3_600_000;
/** The time over which a server counts, where nothing shows that it is longer. */
export const usualWindowMs = 2_000;
/** By what a server counts. Those that count recipients who do not exist want to keep off who guesses addresses. */
const usualWindowsMs: Readonly<Record<CountedRecipients, number>> = { all: usualWindowMs, missing: 10_000 };
/** As many as are due in this time, or in this part of the window, may go at once. */
const atOnce = { ms: 100, ofWindow: 0.05, mostMs: 2_000 };
/** So long is the answer to a recipient that goes alone waited for. */
const longestReplyMs = 5_000;
/** After so many answers about others, a server that counts missing recipients is taken to answer everybody again. */
const othersAlone = 20;
const singleShare = { ofRate: 0.1, burst: 4 };
/** From this part of the rate on it counts as used. */
const used = 0.7;

const unlimitedAllowance: RecipientAllowance = {
  single: Number.POSITIVE_INFINITY,
  bulk: Number.POSITIVE_INFINITY,
};

/** Returns the state in which nothing is known of a server. */
export function unlimitedRate(now: number): RecipientRate {
  return { answered: { all: unanswered(now), missing: unanswered(now) }, found: undefined };
}

/** Returns what answers about recipients make of the rate: some do not exist, the others do, or are not told of. */
export function rateAfterAnswers(
  rate: RecipientRate,
  { missing, others }: { readonly missing: number; readonly others: number },
  now: number,
): RecipientRate {
  const answered = {
    all: afterAnswers(rate.answered.all, missing + others, now),
    missing: missing === 0 ? rate.answered.missing : afterAnswers(rate.answered.missing, missing, now),
  };
  let { found } = rate;
  for (let count = 0; count < missing + others && found !== undefined; count += 1) {
    const isCounted = found.counts === 'all' || count >= others;
    found = foundAfterAnswer({ answered, found }, isCounted, now);
  }
  return { answered, found };
}

/** Returns what a reply that asks us to slow down makes of the rate. One that counts others than the last one begins anew. */
export function rateAfterSign(
  rate: RecipientRate,
  counts: CountedRecipients,
  now: number,
): RecipientRate & { readonly found: FoundRate } {
  const found = rate.found === undefined || isForgotten(rate.found, now) ? undefined : rate.found;
  // One that counts others than those who are being waited for says nothing of how long these are refused.
  if (found?.shutOut !== undefined && found.counts === counts)
    return { ...rate, found: resting(found, lengthenShutOut(found.shutOut, found.windowMs, now)) };
  const known = found?.counts === counts ? found : undefined;
  const sign = known === undefined ? 'first' : signOf(known, now);
  const answered = rate.answered[counts];
  const windowMs = known?.windowMs ?? usualWindowsMs[counts];
  const bornePerSecond = known === undefined ? 0 : borneAfterSign(known, sign);
  const { since, count } = recentAnswers(answered, now);
  const perSecond = reducedRate(known, sign, answeredPerSecond(answered, now), now);
  const shutOut = startShutOut({
    now,
    isFirst: sign === 'first',
    windowMs,
    answers: known?.answers ?? count,
    answeredForMs: now - (known?.answersSince ?? since),
  });
  const holdMs = holdAfter(sign, known?.holdMs ?? 0, windowMs);
  const next = {
    nextAt: now,
    nextSingleAt: now,
    retryAt: now,
    hasGrown: false,
    answers: 0,
    answersSince: now,
  };
  return {
    ...rate,
    found: resting(
      { counts, perSecond, bornePerSecond, windowMs, holdMs, ...next, shutOut: undefined },
      shutOut,
    ),
  };
}

/** Returns until when nobody may be asked about. */
export function restUntil({ found }: RecipientRate): number {
  return found?.shutOut?.restUntil ?? 0;
}

/** True while the rate, and not the number of connections, decides how fast recipients are answered. */
export function isRateUsed({ found, answered }: RecipientRate, now: number): boolean {
  return found !== undefined && answeredPerSecond(answered[found.counts], now) >= used * found.perSecond;
}

/** Returns how many recipients may be sent now. */
export function recipientsAllowed({ found }: RecipientRate, now: number): RecipientAllowance {
  if (found === undefined || isForgotten(found, now)) return unlimitedAllowance;
  const bulk = due(found.perSecond, found.nextAt, now, burstOf(found));
  if (found.shutOut !== undefined) return { single: Math.min(1, bulk), bulk: Math.min(1, bulk) };
  return { single: bulk + dueOfShare(found, now), bulk };
}

/** Returns the rate after recipients were sent. Those of single requests count in their share as far as that goes. */
export function rateAfterSending(rate: RecipientRate, sent: SentRecipients, now: number): RecipientRate {
  const { found } = rate;
  if (found === undefined) return rate;
  if (found.shutOut !== undefined && sent.single + sent.bulk > 0) {
    const nextAt = now + longestReplyMs;
    return { ...rate, found: { ...found, nextAt, nextSingleAt: nextAt } };
  }
  const share = ofSingles(found);
  const ofShare = Math.min(sent.single, dueOfShare(found, now));
  const others = sent.bulk + sent.single - ofShare;
  return {
    ...rate,
    found: {
      ...found,
      nextAt: afterSending(found.perSecond, found.nextAt, now, { count: others, burst: burstOf(found) }),
      nextSingleAt: afterSending(share.perSecond, found.nextSingleAt, now, {
        count: ofShare,
        burst: share.burst,
      }),
    },
  };
}

/** Returns when the next recipient may be sent: of a single request, or of any other one. */
export function nextRecipientAt({ found }: RecipientRate, kind: 'single' | 'bulk'): number {
  if (found === undefined) return 0;
  return kind === 'bulk' ? found.nextAt : Math.min(found.nextAt, found.nextSingleAt);
}

function resting(found: FoundRate, shutOut: ShutOut): FoundRate {
  const { restUntil } = shutOut;
  const retryAt = restUntil + found.holdMs;
  return { ...found, shutOut, nextAt: restUntil, nextSingleAt: restUntil, retryAt };
}

function signOf({ retryAt, answersSince, windowMs }: FoundRate, now: number): RateSign {
  if (now >= retryAt) return 'tried';
  return now - answersSince >= Math.max(firstHoldMs, 2 * windowMs) ? 'late' : 'early';
}

function reducedRate(known: FoundRate | undefined, sign: RateSign, answered: number, now: number): number {
  if (known === undefined || sign === 'first') return Math.max(firstLeast, answered * belowAnswered);
  return Math.max(leastOf(known.windowMs), reducedAgain(known, sign, answered, now));
}

function reducedAgain(
  known: FoundRate,
  sign: Exclude<RateSign, 'first'>,
  answered: number,
  now: number,
): number {
  const { perSecond } = known;
  switch (sign) {
    case 'early':
      return Math.max(perSecond * left.atLeast, Math.min(answered * belowAnswered, perSecond * left.early));
    case 'late':
      return lateRate(known, now);
    case 'tried':
      return triedRate(known);
  }
}

/** The longer the server has borne a rate, the nearer that is to its limit; and it is not far above what it bore before. */
function lateRate({ perSecond, bornePerSecond, answersSince, windowMs }: FoundRate, now: number): number {
  const partOfHold = Math.min(1, (now - answersSince) / holdOf(windowMs));
  const lower = perSecond * (left.early + (left.late - left.early) * partOfHold);
  return Math.min(perSecond * left.late, Math.max(lower, bornePerSecond * left.borne));
}

/** Goes back to about what was borne, unless the rate has grown by much since. */
function triedRate({ perSecond, bornePerSecond }: FoundRate): number {
  const reduced = perSecond * left.tried;
  if (perSecond > bornePerSecond * muchGrowth) return reduced;
  const aboutBorne = Math.max(bornePerSecond * left.borne, Math.min(reduced, bornePerSecond * aboveBorne));
  return Math.min(perSecond * left.late, aboutBorne);
}

/** Returns what the server is known to bear still: not what it has refused. */
function borneAfterSign({ perSecond, bornePerSecond }: FoundRate, sign: RateSign): number {
  return sign === 'tried' || (sign === 'late' && perSecond > bornePerSecond) ? bornePerSecond : 0;
}

function leastOf(windowMs: number): number {
  return Math.min(leastPerSecond, (1_000 * leastInWindow) / windowMs);
}

function holdAfter(sign: RateSign, before: number, windowMs: number): number {
  switch (sign) {
    case 'first':
    case 'early':
      return holdOf(windowMs);
    case 'late':
      return before;
    case 'tried':
      return Math.min(longestHoldMs, 2 * before);
  }
}

function foundAfterAnswer(rate: RecipientRate, isCounted: boolean, now: number): FoundRate | undefined {
  const { found } = rate;
  if (found === undefined || isForgotten(found, now)) return undefined;
  const { shutOut } = found;
  if (shutOut !== undefined && now < shutOut.restUntil)
    return isCounted ? { ...found, shutOut: { ...shutOut, answers: shutOut.answers + 1 } } : found;
  if (shutOut !== undefined) {
    const othersAnswered = shutOut.othersAnswered + 1;
    // It may refuse missing recipients only: the next one goes alone, too, as long as none of them was answered.
    if (!isCounted && othersAnswered < othersAlone)
      return { ...found, shutOut: { ...shutOut, othersAnswered }, nextAt: now, nextSingleAt: now };
    return answeringAgain(found, shutOut, isCounted, now);
  }
  if (!isCounted) return { ...found, nextAt: found.nextAt - 1_000 / found.perSecond };
  const counted = { ...found, answers: found.answers + 1 };
  if (now < found.retryAt || !isRateUsed(rate, now)) return counted;
  const growth = growthPerReply * Math.min(1, usualWindowMs / found.windowMs);
  const bornePerSecond = found.hasGrown ? found.bornePerSecond : found.perSecond;
  return { ...counted, perSecond: found.perSecond + growth, bornePerSecond, hasGrown: true };
}

function answeringAgain(found: FoundRate, shutOut: ShutOut, isCounted: boolean, now: number): FoundRate {
  const { windowMs, mostPerSecond } = endShutOut(shutOut, found.windowMs, now);
  const holdMs = Math.max(found.holdMs, holdOf(windowMs));
  const least = shutOut.isFirst && shutOut.signs === 1 ? firstLeast : leastOf(windowMs);
  return {
    ...found,
    perSecond: Math.max(least, Math.min(found.perSecond, mostPerSecond * belowAnswered)),
    windowMs,
    holdMs,
    retryAt: Math.max(found.retryAt, now + holdMs),
    nextAt: now,
    nextSingleAt: now,
    answers: isCounted ? 1 : 0,
    answersSince: now,
    shutOut: undefined,
  };
}

function holdOf(windowMs: number): number {
  return windowMs <= usualWindowMs ? firstHoldMs : Math.min(longestHoldMs, windowsHeld * windowMs);
}

function isForgotten({ retryAt }: FoundRate, now: number): boolean {
  return now - retryAt >= memoryMs;
}

function ofSingles({ perSecond }: FoundRate): { readonly perSecond: number; readonly burst: number } {
  return { perSecond: perSecond * singleShare.ofRate, burst: singleShare.burst };
}

function dueOfShare(found: FoundRate, now: number): number {
  const { perSecond, burst } = ofSingles(found);
  return due(perSecond, found.nextSingleAt, now, burst);
}

function burstOf({ perSecond, windowMs }: FoundRate): number {
  const ms = Math.min(atOnce.mostMs, Math.max(atOnce.ms, windowMs * atOnce.ofWindow));
  return Math.max(1, (perSecond * ms) / 1_000);
}

/** How many are due by now, at most `burst`, if the next one is due at `nextAt`. */
function due(perSecond: number, nextAt: number, now: number, burst: number): number {
  if (now < nextAt) return 0;
  return Math.floor(Math.min(burst, ((now - nextAt) / 1_000) * perSecond + 1));
}

/** When the next one is due after `count` were sent. What was not used before is lost, but for a burst. */
function afterSending(
  perSecond: number,
  nextAt: number,
  now: number,
  { count, burst }: { readonly count: number; readonly burst: number },
): number {
  if (count === 0) return nextAt;
  const earliest = now - ((burst - 1) / perSecond) * 1_000;
  return Math.max(nextAt, earliest) + (count / perSecond) * 1_000;
}
