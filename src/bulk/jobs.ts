import type {
  BulkLookupJob,
  BulkLookupPage,
  BulkLookupReceipt,
  BulkVerificationJob,
  BulkVerificationReceipt,
  EmailVerification,
  LookupRow,
} from '../resources.ts';

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

export interface LookupPageOptions {
  limit: number;
  offset: number;
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
  /**
   * Creates a job from up to 10,000 rows, without repeats, and charges each. Rejects as `submit` does, with
   * InvalidArgument `input`.
   */
  submitLookups(rows: readonly LookupRow[], options?: SubmitOptions): Promise<BulkLookupReceipt>;
  /** Rejects with NotFound. */
  lookupStatus(jobId: string, access?: JobAccess): Promise<BulkLookupJob>;
  /** Rows by position in the submission; those not done yet are left out. `limit` up to 500. Rejects with NotFound. */
  lookupResults(jobId: string, page: LookupPageOptions, access?: JobAccess): Promise<BulkLookupPage>;
  /** Ends a job: credits go back for what has no result. Nothing for a finished one. Rejects with NotFound. */
  cancel(jobId: string, access?: JobAccess): Promise<void>;
  /** Starts working on the store's jobs in this process. Closing hands back what is under way. */
  work(): { close(): Promise<void> };
}
