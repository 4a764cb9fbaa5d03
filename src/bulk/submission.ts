import type { Charges } from '../credits/charges.ts';
import { Conflict, InsufficientCredits, InvalidArgument } from '../errors.ts';
import type { Clock, JobItem, JobRecord, JobStore, NewJob } from '../ports.ts';

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
  readonly #clock: Clock;

  constructor(parts: { jobs: JobStore; charges: Charges; clock: Clock }) {
    this.#jobs = parts.jobs;
    this.#charges = parts.charges;
    this.#clock = parts.clock;
  }

  /**
   * Rejects with InsufficientCredits, with Conflict where the idempotency key belongs to other items, with
   * InvalidArgument, or where a store fails: then there is no job, and nothing is charged.
   */
  async submit(submission: Submission): Promise<JobRecord> {
    const idempotency = idempotencyOf(submission);
    const repeated = await this.#repeated(idempotency);
    if (repeated !== undefined) return repeated;
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
      if (error instanceof AlreadySubmitted) return this.#checked(error.job, idempotency);
      // The first of two equal submissions may just have taken the credits that the second would need.
      const first = error instanceof InsufficientCredits ? await this.#repeated(idempotency) : undefined;
      if (first !== undefined) return first;
      throw error;
    }
  }

  async #paid(submission: Submission, create: () => Promise<JobRecord>): Promise<JobRecord> {
    const { jobId, account, items, milliCreditsPerItem } = submission;
    const milliCredits = items.length * milliCreditsPerItem;
    if (account === null || milliCredits === 0) return create();
    return this.#charges.before({ id: jobId, account, milliCredits, workMs: creationMs }, create);
  }

  async #repeated(idempotency: NewJob['idempotency']): Promise<JobRecord | undefined> {
    if (idempotency === null) return undefined;
    const job = await this.#jobs.find(idempotency.key);
    return job === undefined ? undefined : this.#checked(job, idempotency);
  }

  #checked(job: JobRecord, idempotency: NewJob['idempotency']): JobRecord {
    if (job.idempotency?.fingerprint === idempotency?.fingerprint) return job;
    throw new Conflict(
      'This idempotency key was used before for another submission. Use a new key for new items.',
    );
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
function idempotencyOf(submission: Submission): NewJob['idempotency'] {
  const { idempotencyKey: key, keyId, account, kind, fingerprint } = submission;
  if (key === undefined) return null;
  if (key === '' || key.length > longestIdempotencyKey) {
    throw new InvalidArgument(
      'idempotencyKey',
      `An idempotency key has from 1 to ${longestIdempotencyKey} characters.`,
    );
  }
  const owner = keyId === null ? `account:${account ?? ''}` : `key:${keyId}`;
  return { key: JSON.stringify([owner, key]), fingerprint: `${kind}-${fingerprint}` };
}
