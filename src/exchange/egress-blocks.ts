import type { CacheEntry } from '../ports/cache.ts';

/** A block of an egress, and what blocks it: what connections are counted as, perhaps followed by one domain there. */
export interface EgressBlock {
  readonly place: string;
  readonly until: number;
  /** How long it was to last at first. */
  readonly durationMs: number;
}

/** So many of those in force are shown: those that end last. */
const mostShown = 200;
/** By how much the clocks of two machines may differ. */
const skewMs = 60_000;

/** Returns the key in the cache of the blocks of an egress. */
export function blocksKey(egress: string): string {
  return `egress-blocks:${egress}`;
}

export function formatBlocks(blocks: readonly EgressBlock[]): string {
  return blocks.map(({ until, durationMs, place }) => `${until} ${durationMs} ${place}`).join('\n');
}

/** Returns the blocks that are kept, also those that are over. Leaves out what is none. */
export function parseBlocks(entry: Pick<CacheEntry, 'value'> | undefined): readonly EgressBlock[] {
  const lines = entry?.value.split('\n') ?? [];
  return lines.flatMap((line) => {
    const [until, durationMs, ...place] = line.split(' ');
    const block = { place: place.join(' '), until: Number(until), durationMs: Number(durationMs) };
    return Number.isFinite(block.until) && block.durationMs > 0 && place.length > 0 ? [block] : [];
  });
}

/** Returns the blocks that are in force, those that end last first. */
export function blocksInForce(
  entry: Pick<CacheEntry, 'value'> | undefined,
  now: number,
): readonly EgressBlock[] {
  return parseBlocks(entry)
    .map((block) => ({ ...block, until: now + remainingMsOf(block, now) }))
    .filter(({ until }) => until > now)
    .slice(0, mostShown);
}

/**
 * Returns for how much longer a block lasts; 0 or less if it has ended. A block that begins in the future is from before
 * the clock was set back: it counts as ended. A little of that is only the clock of another machine.
 */
export function remainingMsOf(block: EgressBlock | undefined, now: number): number {
  if (block === undefined) return 0;
  const remainingMs = block.until - now;
  return remainingMs > block.durationMs + skewMs ? 0 : Math.min(remainingMs, block.durationMs);
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
  const parts = place.split(' ').map((part) => /^(host|provider|domain):(.*)$/.exec(part) ?? []);
  return Object.fromEntries(parts.flatMap(([, kind, name]) => (kind === undefined ? [] : [[kind, name]])));
}
