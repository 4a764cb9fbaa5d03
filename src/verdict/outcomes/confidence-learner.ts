import { steadyNow } from '../../concurrency/steady-time.ts';
import type { Counters } from '../../counters/counters.ts';
import type { Clock } from '../../ports/clock.ts';
import type { EmailVerification } from '../../resources.ts';
import { textDigest } from '../../text-digest.ts';
import { catchAllDomain, catchAllShares, selectiveDomain } from '../catch-all/catch-all-model.ts';
import { deliveryRates, refusalRates } from '../confidence/delivery-rates.ts';
import { nearestOfTables } from './evidence-kinds.ts';
import { GivenConfidences } from './given-confidences.ts';
import { LearnedConfidence } from './learned-confidence.ts';
import { outcomeCountsOf } from './outcome-count.ts';
import { currentOutcomesCounter } from './outcome-counter.ts';
import { evidenceOf, type VerdictEvidence } from './verdict-evidence.ts';

/** How often the counts are read: other processes record outcomes too. */
const refreshMs = 600_000;

type CountingCounters = Pick<Counters, 'add' | 'read' | 'clear'>;

/** Moves the confidence of verdicts by the outcomes in the stores. Verdicts do not wait for them to be read. */
export class ConfidenceLearner {
  /** Names the tables: outcomes of what others have said are not learned from, because what was wrong in those is corrected here. */
  readonly tables: string;
  readonly #counters: CountingCounters | undefined;
  readonly #clock: Clock;
  readonly #given: GivenConfidences | undefined;
  readonly #learns: boolean;
  #learned = new LearnedConfidence([]);
  #dueAt = Number.NEGATIVE_INFINITY;
  #hasRead = false;
  #reading: Promise<void> | undefined;

  /**
   * Without `counters`, or with `learns` false, no confidence moves. In the second case, what is given is counted nevertheless:
   * other processes on the store may learn, and take outcomes of these verdicts for what they are.
   */
  constructor({
    counters,
    clock,
    tables = tableDigest,
    learns = true,
  }: {
    readonly counters: CountingCounters | undefined;
    readonly clock: Clock;
    readonly tables?: string;
    readonly learns?: boolean;
  }) {
    this.tables = tables;
    this.#counters = counters;
    this.#clock = clock;
    this.#learns = learns;
    this.#given = counters && new GivenConfidences({ counters, clock, tables });
  }

  /** Reads the counts in the background if that was last done ten minutes ago. If a store fails, the next time tries again. */
  refreshIfDue(): void {
    if (steadyNow(this.#clock) >= this.#dueAt) this.refresh().catch(() => {});
  }

  /** Reads the counts. Rejects if the store fails. */
  refresh(): Promise<void> {
    this.#dueAt = steadyNow(this.#clock) + refreshMs;
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  /** Waits for a reading under way, and writes what was counted. */
  async close(): Promise<void> {
    await this.#given?.close();
    await this.#reading?.catch(() => {});
  }

  /** Returns the confidence of a new verdict to which the tables alone have given one, and counts what it was given. */
  giveConfidence(verdict: EmailVerification): number | null {
    const evidence = evidenceOf(verdict);
    const confidence = this.#learned.confidenceOf(verdict, evidence);
    if (confidence !== null && verdict.confidence !== null && evidence !== undefined) {
      const { kind, provider } = evidence;
      const unlearnedConfidence = verdict.confidence;
      this.#given?.record({ evidence: kind.name, provider, confidence, unlearnedConfidence });
    }
    return confidence;
  }

  /**
   * Returns what the tables alone had said of verdicts that say this: what such evidence was given in the week of the verdict, or
   * lately if its time is not known. If nothing is known of that, nothing was learned then, and it is the nearest that the tables
   * can say. Returns undefined if other tables have said it. Rejects if the store fails.
   */
  async unlearnedConfidence(
    { kind, provider }: VerdictEvidence,
    { confidence, verifiedAt }: { readonly confidence: number; readonly verifiedAt?: number | undefined },
  ): Promise<number | undefined> {
    if (this.#hasRead) this.refreshIfDue();
    else await this.refresh();
    const unlearned = this.#given?.unlearned({ evidence: kind.name, provider, confidence }, verifiedAt);
    switch (unlearned?.kind) {
      case 'known':
        return unlearned.confidence;
      case 'other-tables':
        return undefined;
      case 'none-given':
      case undefined:
        return nearestOfTables(kind, confidence);
    }
  }

  /** Removes what was given too long ago. Rejects if the store fails. */
  async removeOldCounters(): Promise<void> {
    await this.#given?.removeOldWeeks();
  }

  async #read(): Promise<void> {
    if (this.#counters !== undefined) {
      if (this.#learns) {
        const counter = await currentOutcomesCounter(this.#counters);
        this.#learned = new LearnedConfidence(
          outcomeCountsOf(await this.#counters.read(counter), this.tables),
        );
      }
      await this.#given?.read();
    }
    this.#hasRead = true;
  }
}

/** Names the numbers from which the tables give a confidence: another one for every correction. */
export const tableDigest = textDigest(
  JSON.stringify([deliveryRates, refusalRates, selectiveDomain, catchAllDomain, catchAllShares]),
);
