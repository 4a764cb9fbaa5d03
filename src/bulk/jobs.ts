import type { UnpaidOptions } from '../budgets/unpaid-work.ts';
import type { JobItemState, JobPosition } from '../ports/job-store.ts';
import type { QueueDepth } from '../ports/work-queue.ts';
import type { EmailLookup, EmailVerification, LookupRow, VerificationLevel } from '../resources.ts';
import type { Job, JobState } from './job.ts';
import type { JobFilter } from './job-list.ts';

/** Addresses that one bulk verification may have, repeats included. */
export const maxEmails = 100_000;
/** Rows that one bulk lookup may have, repeats included. */
export const maxRows = 10_000;

export interface SubmitOptions extends UnpaidOptions {
  /** The account that is charged. Without one, nothing is charged. */
  account?: string | undefined;
  /** The API key that owns the job: with another key, the job is not found. Default: no owner. */
  keyId?: string | undefined;
  /**
   * Identifies the submission, from 1 to 255 characters. Repeating it with the same items returns the first job
   * and charges nothing. Keys of different owners are independent.
   */
  idempotencyKey?: string | undefined;
  /**
   * What people call the job, such as the name of its file. Kept on one line without control characters, and cut to 200
   * characters. Default: none. A repeat under an idempotency key keeps the first name. Not shown in `/v1`.
   */
  name?: string | undefined;
}

export interface VerificationSubmitOptions extends SubmitOptions {
  /** How far each verification goes; see `Engine.verify`. Default `smtp`. */
  level?: VerificationLevel | undefined;
}

export interface JobAccess {
  /** Finds only jobs that this API key owns. Default: finds every job. */
  keyId?: string | undefined;
}

export interface LookupPageOptions {
  /** Rows in the page, from 1 to 500. */
  limit: number;
  /** Position of the first row in the submission, from 0. */
  offset: number;
}

export interface ItemPageOptions {
  /** Items in the page, from 1 to 1,000. */
  limit: number;
  /** Position of the first item in the submission, from 0. */
  offset: number;
}

export interface AccountJobsOptions {
  /** Jobs in the page, from 1 to 1,000. */
  limit: number;
  /** The last job of the page before. Default: the page begins with the newest. */
  before?: JobPosition | undefined;
}

/** Results of a job whose first pass is over. They can be read any number of times. */
export interface JobResults {
  readonly job: JobState;
  /** All `job.total` results in order of submission, up to 250 a page. */
  pages(): AsyncIterable<readonly EmailVerification[]>;
  /** The addresses that will be tried again, up to 250 a page. */
  pendingRetries(): AsyncIterable<readonly string[]>;
}

/** A page of the rows of a lookup job that are done, in order of submission. */
export interface LookupPage {
  readonly job: JobState;
  readonly results: readonly EmailLookup[];
}

/**
 * Bulk jobs of a service: submitted here, and worked on by any process of the same store that runs a worker. Everything rejects
 * with EngineClosed once the engine is being closed.
 */
export interface Jobs {
  /**
   * Creates a verification job from 1 to 100,000 addresses, without repeats, and charges it as a whole. Rejects with
   * InvalidArgument (`emails`, `idempotencyKey`), InsufficientCredits, BudgetExceeded, Conflict (the idempotency key was used for
   * other addresses, or another level), StorageUnavailable or EngineClosed. A rejected submission leaves no job and no charge.
   */
  submit(emails: readonly string[], options?: VerificationSubmitOptions): Promise<JobState>;
  /**
   * Rejects if no submission of this kind can succeed, so that a host need not read it: with InsufficientCredits if the account has
   * no credits at all, not even held ones. The required amount is the price of one item. Resolves for an idempotency key that was
   * used before: its repeat gets the first job. Counts a submission that costs the account nothing, so call this once for each,
   * and rejects with BudgetExceeded if there were too many; also if too many lists of the account became no job. Rejects with
   * InvalidArgument (`idempotencyKey`) or StorageUnavailable.
   */
  checkCredits(kind: 'verification' | 'lookup', options: VerificationSubmitOptions): Promise<void>;
  /** Returns a job of either kind. Rejects with NotFound. */
  get(jobId: string, access?: JobAccess): Promise<Job>;
  /**
   * Returns the results of a verification job, provisional ones included. Rejects with NotFound, and with
   * ResultsNotReady while the first pass runs or if the job failed.
   */
  results(jobId: string, access?: JobAccess): Promise<JobResults>;
  /**
   * Creates a lookup job from 1 to 10,000 rows, without repeats, and charges each row. Rejects with the same errors
   * as `submit`; the InvalidArgument names `input`.
   */
  submitLookup(rows: readonly LookupRow[], options?: SubmitOptions): Promise<JobState>;
  /** Returns a page of rows in order of submission, without the rows that are not done yet. Rejects with NotFound. */
  lookupResults(jobId: string, page: LookupPageOptions, access?: JobAccess): Promise<LookupPage>;
  /**
   * Returns a page of the items of a job of either kind, in order of submission, each with its latest result and when it is
   * tried again, also while the job runs. A page of long texts ends early: the next begins behind its last item. Rejects with NotFound.
   */
  items(jobId: string, page: ItemPageOptions, access?: JobAccess): Promise<readonly JobItemState[]>;
  /**
   * Yields the jobs of the store, each once: those that are not finished first, in order of submission, then the others in
   * an order of the store's own. Reads all jobs, a page at a time: for operators. Rejects with StorageUnavailable.
   */
  list(filter?: JobFilter): AsyncIterable<Job>;
  /**
   * Returns jobs of an account, newest first; with `before`, those after that position. `limit`: from 1 to 1,000. Reads no jobs of
   * other accounts. Rejects with InvalidArgument (`account`, `limit`, `before.submittedAt`, `before.id`) or StorageUnavailable.
   */
  ofAccount(account: string, page: AccountJobsOptions): Promise<readonly Job[]>;
  /**
   * Ends a job and refunds the items that have no result. Does nothing for a job that has ended. Rejects with
   * NotFound or EngineClosed.
   */
  cancel(jobId: string, access?: JobAccess): Promise<void>;
  /**
   * Deletes a job that has completed or failed, with its addresses, results and idempotency key, which is then free
   * again. Rejects with NotFound, EngineClosed, and with Conflict while the job is running: cancel it first.
   */
  delete(jobId: string, access?: JobAccess): Promise<void>;
  /** Returns how much work there is: on a shared store that of all processes, otherwise that of this one. */
  queueDepth(): Promise<QueueDepth>;
  /**
   * Starts working on the jobs of the store in this process. `close()` stops, and hands unfinished work back to the
   * other processes. Throws EngineClosed.
   */
  work(): { close(): Promise<void> };
}
