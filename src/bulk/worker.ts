import { onAbort } from '../concurrency/abort-listeners.ts';
import { MailproofError } from '../errors.ts';
import type { Batch, Clock, JobStore, WorkQueue } from '../ports.ts';
import { giveUp } from './giving-up.ts';
import type { JobDriver } from './job-driver.ts';
import { isFinished } from './job-status.ts';

export interface WorkerParts {
  readonly jobs: JobStore;
  readonly queue: WorkQueue;
  readonly clock: Clock;
  readonly driver: JobDriver;
  readonly run: (batch: Batch, signal: AbortSignal) => Promise<void>;
  readonly concurrency: number;
  /** A job whose batches fail for so long, without any progress, is ended. */
  readonly giveUpMs: number;
  /** Told why a batch has to be worked on again. */
  readonly onBatchFailed: (cause: unknown) => void;
}

interface Failing {
  readonly since: number;
  /** How far the job had come by then. */
  readonly results: number;
}

/** Takes batches from the queue and works them off, and drives jobs, until it is closed. */
export class Worker {
  readonly #parts: WorkerParts;
  readonly #inHand = new Map<string, Set<AbortController>>();
  readonly #failing = new Map<string, Failing>();
  readonly #working: { close(): Promise<void> };
  #closing: Promise<void> | undefined;

  constructor(parts: WorkerParts) {
    this.#parts = parts;
    this.#working = parts.queue.work((batch, signal) => this.#run(batch, signal), {
      concurrency: parts.concurrency,
    });
    parts.driver.look();
  }

  /** Drops a job that another process has taken over. */
  lose(jobId: string): void {
    this.#parts.queue.drop(jobId).catch(() => {});
    for (const controller of this.#inHand.get(jobId) ?? []) {
      controller.abort(new Error('Another process works on this job.'));
    }
  }

  /** Hands back what it holds; a second call is harmless. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  /** Jobs are given back last, so that nobody takes one up while it is still worked on here. */
  async #close(): Promise<void> {
    await this.#working.close();
    await this.#parts.driver.close();
  }

  async #run(batch: Batch, signal: AbortSignal): Promise<void> {
    const { jobId } = batch;
    const controller = new AbortController();
    const forget = onAbort(signal, () => controller.abort(signal.reason));
    const inHand = this.#inHand.get(jobId) ?? new Set();
    this.#inHand.set(jobId, inHand.add(controller));
    try {
      await this.#parts.run(batch, controller.signal);
      this.#failing.delete(jobId);
    } catch (error) {
      if (!controller.signal.aborted) {
        this.#parts.onBatchFailed(error);
        if (!isStorageFailure(error)) await this.#noteFailure(jobId);
      }
      throw error;
    } finally {
      forget();
      inHand.delete(controller);
      if (inHand.size === 0) this.#inHand.delete(jobId);
    }
  }

  async #noteFailure(jobId: string): Promise<void> {
    const { jobs, clock, giveUpMs, driver } = this.#parts;
    const job = await jobs.get(jobId);
    if (job === undefined || isFinished(job)) {
      this.#failing.delete(jobId);
      return;
    }
    const now = clock.now();
    const results = job.processed + job.retried;
    const failing = this.#failing.get(jobId);
    if (failing?.results !== results) this.#failing.set(jobId, { since: now, results });
    else if (now - failing.since >= giveUpMs) {
      this.#failing.delete(jobId);
      await giveUp(job, { jobs, clock });
      driver.look();
    }
  }
}

/** An outage of the store stops a job, and ends none. */
function isStorageFailure(error: unknown): boolean {
  return error instanceof MailproofError && error.code === 'storage_unavailable';
}
