import type { Charges } from '../credits/charges.ts';
import { EngineClosed, InvalidArgument } from '../errors.ts';
import type { Clock, JobItem, JobRecord, JobResult, JobStore, Random, WorkQueue } from '../ports.ts';
import {
  type BulkLookupJob,
  type BulkLookupReceipt,
  type BulkVerificationJob,
  type BulkVerificationReceipt,
  type EmailLookup,
  type EmailVerification,
  isVerification,
  type LookupRow,
} from '../resources.ts';
import type { Finding } from './batch-run.ts';
import { type BulkRun, type RunBulkOptions, runJob } from './bulk-run.ts';
import { type DistinctItems, distinctAddresses, distinctRows } from './distinct-items.ts';
import { JobReader } from './job-reader.ts';
import { bulkLookupJob, bulkVerificationJob } from './job-status.ts';
import {
  type JobAccess,
  type Jobs,
  type LookupPageOptions,
  maxEmails,
  maxRows,
  type SubmitOptions,
} from './jobs.ts';
import { Progress } from './progress.ts';
import { defaultRetryDelaysMs, RetrySchedule } from './retry-schedule.ts';
import { costOf, Settlement } from './settlement.ts';
import { Submissions } from './submission.ts';
import { Workforce } from './workforce.ts';

export interface BulkOptions {
  /**
   * From an unknown result to the next attempt, for each attempt after the first. Default 6, 16 and 35 minutes;
   * empty: unknown results are final.
   */
  retryDelaysMs?: readonly number[];
  /** When an attempt at one address or row ends at the latest. Default 180,000. */
  addressTimeoutMs?: number;
  /** Batches, each of one job for one exchange, that this process works on at once. Default 128. */
  concurrency?: number;
  /** A job whose work fails for so long, without any progress, is ended. Default 6 hours. */
  giveUpMs?: number;
  /** How long after the death of a process another takes over the jobs that it drove. Default 10,000. */
  leaseMs?: number;
}

export interface BulkParts {
  readonly clock: Clock;
  readonly random: Random;
  readonly jobs: JobStore;
  readonly queue: WorkQueue;
  readonly charges: Charges;
  /** Milli-credits an item. */
  readonly prices: { readonly verify: number; readonly lookup: number };
  /** One attempt at one address, not charged. */
  readonly verify: (email: string, wait: AttemptWait) => Promise<Readonly<EmailVerification>>;
  /** One attempt at one row, not charged: `milliCredits` is what was charged for it when it was submitted. */
  readonly lookup: (
    row: LookupRow,
    options: AttemptWait & { milliCredits: number },
  ) => Promise<{ result: EmailLookup; settled: boolean }>;
  /** The domain in A-labels; empty for what has none. */
  readonly domainOf: (item: JobItem) => string;
  /** What connections for a domain are limited by; empty where none are needed. */
  readonly exchangeOf: (domain: string, signal: AbortSignal) => Promise<string>;
  readonly note: (event: JobEvent) => void;
  /** Told why a batch has to be worked on again. */
  readonly onBatchFailed: (cause: unknown) => void;
}

interface AttemptWait {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** For metrics. `completed` is told by the process that recorded the last result. */
export type JobEvent = 'submitted' | 'completed' | 'failed';

/** What is given to run: items for a new job, or the id of one to go on with. */
export type Work<Item> = readonly Item[] | { readonly jobId: string };

/** Bulk jobs of both kinds: submitting, reading, working on them. */
export class Bulk implements Jobs {
  readonly #parts: BulkParts;
  readonly #addressTimeoutMs: number;
  readonly #reader: JobReader;
  readonly #submissions: Submissions;
  readonly #settlement: Settlement;
  readonly #workforce: Workforce;
  readonly #progress = new Progress();

  constructor(parts: BulkParts, options: BulkOptions = {}) {
    this.#parts = parts;
    this.#addressTimeoutMs = options.addressTimeoutMs ?? 180_000;
    this.#reader = new JobReader(parts.jobs);
    this.#settlement = new Settlement(parts);
    this.#submissions = new Submissions({ ...parts, settlement: this.#settlement });
    this.#workforce = new Workforce({
      ...parts,
      settlement: this.#settlement,
      schedule: new RetrySchedule(options.retryDelaysMs ?? defaultRetryDelaysMs),
      progress: this.#progress,
      attempt: (item, job, signal) => this.#attempt(item, job, signal),
      owner: parts.random.uuid(),
      concurrency: options.concurrency ?? 128,
      giveUpMs: options.giveUpMs ?? 6 * 3_600_000,
      leaseMs: options.leaseMs ?? 10_000,
      completed: () => parts.note('completed'),
    });
  }

  async submit(emails: readonly string[], options?: SubmitOptions): Promise<BulkVerificationReceipt> {
    const job = await this.#submitAddresses(this.#parts.random.uuid(), emails, options);
    return {
      job_id: job.id,
      status: 'submitted',
      total_emails: job.total,
      estimated_cost: costOf(job) / 1_000,
    };
  }

  async submitLookups(rows: readonly LookupRow[], options?: SubmitOptions): Promise<BulkLookupReceipt> {
    const job = await this.#submitRows(this.#parts.random.uuid(), rows, options);
    return {
      job_id: job.id,
      status: 'submitted',
      total_rows: job.total,
      credits_consumed: costOf(job) / 1_000,
    };
  }

  async status(jobId: string, access?: JobAccess): Promise<BulkVerificationJob> {
    return bulkVerificationJob(await this.#reader.job(jobId, access, 'verification'));
  }

  async lookupStatus(jobId: string, access?: JobAccess): Promise<BulkLookupJob> {
    return bulkLookupJob(await this.#reader.job(jobId, access, 'lookup'));
  }

  results(jobId: string, access?: JobAccess) {
    return this.#reader.results(jobId, access);
  }

  lookupResults(jobId: string, page: LookupPageOptions, access?: JobAccess) {
    return this.#reader.lookupPage(jobId, page, access);
  }

  async cancel(jobId: string, access?: JobAccess): Promise<void> {
    await this.#reader.job(jobId, access);
    const { failed, job } = await this.#parts.jobs.fail(jobId, { at: Math.floor(this.#parts.clock.now()) });
    if (!failed) return;
    this.#parts.note('failed');
    await this.#settlement.settle(job);
  }

  work(): { close(): Promise<void> } {
    return this.#workforce.work();
  }

  run(work: Work<string>, options: RunBulkOptions<BulkVerificationJob> = {}): BulkRun<EmailVerification> {
    return this.#run(work, options, {
      kind: 'verification',
      submit: (jobId, emails, payer) => this.#submitAddresses(jobId, emails, payer),
      isRow: isVerification,
      viewOf: bulkVerificationJob,
    });
  }

  runLookups(work: Work<LookupRow>, options: RunBulkOptions<BulkLookupJob> = {}): BulkRun<EmailLookup> {
    return this.#run(work, options, {
      kind: 'lookup',
      submit: (jobId, rows, payer) => this.#submitRows(jobId, rows, payer),
      isRow: (result): result is EmailLookup => !isVerification(result),
      viewOf: bulkLookupJob,
    });
  }

  /** Ends what this process works on; jobs are gone on with by others, or after a restart. */
  close(): Promise<void> {
    return this.#workforce.close();
  }

  #run<Item, Row extends JobResult, View>(
    work: Work<Item>,
    options: RunBulkOptions<View>,
    kind: JobKind<Item, Row, View>,
  ): BulkRun<Row> {
    const { jobs, clock, random } = this.#parts;
    const jobId = 'jobId' in work ? work.jobId : random.uuid();
    const payer = options.account === undefined ? {} : { account: options.account };
    let begun: Promise<JobRecord> | undefined;
    const begin = () => {
      begun ??= 'jobId' in work ? this.#reader.job(jobId, {}, kind.kind) : kind.submit(jobId, work, payer);
      return begun;
    };
    const { isRow, viewOf } = kind;
    const parts = { jobs, clock, progress: this.#progress, begin, work: () => this.work(), isRow, viewOf };
    return { jobId, [Symbol.asyncIterator]: () => runJob(jobId, parts, options) };
  }

  /** The messages are those of the service document, Errors: 400. */
  async #submitAddresses(
    jobId: string,
    given: readonly string[],
    options?: SubmitOptions,
  ): Promise<JobRecord> {
    if (given.length === 0) throw new InvalidArgument('emails', 'email list cannot be empty');
    if (given.length > maxEmails) throw new InvalidArgument('emails', 'maximum 100,000 emails per batch');
    const distinct = await distinctAddresses(given, this.#parts.clock);
    return this.#submit(jobId, distinct, {
      ...options,
      kind: 'verification',
      price: this.#parts.prices.verify,
    });
  }

  async #submitRows(jobId: string, given: readonly LookupRow[], options?: SubmitOptions): Promise<JobRecord> {
    if (given.length < 1 || given.length > maxRows) {
      throw new InvalidArgument('input', `input must hold from 1 to ${maxRows} rows`);
    }
    const distinct = await distinctRows(given, this.#parts.clock);
    return this.#submit(jobId, distinct, { ...options, kind: 'lookup', price: this.#parts.prices.lookup });
  }

  async #submit(
    jobId: string,
    { items, fingerprint }: DistinctItems,
    options: SubmitOptions & { kind: JobRecord['kind']; price: number },
  ): Promise<JobRecord> {
    if (this.#workforce.closed) throw new EngineClosed();
    const { kind, price, account, keyId, idempotencyKey } = options;
    const job = await this.#submissions.submit({
      jobId,
      kind,
      items,
      fingerprint,
      milliCreditsPerItem: account === undefined ? 0 : price,
      account: account ?? null,
      keyId: keyId ?? null,
      idempotencyKey,
    });
    if (job.id === jobId) this.#parts.note('submitted');
    this.#workforce.look();
    return job;
  }

  async #attempt(item: JobItem, job: JobRecord, signal: AbortSignal): Promise<Finding> {
    const wait = { timeoutMs: this.#addressTimeoutMs, signal };
    const { milliCreditsPerItem: milliCredits } = job;
    if (!('email' in item)) return this.#parts.lookup(item, { ...wait, milliCredits });
    const result = await this.#parts.verify(item.email, wait);
    return { result, settled: result.status !== 'unknown' };
  }
}

interface JobKind<Item, Row extends JobResult, View> {
  readonly kind: JobRecord['kind'];
  readonly submit: (jobId: string, items: readonly Item[], payer: { account?: string }) => Promise<JobRecord>;
  readonly isRow: (result: JobResult) => result is Row;
  readonly viewOf: (job: JobRecord) => View;
}
