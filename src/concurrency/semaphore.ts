import PQueue from 'p-queue';
import { onAbort } from './abort-listeners.ts';
import { FairQueue, type FairQueueOptions } from './fair-queue.ts';
import type { WorkShare } from './work-share.ts';

/** Permission to use one of the slots of a semaphore. */
export interface Permit {
  /** Gives the slot to the next caller. A second call is harmless. */
  release(): void;
}

/** Options of a caller that waits for a permit. */
export interface AcquireOptions {
  /** Ends the wait: the call rejects with the signal's reason. No effect once the permit is granted. */
  readonly signal?: AbortSignal;
  /** Among callers of one share: higher is served first, equal in the order of the calls. Default 0. */
  readonly priority?: number;
  /** For whom the permit is. Without one, the caller shares with nobody, and is served before those that do. */
  readonly share?: WorkShare | undefined;
}

/** Limits how many callers use something at once. The others wait: callers of one share in the order of their calls. */
export class Semaphore {
  readonly #waiters: FairQueue;
  readonly #queue: PQueue<FairQueue, FairQueueOptions>;
  #calls = 0;

  /** `reserved`: permits that only single requests may use. */
  constructor(permits: number, { reserved = 0 }: { readonly reserved?: number } = {}) {
    const waiters = new FairQueue(permits, reserved);
    this.#waiters = waiters;
    // p-queue creates its queue itself; this one is shared, so that callers who stop waiting can be removed.
    const queueClass = function queueOf() {
      return waiters;
    } as unknown as new () => FairQueue;
    this.#queue = new PQueue({ concurrency: permits, queueClass });
  }

  /** How many callers may hold a permit at once. Lowering it revokes no permit. */
  get permits(): number {
    return this.#queue.concurrency;
  }

  set permits(permits: number) {
    this.#waiters.permits = permits;
    this.#queue.concurrency = permits;
  }

  /** How many permits are held now. */
  get held(): number {
    return this.#waiters.held;
  }

  /** How many callers wait for a permit. */
  get waiting(): number {
    return this.#waiters.waiting;
  }

  /** True if not all callers that wait can be served now. A released permit is granted a moment later. */
  get contended(): boolean {
    const { held, waiting, permits } = this;
    return waiting > 0 && (held + waiting > permits || !this.#waiters.canServe);
  }

  /** True if a share holds more permits than it would be granted now, while others wait: it should release some. */
  holdsTooMuch(share: WorkShare): boolean {
    return this.#waiters.holdsTooMuch(share);
  }

  /** True if a caller of one share would be served before one of the other, whichever came first. */
  goesBefore(share: WorkShare, other: WorkShare): boolean {
    return this.#waiters.goesBefore(share, other);
  }

  /** Returns a permit if one is free for this share now, and nobody waits for it. */
  tryAcquire(share?: WorkShare): Permit | undefined {
    const taken = this.#take(share);
    if (taken !== undefined || this.waiting === 0) return taken;
    const id = this.#nextId();
    let permit: Permit | undefined;
    const hold = () =>
      new Promise<void>((free) => {
        permit = this.#createPermit(share, free);
      });
    void this.#queue.add(hold, { id, share });
    if (permit === undefined) this.#waiters.remove(id);
    return permit;
  }

  /**
   * Waits for a permit, which the caller must release. Rejects with the signal's reason. The signal is not passed to
   * p-queue, which would free the slot of a permit that is still held.
   */
  acquire({ signal, priority = 0, share }: AcquireOptions = {}): Promise<Permit> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    const taken = this.#take(share);
    if (taken !== undefined) return Promise.resolve(taken);
    const id = this.#nextId();
    return new Promise((resolve, reject) => {
      let granted = false;
      let unfollow: (() => void) | undefined;
      const hold = () => {
        granted = true;
        unfollow?.();
        return new Promise<void>((free) => resolve(this.#createPermit(share, free)));
      };
      void this.#queue.add(hold, { id, priority, share });
      if (granted || signal === undefined) return;
      unfollow = onAbort(signal, () => {
        this.#waiters.remove(id);
        reject(signal.reason);
      });
    });
  }

  /** Returns a permit that nobody has to wait for. To queue for it would take longer than most of what permits are for. */
  #take(share: WorkShare | undefined): Permit | undefined {
    if (!this.#waiters.take(share)) return undefined;
    return this.#createPermit(share, () => {
      if (this.waiting > 0) void Promise.resolve().then(() => this.#lookForNext());
    });
  }

  /** The queue does so by itself when a permit is released that somebody waited for. */
  #lookForNext(): void {
    this.#queue.concurrency = this.permits;
  }

  #nextId(): string {
    this.#calls += 1;
    return String(this.#calls);
  }

  #createPermit(share: WorkShare | undefined, free: () => void): Permit {
    let released = false;
    const release = () => {
      if (released) return;
      released = true;
      this.#waiters.release(share);
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
