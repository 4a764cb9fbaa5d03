import PQueue from 'p-queue';
import { onAbort } from './abort-listeners.ts';

/** Permission to use one of the slots of a semaphore. */
export interface Permit {
  /** Gives the slot to the next caller. A second call is harmless. */
  release(): void;
}

export interface AcquireOptions {
  /** Rejects with its reason while waiting. Has no effect once the permit is given. */
  readonly signal?: AbortSignal;
  /** Higher is served first; equals in the order in which they came. Default 0. */
  readonly priority?: number;
}

/** Limits how many callers use something at once. The others wait, in the order in which they came. */
export class Semaphore {
  readonly #queue: PQueue;

  constructor(permits: number) {
    this.#queue = new PQueue({ concurrency: permits });
  }

  /** How many callers may hold a permit at once. Lowering it takes no permit away. */
  get permits(): number {
    return this.#queue.concurrency;
  }

  set permits(permits: number) {
    this.#queue.concurrency = permits;
  }

  /** Permits that are held now. */
  get held(): number {
    return this.#queue.pending;
  }

  /** Callers that wait for a permit. */
  get waiting(): number {
    return this.#queue.size;
  }

  /** Waits for a permit, which the caller must release. Rejects with the signal's reason. */
  acquire({ signal, priority = 0 }: AcquireOptions = {}): Promise<Permit> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      // The queue would free the slot of a running task when its signal fires: this one ends with the wait.
      const wait = new AbortController();
      const unfollow = onAbort(signal, () => wait.abort(signal?.reason));
      const hold = () =>
        new Promise<void>((release) => {
          unfollow();
          resolve({ release });
        });
      this.#queue.add(hold, { signal: wait.signal, priority }).catch(reject);
    });
  }

  /** Runs `task` with a permit. Rejects with the signal's reason while it waits, then as `task` does. */
  async run<Result>(task: () => Promise<Result>, options?: AcquireOptions): Promise<Result> {
    const permit = await this.acquire(options);
    try {
      return await task();
    } finally {
      permit.release();
    }
  }
}
