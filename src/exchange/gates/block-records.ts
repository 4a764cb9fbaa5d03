import type { Cache } from '../../ports/cache.ts';
import type { Clock } from '../../ports/clock.ts';
import {
  blockListKey,
  type EgressBlock,
  egressBlockKey,
  formatBlockList,
  formatEgressBlock,
  type PlacedBlock,
  parseBlockList,
  parseEgressBlock,
  remainingMsOf,
} from '../egress-blocks.ts';

/** The first and the longest time for which a blocked egress stays away. */
export interface BlockLengths {
  readonly firstMs: number;
  readonly longestMs: number;
}

/** A block that begins within this time after the last one has ended is the same trouble, and lasts twice as long. */
const memoryMs = 86_400_000;

/** So many blocks of an egress are listed: those that end last. */
const maxListed = 200;
/** How often a block, or the list, is tried to be written while other processes write it, too. */
const maxWrites = 5;

/** A block, and whether it has just begun. */
export interface Block {
  readonly durationMs: number;
  readonly isNew: boolean;
}

/**
 * Decides how long an egress stays away from an exchange or provider that blocks it: twice as long each time. The cache
 * remembers the last time for all processes; if it loses that, they begin with the first length again. It also has a list
 * of the blocks of each egress, for the doctor.
 */
export class BlockRecords {
  readonly #cache: Cache;
  readonly #clock: Clock;
  readonly #options: BlockLengths;

  constructor(dependencies: { cache: Cache; clock: Clock }, options: BlockLengths) {
    this.#cache = dependencies.cache;
    this.#clock = dependencies.clock;
    this.#options = options;
  }

  /**
   * Returns the block that begins now, or the rest of one that another session or process has found; of those who find one
   * at once, it is new for the first. `key`: the name of the egress, a space, and what blocks it. Never rejects.
   */
  async begin(key: string): Promise<Block> {
    const cacheKey = egressBlockKey(key);
    for (let write = 1; ; write += 1) {
      const found = await this.#cache.get(cacheKey).catch(() => undefined);
      const known = parseEgressBlock(found);
      const now = this.#clock.now();
      const remainingMs = known === undefined ? 0 : remainingMsOf(known, now);
      if (remainingMs > 0) return { durationMs: remainingMs, isNew: false };
      const durationMs = this.#durationMsAfter(known);
      const until = now + durationMs;
      const entry = { value: formatEgressBlock({ until, durationMs }), expiresAt: until + memoryMs };
      // Where the store fails, the block begins all the same.
      const isWritten = await this.#cache.replace(cacheKey, found?.value, entry).catch(() => true);
      if (!isWritten && write < maxWrites) continue;
      const space = key.indexOf(' ');
      const block = { place: key.slice(space + 1), until, durationMs };
      await this.#list(key.slice(0, space), block).catch(() => {});
      return { durationMs, isNew: true };
    }
  }

  /** Never less than the first length: the last block may be from when there was no other egress, where they are shorter. */
  #durationMsAfter(last: EgressBlock | undefined): number {
    const { firstMs, longestMs } = this.#options;
    return last === undefined ? firstMs : Math.max(firstMs, Math.min(longestMs, 2 * last.durationMs));
  }

  async #list(egress: string, block: PlacedBlock): Promise<void> {
    const key = blockListKey(egress);
    for (let write = 0; write < maxWrites; write += 1) {
      const found = await this.#cache.get(key);
      const others = parseBlockList(found, this.#clock.now()).filter(({ place }) => place !== block.place);
      const listed = [...others, block].sort((a, b) => b.until - a.until).slice(0, maxListed);
      const expiresAt = Math.max(...listed.map(({ until }) => until));
      if (await this.#cache.replace(key, found?.value, { value: formatBlockList(listed), expiresAt })) return;
    }
  }
}
