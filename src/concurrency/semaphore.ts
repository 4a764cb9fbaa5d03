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
    return this.#queue.size;
  }

  /** True if the free permits are not enough for the callers that wait. A released permit is granted a moment later. */
  get contended(): boolean {
    return this.held + this.waiting > this.permits;
  }

  /** Waits for a permit, which the caller must release. Rejects with the signal's reason. */
  acquire({ signal, priority = 0 }: AcquireOptions = {}): Promise<Permit> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    return new Promise((resolve, reject) => {
      const waits = this.#queue.pending >= this.#queue.concurrency;
      const leaving = waits && signal !== undefined ? followSignal(signal) : undefined;
      const hold = () => {
        leaving?.unfollow();
        return new Promise<void>((free) => resolve(this.#createPermit(free)));
      };
      const options = leaving === undefined ? { priority } : { priority, signal: leaving.signal };
      this.#queue.add(hold, options).catch(reject);
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

/**
 * Returns a signal that fires with `signal` until `unfollow` is called. p-queue removes the entry of a caller whose
 * signal fires while it waits. While it holds a permit, p-queue would also free the slot, so it must not fire then.
 */
function followSignal(signal: AbortSignal): { readonly signal: AbortSignal; unfollow(): void } {
  const controller = new AbortController();
  const unfollow = onAbort(signal, () => controller.abort(signal.reason));
  return { signal: controller.signal, unfollow };
}
