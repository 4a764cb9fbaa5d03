import { onAbort } from '../concurrency/abort-listeners.ts';
import type { Clock } from '../ports.ts';

/** Enough to keep a process busy where servers answer at once. */
const leastAtOnce = 256;
/** Enough to keep every socket busy where servers take seconds. */
const mostAtOnce = 8_000;
const lookEveryMs = 100;
/** A timer that is later than this says that the process is busy; one that is earlier, that it has time left. */
const busyMs = 6;
const idleMs = 3;

/** A batch's share in what a process has under way. */
export interface Places {
  /** Waits for a place; it must be left again. Rejects, without one, with the signal's reason. */
  enter(signal: AbortSignal): Promise<void>;
  leave(): void;
  /** The batch is done, and has left every place. */
  end(): void;
}

/**
 * How many addresses a process has under way at once, over all batches. More of them cost memory, and help only
 * while the process waits for others: so there may be more as long as its timers are on time. Batches begun first
 * are served first: a few with many addresses each make better use of their sessions than many with a few.
 */
export class InFlight {
  readonly #clock: Clock;
  /** By batch, in the order in which they were begun. */
  readonly #waiting = new Map<Places, Set<() => void>>();
  #waitingCount = 0;
  #limit = leastAtOnce;
  #count = 0;
  #cancel: (() => void) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  join(): Places {
    const waiting = new Set<() => void>();
    const places: Places = {
      enter: (signal) => this.#enter(waiting, signal),
      leave: () => this.#leave(),
      end: () => this.#waiting.delete(places),
    };
    this.#waiting.set(places, waiting);
    return places;
  }

  async #enter(waiting: Set<() => void>, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#count >= this.#limit) await this.#turn(waiting, signal);
    else this.#count += 1;
    if (this.#cancel === undefined) this.#watch();
  }

  #leave(): void {
    this.#count -= 1;
    this.#admit();
  }

  #turn(waiting: Set<() => void>, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const enter = () => {
        waiting.delete(enter);
        this.#waitingCount -= 1;
        this.#count += 1;
        forget();
        resolve();
      };
      const forget = onAbort(signal, () => {
        waiting.delete(enter);
        this.#waitingCount -= 1;
        reject(signal.reason);
      });
      this.#waitingCount += 1;
      waiting.add(enter);
    });
  }

  #admit(): void {
    for (const waiting of this.#waiting.values()) {
      for (const enter of waiting) {
        if (this.#count >= this.#limit) return;
        enter();
      }
    }
  }

  #watch(): void {
    const dueAt = this.#clock.now() + lookEveryMs;
    this.#cancel = this.#clock.after(lookEveryMs, () => {
      this.#cancel = undefined;
      this.#adjust(this.#clock.now() - dueAt);
      if (this.#count > 0) this.#watch();
    });
  }

  #adjust(lateMs: number): void {
    if (lateMs > busyMs) this.#limit = Math.max(leastAtOnce, Math.floor(this.#limit * 0.8));
    else if (lateMs < idleMs && this.#waitingCount > 0) {
      this.#limit = Math.min(mostAtOnce, Math.ceil(this.#limit * 1.1));
      this.#admit();
    }
  }
}
