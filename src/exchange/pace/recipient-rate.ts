/**
 * Finds out how many recipients a second a server answers one egress, by additive increase and multiplicative decrease
 * over the time in which the server counts. Pure, like `pace.ts`.
 *
 * | seen | recipients a second | the next recipient |
 * |---|---|---|
 * | first sign of a limit: a reply that asks us to slow down | nine tenths of what was answered in the second before, at least one | after 5 s, or 10 s if the server counts missing recipients, alone |
 * | a further sign | a tenth less, or nine tenths of what was answered, but half at least; kept for the hold, which has doubled if it was over | after half the time over which the server counts (1 s to 5 min), alone |
 * | a sign for the one that went alone | as before | after half the time for which the server has refused everybody, if that is longer, alone |
 * | an answer for the one that went alone | what was answered before, less a tenth, spread over the time over which the server counts, if that is less. It counts at least as long as it has refused everybody | evenly spaced from now on |
 * | an answer, once the hold is over | 5 % more in a second of full use, less where the server counts over more than two seconds | |
 *
 * Where the reply complains about recipients that do not exist, those are all that counts: each when it is sent, and one
 * that turns out to exist no longer. After a pause, recipients then go alone until a missing one is answered, or others
 * have been for 5 seconds. Such servers are taken to count over ten seconds at least, others over two. The hold is 5
 * seconds, or ten times as long as the server counts over if that is more than two seconds, up to an hour. As many as are
 * due in a tenth of a second, or in a twentieth of the time that the server counts over, may go at once. Single requests
 * have a share of their own beside the rate, a tenth more, of which up to four may go at once.
 */
export interface RecipientRate {
  readonly answered: Readonly<Record<CountedRecipients, AnsweredRecipients>>;
  readonly found: FoundRate | undefined;
}

/** What a server counts: all recipients, or those that do not exist. */
export type CountedRecipients = 'all' | 'missing';

interface AnsweredRecipients {
  /** Smoothed, at the time of the last one. */
  readonly perSecond: number;
  readonly at: number;
  /** How many in all, and since when, with those before a silence as if there were none. */
  readonly count: number;
  readonly since: number;
}

export interface FoundRate {
  readonly counts: CountedRecipients;
  readonly perSecond: number;
  /** The time over which the server counts, as far as is known. */
  readonly windowMs: number;
  /** It grows from then on. */
  readonly retryAt: number;
  readonly holdMs: number;
  /** When the next recipient is due: of all requests, and of the share for single ones. */
  readonly nextAt: number;
  readonly nextSingleAt: number;
  /** The time since a sign, if nobody was answered: later than the first sign by the time in which nobody was asked about. */
  readonly refusal:
    | { readonly since: number; readonly lastSignAt: number; readonly restUntil: number }
    | undefined;
}

/** The part of what was answered that may be asked for, and of a rate that a sign leaves. */
const less = 0.9;
const mostLess = 0.5;
const firstLeastPerSecond = 1;
/** The least of all, or so many in the time that the server counts over, where that is fewer. */
const least = { perSecond: 0.1, inWindow: 10 };
const growthPerAnswer = 0.05;
/** The time over which a server counts, where nothing shows that it is longer. */
const usualWindowsMs: Readonly<Record<CountedRecipients, number>> = { all: 2_000, missing: 10_000 };
/** A server that refuses everybody for longer has another reason than what was asked lately. */
const longestWindowMs = 3_600_000;
/** The second of two signs comes up to half as late again as the server counts over: this is the middle. */
const windowOfRefusal = 1.25;
const holds = { firstMs: 5_000, windows: 10, longestMs: 3_600_000 };
const rests = { firstMs: 5_000, shortestMs: 1_000, longestMs: 300_000 };
/** How long the answer to a recipient that goes alone is waited for, before another one goes. */
const longestReplyMs = 5_000;
/** After that, a server that counts missing recipients and answers about others is taken to answer everybody again. */
const longestAloneMs = 5_000;
/**
 * Somebody was asked about when the rest was over if the reply comes so soon: on a new connection, of a slow
 * server.
 */
const repliesWithinMs = 15_000;
const atOnce = { ms: 100, ofWindow: 0.05, mostMs: 2_000 };
const singleShare = { ofRate: 0.1, burst: 4 };
/** The rate counts as used from this part of it on. */
const used = 0.7;
const smoothingMs = 1_000;

/** Returns the state in which nothing is known of a server. */
export function unlimitedRate(now: number): RecipientRate {
  const none: AnsweredRecipients = { perSecond: 0, at: now, count: 0, since: now };
  return { answered: { all: none, missing: none }, found: undefined };
}

export function knownRate(
  known: Pick<FoundRate, 'counts' | 'perSecond' | 'windowMs' | 'retryAt' | 'holdMs'>,
  now: number,
): FoundRate {
  return { ...known, nextAt: now, nextSingleAt: now, refusal: undefined };
}

/** Returns what answers about recipients make of the rate: some do not exist, the others do, or are not told of. */
export function rateAfterAnswers(
  rate: RecipientRate,
  { missing, others }: { readonly missing: number; readonly others: number },
  now: number,
): RecipientRate {
  const counts = { all: missing + others, missing };
  const found = afterRefusal(rate, counts, now);
  const after = (kind: CountedRecipients) => {
    const windowMs = found?.counts === kind ? found.windowMs : usualWindowsMs[kind];
    return withAnswers(rate.answered[kind], counts[kind], 2 * windowMs, now);
  };
  const answered = { all: after('all'), missing: after('missing') };
  if (found === undefined || found.refusal !== undefined) return { answered, found };
  const { perSecond, windowMs, nextAt, retryAt } = found;
  const counted = counts[found.counts];
  const isGrowing = now >= retryAt && isRateUsed({ answered, found }, now);
  const growth = isGrowing ? counted * growthPerAnswer * Math.min(1, usualWindowsMs.all / windowMs) : 0;
  // The place of each that does not count is free again.
  const freedMs = (1_000 * (counts.all - counted)) / perSecond;
  return { answered, found: { ...found, perSecond: perSecond + growth, nextAt: nextAt - freedMs } };
}

function afterRefusal(
  { answered, found }: RecipientRate,
  counts: Readonly<Record<CountedRecipients, number>>,
  now: number,
): FoundRate | undefined {
  if (found?.refusal === undefined || now < found.refusal.restUntil) return found;
  const { since, lastSignAt, restUntil } = found.refusal;
  // It may refuse missing recipients only: the next one goes alone, too, until one of those is answered.
  if (counts[found.counts] === 0 && now < restUntil + longestAloneMs)
    return { ...found, nextAt: now, nextSingleAt: now };
  const refusedMs = lastSignAt - since;
  const windowMs = Math.min(longestWindowMs, Math.max(found.windowMs, windowOfRefusal * refusedMs));
  const { count, since: answeredSince } = answered[found.counts];
  const answeredMs = since - answeredSince;
  // Where it has answered for much longer, the rate is what it did not allow, and not how many came in that time.
  const isWhole = answeredMs < 2 * windowMs;
  const spread = isWhole ? (less * 1_000 * count) / Math.max(windowMs, answeredMs) : found.perSecond;
  const lowest = refusedMs > 0 ? leastOf(windowMs) : Math.min(firstLeastPerSecond, found.perSecond);
  const perSecond = Math.max(lowest, Math.min(found.perSecond, spread));
  const holdMs = Math.max(found.holdMs, holdOf(windowMs));
  return knownRate({ counts: found.counts, perSecond, windowMs, holdMs, retryAt: now + holdMs }, now);
}

/** Returns what a reply that asks us to slow down makes of the rate. One that counts others than the last one begins anew. */
export function rateAfterSign(
  rate: RecipientRate,
  counts: CountedRecipients,
  now: number,
): RecipientRate & { readonly found: FoundRate } {
  const answered = less * answeredPerSecond(rate.answered[counts], now);
  const refused = (
    found: Omit<FoundRate, 'nextAt' | 'nextSingleAt' | 'refusal' | 'retryAt'>,
    refusedMs: number,
    restMs: number,
  ) => {
    const restUntil = now + restMs;
    const refusal = { since: now - refusedMs, lastSignAt: now, restUntil };
    const next = { nextAt: restUntil, nextSingleAt: restUntil, retryAt: restUntil + found.holdMs };
    return { ...rate, found: { ...found, ...next, refusal } };
  };
  if (rate.found?.counts !== counts) {
    const windowMs = usualWindowsMs[counts];
    const perSecond = Math.max(firstLeastPerSecond, answered);
    return refused(
      { counts, windowMs, perSecond, holdMs: holdOf(windowMs) },
      0,
      Math.max(rests.firstMs, windowMs),
    );
  }
  const { refusal, windowMs, perSecond, retryAt, holdMs } = rate.found;
  const refusedMs = refusal ? Math.min(now, refusal.restUntil + repliesWithinMs) - refusal.since : 0;
  const restMs = Math.min(rests.longestMs, Math.max(rests.shortestMs, Math.max(windowMs, refusedMs) / 2));
  if (refusal !== undefined) return refused(rate.found, refusedMs, restMs);
  const isTried = now >= retryAt;
  const reduced = isTried ? perSecond * less : Math.min(perSecond * less, answered);
  const found = {
    ...rate.found,
    perSecond: Math.max(leastOf(windowMs), perSecond * mostLess, reduced),
    holdMs: isTried ? Math.min(holds.longestMs, 2 * holdMs) : holdOf(windowMs),
  };
  return refused(found, refusedMs, restMs);
}

function leastOf(windowMs: number): number {
  return Math.min(least.perSecond, (1_000 * least.inWindow) / windowMs);
}

function holdOf(windowMs: number): number {
  return windowMs <= usualWindowsMs.all ? holds.firstMs : Math.min(holds.longestMs, holds.windows * windowMs);
}

export function restUntil({ found }: RecipientRate): number {
  return found?.refusal?.restUntil ?? 0;
}

/** True while the rate, and not the number of connections, decides how fast recipients are answered. */
export function isRateUsed({ found, answered }: RecipientRate, now: number): boolean {
  return found !== undefined && answeredPerSecond(answered[found.counts], now) >= used * found.perSecond;
}

function withAnswers(
  known: AnsweredRecipients,
  more: number,
  silenceMs: number,
  now: number,
): AnsweredRecipients {
  if (more === 0) return known;
  const { perSecond, at, count, since } = known;
  return {
    perSecond: perSecond * Math.exp(-(now - at) / smoothingMs) + (1_000 * more) / smoothingMs,
    at: now,
    ...(now - at > silenceMs ? { count: more, since: now } : { count: count + more, since }),
  };
}

/** Returns how many a second were answered of late: in one second at least, where there was nothing before. */
function answeredPerSecond({ perSecond, at, since }: AnsweredRecipients, now: number): number {
  const partKnown = 1 - Math.exp(-Math.max(smoothingMs, now - since) / smoothingMs);
  return (perSecond * Math.exp(-(now - at) / smoothingMs)) / partKnown;
}

/** Returns when the next recipient may be sent: of a single request, or of any other one. */
export function nextRecipientAt({ found }: RecipientRate, kind: 'single' | 'bulk'): number {
  if (found === undefined) return 0;
  return kind === 'bulk' ? found.nextAt : Math.min(found.nextAt, found.nextSingleAt);
}

/** Returns the rate after a recipient was sent. That of a single request takes the place of another where its share is used. */
export function rateAfterSending(rate: RecipientRate, kind: 'single' | 'bulk', now: number): RecipientRate {
  const { found } = rate;
  if (found === undefined) return rate;
  const { perSecond, nextAt, nextSingleAt, windowMs } = found;
  if (found.refusal !== undefined)
    return { ...rate, found: { ...found, nextAt: now + longestReplyMs, nextSingleAt: now + longestReplyMs } };
  if (kind === 'single' && now >= nextSingleAt) {
    const next = nextAfter(nextSingleAt, perSecond * singleShare.ofRate, singleShare.burst, now);
    return { ...rate, found: { ...found, nextSingleAt: next } };
  }
  const ms = Math.min(atOnce.mostMs, Math.max(atOnce.ms, windowMs * atOnce.ofWindow));
  const burst = Math.max(1, (perSecond * ms) / 1_000);
  return { ...rate, found: { ...found, nextAt: nextAfter(nextAt, perSecond, burst, now) } };
}

/** Returns when the next one is due, if they are spaced evenly. What was not used before is lost, but for a burst. */
function nextAfter(nextAt: number, perSecond: number, burst: number, now: number): number {
  return Math.max(nextAt, now - (1_000 * (burst - 1)) / perSecond) + 1_000 / perSecond;
}
