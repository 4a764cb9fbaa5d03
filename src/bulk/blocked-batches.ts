import { blocksKey, domainPlace, parseBlocks, remainingMsOf } from '../exchange/egress-blocks.ts';
import { registrableDomain } from '../exchange/registrant.ts';
import type { Cache } from '../ports/cache.ts';
import type { Clock } from '../ports/clock.ts';
import type { Batch, WorkQueue } from '../ports/work-queue.ts';

export interface BlockedBatchesDependencies {
  readonly queue: Pick<WorkQueue, 'egresses'>;
  readonly cache: Pick<Cache, 'get'>;
  readonly clock: Clock;
  /** The egresses of this process. */
  readonly egresses: readonly string[];
}

/**
 * A retry waits so long at most for the end of a block: as long as the first block of one of several egresses lasts. Blocks
 * that come again last for up to a day, and nobody waits for his list so long.
 */
const longestWaitMs = 3_600_000;

/** Finds out which batches workers of other processes should have, because the exchange blocks all egresses of this one. */
export class BlockedBatches {
  readonly #dependencies: BlockedBatchesDependencies;

  constructor(dependencies: BlockedBatchesDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Returns an egress of another process that neither the exchange nor the registrant of `domain` there blocks, as far as is
   * known, if they block each one of this process. Undefined for a batch that has an egress: its items go to any worker at the next attempt. Rejects if a
   * store fails.
   */
  async findOtherEgress(
    { exchange, egress, positions }: Batch,
    domain?: string,
  ): Promise<string | undefined> {
    const { queue, egresses } = this.#dependencies;
    if (egress !== undefined) return undefined;
    const others = (await queue.egresses()).filter((name) => !egresses.includes(name));
    if (others.length === 0 || (await this.#notBlocked(egresses, exchange, domain)).length > 0)
      return undefined;
    const free = (await this.#notBlocked(others, exchange, domain)).toSorted();
    // Different ones get different batches.
    return free[(positions[0] ?? 0) % free.length];
  }

  /**
   * Returns when the exchange of a batch may be asked again through some egress of any process; 0 if it may be now. An hour
   * from now at most. Rejects if a store fails.
   */
  async blockedUntil({ exchange }: Pick<Batch, 'exchange'>): Promise<number> {
    const { queue, egresses, clock } = this.#dependencies;
    const all = [...new Set([...egresses, ...(await queue.egresses())])];
    const remaining = await this.#remainingMs(all, exchange);
    const firstMs = Math.min(longestWaitMs, ...remaining);
    return firstMs <= 0 ? 0 : Math.ceil(clock.now() + firstMs);
  }

  async #notBlocked(
    egresses: readonly string[],
    exchange: string,
    domain: string | undefined,
  ): Promise<readonly string[]> {
    const remaining = await this.#remainingMs(egresses, exchange, domain);
    return egresses.filter((_, index) => (remaining[index] ?? 0) <= 0);
  }

  /** Returns for how much longer each egress is blocked: 0 or less if it is not, as far as is known. */
  async #remainingMs(
    egresses: readonly string[],
    exchange: string,
    domain?: string,
  ): Promise<readonly number[]> {
    const { cache, clock } = this.#dependencies;
    const places = [exchange];
    if (domain !== undefined) places.push(domainPlace(exchange, registrableDomain(domain)));
    const entries = await Promise.all(egresses.map((name) => cache.get(blocksKey(name))));
    return entries.map((entry) => {
      const blocks = parseBlocks(entry).filter(({ place }) => places.includes(place));
      return Math.max(0, ...blocks.map((block) => remainingMsOf(block, clock.now())));
    });
  }
}
