import type { Clock } from '../ports/clock.ts';
import { DeadlineExceeded } from './deadline.ts';
import { steadyNow } from './steady-time.ts';

/**
 * A caller that had its slot for less than this, or than a quarter of all its time if that is less, counts as
 * one without.
 */
const leastInSlotMs = 3_000;

/**
 * The deadline of a caller passed before its work got a slot, or right after. The fault is ours: nobody else has been
 * asked, or had time to answer.
 */
export class NoSlotInTime extends Error {
  constructor(cause: DeadlineExceeded) {
    super('The work got no slot before its deadline.', { cause });
    this.name = 'NoSlotInTime';
  }
}

/** Whether work that has to wait for a slot has it, and since when. `clock`: undefined for work that waits for none. */
export class Slot {
  readonly #clock: Clock | undefined;
  #since: number | undefined;

  constructor(clock: Clock | undefined) {
    this.#clock = clock;
  }

  /** To be called when the work has its slot. */
  onSlot(): void {
    if (this.#clock !== undefined) this.#since ??= steadyNow(this.#clock);
  }

  /** To be called when it has to wait for another slot. */
  onSlotLost(): void {
    this.#since = undefined;
  }

  /**
   * Returns the error for a caller who came at `joinedAt`, and whose wait ends now with `error`: NoSlotInTime
   * if that is a deadline, and there was a slot for hardly any of the caller's time.
   */
  errorFor(error: unknown, joinedAt: number): unknown {
    return error instanceof DeadlineExceeded && this.#hadNoneSince(joinedAt)
      ? new NoSlotInTime(error)
      : error;
  }

  #hadNoneSince(joinedAt: number): boolean {
    if (this.#clock === undefined) return false;
    if (this.#since === undefined) return true;
    const now = steadyNow(this.#clock);
    return this.#since > joinedAt && now - this.#since < Math.min(leastInSlotMs, (now - joinedAt) / 4);
  }
}
