import { NotFound, ResultsNotReady } from '../errors.ts';
import type { JobRecord, JobStore } from '../ports.ts';
import type { BulkVerificationJob, BulkVerificationReceipt, EmailVerification } from '../resources.ts';
import { bulkVerificationJob, statusOf } from './job-status.ts';

export interface SubmitOptions {
  /** Who pays. Without an account nothing is charged. */
  account?: string;
  /** Owner of the job: asked for with another key, it is not found. */
  keyId?: string;
  /** A repeated submission under one key gives the first answer and charges once. 1 to 255 characters. */
  idempotencyKey?: string;
}

export interface JobAccess {
  /** Jobs of other keys are not found. Default: every job is. */
  keyId?: string;
}

/** Results of a job whose first pass is over. The same job may be read any number of times. */
export interface JobResults {
  readonly job: BulkVerificationJob;
  /** How many `pages` holds in all. */
  readonly totalResults: number;
  /** In order of submission, some hundred at a time. */
  pages(): AsyncIterable<readonly EmailVerification[]>;
  /** The addresses still to be tried again, some hundred at a time. */
  pendingRetries(): AsyncIterable<readonly string[]>;
}

/** Bulk jobs as services use them: submitted here, worked on by any process of the store that has a worker. */
export interface Jobs {
  /**
   * Creates a job from up to 100,000 addresses, without repeats, and charges it as a whole. Rejects with
   * InvalidArgument (`emails`, `idempotencyKey`), InsufficientCredits, Conflict (idempotency key used for other
   * addresses), StorageUnavailable: then there is no job and no charge.
   */
  submit(emails: readonly string[], options?: SubmitOptions): Promise<BulkVerificationReceipt>;
  /** Rejects with NotFound. */
  status(jobId: string, access?: JobAccess): Promise<BulkVerificationJob>;
  /** Rejects with NotFound, and with ResultsNotReady while the first pass runs, or if the job failed. */
  results(jobId: string, access?: JobAccess): Promise<JobResults>;
  /** Ends a job: credits go back for what has no result. Nothing for a finished one. Rejects with NotFound. */
  cancel(jobId: string, access?: JobAccess): Promise<BulkVerificationJob>;
  /** Starts working on the store's jobs in this process. Closing hands back what is under way. */
  work(): { close(): Promise<void> };
}

const rowsPerPage = 500;

/** What can be read of jobs. */
export class JobReader {
  readonly #jobs: JobStore;

  constructor(jobs: JobStore) {
    this.#jobs = jobs;
  }

  async verification(jobId: string, { keyId }: JobAccess = {}): Promise<JobRecord> {
    const job = await this.#jobs.get(jobId);
    const visible = job?.kind === 'verification' && (keyId === undefined || job.keyId === keyId);
    if (job === undefined || !visible) throw new NotFound('Job not found.');
    return job;
  }

  async results(jobId: string, access?: JobAccess): Promise<JobResults> {
    const job = await this.verification(jobId, access);
    const status = statusOf(job);
    if (status !== 'complete' && status !== 'partial_complete_retrying') throw new ResultsNotReady(status);
    return {
      job: bulkVerificationJob(job),
      totalResults: job.total,
      pages: () => this.#results(job),
      pendingRetries: () => this.#pendingRetries(job),
    };
  }

  async *#results(job: JobRecord): AsyncGenerator<readonly EmailVerification[]> {
    for (let offset = 0; offset < job.total; offset += rowsPerPage) {
      const states = await this.#jobs.page(job.id, { offset, limit: rowsPerPage });
      yield states.flatMap(({ result }) => (isVerification(result) ? [result] : []));
    }
  }

  async *#pendingRetries(job: JobRecord): AsyncGenerator<readonly string[]> {
    let afterPosition = -1;
    for (;;) {
      const states = await this.#jobs.open(job.id, { afterPosition, limit: rowsPerPage });
      if (states.length > 0) yield states.flatMap(({ item }) => ('email' in item ? [item.email] : []));
      const last = states.at(-1);
      if (last === undefined || states.length < rowsPerPage) return;
      afterPosition = last.position;
    }
  }
}

export function isVerification(result: unknown): result is EmailVerification {
  return typeof result === 'object' && result !== null && !('credits_consumed' in result);
}
