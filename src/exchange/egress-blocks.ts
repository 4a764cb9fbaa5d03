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

/** Returns for how much longer a block lasts. No longer than at first, if the clock was set back since. */
export function remainingMsOf({ until, durationMs }: EgressBlock, now: number): number {
  return Math.min(until - now, durationMs);
}
