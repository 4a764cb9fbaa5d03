import { PendingCalls } from '../concurrency/pending-calls.ts';
import { toCredits } from '../credit-units.ts';
import { priceAt } from '../credits/prices.ts';
import { Conflict, EngineClosed } from '../errors.ts';
import type { JobItemState, JobRecord, JobResult } from '../ports/job-store.ts';
import type { QueueDepth } from '../ports/work-queue.ts';
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
import {
  type BulkContext,
  type BulkDependencies,
  type BulkOptions,
  createBulkContext,
} from './bulk-context.ts';
import { type BulkRun, type RunBulkOptions, type RunVerificationOptions, runJob } from './bulk-run.ts';
import { type DistinctItems, distinctAddresses, distinctRows } from './items/distinct-items.ts';
import { JobReader } from './job-reader.ts';
import { bulkLookupJob, bulkVerificationJob } from './job-status.ts';
import type {
  AccountJobsOptions,
  ItemPageOptions,
  JobAccess,
  Jobs,
  LookupPageOptions,
  SubmitOptions,
  VerificationSubmitOptions,
} from './jobs.ts';
import { type JobFilter, type JobSummary, listJobs, summarizeJob } from './listing/job-summary.ts';
import type { ResultKind } from './run-state.ts';
import { costOf, endJob, settleFailedJob } from './settlement.ts';
import { SharedWorker } from './shared-worker.ts';
import { checkCredits, submitJob } from './submission.ts';

/** What to run: items for a new job, or the id of a job to resume. */
export type BulkInput<Item> = readonly Item[] | { readonly jobId: string };

/** Bulk jobs of both kinds: submitting and reading them, working on them, running them to their end. */
export class Bulk implements Jobs {
  readonly #context: BulkContext;
  readonly #reader: JobReader;
  readonly #worker: SharedWorker;
  /** Submissions, cancellations and deletions under way, and reads. */
  readonly #calls = new PendingCalls();

  constructor(dependencies: BulkDependencies, options: BulkOptions = {}) {
    this.#context = createBulkContext(dependencies, options);
    this.#reader = new JobReader(dependencies.jobs);
    this.#worker = new SharedWorker(this.#context);
  }

  async submit(
    emails: readonly string[],
    options?: VerificationSubmitOptions,
  ): Promise<BulkVerificationReceipt> {
    const job = await this.#submitAddresses(this.#context.random.uuid(), emails, options);
    return {
      job_id: job.id,
      status: 'submitted',
      total_emails: job.total,
      estimated_cost: toCredits(costOf(job)),
    };
  }

  async submitLookups(rows: readonly LookupRow[], options?: SubmitOptions): Promise<BulkLookupReceipt> {
    const job = await this.#submitRows(this.#context.random.uuid(), rows, options);
    return {
      job_id: job.id,
      status: 'submitted',
      total_rows: job.total,
      credits_consumed: toCredits(costOf(job)),
    };
  }

  async checkCredits(kind: JobRecord['kind'], options: SubmitOptions): Promise<void> {
    await checkCredits({ ...options, milliCreditsPerItem: this.#priceOf(kind) }, this.#context);
  }

  async status(jobId: string, access?: JobAccess): Promise<BulkVerificationJob> {
    return bulkVerificationJob(await this.#calls.track(this.#reader.job(jobId, access, 'verification')));
  }

  async lookupStatus(jobId: string, access?: JobAccess): Promise<BulkLookupJob> {
    return bulkLookupJob(await this.#calls.track(this.#reader.job(jobId, access, 'lookup')));
  }

  results(jobId: string, access?: JobAccess) {
    return this.#calls.track(this.#reader.results(jobId, access));
  }

  lookupResults(jobId: string, page: LookupPageOptions, access?: JobAccess) {
    return this.#calls.track(this.#reader.lookupPage(jobId, page, access));
  }

  items(jobId: string, page: ItemPageOptions, access?: JobAccess): Promise<readonly JobItemState[]> {
    return this.#calls.track(this.#reader.items(jobId, page, access));
  }

  list(filter: JobFilter = {}): AsyncIterable<JobSummary> {
    return this.#calls.trackEach(listJobs(this.#context.jobs, filter));
  }

  ofAccount(account: string, page: AccountJobsOptions): Promise<readonly JobSummary[]> {
    const { jobs } = this.#context;
    const read = async () =>
      Promise.all((await jobs.ofAccount(account, page)).map((job) => summarizeJob(jobs, job)));
    return this.#calls.track(read());
  }

  describe(jobId: string, access?: JobAccess): Promise<JobSummary> {
    const read = async () => summarizeJob(this.#context.jobs, await this.#reader.job(jobId, access));
    return this.#calls.track(read());
  }

  cancel(jobId: string, access?: JobAccess): Promise<void> {
    return this.#change(async () => {
      await this.#reader.job(jobId, access);
      await endJob(jobId, { cancelled: true }, this.#context);
    });
  }

  delete(jobId: string, access?: JobAccess): Promise<void> {
    return this.#change(async () => {
      const job = await this.#reader.job(jobId, access);
      // Its credits go back first.
      if (job.failedAt !== null && job.settledAt === null) await settleFailedJob(job, this.#context);
      if (await this.#context.jobs.delete(jobId)) return;
      throw new Conflict('The job is still running. Cancel it first, or wait until it has finished.');
    });
  }

  queueDepth(): Promise<QueueDepth> {
    return this.#context.queue.depth();
  }

  work(): { close(): Promise<void> } {
    return this.#worker.acquire();
  }

  run(input: BulkInput<string>, options: RunVerificationOptions = {}): BulkRun<EmailVerification> {
    const { level = 'smtp' } = options;
    return this.#run(input, options, {
      kind: 'verification',
      submit: (jobId, emails, account) => this.#submitAddresses(jobId, emails, { ...account, level }),
      isRow: isVerification,
      viewOf: bulkVerificationJob,
    });
  }

  runLookups(input: BulkInput<LookupRow>, options: RunBulkOptions<BulkLookupJob> = {}): BulkRun<EmailLookup> {
    return this.#run(input, options, {
      kind: 'lookup',
      submit: (jobId, rows, account) => this.#submitRows(jobId, rows, account),
      isRow: (result): result is EmailLookup => !isVerification(result),
      viewOf: bulkLookupJob,
    });
  }

  /**
   * Stops working on jobs: other processes, or this one after a restart, resume them. Resolves when the submissions,
   * cancellations and deletions under way have ended, too, so that none leaves behind what it holds, and so have reads.
   */
  async close(): Promise<void> {
    await Promise.all([this.#worker.close(), this.#calls.close()]);
  }

  /** Makes a change that the end of the process waits for. Rejects with EngineClosed after that has begun. */
  async #change<Value>(make: () => Promise<Value>): Promise<Value> {
    if (this.#worker.closed) throw new EngineClosed();
    return this.#calls.track(make());
  }

  #run<Item, Row extends JobResult, View>(
    input: BulkInput<Item>,
    options: RunBulkOptions<View>,
    kind: JobKind<Item, Row, View>,
  ): BulkRun<Row> {
    const jobId = 'jobId' in input ? input.jobId : this.#context.random.uuid();
    const account = options.account === undefined ? {} : { account: options.account };
    let begun: Promise<JobRecord> | undefined;
    const begin = () => {
      begun ??=
        'jobId' in input ? this.#reader.job(jobId, {}, kind.kind) : kind.submit(jobId, input, account);
      return begun;
    };
    const { isRow, viewOf } = kind;
    const runnable = { jobId, begin, isRow, viewOf };
    const iterate = () => runJob(runnable, options, this.#context, () => this.work());
    return { jobId, [Symbol.asyncIterator]: iterate };
  }

  async #submitAddresses(
    jobId: string,
    emails: readonly string[],
    { level = 'smtp', ...options }: VerificationSubmitOptions = {},
  ): Promise<JobRecord> {
    const { clock, prices } = this.#context;
    const distinct = await distinctAddresses(emails, clock, level);
    return this.#submit(jobId, distinct, { ...options, kind: 'verification', price: priceAt(level, prices) });
  }

  async #submitRows(
    jobId: string,
    rows: readonly LookupRow[],
    options: SubmitOptions = {},
  ): Promise<JobRecord> {
    const distinct = await distinctRows(rows, this.#context.clock);
    const price = this.#context.prices.lookup;
    return this.#submit(jobId, distinct, { ...options, kind: 'lookup', price });
  }

  #priceOf(kind: JobRecord['kind']): number {
    const { prices } = this.#context;
    return kind === 'verification' ? prices.verify : prices.lookup;
  }

  async #submit(
    jobId: string,
    { items, fingerprint }: DistinctItems,
    options: SubmitOptions & { kind: JobRecord['kind']; price: number },
  ): Promise<JobRecord> {
    const { kind, price, account, keyId, idempotencyKey } = options;
    const submission = {
      jobId,
      kind,
      items,
      fingerprint,
      milliCreditsPerItem: account === undefined ? 0 : price,
      account: account ?? null,
      keyId: keyId ?? null,
      idempotencyKey,
    };
    const job = await this.#change(() => submitJob(submission, this.#context));
    // Otherwise the job is that of an earlier submission with the same idempotency key.
    if (job.id === jobId) this.#context.onJobEvent('submitted', jobId);
    this.#worker.visitJobs();
    return job;
  }
}

interface JobKind<Item, Row extends JobResult, View> extends ResultKind<Row, View> {
  readonly kind: JobRecord['kind'];
  readonly submit: (
    jobId: string,
    items: readonly Item[],
    account: { account?: string },
  ) => Promise<JobRecord>;
}
