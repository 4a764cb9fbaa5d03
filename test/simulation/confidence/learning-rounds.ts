import { memoryStores } from '../../../adapters/memory/index.ts';
import type { EmailVerification } from '../../../src/resources.ts';
import { ConfidenceLearner } from '../../../src/verdict/outcomes/confidence-learner.ts';
import { RecordedOutcomes } from '../../../src/verdict/outcomes/outcomes.ts';
import { countersOf } from '../../counters/counters-of.ts';
import { ManualClock } from '../../support/manual-clock.ts';

/** How many verdicts are learned from, in the order in which they are given. */
export interface LearningPlan {
  /** Given before anything was learned; their outcomes are recorded only with those of the second round. */
  readonly late: number;
  /** Given before anything was learned; the first round learns from them. */
  readonly first: number;
  /** Given with what the first round has taught; the second one learns from them, and from the late ones. */
  readonly second: number;
}

interface AwaitedOutcome {
  readonly verdict: EmailVerification;
  readonly isDelivered: boolean;
  readonly verifiedAt: number;
}

const weekMs = 7 * 86_400_000;

/** Two rounds in which confidence learns from what became of mail, a week apart, by processes that share a store. */
export class LearningRounds {
  readonly #clock = new ManualClock();
  readonly #counters = countersOf(memoryStores({ clock: this.#clock }), this.#clock);
  readonly #plan: LearningPlan;
  #learner = this.#startLearner();
  #once = this.#learner;
  #awaited: AwaitedOutcome[] = [];
  #taken = 0;

  constructor(plan: LearningPlan) {
    this.#plan = plan;
  }

  /** Learns from a verdict as the tables alone have given it. Returns false if the plan needs no more: it is to be judged. */
  async take(tableVerdict: EmailVerification, isDelivered: boolean): Promise<boolean> {
    const { late, first, second } = this.#plan;
    if (this.#taken === late + first + second) return false;
    this.#taken += 1;
    const verdict = { ...tableVerdict, confidence: this.#learner.giveConfidence(tableVerdict) };
    const outcome = { verdict, isDelivered, verifiedAt: this.#clock.now() };
    if (this.#taken > late && this.#taken <= late + first) await this.#record(outcome);
    else this.#awaited.push(outcome);
    if (this.#taken === late + first) {
      await this.#endRound();
      this.#once = this.#learner;
    }
    if (this.#taken === late + first + second) {
      for (const each of this.#awaited) await this.#record(each);
      this.#awaited = [];
      await this.#endRound();
    }
    return true;
  }

  /** Returns the confidence after the first round, and after the last one, from 0 to 1. */
  confidencesOf(tableVerdict: EmailVerification): { readonly once: number; readonly last: number } {
    return {
      once: (this.#once.giveConfidence(tableVerdict) ?? 0) / 100,
      last: (this.#learner.giveConfidence(tableVerdict) ?? 0) / 100,
    };
  }

  async #record({ verdict, isDelivered, verifiedAt }: AwaitedOutcome): Promise<void> {
    const { counters, learner } = { counters: this.#counters, learner: this.#learner };
    const outcomes = new RecordedOutcomes({ counters, clock: this.#clock, learner, accounts: [] });
    await outcomes.record(verdict, isDelivered ? 'delivered' : 'bounced', { verifiedAt });
  }

  /** Another process goes on, a week later. */
  async #endRound(): Promise<void> {
    await this.#learner.close();
    this.#clock.leap(weekMs);
    this.#learner = this.#startLearner();
    await this.#learner.refresh();
  }

  #startLearner(): ConfidenceLearner {
    return new ConfidenceLearner({ counters: this.#counters, clock: this.#clock });
  }
}
