import { type PaceBounds, type PaceState, startPace } from './pace.ts';
import { type CountedRecipients, usualWindowMs } from './recipient-rate.ts';

/**
 * What is kept of a pace in the cache, as JSON: what was found out about limits, by the time of day. How fast greetings are,
 * and what is under way, is not kept.
 */
interface PaceRecord {
  readonly connections: number;
  readonly limit?: Hold & { readonly connections: number };
  /** Default: all recipients, over two seconds. */
  readonly rate?: Hold & {
    readonly perSecond: number;
    readonly counts?: CountedRecipients;
    readonly windowMs?: number;
    readonly bornePerSecond?: number;
  };
}

/** Something that is not tried again before a time. */
interface Hold {
  readonly retryAt: number;
  readonly holdMs: number;
}

/** Two readings of one clock: by which a state counts, and the time of day. */
export interface ClockReading {
  readonly steady: number;
  readonly now: number;
}

/** Returns the key in the cache of a pace. `key`: that of its limit. */
export function paceCacheKey(key: string): string {
  return `pace:${key}`;
}

/** Returns undefined if nothing has been found out. */
export function formatPace(
  state: PaceState,
  bounds: PaceBounds,
  { steady, now }: ClockReading,
): string | undefined {
  const { connections, limit } = state;
  const { found } = state.rate;
  const start = startPace(bounds, steady);
  if (connections === start.connections && limit === undefined && found === undefined) return undefined;
  const hold = ({ retryAt, holdMs }: Hold): Hold => ({ retryAt: Math.round(retryAt - steady + now), holdMs });
  const record: PaceRecord = {
    connections,
    ...(limit && { limit: { connections: limit.connections, ...hold(limit) } }),
    ...(found && {
      rate: {
        // What it grew by is not known to be borne.
        perSecond: rounded(found.hasGrown ? found.bornePerSecond : found.perSecond),
        ...hold(found),
        ...(found.bornePerSecond > 0 && { bornePerSecond: rounded(found.bornePerSecond) }),
        ...(found.counts !== 'all' && { counts: found.counts }),
        ...(found.windowMs !== usualWindowMs && { windowMs: Math.round(found.windowMs) }),
      },
    }),
  };
  return JSON.stringify(record);
}

/** Returns the state that was kept. Undefined if the text is none, or one that cannot be. */
export function parsePace(
  text: string,
  bounds: PaceBounds,
  { steady, now }: ClockReading,
): PaceState | undefined {
  const record = parseRecord(text);
  if (record === undefined) return undefined;
  const { limit, rate } = record;
  // If the clock was set back since, nothing is held for longer than at first.
  const hold = ({ retryAt, holdMs }: Hold): Hold => ({
    retryAt: steady + Math.min(retryAt - now, holdMs),
    holdMs,
  });
  const start = startPace(bounds, steady);
  return {
    ...start,
    connections: Math.max(1, Math.min(Math.floor(record.connections), bounds.ceiling)),
    limit: limit && { connections: limit.connections, ...hold(limit) },
    rate: {
      ...start.rate,
      found: rate && {
        counts: rate.counts ?? 'all',
        perSecond: rate.perSecond,
        windowMs: rate.windowMs ?? usualWindowMs,
        bornePerSecond: rate.bornePerSecond ?? 0,
        hasGrown: false,
        ...hold(rate),
        nextAt: steady,
        nextSingleAt: steady,
        answers: 0,
        answersSince: steady,
        shutOut: undefined,
      },
    },
  };
}

/** To three digits: of a server that counts over an hour, a rate may be one in some minutes. */
function rounded(perSecond: number): number {
  return Number(perSecond.toPrecision(3));
}

function parseRecord(text: string): PaceRecord | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  return isPaceRecord(value) ? value : undefined;
}

function isPaceRecord(value: unknown): value is PaceRecord {
  if (!hasNumbers(value, ['connections'])) return false;
  const { limit, rate }: { limit?: unknown; rate?: unknown } = value;
  return (
    (limit === undefined || hasNumbers(limit, ['connections', 'retryAt', 'holdMs'])) &&
    (rate === undefined || (hasNumbers(rate, ['perSecond', 'retryAt', 'holdMs']) && isCounted(rate)))
  );
}

function isCounted(rate: { counts?: unknown; windowMs?: unknown; bornePerSecond?: unknown }): boolean {
  const { counts, windowMs, bornePerSecond } = rate;
  const isCountedKind = counts === undefined || counts === 'all' || counts === 'missing';
  return (
    isCountedKind && [windowMs, bornePerSecond].every((number) => number === undefined || isPositive(number))
  );
}

function isPositive(number: unknown): boolean {
  return typeof number === 'number' && number > 0;
}

function hasNumbers(value: unknown, names: readonly string[]): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const entries = new Map<string, unknown>(Object.entries(value));
  return names.every((name) => {
    const number = entries.get(name);
    return typeof number === 'number' && number > 0;
  });
}
