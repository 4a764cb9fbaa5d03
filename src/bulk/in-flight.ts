import { onAbort } from '../abort-listeners.ts';
import type { Clock } from '../ports.ts';

/** Enough to keep a process busy where servers answer at once. */
const leastAtOnce = 400;
/** Enough to keep every socket busy where servers take seconds. */
const mostAtOnce = 8_000;
const lookEveryMs = 100;
/** A timer that is later than this says that the process is busy; one that is earlier, that it has time left. */
const busyMs = 25;
const idleMs = 10;

/**
 * How many addresses a process has under way at once, over all batches. More of them cost memory, and help only
 * while the process waits for others: so there may be more as long as its timers are on time.
 */
export class InFlight {
  readonly #clock: Clock;
  readonly #waiting = new Set<() => void>();
  #limit = leastAtOnce;
  #count = 0;
  #cancel: (() => void) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Waits for a place, in order of asking; it must be left again. Rejects, without one, with the signal's reason. */
  async enter(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#count >= this.#limit) await this.#turn(signal);
    else this.#count += 1;
    if (this.#cancel === undefined) this.#watch();
  }

  leave(): void {
    this.#count -= 1;
    this.#admit();
  }

  #turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const enter = () => {
        this.#count += 1;
        forget();
        resolve();
      };
      const forget = onAbort(signal, () => {
        this.#waiting.delete(enter);
        reject(signal.reason);
      });
      this.#waiting.add(enter);
    });
  }

  #admit(): void {
    for (const enter of this.#waiting) {
      if (this.#count >= this.#limit) return;
      this.#waiting.delete(enter);
      enter();
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
    else if (lateMs < idleMs && this.#waiting.size > 0) {
      this.#limit = Math.min(mostAtOnce, Math.ceil(this.#limit * 1.1));
      this.#admit();
    }
  }
}
