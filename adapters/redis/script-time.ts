import type { Clock } from '../../src/ports.ts';

/**
 * The time that scripts go by. Without a clock it is the server's own, on which machines whose clocks differ agree;
 * with one, its time is sent along.
 */
export class ScriptTime {
  /**
   * Added to the expiry of keys that are only swept up by it. A given clock may stand still or run ahead of the
   * server's, so that Redis must not forget anything before the scripts do.
   */
  readonly slackMs: number;
  readonly #clock: Clock | undefined;

  constructor(clock: Clock | undefined) {
    this.#clock = clock;
    this.slackMs = clock === undefined ? 0 : 24 * 3_600_000;
  }

  /** Milliseconds since the epoch, or nothing: ask the server. */
  get argument(): string {
    return this.#clock === undefined ? '' : String(this.#clock.now());
  }

  get slackArgument(): string {
    return String(this.slackMs);
  }
}
