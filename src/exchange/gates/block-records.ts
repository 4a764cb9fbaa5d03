import type { Cache } from '../../ports/cache.ts';
import type { Clock } from '../../ports/clock.ts';
import { blocksKey, type EgressBlock, formatBlocks, parseBlocks, remainingMsOf } from '../egress-blocks.ts';

/** The first and the longest time for which a blocked egress stays away. */
export interface BlockLengths {
  readonly firstMs: number;
  readonly longestMs: number;
}

/** A block that begins within this time after the last one has ended is the same trouble, and lasts twice as long. */
const memoryMs = 86_400_000;

/** So many blocks of an egress are kept: those that end last. */
const mostKept = 1_000;
/** How often a block is tried to be written while other processes write some, too. */
const maxWrites = 8;

/** A block, and whether it has just begun. */
export interface Block {
  readonly durationMs: number;
  readonly isNew: boolean;
}

/**
 * Decides how long an egress stays away from an exchange or provider that blocks it: twice as long each time. One entry of
 * the cache has the blocks of an egress, for all processes, workers of jobs and the doctor, until a day after their end;
 * if it is lost, they begin with the first length again.
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
    const space = key.indexOf(' ');
    const place = key.slice(space + 1);
    const entryKey = blocksKey(key.slice(0, space));
    for (let write = 1; ; write += 1) {
      const found = await this.#cache.get(entryKey).catch(() => undefined);
      const now = this.#clock.now();
      const blocks = parseBlocks(found).filter(({ until }) => until + memoryMs > now);
      const known = blocks.find((block) => block.place === place);
      const remainingMs = remainingMsOf(known, now);
      if (remainingMs > 0) return { durationMs: remainingMs, isNew: false };
      const durationMs = this.#durationMsAfter(known);
      const kept = [
        ...blocks.filter((block) => block !== known),
        { place, until: now + durationMs, durationMs },
      ]
        .sort((one, other) => other.until - one.until)
        .slice(0, mostKept);
      const expiresAt = Math.max(...kept.map(({ until }) => until)) + memoryMs;
      const entry = { value: formatBlocks(kept), expiresAt };
      // Where the store fails, the block begins all the same.
      const isWritten = await this.#cache.replace(entryKey, found?.value, entry).catch(() => true);
      if (isWritten || write === maxWrites) return { durationMs, isNew: true };
    }
  }

  /** Never less than the first length: the last block may be from when there was no other egress, where they are shorter. */
  #durationMsAfter(last: EgressBlock | undefined): number {
    const { firstMs, longestMs } = this.#options;
    return last === undefined ? firstMs : Math.max(firstMs, Math.min(longestMs, 2 * last.durationMs));
  }
}
