import type { Charges } from '../credits/charges.ts';
import { EngineClosed, InvalidArgument } from '../errors.ts';
import type { Batch, Clock, JobItem, JobRecord, JobResult, JobStore, Random, WorkQueue } from '../ports.ts';
import type { BulkVerificationReceipt, EmailVerification } from '../resources.ts';
import { AttemptLog } from './attempt-log.ts';
import { BatchRun } from './batch-run.ts';
import { type BulkRun, type RunBulkOptions, runJob } from './bulk-run.ts';
import { distinctAddresses } from './distinct-addresses.ts';
import { JobDriver } from './job-driver.ts';
import { bulkVerificationJob } from './job-status.ts';
import { type JobAccess, JobReader, type Jobs, type SubmitOptions } from './jobs.ts';
import { plan } from './planning.ts';
import { Progress } from './progress.ts';
import { defaultRetryDelaysMs, RetrySchedule } from './retry-schedule.ts';
import { costOf, Settlement } from './settlement.ts';
import { Submissions } from './submission.ts';
import { Worker } from './worker.ts';

export interface BulkOptions {
  /**
   * From an unknown result to the next attempt, for each attempt after the first. Default 6, 16 and 35 minutes;
   * empty: unknown results are final.
   */
  retryDelaysMs?: readonly number[];
  /** When an attempt at one address ends at the latest. Default 180,000. */
  addressTimeoutMs?: number;
  /** Batches, each of one job for one exchange, that this process works on at once. Default 256. */
  batchesAtOnce?: number;
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
  /** Milli-credits an address. */
  readonly price: number;
  /** One attempt at one address, not charged. */
  readonly verify: (
    email: string,
    options: { timeoutMs: number; signal: AbortSignal },
  ) => Promise<Readonly<EmailVerification>>;
  /** The domain in A-labels; empty for what is no address. */
  readonly domainOf: (email: string) => string;
  /** What connections for a domain are limited by; empty where none are needed. */
  readonly exchangeOf: (domain: string, signal: AbortSignal) => Promise<string>;
  readonly note: (event: JobEvent) => void;
  /** Told why a batch has to be worked on again. */
  readonly hindered: (cause: unknown) => void;
}

/** For metrics. `completed` is told by the process that recorded the last result. */
export type JobEvent = 'submitted' | 'completed' | 'failed';

export const mostEmails = 100_000;

/** Bulk verification: jobs, and the worker of this process. */
export class Bulk implements Jobs {
  readonly #parts: BulkParts;
  readonly #options: Required<BulkOptions>;
  readonly #reader: JobReader;
  readonly #submissions: Submissions;
  readonly #settlement: Settlement;
  readonly #schedule: RetrySchedule;
  readonly #progress = new Progress();
  readonly #logs = new Map<string, AttemptLog>();
  readonly #owner: string;
  #worker: Worker | undefined;
  #driver: JobDriver | undefined;
  #hired = 0;
  #dismissing: Promise<void> | undefined;
  #closing: Promise<void> | undefined;

  constructor(parts: BulkParts, options: BulkOptions = {}) {
    this.#parts = parts;
    this.#options = {
      retryDelaysMs: options.retryDelaysMs ?? defaultRetryDelaysMs,
      addressTimeoutMs: options.addressTimeoutMs ?? 180_000,
      batchesAtOnce: options.batchesAtOnce ?? 256,
      giveUpMs: options.giveUpMs ?? 6 * 3_600_000,
      leaseMs: options.leaseMs ?? 10_000,
    };
    this.#schedule = new RetrySchedule(this.#options.retryDelaysMs);
    this.#reader = new JobReader(parts.jobs);
    this.#submissions = new Submissions(parts);
    this.#settlement = new Settlement(parts);
    this.#owner = parts.random.uuid();
  }

  async submit(emails: readonly string[], options: SubmitOptions = {}): Promise<BulkVerificationReceipt> {
    return receiptOf(await this.#submit(this.#parts.random.uuid(), emails, options));
  }

  async status(jobId: string, access?: JobAccess) {
    return bulkVerificationJob(await this.#reader.verification(jobId, access));
  }

  results(jobId: string, access?: JobAccess) {
    return this.#reader.results(jobId, access);
  }

  async cancel(jobId: string, access?: JobAccess) {
    await this.#reader.verification(jobId, access);
    const { failed, job } = await this.#parts.jobs.fail(jobId, { at: this.#now() });
    if (failed) {
      this.#parts.note('failed');
      await this.#settlement.settle(job);
    }
    return bulkVerificationJob(job);
  }

  work(): { close(): Promise<void> } {
    if (this.#closing !== undefined) throw new EngineClosed();
    this.#hired += 1;
    this.#hire();
    let closing: Promise<void> | undefined;
    const close = () => {
      closing ??= this.#dismiss();
      return closing;
    };
    return { close };
  }

  /** `work`: addresses for a new job, or the id of one to go on with. */
  run(work: readonly string[] | { readonly jobId: string }, options: RunBulkOptions = {}): BulkRun {
    const { jobs, clock, random } = this.#parts;
    const jobId = 'jobId' in work ? work.jobId : random.uuid();
    const account = options.account === undefined ? {} : { account: options.account };
    let begun: Promise<JobRecord> | undefined;
    const begin = () => {
      begun ??= 'jobId' in work ? this.#reader.verification(jobId) : this.#submit(jobId, work, account);
      return begun;
    };
    const parts = { jobs, clock, progress: this.#progress, begin, work: () => this.work() };
    return { jobId, [Symbol.asyncIterator]: () => runJob(jobId, parts, options) };
  }

  /** Ends what this process works on; jobs are gone on with by others, or after a restart. */
  close(): Promise<void> {
    this.#closing ??= Promise.all([this.#worker?.close(), this.#dismissing]).then(() => {});
    return this.#closing;
  }

  async #submit(jobId: string, given: readonly string[], options: SubmitOptions): Promise<JobRecord> {
    if (this.#closing !== undefined) throw new EngineClosed();
    checkCount(given.length);
    const { emails, fingerprint } = await distinctAddresses(given, this.#parts.clock);
    const job = await this.#submissions.submit({
      jobId,
      kind: 'verification',
      items: emails.map((email) => ({ email })),
      fingerprint,
      milliCreditsPerItem: options.account === undefined ? 0 : this.#parts.price,
      account: options.account ?? null,
      keyId: options.keyId ?? null,
      idempotencyKey: options.idempotencyKey,
    });
    if (job.id === jobId) this.#parts.note('submitted');
    this.#driver?.look();
    return job;
  }

  #startWorker(): Worker {
    const { jobs, queue, clock } = this.#parts;
    const { leaseMs, batchesAtOnce, giveUpMs } = this.#options;
    const { domainOf, exchangeOf } = this.#parts;
    const planning = {
      jobs,
      queue,
      clock,
      exchangeOf,
      domainOf: (item: JobItem) => ('email' in item ? domainOf(item.email) : item.domain),
    };
    const driver = new JobDriver({
      jobs,
      queue,
      clock,
      owner: this.#owner,
      leaseMs,
      plan: (jobId, signal) => plan(jobId, planning, signal),
      settlement: this.#settlement,
      lost: (jobId) => this.#worker?.lose(jobId),
    });
    this.#driver = driver;
    const run = (batch: Batch, signal: AbortSignal) => this.#runBatch(batch, signal);
    const { hindered } = this.#parts;
    return new Worker({ jobs, queue, clock, driver, run, batchesAtOnce, giveUpMs, hindered });
  }

  /** One worker for all who want one, and never a second one while the first is still handing back. */
  #hire(): void {
    const wanted = this.#hired > 0 && this.#closing === undefined;
    if (wanted && this.#dismissing === undefined) this.#worker ??= this.#startWorker();
  }

  async #dismiss(): Promise<void> {
    this.#hired -= 1;
    if (this.#hired > 0 || this.#worker === undefined) return;
    const worker = this.#worker;
    this.#worker = undefined;
    this.#driver = undefined;
    this.#dismissing = worker.close().finally(() => {
      this.#dismissing = undefined;
      this.#hire();
    });
    await this.#dismissing;
  }

  #runBatch(batch: Batch, signal: AbortSignal): Promise<void> {
    const { jobs, queue, clock } = this.#parts;
    return new BatchRun(batch, {
      jobs,
      queue,
      clock,
      attempt: (item, itemSignal) => this.#attempt(item, itemSignal),
      logOf: (jobId) => this.#logOf(jobId),
      retryAt: (result, attempt, at) => this.#schedule.retryAt(result, attempt, at),
      recorded: (entry) => this.#progress.recorded(entry),
      progressed: (job) => this.#noteProgress(job),
    }).run(signal);
  }

  async #attempt(item: JobItem, signal: AbortSignal): Promise<JobResult> {
    if (!('email' in item)) throw new TypeError('A lookup has no address to verify.');
    return this.#parts.verify(item.email, { timeoutMs: this.#options.addressTimeoutMs, signal });
  }

  #logOf(jobId: string): AttemptLog {
    const known = this.#logs.get(jobId);
    if (known !== undefined) return known;
    const log = new AttemptLog(jobId, this.#parts);
    this.#logs.set(jobId, log);
    return log;
  }

  #noteProgress(job: JobRecord): void {
    if (!this.#progress.progressed(job)) return;
    const finished = job.completedAt !== null || job.failedAt !== null;
    if (!finished) return;
    this.#logs.delete(job.id);
    if (job.completedAt !== null) this.#parts.note('completed');
  }

  #now(): number {
    return Math.floor(this.#parts.clock.now());
  }
}

function receiptOf(job: JobRecord): BulkVerificationReceipt {
  return {
    job_id: job.id,
    status: 'submitted',
    total_emails: job.total,
    estimated_cost: costOf(job) / 1_000,
  };
}

/** The messages are those of the service document, Errors: 400. */
function checkCount(count: number): void {
  if (count === 0) throw new InvalidArgument('emails', 'email list cannot be empty');
  if (count > mostEmails) throw new InvalidArgument('emails', 'maximum 100,000 emails per batch');
}
