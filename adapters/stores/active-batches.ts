import { mostPerFree } from '../../src/concurrency/work-share.ts';
import type { Batch } from '../../src/ports/work-queue.ts';

type Owned = Pick<Batch, 'account' | 'jobId'>;

/**
 * Counts the batches that a worker has, by account and job, and applies the port's rule on who may have
 * another one.
 */
export class ActiveBatches {
  readonly #ofAccount = new Map<string | null, number>();
  readonly #ofJob = new Map<string, number>();

  add({ account, jobId }: Owned): void {
    count(this.#ofAccount, account, 1);
    count(this.#ofJob, jobId, 1);
  }

  remove({ account, jobId }: Owned): void {
    count(this.#ofAccount, account, -1);
    count(this.#ofJob, jobId, -1);
  }

  /** Returns the accounts and jobs that may have no further batch while the worker can take `free` more. */
  full(free: number): { accounts: readonly (string | null)[]; jobs: readonly string[] } {
    const isFull = (most: number) => (held: number) => held >= most * free;
    return {
      accounts: namesOf(this.#ofAccount, isFull(mostPerFree.account)),
      jobs: namesOf(this.#ofJob, isFull(mostPerFree.share)),
    };
  }

  /** Returns how many batches may be taken in one step, without those of full ones, whosever they are. */
  mostAtOnce(free: number): number {
    const room = (counts: ReadonlyMap<unknown, number>, most: number) =>
      [0, ...counts.values()]
        .filter((held) => held < most * free)
        .map((held) => Math.ceil((most * free - held) / (most + 1)));
    return Math.min(
      free,
      ...room(this.#ofAccount, mostPerFree.account),
      ...room(this.#ofJob, mostPerFree.share),
    );
  }
}

function count<Name>(counts: Map<Name, number>, name: Name, change: 1 | -1): void {
  const changed = (counts.get(name) ?? 0) + change;
  if (changed === 0) counts.delete(name);
  else counts.set(name, changed);
}

function namesOf<Name>(counts: ReadonlyMap<Name, number>, isWanted: (held: number) => boolean): Name[] {
  return [...counts].filter(([, held]) => isWanted(held)).map(([name]) => name);
}
