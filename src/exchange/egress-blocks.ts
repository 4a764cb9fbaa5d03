import type { CacheEntry } from '../ports/cache.ts';

/** A block of an egress, as it is kept in the cache: until when it lasts, and how long it was to last. */
export interface EgressBlock {
  readonly until: number;
  readonly durationMs: number;
}

/** Returns the key in the cache of a block. `exchangeKey`: the egress and what connections are counted as. */
export function egressBlockKey(exchangeKey: string): string {
  return `egress-block:${exchangeKey}`;
}

export function formatEgressBlock({ until, durationMs }: EgressBlock): string {
  return `${until} ${durationMs}`;
}

/** Returns undefined if there is no entry, or one that is no block. */
export function parseEgressBlock(entry: Pick<CacheEntry, 'value'> | undefined): EgressBlock | undefined {
  const [until = Number.NaN, durationMs = Number.NaN] = entry?.value.split(' ').map(Number) ?? [];
  return Number.isFinite(until) && durationMs > 0 ? { until, durationMs } : undefined;
}

/** By how much the clocks of two machines may differ. */
const skewMs = 60_000;

/**
 * Returns for how much longer a block lasts; 0 or less if it has ended. A block that begins in the future is from before
 * the clock was set back: it counts as ended. A little of that is only the clock of another machine.
 */
export function remainingMsOf({ until, durationMs }: EgressBlock, now: number): number {
  const remainingMs = until - now;
  return remainingMs > durationMs + skewMs ? 0 : Math.min(remainingMs, durationMs);
}
