/** Answers about recipients: how many a second of late, and since when, with those before a silence as if there were none. */
export interface AnsweredRate {
  /** Smoothed, at the time of the last one. */
  readonly perSecond: number;
  readonly at: number;
  readonly since: number;
  /** How many there were. */
  readonly count: number;
}

const smoothingMs = 1_000;
/** Answers that are older than this, with none since, are forgotten. */
const forgottenMs = 4_000;
const shortestMs = 1_000;

/** Returns the state before the first answer. */
export function unanswered(now: number): AnsweredRate {
  return { perSecond: 0, at: now, since: now, count: 0 };
}

/** Returns the state after so many more answers. */
export function afterAnswers(answered: AnsweredRate, count: number, now: number): AnsweredRate {
  const before = recentAnswers(answered, now);
  return {
    ...before,
    perSecond: before.perSecond + (count * 1_000) / smoothingMs,
    count: before.count + count,
  };
}

/** Returns the answers as they count now. */
export function recentAnswers({ perSecond, at, since, count }: AnsweredRate, now: number): AnsweredRate {
  const isOld = now - at > forgottenMs;
  return {
    perSecond: perSecond * Math.exp(-(now - at) / smoothingMs),
    at: now,
    ...(isOld ? { since: now, count: 0 } : { since, count }),
  };
}

/** Returns how many a second were answered of late: in one second at least, where there was nothing before. */
export function answeredPerSecond(answered: AnsweredRate, now: number): number {
  const { perSecond, since } = recentAnswers(answered, now);
  const durationMs = Math.max(shortestMs, now - since);
  return perSecond / (1 - Math.exp(-durationMs / smoothingMs));
}
