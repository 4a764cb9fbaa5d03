import { type MetLimit, type PaceBounds, type PaceState, startPace } from './pace.ts';
import { type FoundRate, knownRate, usualWindowsMs } from './recipient-rate.ts';

/**
 * What is kept of a pace in the cache, as JSON: what was found out about limits, by the time of day. How fast greetings are,
 * and what is under way, is not kept.
 */
interface PaceRecord {
  readonly connections: number;
  readonly limit?: MetLimit;
  /** Default: all recipients, over two seconds. */
  readonly rate?: Partial<Pick<FoundRate, 'counts' | 'windowMs'>> &
    Pick<FoundRate, 'perSecond' | 'retryAt' | 'holdMs'>;
}

/** Two readings of one clock: by which a state counts, and the time of day. */
export interface ClockReading {
  readonly steady: number;
  readonly now: number;
}

/** A limit is written so soon after it was met, at most. Clocks of machines may differ by a little of that. */
const writtenWithinMs = 10_000;

/** Returns the key in the cache of a pace. `key`: that of its limit. */
export function paceCacheKey(key: string): string {
  return `pace:${key}`;
}

/** Returns undefined if nothing has been found out. */
export function formatPace(
  { connections, limit, rate: { found } }: PaceState,
  bounds: PaceBounds,
  { steady, now }: ClockReading,
): string | undefined {
  const { connections: atFirst } = startPace(bounds, steady);
  if (connections === atFirst && limit === undefined && found === undefined) return undefined;
  const byTimeOfDay = (at: number) => Math.round(at - steady + now);
  const record: PaceRecord = {
    connections,
    ...(limit && { limit: { ...limit, retryAt: byTimeOfDay(limit.retryAt) } }),
    ...(found && {
      rate: {
        // Of a server that counts over an hour, it may be one in some minutes.
        perSecond: Number(found.perSecond.toPrecision(3)),
        retryAt: byTimeOfDay(found.retryAt),
        holdMs: found.holdMs,
        ...(found.counts !== 'all' && { counts: found.counts }),
        ...(found.windowMs !== usualWindowsMs.all && { windowMs: Math.round(found.windowMs) }),
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
  const bySteady = <Held extends MetLimit | NonNullable<PaceRecord['rate']>>(held: Held): Held => ({
    ...held,
    retryAt: steady + Math.min(held.retryAt - now, held.holdMs),
  });
  const start = startPace(bounds, steady);
  const found = rate && knownRate({ counts: 'all', windowMs: usualWindowsMs.all, ...bySteady(rate) }, steady);
  return {
    ...start,
    connections: Math.max(1, Math.min(Math.floor(record.connections), bounds.ceiling)),
    limit: limit && bySteady(limit),
    rate: { ...start.rate, found },
  };
}

function parseRecord(text: string): PaceRecord | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isPaceRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isPaceRecord(value: unknown): value is PaceRecord {
  if (!hasNumbers(value, ['connections'])) return false;
  const { limit, rate }: { limit?: unknown; rate?: unknown } = value;
  const hold = ['retryAt', 'holdMs'];
  if (limit !== undefined && !hasNumbers(limit, ['connections', ...hold])) return false;
  if (rate === undefined) return true;
  if (!hasNumbers(rate, ['perSecond', ...hold])) return false;
  const { counts = 'all', windowMs = 1 }: { counts?: unknown; windowMs?: unknown } = rate;
  return (counts === 'all' || counts === 'missing') && isPositive(windowMs);
}

function hasNumbers(value: unknown, names: readonly string[]): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const entries = new Map<string, unknown>(Object.entries(value));
  return names.every((name) => isPositive(entries.get(name)));
}

function isPositive(number: unknown): boolean {
  return typeof number === 'number' && number > 0;
}

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
  // Where this process has passed its limit since, one that was met before it read last is out of date.
  const since = readBefore === undefined ? Number.NEGATIVE_INFINITY : readBefore - writtenWithinMs;
  const isLimitNewer = stored.limit !== undefined && isMetLater(stored.limit, own.limit, since);
  const isUnlimited = own.limit === undefined && own.rate.found === undefined;
  const earned = isUnlimited ? Math.max(own.connections, stored.connections) : own.connections;
  const connections = isLimitNewer ? stored.connections : earned;
  const found = own.rate.found ?? stored.rate.found;
  if (!isLimitNewer && connections === own.connections && found === own.rate.found) return undefined;
  return {
    ...own,
    connections,
    limit: isLimitNewer ? stored.limit : own.limit,
    rate: { ...own.rate, found },
    acceptedRecipients: 0,
    mostGreeted: 0,
    changedAt: now,
  };
}

/** What was kept is rounded, so that less than a second is no later. */
function isMetLater(limit: MetLimit, known: MetLimit | undefined, since: number): boolean {
  const metAt = limit.retryAt - limit.holdMs;
  return metAt > (known === undefined ? since : known.retryAt - known.holdMs + 1_000);
}
