import { steadyNow } from '../../concurrency/steady-time.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Tallies } from '../../ports/tallies.ts';
import type { EmailVerification } from '../../resources.ts';
import { LearnedConfidence } from './learned-confidence.ts';
import { outcomeCountsOf } from './outcome-count.ts';
import { outcomesTally } from './outcomes.ts';

/** How often the counts are read: other processes record outcomes too. */
const refreshMs = 600_000;

/** Moves the confidence of verdicts by the outcomes in the stores. Verdicts do not wait for them to be read. */
export class ConfidenceLearner {
  readonly #tallies: Pick<Tallies, 'read'> | undefined;
  readonly #clock: Clock;
  #learned = new LearnedConfidence([]);
  #dueAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | undefined;

  constructor({
    tallies,
    clock,
  }: {
    readonly tallies: Pick<Tallies, 'read'> | undefined;
    readonly clock: Clock;
  }) {
    this.#tallies = tallies;
    this.#clock = clock;
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

  /** Waits for a reading under way. */
  async close(): Promise<void> {
    await this.#reading?.catch(() => {});
  }

  /** Returns the confidence of a verdict to which the tables alone have given one. */
  confidenceOf(verdict: EmailVerification): number | null {
    return this.#learned.confidenceOf(verdict);
  }

  async #read(): Promise<void> {
    if (this.#tallies !== undefined)
      this.#learned = new LearnedConfidence(outcomeCountsOf(await this.#tallies.read(outcomesTally)));
  }
}
