import { Conflict, InsufficientCredits } from '../errors.ts';
import type { Clock, CreditLedger, Random } from '../ports.ts';

export interface Charge {
  readonly account: string;
  readonly milliCredits: number;
  /** How long the work may take at the most; the hold outlives it a little. */
  readonly workMs: number;
}

/** What became of a charge, for those who count. */
export type ChargeEvent = 'held' | 'refused' | 'captured' | 'released';

/** A hold whose end could not be told to the ledger. `earned` is false where nobody got anything for it. */
interface Unsettled {
  readonly holdId: string;
  readonly charge: Charge;
}

/** Work that crashed is given back this long after it should have ended. */
const graceMs = 60_000;
const sweepEveryMs = 30_000;
const sweptAtOnce = 1_000;

/** Puts hold and capture, or release, around pieces of work, so that exactly what was delivered is charged. */
export class Charges {
  readonly #ledger: CreditLedger;
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #note: (event: ChargeEvent) => void;
  readonly #unsettled = new Map<string, Unsettled>();
  #sweptAt = Number.NEGATIVE_INFINITY;

  constructor(options: {
    ledger: CreditLedger;
    clock: Clock;
    random: Random;
    note: (event: ChargeEvent) => void;
  }) {
    this.#ledger = options.ledger;
    this.#clock = options.clock;
    this.#random = options.random;
    this.#note = options.note;
  }

  /**
   * Holds, works, captures; releases if the work rejects. Rejects with InsufficientCredits before any work, with
   * what the work rejects with, or where the ledger fails: then nothing is charged in the end.
   */
  async around<Result>(charge: Charge, work: () => Promise<Result>): Promise<Result> {
    this.#tidyUp();
    const holdId = await this.#hold(charge, this.#random.uuid());
    let result: Result;
    try {
      result = await work();
    } catch (error) {
      await this.#release(holdId, charge);
      throw error;
    }
    await this.#capture(holdId, charge);
    return result;
  }

  /**
   * For work that is charged up front and goes on elsewhere: holds under `id`, does the first step, captures.
   * Rejects, and releases, if that step does. Its result stands even if the capture fails: whoever goes on with
   * the work asks `captured` first.
   */
  async before<Result>(charge: Charge & { id: string }, step: () => Promise<Result>): Promise<Result> {
    this.#tidyUp();
    await this.#hold(charge, charge.id);
    let result: Result;
    try {
      result = await step();
    } catch (error) {
      // The step may have been made all the same, and the capture with it: then this is a refund.
      await this.#undo({ holdId: charge.id, charge }).catch(() => {
        this.#unsettled.set(charge.id, { holdId: charge.id, charge });
      });
      throw error;
    }
    const captured = await this.captured(charge.id).catch(() => false);
    if (captured) this.#note('captured');
    return result;
  }

  /** Makes the charge under `id` final if it can be. False if the credits went back, or were never held. */
  async captured(id: string): Promise<boolean> {
    return (await this.#ledger.capture(id)) === 'captured';
  }

  /** Gives back part of what was captured under `id`, once. */
  async refund(id: string, account: string, milliCredits: number): Promise<void> {
    try {
      await this.#ledger.grant({ id: refundOf(id), account, milliCredits, reason: 'refund' });
    } catch (error) {
      // Given back before, when less was left over.
      if (!(error instanceof Conflict)) throw error;
    }
  }

  /** Releases expired holds; returns how many. */
  async sweep(): Promise<number> {
    await this.settle();
    this.#sweptAt = this.#clock.now();
    let swept = 0;
    for (;;) {
      const now = this.#clock.now();
      const count = await this.#ledger.sweep({ now, limit: sweptAtOnce });
      swept += count;
      if (count < sweptAtOnce) return swept;
    }
  }

  /** Tells the ledger what it could not be told before. Rejects where it still cannot. */
  async settle(): Promise<void> {
    for (const unsettled of this.#unsettled.values()) await this.#undo(unsettled);
  }

  async #hold(charge: Charge, holdId: string): Promise<string> {
    const { account, milliCredits, workMs } = charge;
    const expiresAt = Math.ceil(this.#clock.now() + workMs) + graceMs;
    const outcome = await this.#ledger
      .hold({ id: holdId, account, milliCredits, expiresAt })
      .catch((error: unknown) => {
        // It may have been made all the same.
        this.#unsettled.set(holdId, { holdId, charge });
        throw error;
      });
    if (outcome.kind === 'insufficient') {
      this.#note('refused');
      throw new InsufficientCredits({
        availableMilliCredits: outcome.available,
        requiredMilliCredits: outcome.required,
      });
    }
    this.#note('held');
    return holdId;
  }

  async #capture(holdId: string, charge: Charge): Promise<void> {
    try {
      await this.#ledger.capture(holdId);
      this.#note('captured');
    } catch (error) {
      // The caller gets an error instead of the result, so it must not be charged, whether or not this was made.
      this.#unsettled.set(holdId, { holdId, charge });
      throw error;
    }
  }

  /** The work's own error matters more to the caller than that the ledger is out of reach now. */
  async #release(holdId: string, charge: Charge): Promise<void> {
    try {
      await this.#ledger.release(holdId);
      this.#note('released');
    } catch {
      this.#unsettled.set(holdId, { holdId, charge });
    }
  }

  async #undo({ holdId, charge }: Unsettled): Promise<void> {
    const { account, milliCredits } = charge;
    const state = await this.#ledger.release(holdId);
    // A capture whose acknowledgement was lost can only be made good by a refund.
    if (state === 'captured') {
      await this.#ledger.grant({ id: refundOf(holdId), account, milliCredits, reason: 'refund' });
    }
    this.#unsettled.delete(holdId);
    this.#note('released');
  }

  /** In the background, by the way: what fails now is done by a later call, or by another process. */
  #tidyUp(): void {
    const due = this.#clock.now() - this.#sweptAt >= sweepEveryMs;
    if (due || this.#unsettled.size > 0) {
      this.#sweptAt = this.#clock.now();
      this.sweep().catch(() => {});
    }
  }
}

function refundOf(holdId: string): string {
  return `refund:${holdId}`;
}
