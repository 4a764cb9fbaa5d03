import PQueue, { type QueueAddOptions } from 'p-queue';
import { onAbort } from './abort-listeners.ts';
import { PriorityLanes } from './priority-lanes.ts';

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
  readonly #waiters = new PriorityLanes();
  readonly #queue: PQueue<PriorityLanes, QueueAddOptions>;
  #held = 0;
  #calls = 0;

  constructor(permits: number) {
    const waiters = this.#waiters;
    // p-queue creates its queue itself; this one is shared, so that callers who stop waiting can be removed.
    const queueClass = function queueOf() {
      return waiters;
    } as unknown as new () => PriorityLanes;
    this.#queue = new PQueue({ concurrency: permits, queueClass });
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

  /**
   * Waits for a permit, which the caller must release. Rejects with the signal's reason. The signal is not passed to
   * p-queue, which would free the slot of a permit that is still held.
   */
  acquire({ signal, priority = 0 }: AcquireOptions = {}): Promise<Permit> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    this.#calls += 1;
    const id = String(this.#calls);
    return new Promise((resolve, reject) => {
      let granted = false;
      let unfollow: (() => void) | undefined;
      const hold = () => {
        granted = true;
        unfollow?.();
        return new Promise<void>((free) => resolve(this.#createPermit(free)));
      };
      void this.#queue.add(hold, { id, priority });
      if (granted || signal === undefined) return;
      unfollow = onAbort(signal, () => {
        this.#waiters.remove(id);
        reject(signal.reason);
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
