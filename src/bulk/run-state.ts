import { abortable } from '../concurrency/deadline.ts';
import { steadyNow } from '../concurrency/steady-time.ts';
import { JobFailed } from '../errors.ts';
import type { JobAttempt, JobRecord, JobResult } from '../ports/job-store.ts';
import type { BulkContext } from './bulk-context.ts';
import { itemPages } from './items/item-pages.ts';
import { isFinished, type JobState, jobStateOf, resultCount } from './job.ts';

export interface RunOf<Row extends JobResult> {
  readonly jobId: string;
  readonly isRow: (result: JobResult) => result is Row;
}

const rowsPerPage = 500;
/** Rows kept for a slow reader. Further rows are read from the store later. */
const maxBufferedRows = 1_000;
const statusCheckEveryMs = 1_000;
/** The store is read for results of other processes if it has this many new ones, or after this time. */
const minRowsToRead = 1_000;
const readEveryMs = 5_000;

/** What is known of a job that runs here and perhaps in other processes too, and which of its rows were yielded. */
export class RunState<Row extends JobResult> {
  readonly #jobId: string;
  readonly #isRow: (result: JobResult) => result is Row;
  readonly #context: BulkContext;
  readonly #onProgress: ((job: JobState) => void) | undefined;
  readonly #unsubscribe: () => void;
  #job: JobRecord | undefined;
  /** By position: 1 if the row was yielded. */
  #yielded = new Uint8Array();
  #yieldedCount = 0;
  #firstUnyielded = 0;
  readonly #buffered: { position: number; row: Readonly<Row> }[] = [];
  #readAt = Number.NEGATIVE_INFINITY;
  #failure: { error: unknown } | undefined;
  #wake = () => {};

  constructor(
    { jobId, isRow }: RunOf<Row>,
    context: BulkContext,
    onProgress: ((job: JobState) => void) | undefined,
  ) {
    this.#jobId = jobId;
    this.#isRow = isRow;
    this.#context = context;
    this.#onProgress = onProgress;
    this.#unsubscribe = context.progress.subscribe(jobId, (recorded, job) => {
      for (const attempt of recorded) this.#buffer(attempt);
      this.#update(job);
      this.#wake();
    });
  }

  begin(job: JobRecord): void {
    this.#yielded = new Uint8Array(job.total);
    this.#update(job);
  }

  end(): void {
    this.#unsubscribe();
  }

  get ended(): boolean {
    const job = this.#job;
    return (
      job !== undefined && isFinished(job) && this.#buffered.length === 0 && this.#unyieldedCount(job) === 0
    );
  }

  /** Whether enough final rows are in the store only. */
  get shouldReadStore(): boolean {
    const job = this.#job;
    if (job === undefined || this.#buffered.length > 0) return false;
    const unyielded = this.#unyieldedCount(job);
    const isTime = steadyNow(this.#context.clock) - this.#readAt >= readEveryMs;
    return unyielded > 0 && (isFinished(job) || unyielded >= minRowsToRead || isTime);
  }

  *takeBuffered(): Generator<Readonly<Row>> {
    for (let next = this.#buffered.shift(); next !== undefined; next = this.#buffered.shift()) {
      if (this.#markYielded(next.position)) yield next.row;
    }
  }

  /** Yields the final rows of the store that were not yielded before, in order of submission. */
  async *readStore(): AsyncGenerator<Readonly<Row>> {
    const { jobs, clock } = this.#context;
    this.#readAt = steadyNow(clock);
    const finished = this.#job !== undefined && isFinished(this.#job);
    while (this.#yielded[this.#firstUnyielded] === 1) this.#firstUnyielded += 1;
    const rows = { offset: this.#firstUnyielded, end: this.#yielded.length, limit: rowsPerPage };
    for await (const page of itemPages(jobs, this.#jobId, rows)) {
      for (const state of page) {
        const { result, retryAt, position } = state;
        // What a failed job would have tried again has no better result than this.
        const final = retryAt === null || finished;
        if (result === undefined || !this.#isRow(result) || !final) continue;
        if (this.#markYielded(position)) yield Object.freeze({ ...result });
      }
    }
  }

  /** Resolves when something may have changed. Reads the job from the store if nothing happens here for a second. */
  async waitForChange(signal: AbortSignal | undefined): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure.error;
    const { clock, jobs } = this.#context;
    let cancel = () => {};
    const changed = new Promise<boolean>((resolve) => {
      this.#wake = () => resolve(true);
      cancel = clock.after(statusCheckEveryMs, () => resolve(false));
    });
    const woken = await abortable(changed, signal).finally(cancel);
    this.#wake = () => {};
    if (woken) return;
    const job = await jobs.get(this.#jobId).catch(() => undefined);
    if (job !== undefined) this.#update(job);
  }

  throwIfFailed(): void {
    if (this.#job?.failedAt === null) return;
    throw new JobFailed('The job could not be completed. Its results so far were given.');
  }

  #buffer({ position, result, retryAt }: JobAttempt): void {
    if (retryAt !== null || this.#buffered.length >= maxBufferedRows || !this.#isRow(result)) return;
    this.#buffered.push({ position, row: Object.freeze({ ...result }) });
  }

  #update(job: JobRecord): void {
    const known = this.#job;
    if (known !== undefined && (isFinished(known) || resultCount(job) < resultCount(known))) return;
    this.#job = job;
    if (known === undefined || isFinished(job) || resultCount(job) > resultCount(known)) {
      this.#reportProgress(job);
    }
    this.#wake();
  }

  /** An error of the caller's listener ends the run, not the batch that made the progress. */
  #reportProgress(job: JobRecord): void {
    try {
      this.#onProgress?.(jobStateOf(job));
    } catch (error) {
      this.#failure = { error };
    }
  }

  #markYielded(position: number): boolean {
    if (this.#yielded[position] === 1) return false;
    this.#yielded[position] = 1;
    this.#yieldedCount += 1;
    return true;
  }

  #unyieldedCount(job: JobRecord): number {
    const final = job.failedAt === null ? job.processed - job.retrying : job.processed;
    return final - this.#yieldedCount;
  }
}
