import { type Permit, Semaphore } from '../concurrency/semaphore.ts';
import type { Clock } from '../ports.ts';

/** Enough to keep a process busy while servers answer at once. */
const minPermits = 256;
/** Enough to keep every socket busy while servers take seconds. */
const maxPermits = 8_000;
const checkEveryMs = 100;
/** A timer that is later than this shows that the process is busy. */
const busyLatenessMs = 6;
/** A timer that is less late than this shows that the process has time left. */
const idleLatenessMs = 3;

/**
 * Limits how many attempts a process makes at once, over all batches. More attempts cost memory, and help only while
 * the process waits for servers, so the limit rises while timers are on time and falls while they are late. Batches
 * that were started first are served first: a few batches with many items each use their sessions better than many
 * batches with a few.
 */
export class AdaptiveLimiter {
  readonly #clock: Clock;
  readonly #semaphore = new Semaphore(minPermits);
  #batches = 0;
  #checking = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Returns the number by which a batch acquires its permits. */
  startBatch(): number {
    this.#batches += 1;
    return this.#batches;
  }

  /** Waits for a permit for one attempt, which the caller must release. Rejects with the signal's reason. */
  acquire(batchNumber: number, signal: AbortSignal): Promise<Permit> {
    if (!this.#checking) this.#checkLater();
    return this.#semaphore.acquire({ signal, priority: -batchNumber });
  }

  #checkLater(): void {
    this.#checking = true;
    const dueAt = this.#clock.now() + checkEveryMs;
    this.#clock.after(checkEveryMs, () => {
      this.#checking = false;
      this.#adjust(this.#clock.now() - dueAt);
      if (this.#semaphore.held > 0) this.#checkLater();
    });
  }

  #adjust(latenessMs: number): void {
    const { permits, waiting } = this.#semaphore;
    if (latenessMs > busyLatenessMs) {
      this.#semaphore.permits = Math.max(minPermits, Math.floor(permits * 0.8));
    } else if (latenessMs < idleLatenessMs && waiting > 0) {
      this.#semaphore.permits = Math.min(maxPermits, Math.ceil(permits * 1.1));
    }
  }
}
