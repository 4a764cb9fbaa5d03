/**
 * Finds out how many recipients a second a server answers one egress. Pure, like `pace.ts`.
 *
 * - It is unlimited until a reply first asks us to slow down. It is then four fifths of what was answered in the
 *   seconds before, at least one a second.
 * - It is kept for 5 seconds. Then each answer adds a little (5 % in a second of full use), until the next sign, which
 *   takes a tenth of it. What was too much when it was tried again is not tried again before twice that time, up to an hour.
 *   It is forgotten an hour after it might have grown.
 * - A sign before that takes a fifth to a half of it; half, if next to nobody was answered since the last one. After the
 *   rest that follows, one recipient goes alone, and others wait for its answer. The least is one in ten seconds.
 * - Recipients are spaced evenly. A tenth of a second's worth may go at once, at least one.
 * - Single requests have a share of their own beside it, a tenth more, so that they don't wait behind a job. Up to four that
 *   come at once have it.
 */
export interface RecipientRate {
  readonly answered: AnsweredRate;
  /** Undefined: unlimited. */
  readonly found: FoundRate | undefined;
}

/** Answers a second, smoothed, at the time of the last one, with those before `since` as if there were none. */
interface AnsweredRate {
  readonly perSecond: number;
  readonly at: number;
  readonly since: number;
}

/** A rate that was found. Recipients of all requests count in `nextAt`, those of the share for single ones in the other. */
interface FoundRate {
  readonly perSecond: number;
  /** It grows from then on. */
  readonly retryAt: number;
  readonly holdMs: number;
  /** When the next recipient is due. */
  readonly nextAt: number;
  readonly nextSingleAt: number;
  /** Answers since the rest after the last sign. */
  readonly answers: number;
  readonly restUntil: number;
  /** The last rest was too short: the next recipient goes alone, and others wait for its answer. */
  readonly goesAlone: boolean;
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
 * What a sign tells: the first one; one after which the server has not begun to answer again (`repeated`); one although the
 * rate has not grown (`early`), or has (`tried`).
 */
export type RateSign = 'first' | 'repeated' | 'early' | 'tried';

const smoothingMs = 2_000;
/** Answers that are older than this, with none since, are forgotten. */
const forgottenAnswersMs = 4_000;
const shortestMs = 1_200;
/** The part of what was answered lately that may be asked for: where little is known of it, and later. */
const belowAnswered = { first: 0.8, later: 0.9 };
/** The part of the rate that a sign leaves. */
const left = { atLeast: 0.5, early: 0.8, tried: 0.9 };
/** Answers, in seconds of the full rate, after which the server counts as one that answers again. */
const answersAgainAfterS = 0.5;
const firstLeast = 1;
const least = 0.1;
const growthPerReply = 0.05;
const firstHoldMs = 5_000;
const longestHoldMs = 3_600_000;
const memoryMs = 3_600_000;
const burstMs = 100;
/** So long is the answer to a recipient that goes alone waited for. */
const longestReplyMs = 5_000;
const singleShare = { ofRate: 0.1, burst: 4 };
/** From this part of the rate on it counts as used. */
const used = 0.7;

export const unlimitedAllowance: RecipientAllowance = {
  single: Number.POSITIVE_INFINITY,
  bulk: Number.POSITIVE_INFINITY,
};

/** Returns the state in which nothing is known of a server. */
export function unlimitedRate(now: number): RecipientRate {
  return { answered: { perSecond: 0, at: now, since: now }, found: undefined };
}

/** Returns what an answer about a recipient makes of the rate. */
export function rateAfterAnswer(rate: RecipientRate, now: number): RecipientRate {
  const before = recentAnswered(rate, now);
  const answered = { ...before, perSecond: before.perSecond + 1_000 / smoothingMs };
  return { answered, found: grown({ ...rate, answered }, now) };
}

/** Returns what a sign tells that comes now. */
export function signOf({ found }: RecipientRate, now: number): RateSign {
  if (found === undefined || isForgotten(found, now)) return 'first';
  if (found.answers <= found.perSecond * answersAgainAfterS) return 'repeated';
  return now < found.retryAt ? 'early' : 'tried';
}

/** Returns what a reply that asks us to slow down makes of the rate. No recipient is due before `restUntil`. */
export function rateAfterSign(
  rate: RecipientRate,
  now: number,
  restUntil: number,
): RecipientRate & { readonly found: FoundRate } {
  const sign = signOf(rate, now);
  const answered = recentAnswered(rate, now);
  const perSecond = reducedRate(sign, rate.found?.perSecond ?? 0, answeredPerSecond(rate, now));
  const holdMs = sign === 'tried' ? Math.min(longestHoldMs, 2 * (rate.found?.holdMs ?? 0)) : firstHoldMs;
  return {
    answered,
    found: {
      perSecond,
      retryAt: restUntil + holdMs,
      holdMs,
      nextAt: restUntil,
      nextSingleAt: restUntil,
      answers: 0,
      restUntil,
      goesAlone: sign === 'repeated',
    },
  };
}

/** True while the rate, and not the number of connections, decides how fast recipients are answered. */
export function isRateUsed(rate: RecipientRate, now: number): boolean {
  return rate.found !== undefined && answeredPerSecond(rate, now) >= used * rate.found.perSecond;
}

/** Returns how many recipients may be sent now. */
export function recipientsAllowed({ found }: RecipientRate, now: number): RecipientAllowance {
  if (found === undefined || isForgotten(found, now)) return unlimitedAllowance;
  const bulk = due(found.perSecond, found.nextAt, now, burstOf(found));
  if (found.goesAlone) return { single: Math.min(1, bulk), bulk: Math.min(1, bulk) };
  return { single: bulk + dueOfShare(found, now), bulk };
}

/** Returns the rate after recipients were sent. Those of single requests count in their share as far as that goes. */
export function rateAfterSending(rate: RecipientRate, sent: SentRecipients, now: number): RecipientRate {
  const { found } = rate;
  if (found === undefined) return rate;
  if (found.goesAlone && sent.single + sent.bulk > 0) {
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

function recentAnswered({ answered: { perSecond, at, since } }: RecipientRate, now: number): AnsweredRate {
  const isOld = now - at > forgottenAnswersMs;
  return {
    perSecond: perSecond * Math.exp(-(now - at) / smoothingMs),
    at: now,
    since: isOld ? now : since,
  };
}

/** What was answered in the last seconds; in little more than one, where there was nothing before. */
function answeredPerSecond(rate: RecipientRate, now: number): number {
  const { perSecond, since } = recentAnswered(rate, now);
  const durationMs = Math.max(shortestMs, now - since);
  return perSecond / (1 - Math.exp(-durationMs / smoothingMs));
}

function reducedRate(sign: RateSign, before: number, answered: number): number {
  const atLeast = Math.max(least, before * left.atLeast);
  switch (sign) {
    case 'first':
      return Math.max(firstLeast, answered * belowAnswered.first);
    case 'repeated':
      return atLeast;
    case 'early':
      return Math.max(atLeast, Math.min(answered * belowAnswered.later, before * left.early));
    case 'tried':
      return Math.max(least, before * left.tried);
  }
}

function grown(rate: RecipientRate, now: number): FoundRate | undefined {
  if (rate.found === undefined || isForgotten(rate.found, now)) return undefined;
  if (now < rate.found.restUntil) return rate.found;
  const found = { ...rate.found, answers: rate.found.answers + 1 };
  if (found.goesAlone) return { ...found, goesAlone: false, nextAt: now, nextSingleAt: now };
  if (now < found.retryAt || !isRateUsed(rate, now)) return found;
  return { ...found, perSecond: found.perSecond + growthPerReply };
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

function burstOf({ perSecond }: FoundRate): number {
  return Math.max(1, (perSecond * burstMs) / 1_000);
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
