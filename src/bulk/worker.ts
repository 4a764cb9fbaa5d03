import { boundedMap } from '../bounded-map.ts';
import { HangingTasks } from '../concurrency/hanging-tasks.ts';
import { steadyNow } from '../concurrency/steady-time.ts';
import { EngineClosed, MailproofError } from '../errors.ts';
import type { JobRecord } from '../ports/job-store.ts';
import type { BatchHandler, QueueWorker } from '../ports/work-queue.ts';
import { AttemptRecorder } from './attempt-recorder.ts';
import { BatchRun } from './batch-run.ts';
import { JobEnded } from './batches/running-work.ts';
import type { BulkContext } from './bulk-context.ts';
import { openItemPages } from './items/item-pages.ts';
import { isFinished, resultCount } from './job.ts';
import { JobDriver } from './job-driver.ts';
import { failJob } from './settlement.ts';

/** At most this many times `concurrency` of hanging batches are worked on beyond it. */
const maxSurplusFactor = 3;
const maxStalls = 10_000;

interface Stall {
  readonly since: number;
  /** Results of the job by then. */
  readonly results: number;
}

/** Drives jobs, and works on the batches of the queue, until it is closed. */
export class Worker {
  readonly #context: BulkContext;
  readonly #driver: JobDriver;
  readonly #recorder: AttemptRecorder;
  readonly #consumer: QueueWorker;
  /** Batches of silent servers. They are worked on beyond `concurrency`, so that they hold up no other jobs. */
  readonly #hanging: HangingTasks;
  /** Jobs whose last batch failed. Some of them end in another process, and are then never removed here. */
  readonly #stalls = boundedMap<string, Stall>(maxStalls);
  #closing: Promise<void> | undefined;

  constructor(context: BulkContext) {
    this.#context = context;
    this.#driver = new JobDriver(context);
    this.#recorder = new AttemptRecorder(context);
    const { concurrency } = context.options;
    this.#consumer = context.queue.work((...delivery) => this.#handle(...delivery), {
      concurrency,
      egresses: context.egresses,
    });
    this.#hanging = new HangingTasks(context.clock, (count) => {
      const surplus = Math.min(count, concurrency * maxSurplusFactor);
      this.#consumer.setConcurrency(concurrency + surplus);
    });
    this.#driver.visit();
  }

  /** Looks for new jobs at once. */
  visitJobs(): void {
    this.#driver.visit();
  }

  /** Hands back unfinished work. A second call is harmless. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  /** Leases are released last, so that no other process drives a job that is still worked on here. */
  async #close(): Promise<void> {
    await this.#consumer.close();
    await this.#driver.close();
  }

  async #handle(...[batch, signal, freeLane]: Parameters<BatchHandler>): Promise<void> {
    const { jobId } = batch;
    const running = this.#context.running.begin(jobId, signal);
    const task = this.#hanging.start();
    try {
      const listeners = { onAttempted: task.reportProgress, onAllBegun: freeLane };
      const waits = await new BatchRun(batch, this.#context, this.#recorder, listeners).run(running.signal);
      // A list must end although a mail server blocks us for days.
      if (waits) await this.#recordStall(jobId);
      else this.#stalls.delete(jobId);
    } catch (error) {
      // Nothing is left to do, in no process.
      if (running.signal.reason instanceof JobEnded) return;
      if (!running.signal.aborted) {
        this.#context.onBatchFailed(error);
        if (!isStorageOutage(error)) await this.#recordStall(jobId);
      }
      throw error;
    } finally {
      task.end();
      running.end();
    }
  }

  /** Ends the job if it has made no progress for too long. */
  async #recordStall(jobId: string): Promise<void> {
    const { jobs, clock, options } = this.#context;
    const job = await jobs.get(jobId);
    if (job === undefined || isFinished(job)) {
      this.#stalls.delete(jobId);
      return;
    }
    const now = steadyNow(clock);
    const results = resultCount(job);
    const stall = this.#stalls.get(jobId);
    if (stall?.results !== results) this.#stalls.set(jobId, { since: now, results });
    else if (now - stall.since >= options.giveUpMs) {
      this.#stalls.delete(jobId);
      await endStalledJob(job, this.#context);
      this.#driver.visit();
    }
  }
}

/** An outage of the store stops a job, but does not end it. */
function isStorageOutage(error: unknown): boolean {
  return error instanceof MailproofError && error.code === 'storage_unavailable';
}

const itemsPerStep = 250;

/**
 * Ends a job that makes no progress. If every item has a result, the provisional results become final; otherwise the
 * job fails.
 */
export async function endStalledJob(job: JobRecord, context: BulkContext): Promise<void> {
  const { jobs, clock, onJobEvent } = context;
  const at = Math.floor(clock.now());
  if (job.processed < job.total) {
    await failJob(job.id, { cancelled: false }, context);
    return;
  }
  for await (const open of openItemPages(jobs, job, { limit: itemsPerStep })) {
    const final = open.flatMap(({ position, attempts, result }) =>
      result === undefined ? [] : [{ position, attempt: attempts + 1, result, retryAt: null }],
    );
    if (final.length === 0) continue;
    const { recorded, job: after } = await jobs.record(job.id, final, { at });
    if (recorded.length > 0 && after.completedAt !== null) onJobEvent('completed', job.id);
  }
}

/** The one worker of this process. Runs while at least one caller has acquired it. */
export class SharedWorker {
  readonly #context: BulkContext;
  #worker: Worker | undefined;
  #holders = 0;
  #stopping: Promise<void> | undefined;
  #closing: Promise<void> | undefined;

  constructor(context: BulkContext) {
    this.#context = context;
  }

  get closed(): boolean {
    return this.#closing !== undefined;
  }

  /**
   * Keeps the worker running until `close` is called, which resolves when unfinished work has been handed back.
   * Throws EngineClosed.
   */
  acquire(): { close(): Promise<void> } {
    if (this.closed) throw new EngineClosed();
    this.#holders += 1;
    this.#startIfNeeded();
    let releasing: Promise<void> | undefined;
    const close = () => {
      releasing ??= this.#release();
      return releasing;
    };
    return { close };
  }

  /** Looks for new jobs at once, if the worker runs. */
  visitJobs(): void {
    this.#worker?.visitJobs();
  }

  /** Stops the worker for good. */
  close(): Promise<void> {
    this.#closing ??= Promise.all([this.#worker?.close(), this.#stopping]).then(() => {});
    return this.#closing;
  }

  /** Never starts a second worker while the first one still hands back its work. */
  #startIfNeeded(): void {
    const needed = this.#holders > 0 && !this.closed;
    if (needed && this.#stopping === undefined) this.#worker ??= new Worker(this.#context);
  }

  async #release(): Promise<void> {
    this.#holders -= 1;
    if (this.#holders > 0 || this.#worker === undefined) return;
    const worker = this.#worker;
    this.#worker = undefined;
    this.#stopping = worker.close().finally(() => {
      this.#stopping = undefined;
      this.#startIfNeeded();
    });
    await this.#stopping;
  }
}
