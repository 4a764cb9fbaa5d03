import type { Cache, CacheEntry } from '../ports/cache.ts';
import type { Clock } from '../ports/clock.ts';

/** A block of an egress, and what blocks it: what connections are counted as, perhaps followed by one domain there. */
export interface EgressBlock {
  readonly place: string;
  readonly until: number;
  /** How long it was to last at first. */
  readonly durationMs: number;
}

/** A block that begins within this time after the last one has ended is the same trouble, and lasts twice as long. */
const memoryMs = 86_400_000;
/** So many blocks of an egress are kept, and so many of those in force shown: those that end last. */
const mostKept = 1_000;
const mostShown = 200;
/** How often a block is tried to be written while other processes write some, too. */
const maxWrites = 8;
/** By how much the clocks of two machines may differ. */
const skewMs = 60_000;

/** The first and the longest time for which a blocked egress stays away. */
export interface BlockLengths {
  readonly firstMs: number;
  readonly longestMs: number;
}

/**
 * Begins a block, during which an egress stays away from an exchange or provider: twice as long each time. Returns how long it
 * lasts, or the rest of one that another session or process has found; of those who find one at once, it is new for the first.
 * One entry of the cache has the blocks of an egress, for all processes, workers of jobs and the doctor, until a day after their
 * end; if it is lost, they begin with the first length again. `key`: the name of the egress, a space, and what blocks it. Never
 * rejects.
 */
export async function beginBlock(
  key: string,
  { firstMs, longestMs }: BlockLengths,
  { cache, clock }: { readonly cache: Cache; readonly clock: Clock },
): Promise<{ readonly durationMs: number; readonly isNew: boolean }> {
  const space = key.indexOf(' ');
  const place = key.slice(space + 1);
  const entryKey = blocksKey(key.slice(0, space));
  for (let write = 1; ; write += 1) {
    const found = await cache.get(entryKey).catch(() => undefined);
    const now = clock.now();
    const blocks = parseBlocks(found).filter(({ until }) => until + memoryMs > now);
    const known = blocks.find((block) => block.place === place);
    const remainingMs = remainingMsOf(known, now);
    if (remainingMs > 0) return { durationMs: remainingMs, isNew: false };
    // Never less than the first length: the last block may be from when there was no other egress.
    const durationMs = Math.max(firstMs, Math.min(longestMs, 2 * (known?.durationMs ?? 0)));
    const begun = { place, until: now + durationMs, durationMs };
    const others = blocks.filter((block) => block !== known);
    const kept = [...others, begun].sort((one, other) => other.until - one.until).slice(0, mostKept);
    const expiresAt = Math.max(...kept.map(({ until }) => until)) + memoryMs;
    const entry = { value: formatBlocks(kept), expiresAt };
    // Where the store fails, the block begins all the same.
    const isWritten = await cache.replace(entryKey, found?.value, entry).catch(() => true);
    if (isWritten || write === maxWrites) return { durationMs, isNew: true };
  }
}

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
 * Returns for how much longer a block lasts; 0 or less if it has ended, or if it begins in the future by more than clocks
 * of machines differ: then ours was set back.
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
