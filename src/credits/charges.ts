import { Conflict, InsufficientCredits } from '../errors.ts';
import type { Clock, CreditLedger, Random } from '../ports.ts';

export interface Charge {
  readonly account: string;
  readonly milliCredits: number;
  /** How long the work may take at most. The hold expires a minute later. */
  readonly workMs: number;
}

/**
 * What happened to a charge: `held` before the work, `refused` for lack of credits, `captured` when the work was
 * delivered, `released` when it was not (a refund after a capture counts as well).
 */
export type ChargeEvent = 'held' | 'refused' | 'captured' | 'released';

/** A charge to undo: the ledger failed, and the caller got an error instead of a result. */
interface PendingReversal {
  readonly holdId: string;
  readonly charge: Charge;
}

/** The hold of work that crashed expires this long after the work should have ended. */
const holdGraceMs = 60_000;
const sweepIntervalMs = 30_000;
/** How many holds the ledger releases per call. */
const sweepBatchSize = 1_000;

/** Places, captures and releases holds, so that an account is charged for exactly what was delivered. */
export class Charges {
  readonly #ledger: CreditLedger;
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #onChange: (event: ChargeEvent) => void;
  readonly #pendingReversals = new Map<string, PendingReversal>();
  #sweptAt = Number.NEGATIVE_INFINITY;

  constructor(options: {
    ledger: CreditLedger;
    clock: Clock;
    random: Random;
    onChange: (event: ChargeEvent) => void;
  }) {
    this.#ledger = options.ledger;
    this.#clock = options.clock;
    this.#random = options.random;
    this.#onChange = options.onChange;
  }

  /**
   * Places a hold, runs `work`, then captures the hold. Releases it if `work` rejects. Rejects with
   * InsufficientCredits before any work, with the error of `work`, or with StorageUnavailable; in each case nothing
   * stays charged.
   */
  async chargeAround<Result>(charge: Charge, work: () => Promise<Result>): Promise<Result> {
    this.#sweepInBackground();
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
   * Charges for work that is continued elsewhere: places a hold under `id`, runs `firstStep`, then captures the hold.
   * Rejects with the errors of `chargeAround`, but not if the capture fails: the process that continues the work
   * must call `captureHold` first.
   */
  async chargeUpFront<Result>(
    charge: Charge & { id: string },
    firstStep: () => Promise<Result>,
  ): Promise<Result> {
    this.#sweepInBackground();
    await this.#hold(charge, charge.id);
    let result: Result;
    try {
      result = await firstStep();
    } catch (error) {
      // The step may have taken effect all the same, and another process may have captured the hold.
      await this.#reverse({ holdId: charge.id, charge }).catch(() => this.#reverseLater(charge.id, charge));
      throw error;
    }
    const captured = await this.captureHold(charge.id).catch(() => false);
    if (captured) this.#onChange('captured');
    return result;
  }

  /**
   * Captures the hold `id`, if that was not done before. Returns false if its credits went back or were never held.
   */
  async captureHold(id: string): Promise<boolean> {
    return (await this.#ledger.capture(id)) === 'captured';
  }

  /** Grants part of what was captured under `id` back to the account. A second refund for `id` changes nothing. */
  async refund(id: string, account: string, milliCredits: number): Promise<void> {
    try {
      await this.#ledger.grant({ id: refundOf(id), account, milliCredits, reason: 'refund' });
    } catch (error) {
      // An earlier refund for `id` had another amount.
      if (!(error instanceof Conflict)) throw error;
    }
  }

  /** Makes pending reversals and releases expired holds. Returns the number of expired holds. */
  async sweep(): Promise<number> {
    await this.makeReversals();
    this.#sweptAt = this.#clock.now();
    let swept = 0;
    for (;;) {
      const count = await this.#ledger.sweep({ limit: sweepBatchSize });
      swept += count;
      if (count < sweepBatchSize) return swept;
    }
  }

  /** Undoes the charges that the ledger failed to undo before. Rejects with StorageUnavailable if it fails again. */
  async makeReversals(): Promise<void> {
    for (const reversal of this.#pendingReversals.values()) await this.#reverse(reversal);
  }

  async #hold(charge: Charge, holdId: string): Promise<string> {
    const { account, milliCredits, workMs } = charge;
    const expiresInMs = Math.ceil(workMs) + holdGraceMs;
    const outcome = await this.#ledger
      .hold({ id: holdId, account, milliCredits, expiresInMs })
      .catch((error: unknown) => {
        // The hold may have been placed all the same.
        this.#reverseLater(holdId, charge);
        throw error;
      });
    if (outcome.kind === 'insufficient') {
      this.#onChange('refused');
      throw new InsufficientCredits({
        availableMilliCredits: outcome.available,
        requiredMilliCredits: outcome.required,
      });
    }
    this.#onChange('held');
    return holdId;
  }

  async #capture(holdId: string, charge: Charge): Promise<void> {
    try {
      await this.#ledger.capture(holdId);
      this.#onChange('captured');
    } catch (error) {
      // The caller gets this error instead of the result, so it must not be charged, captured or not.
      this.#reverseLater(holdId, charge);
      throw error;
    }
  }

  /** Does not reject: the caller needs the error of the work, not that of the ledger. */
  async #release(holdId: string, charge: Charge): Promise<void> {
    try {
      await this.#ledger.release(holdId);
      this.#onChange('released');
    } catch {
      this.#reverseLater(holdId, charge);
    }
  }

  #reverseLater(holdId: string, charge: Charge): void {
    this.#pendingReversals.set(holdId, { holdId, charge });
  }

  async #reverse({ holdId, charge }: PendingReversal): Promise<void> {
    const { account, milliCredits } = charge;
    const state = await this.#ledger.release(holdId);
    // Only a refund can undo a capture, for example one whose acknowledgement was lost.
    if (state === 'captured') {
      await this.#ledger.grant({ id: refundOf(holdId), account, milliCredits, reason: 'refund' });
    }
    this.#pendingReversals.delete(holdId);
    this.#onChange('released');
  }

  /** Ignores failures: a later call or another process sweeps again. */
  #sweepInBackground(): void {
    const due = this.#clock.now() - this.#sweptAt >= sweepIntervalMs;
    if (due || this.#pendingReversals.size > 0) {
      this.#sweptAt = this.#clock.now();
      this.sweep().catch(() => {});
    }
  }
}

function refundOf(holdId: string): string {
  return `refund:${holdId}`;
}
