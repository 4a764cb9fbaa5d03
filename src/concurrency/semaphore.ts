import PQueue from 'p-queue';
import { onAbort } from './abort-listeners.ts';

/** Permission to use one of the slots of a semaphore. */
export interface Permit {
  /** Gives the slot to the next caller. A second call is harmless. */
  release(): void;
}

/** Options of a caller that waits for a permit. */
export interface AcquireOptions {
  /** Ends the wait: the call rejects with the signal's reason. No effect once the permit is granted. */
  readonly signal?: AbortSignal;
  /** Higher is served first, equal in the order of the calls. Default 0. */
  readonly priority?: number;
}

/** Limits how many callers use something at once. The others wait in the order of their calls. */
export class Semaphore {
  readonly #queue: PQueue;
  #held = 0;
  /** Entries of the queue whose callers no longer wait. */
  #aborted = 0;

  constructor(permits: number) {
    this.#queue = new PQueue({ concurrency: permits });
  }

  /** How many callers may hold a permit at once. Lowering it revokes no permit. */
  get permits(): number {
    return this.#queue.concurrency;
  }

  set permits(permits: number) {
    this.#queue.concurrency = permits;
  }

  /** How many permits are held now. */
  get held(): number {
    return this.#held;
  }

  /** How many callers wait for a permit. */
  get waiting(): number {
    return this.#queue.size - this.#aborted;
  }

  /**
   * Waits for a permit, which the caller must release. Rejects with the signal's reason.
   *
   * The signal is not passed to p-queue, which would free the slot of a permit that is still held. The entry of an
   * aborted caller stays in the queue and is skipped when it is reached.
   */
  acquire({ signal, priority = 0 }: AcquireOptions = {}): Promise<Permit> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      let held = false;
      let aborted = false;
      let unfollow: (() => void) | undefined;
      const hold = async (): Promise<void> => {
        if (aborted) {
          this.#aborted -= 1;
          return;
        }
        held = true;
        unfollow?.();
        await new Promise<void>((free) => resolve(this.#createPermit(free)));
      };
      void this.#queue.add(hold, { priority });
      if (held) return;
      unfollow = onAbort(signal, () => {
        aborted = true;
        this.#aborted += 1;
        reject(signal?.reason);
      });
    });
  }

  #createPermit(free: () => void): Permit {
    this.#held += 1;
    let released = false;
    const release = () => {
      if (released) return;
      released = true;
      this.#held -= 1;
      free();
    };
    return { release };
  }

  /** Runs `task` with a permit. Rejects with the signal's reason while waiting, and with the errors of `task`. */
  async run<Result>(task: () => Promise<Result>, options?: AcquireOptions): Promise<Result> {
    const permit = await this.acquire(options);
    try {
      return await task();
    } finally {
      permit.release();
    }
  }
}
