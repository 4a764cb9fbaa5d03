import { HangingTasks } from '../concurrency/hanging-tasks.ts';
import { type Permit, Semaphore } from '../concurrency/semaphore.ts';
import { steadyNow } from '../concurrency/steady-time.ts';
import type { JobShare } from '../concurrency/work-share.ts';
import type { Clock } from '../ports/clock.ts';

/** Enough to keep a process busy while servers answer at once: a job alone gets five sixths of them, 256. */
const minPermits = 307;
/** Enough to keep every socket busy while servers take seconds. */
const maxPermits = 8_000;
const checkEveryMs = 100;
/** A timer that is later than this shows that the process is busy. */
const busyLatenessMs = 6;
/** A timer that is less late than this shows that the process has time left. */
const idleLatenessMs = 3;

/** A permit for one attempt after another. */
export interface AttemptPermit extends Permit {
  /** To be called after each attempt but the last. */
  reportProgress(): void;
}

/** The permits of one batch. */
export interface BatchPermits {
  /** Waits for a permit, which the caller must release. Rejects with the signal's reason. */
  acquire(signal: AbortSignal): Promise<AttemptPermit>;
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
 * permits are shared by account, then by job, so that a job whose servers hang does not hold up the others; attempts
 * that hang do not count. Of one job,
 * the batches that were started first are served first: a few batches with many items each use their sessions better
 * than many batches with a few.
 */
export class AdaptiveLimiter {
  readonly #clock: Clock;
  readonly #semaphore = new Semaphore(minPermits);
  /** In the order in which they were started. */
  readonly #batches = new Set<StartedBatch>();
  readonly #hanging: HangingTasks;
  /** Attempts at once, without those that hang. */
  #limit = minPermits;
  #surplus = 0;
  #startedCount = 0;
  #cancelCheck: (() => void) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#hanging = new HangingTasks(clock, (count) => {
      this.#surplus = count;
      this.#applyLimit();
    });
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

  async #acquire(batch: StartedBatch, signal: AbortSignal): Promise<AttemptPermit> {
    if (this.#cancelCheck === undefined) this.#checkLater();
    batch.waiting += 1;
    try {
      const permit = await this.#semaphore.acquire({ signal, priority: batch.priority, share: batch.share });
      return this.#watch(permit);
    } catch (error) {
      this.#stopCheckingIfIdle();
      throw error;
    } finally {
      batch.waiting -= 1;
    }
  }

  #watch(permit: Permit): AttemptPermit {
    const task = this.#hanging.start();
    const release = () => {
      task.end();
      permit.release();
      this.#stopCheckingIfIdle();
    };
    return { release, reportProgress: task.reportProgress };
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
    const dueAt = steadyNow(this.#clock) + checkEveryMs;
    this.#cancelCheck = this.#clock.after(checkEveryMs, () => {
      this.#cancelCheck = undefined;
      this.#adjust(steadyNow(this.#clock) - dueAt);
      if (this.#semaphore.held > 0) this.#checkLater();
    });
  }

  /** An idle process sets no timers, and a closed one leaves none. */
  #stopCheckingIfIdle(): void {
    if (this.#semaphore.held > 0 || this.#semaphore.waiting > 0) return;
    this.#cancelCheck?.();
    this.#cancelCheck = undefined;
  }

  #adjust(latenessMs: number): void {
    const { waiting } = this.#semaphore;
    if (latenessMs > busyLatenessMs) {
      this.#limit = Math.max(minPermits, Math.floor(this.#limit * 0.8));
    } else if (latenessMs < idleLatenessMs && waiting > 0) {
      this.#limit = Math.min(maxPermits, Math.ceil(this.#limit * 1.1));
    }
    this.#applyLimit();
  }

  #applyLimit(): void {
    const permits = Math.min(maxPermits, this.#limit + this.#surplus);
    if (permits !== this.#semaphore.permits) this.#semaphore.permits = permits;
  }
}
