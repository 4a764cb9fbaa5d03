import { steadyNow } from '../concurrency/steady-time.ts';
import { runStep } from '../concurrency/steps.ts';
import { Conflict, InsufficientCredits, ServiceUnavailable, StorageUnavailable } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { Balance, ChargePurpose, CreditLedger, HoldResult } from '../ports/credit-ledger.ts';
import type { Random } from '../ports/random.ts';
import type { ChargeStep, Telemetry } from '../ports/telemetry.ts';
import { PendingReversals, type Reversal } from './pending-reversals.ts';

export interface Charge {
  readonly account: string;
  /** An integer from 0. Nothing is held for 0. */
  readonly milliCredits: number;
  /** How long the work may take at most. The hold expires a minute later. */
  readonly workMs: number;
  /** For the journal. */
  readonly purpose: ChargePurpose;
}

/**
 * What happened to a charge: `held` before the work, `refused` for lack of credits, `captured` when the work was
 * delivered, `released` when it was not (a refund after a capture counts as well).
 */
export type ChargeEvent = 'held' | 'refused' | 'captured' | 'released';

/** The hold of work that crashed expires this long after the work should have ended. */
const holdGraceMs = 60_000;
const sweepIntervalMs = 30_000;
/** How many holds the ledger releases per call. */
const sweepBatchSize = 1_000;
/** Memory of a pending reversal without its texts. */
const reversalBytes = 300;

/** The work took longer than its hold may last: its process must have stood still. Says nothing about other callers. */
export class HoldLost extends ServiceUnavailable {
  constructor() {
    super('The credits set aside for this work were given back before it was done. Try again.');
  }
}

/**
 * Places, captures and releases holds, so that an account is charged for exactly what was delivered.
 *
 * The ledger decides about a hold once: it is captured, or released and then unknown, and whoever comes second learns which. So
 * a result may be delivered if its hold was captured, by whomever, and only then.
 */
export class Charges {
  readonly #ledger: CreditLedger;
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #onChange: (event: ChargeEvent) => void;
  readonly #telemetry: Telemetry | undefined;
  readonly #reversals: PendingReversals;
  #sweptAt = Number.NEGATIVE_INFINITY;
  /** Tells how many holds the sweep in the background has released; undefined if none is under way. */
  #sweeping: Promise<number> | undefined;

  constructor(options: {
    ledger: CreditLedger;
    clock: Clock;
    random: Random;
    onChange: (event: ChargeEvent) => void;
    telemetry?: Telemetry | undefined;
  }) {
    this.#ledger = options.ledger;
    this.#clock = options.clock;
    this.#random = options.random;
    this.#onChange = options.onChange;
    this.#telemetry = options.telemetry;
    this.#reversals = new PendingReversals(options.clock);
  }

  /** Returns the balance of an account. */
  balance(account: string): Promise<Balance> {
    return this.#ledger.balance(account);
  }

  /**
   * Places a hold, runs `work`, then captures the hold. Releases it if `work` rejects. `work` is given the id of the
   * hold. Rejects with InsufficientCredits before any work, with the error of `work`, with
   * ServiceUnavailable if the hold was lost meanwhile, or with StorageUnavailable; in each case nothing stays charged.
   *
   * `withdraw` is called before credits of a captured hold go back: from then on, nobody uses the result. Returns false
   * if somebody has used it before; it then stays charged.
   */
  async chargeAround<Result>(
    charge: Charge & { withdraw?: (holdId: string) => Promise<boolean> },
    work: (holdId: string) => Promise<Result>,
  ): Promise<Result> {
    this.#sweepInBackground();
    const holdId = this.#random.uuid();
    const undo = () => this.#undo(holdId, charge);
    await this.#hold(holdId, charge);
    let result: Result;
    try {
      result = await work(holdId);
    } catch (error) {
      // The caller needs the error of the work, not that of the ledger.
      await undo().catch(() => this.#undoLater(holdId, charge, { needed: false, undo }));
      throw error;
    }
    let isCaptured: boolean;
    try {
      isCaptured = await this.captureHold(holdId);
    } catch (error) {
      // Whoever has used the result knows that the hold is captured.
      const withdrawn = (await charge.withdraw?.(holdId).catch(() => true)) ?? true;
      if (withdrawn) {
        // The caller gets this error instead of the result, so it must not be charged, captured or not.
        this.#undoLater(holdId, charge, { needed: true, undo });
        throw error;
      }
      isCaptured = true;
    }
    if (isCaptured) {
      this.#onChange('captured');
      return result;
    }
    // Nobody could use the result without its hold; this only makes sure.
    await charge.withdraw?.(holdId).catch(() => {});
    this.#onChange('released');
    throw new HoldLost();
  }

  /**
   * Places the hold `id` for work that continues elsewhere, and is delivered only once `capturePlaced` has returned true.
   * Rejects with InsufficientCredits or StorageUnavailable; nothing stays held then.
   */
  async placeHold(id: string, charge: Charge): Promise<void> {
    this.#sweepInBackground();
    await this.#hold(id, charge);
  }

  /** Captures the hold `id` that `placeHold` has placed. Returns false if its credits went back. */
  async capturePlaced(id: string): Promise<boolean> {
    const isCaptured = await this.captureHold(id);
    this.#onChange(isCaptured ? 'captured' : 'released');
    return isCaptured;
  }

  /**
   * Captures the hold `id`, if that was not done before. Returns false if its credits went back or were never held.
   */
  async captureHold(id: string): Promise<boolean> {
    const capture = () => this.#end('capture', () => this.#ledger.capture(id));
    try {
      return (await capture()) === 'captured';
    } catch (error) {
      if (!(error instanceof StorageUnavailable)) throw error;
      // The answer of the ledger was lost: a capture may be repeated.
      return (await capture()) === 'captured';
    }
  }

  /**
   * Releases the hold `id` of work that continues elsewhere. Returns false if it was captured before: the work goes on.
   * If the ledger fails, tries again later, calls `whenCaptured` if the hold turns out to be captured, and rejects.
   */
  async releaseHold(id: string, charge: Charge, whenCaptured: () => Promise<void>): Promise<boolean> {
    const release = async () => {
      const captured = (await this.#release(id)) === 'captured';
      if (!captured) this.#onChange('released');
      return !captured;
    };
    try {
      return await release();
    } catch (error) {
      const undo = async () => {
        if (!(await release())) await whenCaptured();
      };
      this.#undoLater(id, charge, { needed: true, undo });
      throw error;
    }
  }

  /**
   * Grants part of what was captured under `id` back to the account. `purpose`: how much of the charge that is. A second
   * refund for `id` changes nothing.
   */
  async refund(id: string, charge: Pick<Charge, 'account' | 'milliCredits' | 'purpose'>): Promise<void> {
    const { account, milliCredits, purpose } = charge;
    try {
      await this.#refund(id, { account, milliCredits, purpose });
    } catch (error) {
      // An earlier refund for `id` had another amount.
      if (!(error instanceof Conflict)) throw error;
    }
  }

  /**
   * Makes pending reversals and releases expired holds. Returns the number of expired holds. A failure of one of the two
   * does not prevent the other.
   */
  async sweep(): Promise<number> {
    const [reversals, swept] = await Promise.allSettled([this.#reversals.makeAll(), this.#sweepExpired()]);
    if (reversals.status === 'rejected') throw reversals.reason;
    if (swept.status === 'rejected') throw swept.reason;
    return swept.value;
  }

  /** Makes pending reversals if possible, and stops trying. Holds that are still open expire. */
  close(): Promise<void> {
    return this.#reversals.close();
  }

  async #hold(holdId: string, charge: Charge): Promise<void> {
    if (this.#reversals.full)
      throw new StorageUnavailable('Too many charges wait for the ledger to undo them. Try again later.');
    const { account, milliCredits, workMs, purpose } = charge;
    const expiresInMs = Math.ceil(workMs) + holdGraceMs;
    const placeHold = () =>
      this.#tell(
        { action: 'hold', milliCredits },
        () => this.#ledger.hold({ id: holdId, account, milliCredits, expiresInMs, purpose }),
        (step, { kind }) => {
          step.outcome = kind;
        },
      );
    const sweeping = this.#sweeping;
    let outcome: HoldResult;
    try {
      outcome = await placeHold();
      // The ledger may have got it before the sweep that gives expired credits back to the account.
      if (outcome.kind === 'insufficient' && (await sweeping)) outcome = await placeHold();
    } catch (error) {
      // The hold may have been placed all the same.
      this.#undoLater(holdId, charge, { needed: false, undo: () => this.#undo(holdId, charge) });
      throw error;
    }
    if (outcome.kind === 'insufficient') {
      this.#onChange('refused');
      throw new InsufficientCredits({
        availableMilliCredits: outcome.available,
        requiredMilliCredits: outcome.required,
      });
    }
    this.#onChange('held');
  }

  #release(holdId: string): ReturnType<CreditLedger['release']> {
    return this.#end('release', () => this.#ledger.release(holdId));
  }

  #refund(
    holdId: string,
    { account, milliCredits, purpose }: Pick<Charge, 'account' | 'milliCredits' | 'purpose'>,
  ): Promise<unknown> {
    const grant = { id: refundOf(holdId), account, milliCredits, reason: 'refund', purpose } as const;
    return this.#tell({ action: 'refund', milliCredits }, () => this.#ledger.grant(grant));
  }

  #end<State extends string>(action: ChargeStep['action'], ask: () => Promise<State>): Promise<State> {
    return this.#tell({ action }, ask, (step, state) => {
      step.outcome = state;
    });
  }

  #tell<Answer>(
    what: Pick<ChargeStep, 'action' | 'milliCredits'>,
    ask: () => Promise<Answer>,
    note?: (step: ChargeStep, answer: Answer) => void,
  ): Promise<Answer> {
    return runStep(this.#telemetry, 'charge', () => what, ask, note);
  }

  #undoLater(holdId: string, { account }: Charge, how: Pick<Reversal, 'needed' | 'undo'>): void {
    const bytes = reversalBytes + 2 * (holdId.length + account.length);
    this.#reversals.add({ holdId, bytes, ...how });
  }

  async #undo(
    holdId: string,
    charge: Charge & { withdraw?: (holdId: string) => Promise<boolean> },
  ): Promise<void> {
    const { withdraw } = charge;
    const state = await this.#release(holdId);
    if (state === 'captured') {
      if (withdraw !== undefined && !(await withdraw(holdId))) {
        this.#onChange('captured');
        return;
      }
      // Only a refund can undo a capture, for example one whose acknowledgement was lost.
      await this.#refund(holdId, charge);
    }
    this.#onChange('released');
  }

  async #sweepExpired(): Promise<number> {
    this.#sweptAt = steadyNow(this.#clock);
    let swept = 0;
    for (;;) {
      const count = await this.#ledger.sweep({ limit: sweepBatchSize });
      swept += count;
      if (count < sweepBatchSize) return swept;
    }
  }

  /** Ignores failures: a later call or another process sweeps again. */
  #sweepInBackground(): void {
    if (steadyNow(this.#clock) - this.#sweptAt < sweepIntervalMs) return;
    this.#sweptAt = steadyNow(this.#clock);
    const sweeping = this.#sweepExpired().catch(() => 0);
    this.#sweeping = sweeping;
    void sweeping.then(() => {
      if (this.#sweeping === sweeping) this.#sweeping = undefined;
    });
  }
}

const refundPrefix = 'refund:';

function refundOf(holdId: string): string {
  return `${refundPrefix}${holdId}`;
}

/** Tells whether a grant with this id gives back a charge. */
export function isRefund(grantId: string): boolean {
  return grantId.startsWith(refundPrefix);
}
