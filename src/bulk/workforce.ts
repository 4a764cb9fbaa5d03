import { EngineClosed } from '../errors.ts';
import type { Batch, Clock, JobItem, JobRecord, JobStore, WorkQueue } from '../ports.ts';
import { InFlight } from './adaptive-limiter.ts';
import { AttemptLog } from './attempt-log.ts';
import { type Attempt, BatchRun } from './batch-run.ts';
import { JobDriver } from './job-driver.ts';
import { isFinished } from './job-status.ts';
import { plan } from './planning.ts';
import type { Progress } from './progress.ts';
import type { RetrySchedule } from './retry-schedule.ts';
import type { Settlement } from './settlement.ts';
import { Worker } from './worker.ts';

export interface WorkforceParts {
  readonly clock: Clock;
  readonly jobs: JobStore;
  readonly queue: WorkQueue;
  readonly settlement: Settlement;
  readonly schedule: RetrySchedule;
  readonly progress: Progress;
  readonly attempt: Attempt;
  /** The domain in A-labels; empty for what has none. */
  readonly domainOf: (item: JobItem) => string;
  /** What connections for a domain are limited by; empty where none are needed. */
  readonly exchangeOf: (domain: string, signal: AbortSignal) => Promise<string>;
  /** Names this process among those that share the store. */
  readonly owner: string;
  readonly concurrency: number;
  readonly giveUpMs: number;
  readonly leaseMs: number;
  readonly completed: () => void;
  readonly onBatchFailed: (cause: unknown) => void;
}

/** The one worker of this process, which is there while somebody wants it. */
export class Workforce {
  readonly #parts: WorkforceParts;
  readonly #inFlight: InFlight;
  readonly #logs = new Map<string, AttemptLog>();
  #worker: Worker | undefined;
  #driver: JobDriver | undefined;
  #hired = 0;
  #dismissing: Promise<void> | undefined;
  #closing: Promise<void> | undefined;

  constructor(parts: WorkforceParts) {
    this.#parts = parts;
    this.#inFlight = new InFlight(parts.clock);
  }

  get closed(): boolean {
    return this.#closing !== undefined;
  }

  /** Works until what it gives is closed. Throws EngineClosed. */
  work(): { close(): Promise<void> } {
    if (this.closed) throw new EngineClosed();
    this.#hired += 1;
    this.#hire();
    let closing: Promise<void> | undefined;
    const close = () => {
      closing ??= this.#dismiss();
      return closing;
    };
    return { close };
  }

  /** There is a new job. */
  look(): void {
    this.#driver?.look();
  }

  close(): Promise<void> {
    this.#closing ??= Promise.all([this.#worker?.close(), this.#dismissing]).then(() => {});
    return this.#closing;
  }

  /** Never a second worker while the first is still handing back. */
  #hire(): void {
    const wanted = this.#hired > 0 && !this.closed;
    if (wanted && this.#dismissing === undefined) this.#worker ??= this.#start();
  }

  #start(): Worker {
    const { jobs, queue, clock } = this.#parts;
    this.#driver = new JobDriver({
      ...this.#parts,
      plan: (jobId, signal) => plan(jobId, this.#parts, signal),
      lost: (jobId) => this.#worker?.lose(jobId),
    });
    const run = (batch: Batch, signal: AbortSignal) => this.#run(batch, signal);
    const { concurrency, giveUpMs, onBatchFailed } = this.#parts;
    return new Worker({
      jobs,
      queue,
      clock,
      driver: this.#driver,
      run,
      concurrency,
      giveUpMs,
      onBatchFailed,
    });
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

  async #run(batch: Batch, signal: AbortSignal): Promise<void> {
    const { schedule, progress } = this.#parts;
    const run = new BatchRun(batch, {
      ...this.#parts,
      inFlight: this.#inFlight,
      logOf: (jobId) => this.#logOf(jobId),
      retryAt: (finding, attempt, at) => schedule.retryAt(finding, attempt, at),
      recorded: (entry) => progress.recorded(entry),
      progressed: (job) => this.#noteProgress(job),
    });
    try {
      await run.run(signal);
    } finally {
      this.#closeLog(batch.jobId);
    }
  }

  /** Another process may finish the job, so that nobody here would hear of its end. */
  #closeLog(jobId: string): void {
    if (this.#logs.get(jobId)?.idle) this.#logs.delete(jobId);
  }

  #logOf(jobId: string): AttemptLog {
    const known = this.#logs.get(jobId);
    if (known !== undefined) return known;
    const log = new AttemptLog(jobId, this.#parts);
    this.#logs.set(jobId, log);
    return log;
  }

  #noteProgress(job: JobRecord): void {
    if (!this.#parts.progress.progressed(job)) return;
    if (!isFinished(job)) return;
    this.#logs.delete(job.id);
    if (job.completedAt !== null) this.#parts.completed();
  }
}
