import {
  egressBlockKey,
  formatEgressBlock,
  parseEgressBlock,
  remainingMsOf,
} from '../../exchange/egress-blocks.ts';
import type { Cache } from '../../ports/cache.ts';
import type { Clock } from '../../ports/clock.ts';

/** The first and the longest time for which a blocked egress stays away. */
export interface BlockLengthOptions {
  readonly firstMs: number;
  readonly longestMs: number;
}

/** A block that begins within this time after the last one has ended is the same trouble, and lasts twice as long. */
const memoryMs = 86_400_000;

/** A block, and whether it has just begun. */
export interface Block {
  readonly durationMs: number;
  readonly isNew: boolean;
}

/**
 * Decides how long an egress stays away from an exchange or provider that blocks it: twice as long each time. The cache
 * remembers the last time for all processes; if it loses that, they begin with the first length again.
 */
export class BlockLengths {
  readonly #cache: Cache;
  readonly #clock: Clock;
  readonly #options: BlockLengthOptions;

  constructor(dependencies: { cache: Cache; clock: Clock }, options: BlockLengthOptions) {
    this.#cache = dependencies.cache;
    this.#clock = dependencies.clock;
    this.#options = options;
  }

  /** Returns the block that begins now, or the rest of one that another session or process has found. Never rejects. */
  async begin(key: string): Promise<Block> {
    const { firstMs, longestMs } = this.#options;
    const cacheKey = egressBlockKey(key);
    const known = parseEgressBlock(await this.#cache.get(cacheKey).catch(() => undefined));
    const now = this.#clock.now();
    const remainingMs = known === undefined ? 0 : remainingMsOf(known, now);
    if (remainingMs > 0) return { durationMs: remainingMs, isNew: false };
    const durationMs = known === undefined ? firstMs : Math.min(longestMs, 2 * known.durationMs);
    const until = now + durationMs;
    const entry = { value: formatEgressBlock({ until, durationMs }), expiresAt: until + memoryMs };
    await this.#cache.set(cacheKey, entry).catch(() => {});
    return { durationMs, isNew: true };
  }
}
