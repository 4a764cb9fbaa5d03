import type { Charges } from '../credits/charges.ts';
import { Conflict, InsufficientCredits, InvalidArgument } from '../errors.ts';
import type { Clock, JobItem, JobRecord, JobStore, NewJob } from '../ports.ts';
import type { Settlement } from './settlement.ts';

/** Items of one kind that become one job. */
export interface Submission {
  readonly jobId: string;
  readonly kind: NewJob['kind'];
  /** Without repeats; at least one. */
  readonly items: readonly JobItem[];
  /** Names exactly these items. */
  readonly fingerprint: string;
  readonly milliCreditsPerItem: number;
  /** Null: nothing is charged. */
  readonly account: string | null;
  readonly keyId: string | null;
  readonly idempotencyKey: string | undefined;
}

/** Time for writing 100,000 items to a slow disk. A hold without a job is given back after it. */
const creationMs = 120_000;
const longestIdempotencyKey = 255;

/**
 * Turns submissions into jobs that are paid for: hold, create, capture. Whatever fails, there is either a job that
 * was charged or no charge; a job whose hold could not be captured here is captured, or ended, by who drives it.
 */
export class Submissions {
  readonly #jobs: JobStore;
  readonly #charges: Charges;
  readonly #settlement: Settlement;
  readonly #clock: Clock;

  constructor(parts: { jobs: JobStore; charges: Charges; settlement: Settlement; clock: Clock }) {
    this.#jobs = parts.jobs;
    this.#charges = parts.charges;
    this.#settlement = parts.settlement;
    this.#clock = parts.clock;
  }

  /**
   * Rejects with InsufficientCredits, with Conflict where the idempotency key belongs to other items, with
   * InvalidArgument, or where a store fails: then there is no job, and nothing is charged.
   */
  async submit(submission: Submission): Promise<JobRecord> {
    for (let generation = 0; ; generation += 1) {
      const job = await this.#submitOnce(submission, idempotencyOf(submission, generation));
      if (job !== undefined) return job;
    }
  }

  /** Undefined where the idempotency key names a job that came to nothing. */
  async #submitOnce(
    submission: Submission,
    idempotency: NewJob['idempotency'],
  ): Promise<JobRecord | undefined> {
    const known = idempotency === null ? undefined : await this.#jobs.find(idempotency.key);
    if (known !== undefined) return this.#repeated(known, idempotency);
    const { jobId: id, kind, items, milliCreditsPerItem, account, keyId } = submission;
    const submittedAt = Math.floor(this.#clock.now());
    const job: NewJob = { id, kind, account, keyId, milliCreditsPerItem, submittedAt, idempotency };
    const create = async () => {
      const created = await this.#jobs.create(job, items);
      if (!created.created) throw new AlreadySubmitted(created.job);
      return created.job;
    };
    try {
      return await this.#paid(submission, create);
    } catch (error) {
      if (error instanceof AlreadySubmitted) return this.#repeated(error.job, idempotency);
      // The first of two equal submissions may just have taken the credits that the second would need.
      const retried = error instanceof InsufficientCredits && idempotency !== null;
      const first = retried ? await this.#jobs.find(idempotency.key) : undefined;
      if (first === undefined) throw error;
      return this.#repeated(first, idempotency);
    }
  }

  async #paid(submission: Submission, create: () => Promise<JobRecord>): Promise<JobRecord> {
    const { jobId, account, items, milliCreditsPerItem } = submission;
    const milliCredits = items.length * milliCreditsPerItem;
    if (account === null || milliCredits === 0) return create();
    return this.#charges.before({ id: jobId, account, milliCredits, workMs: creationMs }, create);
  }

  /**
   * The job of an earlier submission with the same key. Undefined where that one failed after its job had been
   * made: its credits went back, so the job is not worked on, and this submission makes another.
   */
  async #repeated(job: JobRecord, idempotency: NewJob['idempotency']): Promise<JobRecord | undefined> {
    if (job.idempotency?.fingerprint !== idempotency?.fingerprint) {
      throw new Conflict(
        'This idempotency key was used before for another submission. Use a new key for new items.',
      );
    }
    return (await this.#settlement.isPaid(job)) ? job : undefined;
  }
}

/** Who created the job with the same idempotency key was faster. */
class AlreadySubmitted extends Error {
  readonly job: JobRecord;

  constructor(job: JobRecord) {
    super('A job with this idempotency key exists.');
    this.job = job;
  }
}

/** Keys are the owner's own: those of others are other keys. */
function idempotencyOf(submission: Submission, generation: number): NewJob['idempotency'] {
  const { idempotencyKey: key, keyId, account, kind, fingerprint } = submission;
  if (key === undefined) return null;
  if (key === '' || key.length > longestIdempotencyKey) {
    throw new InvalidArgument(
      'idempotencyKey',
      `An idempotency key has from 1 to ${longestIdempotencyKey} characters.`,
    );
  }
  const owner = keyId === null ? `account:${account ?? ''}` : `key:${keyId}`;
  const name = generation === 0 ? [owner, key] : [owner, key, generation];
  return { key: JSON.stringify(name), fingerprint: `${kind}-${fingerprint}` };
}
