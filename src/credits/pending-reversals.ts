import { StorageUnavailable } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';

/** A charge to undo, because its caller got an error instead of a result. */
export interface Reversal {
  readonly holdId: string;
  /** Bytes that the reversal keeps in memory, about. */
  readonly bytes: number;
  /** True if the hold may have been captured. Otherwise it expires, and the reversal only gives the credits back sooner. */
  readonly needed: boolean;
  /** May be repeated. */
  readonly undo: () => Promise<void>;
}

const firstDelayMs = 1_000;
const maxDelayMs = 60_000;
/** About 10,000 reversals. Half of the space is for needed ones only. */
const maxBytes = 4 * 1_024 * 1_024;

/**
 * Reversals that the ledger has failed to make, in the memory of this process. One loop makes them one at a time, and
 * waits after each failure: 1 second, then twice as long, up to a minute.
 */
export class PendingReversals {
  readonly #clock: Clock;
  readonly #reversals = new Map<string, Reversal>();
  #bytes = 0;
  #delayMs = firstDelayMs;
  #cancelTimer: (() => void) | undefined;
  #running: Promise<void> | undefined;
  #closed = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** True while so many needed reversals are pending that there should be no new charges. */
  get full(): boolean {
    return this.#bytes >= maxBytes;
  }

  /** Adds a reversal, to be made by the loop. If many are pending, drops one that is not needed. */
  add(reversal: Reversal): void {
    if (!reversal.needed && this.#bytes >= maxBytes / 2) return;
    this.#remove(reversal.holdId);
    this.#reversals.set(reversal.holdId, reversal);
    this.#bytes += reversal.bytes;
    this.#makeLater();
  }

  /** Makes all reversals now. Rejects with the error of the first one that fails; the loop then tries again. */
  makeAll(): Promise<void> {
    this.#running ??= this.#makeAll().finally(() => {
      this.#running = undefined;
      this.#makeLater();
    });
    return this.#running;
  }

  /** Makes all reversals if possible, and ends the loop. The holds of the others expire. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    await this.#running?.catch(() => {});
    await this.makeAll().catch(() => {});
  }

  async #makeAll(): Promise<void> {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    for (const reversal of this.#reversals.values()) {
      try {
        await reversal.undo();
      } catch (error) {
        // Anything else would fail again.
        if (error instanceof StorageUnavailable) this.#retryLast(reversal);
        else this.#remove(reversal.holdId);
        throw error;
      }
      this.#delayMs = firstDelayMs;
      this.#remove(reversal.holdId);
    }
  }

  /** A reversal that fails must not hold up the others. */
  #retryLast(reversal: Reversal): void {
    this.#reversals.delete(reversal.holdId);
    this.#reversals.set(reversal.holdId, reversal);
  }

  #remove(holdId: string): void {
    const reversal = this.#reversals.get(holdId);
    if (reversal === undefined) return;
    this.#reversals.delete(holdId);
    this.#bytes -= reversal.bytes;
  }

  #makeLater(): void {
    if (this.#closed || this.#reversals.size === 0) return;
    if (this.#cancelTimer !== undefined || this.#running !== undefined) return;
    const delayMs = this.#delayMs;
    this.#delayMs = Math.min(2 * delayMs, maxDelayMs);
    this.#cancelTimer = this.#clock.after(delayMs, () => {
      this.#cancelTimer = undefined;
      this.makeAll().catch(() => {});
    });
  }
}
