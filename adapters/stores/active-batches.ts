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

  /**
   * Returns the accounts and jobs that may have no further batch. `free`: how many more batches the worker can take;
   * `beingTaken`: how many batches are being taken whose accounts and jobs are not known yet.
   */
  full(free: number, beingTaken = 0): { accounts: readonly (string | null)[]; jobs: readonly string[] } {
    const isFull = (held: number, most: number) => held + beingTaken >= most * free;
    return {
      accounts: namesOf(this.#ofAccount, (held) => isFull(held, mostPerFree.account)),
      jobs: namesOf(this.#ofJob, (held) => isFull(held, mostPerFree.share)),
    };
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
