import type { Clock } from '../../src/ports/clock.ts';

/**
 * The time that scripts use. Without a clock they use the server's time, which all machines share; with a clock, each
 * call sends the clock's time.
 */
export class ScriptTime {
  /**
   * Added to the time to live of keys. An injected clock may stop or differ from the server's: keys must not expire in
   * Redis before the scripts treat them as expired.
   */
  readonly extraTtlMs: number;
  readonly #clock: Clock | undefined;

  constructor(clock: Clock | undefined) {
    this.#clock = clock;
    this.extraTtlMs = clock === undefined ? 0 : 24 * 3_600_000;
  }

  /** Milliseconds since the epoch; empty for the server's time. */
  get nowArgument(): string {
    return this.#clock === undefined ? '' : String(this.#clock.now());
  }

  /** Returns the time that a caller read from its clock; empty for the server's time. */
  argumentFor(now: number): string {
    return this.#clock === undefined ? '' : String(now);
  }

  get extraTtlArgument(): string {
    return String(this.extraTtlMs);
  }
}
