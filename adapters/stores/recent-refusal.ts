import { steadyNow } from '../../src/concurrency/steady-time.ts';
import type { Clock } from '../../src/ports/clock.ts';

/** How long a refused write counts. Without it, a server that gets no more requests would never be ready again. */
const rememberedMs = 10_000;

/** The last write, if the storage refused it in the last 10 seconds: what a check that only reads cannot find out. */
export class RecentRefusal {
  readonly #clock: Clock;
  #last: { readonly error: unknown; readonly at: number } | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  record(error: unknown): void {
    this.#last = { error, at: steadyNow(this.#clock) };
  }

  /** A write has succeeded. */
  clear(): void {
    this.#last = undefined;
  }

  /** Throws the error of the last write if it was refused lately. */
  throwIfAny(): void {
    if (this.#last === undefined) return;
    if (steadyNow(this.#clock) - this.#last.at < rememberedMs) throw this.#last.error;
    this.#last = undefined;
  }
}
