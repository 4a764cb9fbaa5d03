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

/** A block, and what blocks the egress: what connections are counted as, perhaps followed by one domain there. */
export interface PlacedBlock extends EgressBlock {
  readonly place: string;
}

/** Returns what one domain, as the customer of a provider or host, is called as a place that blocks an egress. */
export function domainPlace(countedAs: string, domain: string): string {
  return `${countedAs} domain:${domain}`;
}

/** Returns the parts of a place. `host` and `provider`: one of them is there. */
export function partsOfPlace(place: string): {
  readonly host?: string;
  readonly provider?: string;
  readonly domain?: string;
} {
  const parts = place.split(' ').map((part) => {
    const colon = part.indexOf(':');
    return [part.slice(0, colon), part.slice(colon + 1)] as const;
  });
  return Object.fromEntries(
    parts.filter(([kind]) => kind === 'host' || kind === 'provider' || kind === 'domain'),
  );
}

/** Returns the key in the cache of the list of all blocks of an egress. */
export function blockListKey(egress: string): string {
  return `egress-blocks:${egress}`;
}

export function formatBlockList(blocks: readonly PlacedBlock[]): string {
  return blocks.map((block) => `${formatEgressBlock(block)} ${block.place}`).join('\n');
}

/** Returns the blocks that are in force, as they are listed. Leaves out what is none. */
export function parseBlockList(
  entry: Pick<CacheEntry, 'value'> | undefined,
  now: number,
): readonly PlacedBlock[] {
  const lines = entry?.value.split('\n') ?? [];
  return lines.flatMap((line) => {
    const [until = '', durationMs = '', ...place] = line.split(' ');
    const block = parseEgressBlock({ value: `${until} ${durationMs}` });
    if (block === undefined || place.length === 0 || remainingMsOf(block, now) <= 0) return [];
    return [{ ...block, place: place.join(' ') }];
  });
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
