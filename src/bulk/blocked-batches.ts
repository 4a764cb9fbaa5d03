import { egressBlockKey, parseEgressBlock, remainingMsOf } from '../exchange/egress-blocks.ts';
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

/** Finds out which batches workers of other processes should have, because the exchange blocks all egresses of this one. */
export class BlockedBatches {
  readonly #dependencies: BlockedBatchesDependencies;

  constructor(dependencies: BlockedBatchesDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Returns an egress of another process that the exchange does not block, as far as is known, if it blocks each one of
   * this process. Undefined for a batch that has an egress: its items go to any worker at the next attempt. Rejects if a
   * store fails.
   */
  async findOtherEgress({ exchange, egress, positions }: Batch): Promise<string | undefined> {
    const { queue, egresses } = this.#dependencies;
    if (egress !== undefined) return undefined;
    const others = (await queue.egresses()).filter((name) => !egresses.includes(name));
    if (others.length === 0 || (await this.#notBlocked(egresses, exchange)).length > 0) return undefined;
    const free = (await this.#notBlocked(others, exchange)).toSorted();
    // Different ones get different batches.
    return free[(positions[0] ?? 0) % free.length];
  }

  async #notBlocked(egresses: readonly string[], exchange: string): Promise<readonly string[]> {
    const { cache, clock } = this.#dependencies;
    const entries = await Promise.all(
      egresses.map((name) => cache.get(egressBlockKey(`${name} ${exchange}`))),
    );
    return egresses.filter((_, index) => {
      const block = parseEgressBlock(entries[index]);
      return block === undefined || remainingMsOf(block, clock.now()) <= 0;
    });
  }
}
