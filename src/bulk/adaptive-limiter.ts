import { type Permit, Semaphore } from '../concurrency/semaphore.ts';
import { steadyNow } from '../concurrency/steady-time.ts';
import type { JobShare } from '../concurrency/work-share.ts';
import type { Clock } from '../ports.ts';

/** Enough to keep a process busy while servers answer at once: a job alone gets three quarters of them, 256. */
const minPermits = 341;
/** Enough to keep every socket busy while servers take seconds. */
const maxPermits = 8_000;
const checkEveryMs = 100;
/** A timer that is later than this shows that the process is busy. */
const busyLatenessMs = 6;
/** A timer that is less late than this shows that the process has time left. */
const idleLatenessMs = 3;

/** The permits of one batch. */
export interface BatchPermits {
  /** Waits for a permit, which the caller must release. Rejects with the signal's reason. */
  acquire(signal: AbortSignal): Promise<Permit>;
  /** Tells whether a permit has to be released after an attempt. Otherwise it may be used for the next one. */
  mustYield(): boolean;
  /** To be called when the batch has released all permits. */
  end(): void;
}

interface StartedBatch {
  readonly priority: number;
  readonly share: JobShare;
  /** Callers that wait for a permit. */
  waiting: number;
}

/**
 * Limits how many attempts a process makes at once, over all batches. More attempts cost memory, and help only while
 * the process waits for servers, so the limit rises while timers are on time and falls while they are late. The
 * permits are shared by account, then by job, so that a job whose servers hang does not hold up the others. Of one job,
 * the batches that were started first are served first: a few batches with many items each use their sessions better
 * than many batches with a few.
 */
export class AdaptiveLimiter {
  readonly #clock: Clock;
  readonly #semaphore = new Semaphore(minPermits);
  /** In the order in which they were started. */
  readonly #batches = new Set<StartedBatch>();
  #startedCount = 0;
  #checking = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** `share`: the job of the batch. */
  startBatch(share: JobShare): BatchPermits {
    this.#startedCount += 1;
    const batch = { priority: -this.#startedCount, share, waiting: 0 };
    this.#batches.add(batch);
    return {
      acquire: (signal) => this.#acquire(batch, signal),
      mustYield: () => this.#mustYield(batch),
      end: () => this.#batches.delete(batch),
    };
  }

  async #acquire(batch: StartedBatch, signal: AbortSignal): Promise<Permit> {
    if (!this.#checking) this.#checkLater();
    batch.waiting += 1;
    try {
      return await this.#semaphore.acquire({ signal, priority: batch.priority, share: batch.share });
    } finally {
      batch.waiting -= 1;
    }
  }

  #mustYield(batch: StartedBatch): boolean {
    const { permits, held, contended } = this.#semaphore;
    if (held > permits) return true;
    if (!contended) return false;
    if (this.#semaphore.holdsTooMuch(batch.share)) return true;
    for (const earlier of this.#batches) {
      if (earlier === batch) return false;
      if (earlier.waiting > 0 && earlier.share.jobId === batch.share.jobId) return true;
    }
    return false;
  }

  #checkLater(): void {
    this.#checking = true;
    const dueAt = steadyNow(this.#clock) + checkEveryMs;
    this.#clock.after(checkEveryMs, () => {
      this.#checking = false;
      this.#adjust(steadyNow(this.#clock) - dueAt);
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
