import { abortable } from '../concurrency/deadline.ts';
import { MailproofError } from '../errors.ts';
import type { Clock, JobRecord, JobResult, JobStore } from '../ports.ts';
import { isFinished } from './job-status.ts';
import type { Progress } from './progress.ts';

export interface RunBulkOptions<View> {
  /** Who pays. Without an account nothing is charged. */
  account?: string;
  /** Aborting rejects with its reason, and leaves a job that can be gone on with by its id. */
  signal?: AbortSignal;
  /** Told how far the job is, at least every second while it gets on. */
  onProgress?: (job: View) => void;
}

/**
 * A job that runs while it is iterated. Yields each item once, with its final result, as it becomes known.
 * Iterating again begins anew with the same job.
 */
export interface BulkRun<Row> extends AsyncIterable<Readonly<Row>> {
  readonly jobId: string;
}

export interface BulkRunParts<Row extends JobResult, View> {
  readonly jobs: JobStore;
  readonly clock: Clock;
  readonly progress: Progress;
  /** Whether a result is of the job's kind. */
  readonly isRow: (result: JobResult) => result is Row;
  readonly viewOf: (job: JobRecord) => View;
  /** Creates the job, where it is a new one; checks that it is there, where it is not. */
  readonly begin: () => Promise<JobRecord>;
  /** Works on jobs until closed. */
  readonly work: () => { close(): Promise<void> };
}

const rowsPerPage = 500;
/** Rows kept for a slow reader; further ones are read from the store when their time comes. */
const rowsKept = 1_000;
const lookEveryMs = 1_000;
/** A look through the whole store for what other processes found is worth it for so many rows, or after so long. */
const worthwhileRows = 1_000;
const rowsLookEveryMs = 5_000;

/** Goes through one job to its end. */
export async function* runJob<Row extends JobResult, View>(
  jobId: string,
  parts: BulkRunParts<Row, View>,
  options: Pick<RunBulkOptions<View>, 'signal' | 'onProgress'>,
): AsyncGenerator<Readonly<Row>> {
  const { signal } = options;
  signal?.throwIfAborted();
  const following = new Following(jobId, parts, options.onProgress);
  const worker = parts.work();
  try {
    following.begin(await abortable(parts.begin(), signal));
    for (;;) {
      for (const row of following.takeKept()) {
        yield row;
        signal?.throwIfAborted();
      }
      if (following.worthReading) {
        for await (const row of following.unseen()) {
          yield row;
          signal?.throwIfAborted();
        }
      }
      if (following.ended) break;
      await following.change(signal);
    }
    following.assertCompleted();
  } finally {
    following.end();
    await worker.close();
  }
}

/** What is known of a job that is run here and perhaps elsewhere too, and which rows have been shown. */
class Following<Row extends JobResult, View> {
  readonly #jobId: string;
  readonly #parts: BulkRunParts<Row, View>;
  readonly #onProgress: ((job: View) => void) | undefined;
  readonly #unfollow: () => void;
  #job: JobRecord | undefined;
  #shown = new Uint8Array();
  #shownCount = 0;
  #firstUnseen = 0;
  #kept: { position: number; row: Readonly<Row> }[] = [];
  #readAt = Number.NEGATIVE_INFINITY;
  #failure: { error: unknown } | undefined;
  #wake = () => {};

  constructor(jobId: string, parts: BulkRunParts<Row, View>, onProgress?: (job: View) => void) {
    this.#jobId = jobId;
    this.#parts = parts;
    this.#onProgress = onProgress;
    this.#unfollow = parts.progress.follow(jobId, {
      recorded: ({ position, result, final }) => {
        if (final && this.#kept.length < rowsKept && parts.isRow(result)) {
          this.#kept.push({ position, row: Object.freeze({ ...result }) });
        }
        this.#wake();
      },
      progressed: (job) => this.#note(job),
    });
  }

  begin(job: JobRecord): void {
    this.#shown = new Uint8Array(job.total);
    this.#note(job);
  }

  end(): void {
    this.#unfollow();
  }

  get ended(): boolean {
    const job = this.#job;
    return job !== undefined && isFinished(job) && this.#kept.length === 0 && this.#unreadRows(job) === 0;
  }

  /** Whether rows that this process does not hold are worth looking for. */
  get worthReading(): boolean {
    const job = this.#job;
    if (job === undefined || this.#kept.length > 0) return false;
    const unread = this.#unreadRows(job);
    const waited = this.#parts.clock.now() - this.#readAt >= rowsLookEveryMs;
    return unread > 0 && (isFinished(job) || unread >= worthwhileRows || waited);
  }

  *takeKept(): Generator<Readonly<Row>> {
    for (let kept = this.#kept.shift(); kept !== undefined; kept = this.#kept.shift()) {
      if (this.#show(kept.position)) yield kept.row;
    }
  }

  /** Final rows that were not shown yet, in order of submission. */
  async *unseen(): AsyncGenerator<Readonly<Row>> {
    const { jobs, clock, isRow } = this.#parts;
    this.#readAt = clock.now();
    const finished = this.#job !== undefined && isFinished(this.#job);
    while (this.#shown[this.#firstUnseen] === 1) this.#firstUnseen += 1;
    for (let offset = this.#firstUnseen; offset < this.#shown.length; offset += rowsPerPage) {
      for (const state of await jobs.page(this.#jobId, { offset, limit: rowsPerPage })) {
        const { result, retryAt, position } = state;
        // What a failed job would have tried again has no better result than this.
        const final = retryAt === null || finished;
        if (result === undefined || !isRow(result) || !final) continue;
        if (this.#show(position)) yield Object.freeze({ ...result });
      }
    }
  }

  /** Resolves when something may have changed; looks into the store if nothing is heard for a while. */
  async change(signal: AbortSignal | undefined): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure.error;
    const { clock, jobs } = this.#parts;
    let cancel = () => {};
    const changed = new Promise<boolean>((resolve) => {
      this.#wake = () => resolve(true);
      cancel = clock.after(lookEveryMs, () => resolve(false));
    });
    const heard = await abortable(changed, signal).finally(cancel);
    this.#wake = () => {};
    if (heard) return;
    const job = await jobs.get(this.#jobId).catch(() => undefined);
    if (job !== undefined) this.#note(job);
  }

  assertCompleted(): void {
    if (this.#job?.failedAt === null) return;
    throw new MailproofError('job_failed', 'The job could not be completed. Its results so far were given.');
  }

  #note(job: JobRecord): void {
    const known = this.#job;
    if (known !== undefined && (isFinished(known) || results(job) < results(known))) return;
    this.#job = job;
    if (known === undefined || isFinished(job) || results(job) > results(known)) this.#tell(job);
    this.#wake();
  }

  /** What a listener throws ends the iteration, not the work of others. */
  #tell(job: JobRecord): void {
    try {
      this.#onProgress?.(this.#parts.viewOf(job));
    } catch (error) {
      this.#failure = { error };
    }
  }

  #show(position: number): boolean {
    if (this.#shown[position] === 1) return false;
    this.#shown[position] = 1;
    this.#shownCount += 1;
    return true;
  }

  #unreadRows(job: JobRecord): number {
    const final = job.failedAt === null ? job.processed - job.retrying : job.processed;
    return final - this.#shownCount;
  }
}

function results(job: JobRecord): number {
  return job.processed + job.retried;
}
