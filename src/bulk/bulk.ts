import { leastFruitlessItems } from '../budgets/budget-table.ts';
import type { ListSize } from '../budgets/unpaid-lists.ts';
import { unpaidAccount } from '../budgets/unpaid-work.ts';
import type { YieldIfDue } from '../concurrency/loop-steps.ts';
import { PendingCalls } from '../concurrency/pending-calls.ts';
import { runStep, validTraceparent } from '../concurrency/steps.ts';
import { priceAt } from '../credits/prices.ts';
import { Conflict } from '../errors.ts';
import { checkCanAsk } from '../port-checks.ts';
import type { JobItemState, JobRecord, JobResult } from '../ports/job-store.ts';
import type { JobStep } from '../ports/telemetry.ts';
import type { QueueDepth } from '../ports/work-queue.ts';
import {
  type EmailLookup,
  type EmailVerification,
  isVerification,
  type LookupRow,
  type VerificationLevel,
} from '../resources.ts';
import { admitList, checkSubmission } from './admission.ts';
import {
  type BulkContext,
  type BulkDependencies,
  type BulkOptions,
  createBulkContext,
} from './bulk-context.ts';
import { type BulkRun, type RunBulkOptions, type RunVerificationOptions, runJob } from './bulk-run.ts';
import {
  checkEmailCount,
  checkRowCount,
  countTexts,
  distinctAddresses,
  distinctRows,
  fingerprintOfTexts,
} from './items/distinct-items.ts';
import { textOfItem } from './items/item-subject.ts';
import { ListReader, type ReadableList } from './items/list-reader.ts';
import { sizeOfList } from './items/list-size.ts';
import { type Job, type JobState, jobStateOf, readJob } from './job.ts';
import { type JobFilter, jobName, listJobs } from './job-list.ts';
import { JobReader } from './job-reader.ts';
import type {
  AccountJobsOptions,
  ItemPageOptions,
  JobAccess,
  Jobs,
  LookupPageOptions,
  SubmitOptions,
  VerificationSubmitOptions,
} from './jobs.ts';
import { endJob, settleFailedJob } from './settlement.ts';
import { findEarlierJob, submitJob } from './submission.ts';
import { SharedWorker } from './worker.ts';

/** What to run: items for a new job, or the id of a job to resume. */
export type BulkInput<Item> = readonly Item[] | { readonly jobId: string };

/** Bulk jobs of both kinds: submitting and reading them, working on them, running them to their end. */
export class Bulk implements Jobs {
  readonly #context: BulkContext;
  readonly #reader: JobReader;
  readonly #worker: SharedWorker;
  readonly #lists: ListReader;
  /** Submissions, cancellations and deletions under way, and reads. */
  readonly #calls = new PendingCalls();

  constructor(dependencies: BulkDependencies, options: BulkOptions = {}) {
    this.#context = createBulkContext(dependencies, options);
    this.#lists = new ListReader(this.#context);
    this.#reader = new JobReader(dependencies.jobs);
    this.#worker = new SharedWorker(this.#context);
  }

  async submit(emails: readonly string[], options?: VerificationSubmitOptions): Promise<JobState> {
    return jobStateOf(await this.#submitAddresses(this.#context.random.uuid(), emails, options));
  }

  async submitLookup(rows: readonly LookupRow[], options?: SubmitOptions): Promise<JobState> {
    return jobStateOf(await this.#submitRows(this.#context.random.uuid(), rows, options));
  }

  async checkCredits(kind: JobRecord['kind'], options: VerificationSubmitOptions): Promise<void> {
    const { level = 'smtp', account } = options;
    if (account !== undefined) this.#context.budgets.check('fruitless_items', account);
    const price =
      kind === 'verification' ? priceAt(level, this.#context.prices) : this.#context.prices.lookup;
    const charge = { milliCreditsPerItem: price, unpaidBy: unpaidByOf(options, level, price) };
    await checkSubmission({ ...options, ...charge }, this.#context);
  }

  get(jobId: string, access?: JobAccess): Promise<Job> {
    return this.#calls.track(async () => this.#read(await this.#reader.record(jobId, access)));
  }

  results(jobId: string, access?: JobAccess) {
    return this.#calls.track(() => this.#reader.results(jobId, access));
  }

  lookupResults(jobId: string, page: LookupPageOptions, access?: JobAccess) {
    return this.#calls.track(() => this.#reader.lookupPage(jobId, page, access));
  }

  items(jobId: string, page: ItemPageOptions, access?: JobAccess): Promise<readonly JobItemState[]> {
    return this.#calls.track(() => this.#reader.items(jobId, page, access));
  }

  list(filter: JobFilter = {}): AsyncIterable<Job> {
    return this.#calls.trackEach(listJobs(this.#context.jobs, filter));
  }

  ofAccount(account: string, page: AccountJobsOptions): Promise<readonly Job[]> {
    return this.#calls.track(async () =>
      Promise.all((await this.#context.jobs.ofAccount(account, page)).map((record) => this.#read(record))),
    );
  }

  cancel(jobId: string, access?: JobAccess): Promise<void> {
    return this.#calls.track(async () => {
      await this.#reader.record(jobId, access);
      await endJob(jobId, { cancelled: true }, this.#context);
    });
  }

  delete(jobId: string, access?: JobAccess): Promise<void> {
    return this.#calls.track(async () => {
      const { account, milliCreditsPerItem, failedAt } = await this.#reader.record(jobId, access);
      if (await this.#deleteEnded(jobId)) {
        if (account !== null && (milliCreditsPerItem === 0 || failedAt !== null))
          await this.#context.unpaidLists.giveBack(account, jobId);
        return;
      }
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
      submit: (jobId, emails, given) => this.#submitAddresses(jobId, emails, { ...given, level }),
      isRow: isVerification,
    });
  }

  runLookups(input: BulkInput<LookupRow>, options: RunBulkOptions = {}): BulkRun<EmailLookup> {
    return this.#run(input, options, {
      kind: 'lookup',
      submit: (jobId, rows, given) => this.#submitRows(jobId, rows, given),
      isRow: (result): result is EmailLookup => !isVerification(result),
    });
  }

  /**
   * Stops working on jobs: other processes, or this one after a restart, resume them. Resolves when the submissions,
   * cancellations and deletions under way have ended, too, so that none leaves behind what it holds, and so have reads.
   */
  async close(): Promise<void> {
    await Promise.all([this.#worker.close(), this.#calls.close()]);
  }

  #run<Item, Row extends JobResult>(
    input: BulkInput<Item>,
    options: RunBulkOptions,
    kind: JobKind<Item, Row>,
  ): BulkRun<Row> {
    const jobId = 'jobId' in input ? input.jobId : this.#context.random.uuid();
    const { account, name } = options;
    const given = {
      ...(account === undefined ? {} : { account }),
      ...(name === undefined ? {} : { name }),
    };
    let begun: Promise<JobRecord> | undefined;
    const begin = () => {
      begun ??=
        'jobId' in input ? this.#reader.record(jobId, {}, kind.kind) : kind.submit(jobId, input, given);
      return begun;
    };
    const runnable = { jobId, begin, isRow: kind.isRow };
    const iterate = () => runJob(runnable, options, this.#context, () => this.work());
    return { jobId, [Symbol.asyncIterator]: iterate };
  }

  #read(record: JobRecord): Promise<Job> {
    return readJob(this.#context.jobs, record);
  }

  /** Returns false if the job is still running. */
  async #deleteEnded(jobId: string): Promise<boolean> {
    const { jobs } = this.#context;
    const job = await jobs.get(jobId);
    // Its credits go back first.
    if (job !== undefined && job.failedAt !== null && job.settledAt === null)
      await settleFailedJob(job, this.#context);
    return job === undefined || jobs.delete(jobId);
  }

  async #submitAddresses(
    jobId: string,
    emails: readonly string[],
    { level = 'smtp', ...options }: VerificationSubmitOptions = {},
  ): Promise<JobRecord> {
    checkEmailCount(emails.length);
    const textOf = (email: string) => email;
    return this.#submit(jobId, options, {
      kind: 'verification',
      level,
      price: priceAt(level, this.#context.prices),
      count: emails.length,
      sizeOf: (yieldIfDue) => sizeOfList(emails, textOf, yieldIfDue),
      distinct: (mostItems, yieldIfDue) => distinctAddresses(emails, yieldIfDue, level, mostItems),
      countTexts: (yieldIfDue) => countTexts(emails, textOf, yieldIfDue),
      fingerprintOfTexts: async (yieldIfDue) =>
        `${level} ${await fingerprintOfTexts(emails, textOf, yieldIfDue)}`,
    });
  }

  async #submitRows(
    jobId: string,
    rows: readonly LookupRow[],
    options: SubmitOptions = {},
  ): Promise<JobRecord> {
    checkRowCount(rows.length);
    return this.#submit(jobId, options, {
      kind: 'lookup',
      level: 'smtp',
      price: this.#context.prices.lookup,
      count: rows.length,
      sizeOf: (yieldIfDue) => sizeOfList(rows, textOfItem, yieldIfDue),
      distinct: (mostItems, yieldIfDue) => distinctRows(rows, yieldIfDue, mostItems),
      countTexts: (yieldIfDue) => countTexts(rows, textOfItem, yieldIfDue),
      // What separates first from last name counts as well.
      fingerprintOfTexts: (yieldIfDue) => fingerprintOfTexts(rows, (row) => JSON.stringify(row), yieldIfDue),
    });
  }

  #submit(jobId: string, options: SubmitOptions, list: SubmittedItems): Promise<JobRecord> {
    const { kind, count: items } = list;
    return this.#calls.track(() =>
      runStep(
        this.#context.telemetry,
        'job',
        () => ({ action: 'submit' as const, jobId, kind, items, traceparent: null }),
        (step) => this.#admitAndSubmit(jobId, options, list, step),
      ),
    );
  }

  async #admitAndSubmit(
    jobId: string,
    options: SubmitOptions,
    list: SubmittedItems,
    step: JobStep | undefined,
  ): Promise<JobRecord> {
    const { account, keyId, idempotencyKey, name, unpaid = false } = options;
    const { kind, level, price, count } = list;
    const { budgets, egresses, loopSteps } = this.#context;
    checkCanAsk(level, egresses);
    if (account !== undefined) budgets.check('fruitless_items', account);
    const milliCreditsPerItem = account === undefined || unpaid ? 0 : price;
    const stepKind = account !== undefined && milliCreditsPerItem === 0 ? 'unpaid' : 'other';
    const sizeOf = () => list.sizeOf(() => loopSteps.next(account ?? null, stepKind));
    const admission = await admitList(
      { jobId, count, sizeOf, milliCreditsPerItem, unpaidBy: unpaidByOf(options, level, price) },
      options,
      this.#context,
    );
    const identity = { kind, account: account ?? null, keyId: keyId ?? null, idempotencyKey };
    let job: JobRecord | undefined;
    try {
      const read = await this.#lists.read(list, identity, {
        admission,
        stepKind,
        findJob: (fingerprint) => findEarlierJob({ ...identity, fingerprint }, this.#context),
      });
      const { beforeCreation } = admission;
      const traceparent = validTraceparent(step?.traceparent);
      job =
        'items' in read
          ? await submitJob(
              {
                ...{ ...identity, ...read, jobId, milliCreditsPerItem, beforeCreation, traceparent },
                name: jobName(name),
              },
              this.#context,
            )
          : read;
    } finally {
      // The repeats within a job were read for nothing, too.
      const fruitless = job?.id === jobId ? count - job.total : Math.max(count, leastFruitlessItems);
      if (account !== undefined) budgets.count('fruitless_items', account, fruitless);
      if (job?.id !== jobId) await admission.giveBack();
    }
    // Otherwise the job is that of an earlier submission with the same idempotency key.
    if (job.id === jobId) this.#context.onJobEvent('submitted', jobId);
    this.#worker.visitJobs();
    return job;
  }
}

/** What is submitted, before its repeats are removed. */
interface SubmittedItems extends ReadableList {
  readonly kind: JobRecord['kind'];
  readonly level: VerificationLevel;
  /** In milli-credits for each item. */
  readonly price: number;
  readonly count: number;
  readonly sizeOf: (yieldIfDue: YieldIfDue) => Promise<ListSize>;
}

function unpaidByOf(
  { account, unpaid }: SubmitOptions,
  level: VerificationLevel,
  price: number,
): string | undefined {
  return unpaidAccount({ account, unpaid, level, price });
}

interface JobKind<Item, Row extends JobResult> {
  readonly isRow: (result: JobResult) => result is Row;
  readonly kind: JobRecord['kind'];
  readonly submit: (
    jobId: string,
    items: readonly Item[],
    given: Pick<SubmitOptions, 'account' | 'name'>,
  ) => Promise<JobRecord>;
}
