import type { Charges } from '../credits/charges.ts';
import type { Clock, JobRecord, JobStore, WorkQueue } from '../ports.ts';

/** The money of jobs: the charge of a new one, and what a failed one gives back. */
export class Settlement {
  readonly #jobs: JobStore;
  readonly #queue: WorkQueue;
  readonly #charges: Charges;
  readonly #clock: Clock;

  constructor(parts: { jobs: JobStore; queue: WorkQueue; charges: Charges; clock: Clock }) {
    this.#jobs = parts.jobs;
    this.#queue = parts.queue;
    this.#charges = parts.charges;
    this.#clock = parts.clock;
  }

  /** Whether a job may be worked on: its charge is final now, or there is none. */
  async isPaid(job: JobRecord): Promise<boolean> {
    return job.account === null || costOf(job) === 0 || (await this.#charges.captured(job.id));
  }

  /** Gives back what a failed job had no result for, and notes it. May be done again after a crash. */
  async settle(job: JobRecord): Promise<void> {
    const milliCredits = (job.total - job.processed) * job.milliCreditsPerItem;
    if (job.account !== null && milliCredits > 0 && (await this.#charges.captured(job.id))) {
      await this.#charges.refund(job.id, job.account, milliCredits);
    }
    await this.#queue.drop(job.id);
    await this.#jobs.markSettled(job.id, { at: Math.floor(this.#clock.now()) });
  }
}

/** What a job was charged, in milli-credits. */
export function costOf({ total, milliCreditsPerItem }: JobRecord): number {
  return total * milliCreditsPerItem;
}
