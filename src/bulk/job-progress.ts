import type { JobAttempt, JobRecord } from '../ports/job-store.ts';

/** Receives attempts that were recorded together, at least one, and the job after them. */
export type ProgressListener = (recorded: readonly JobAttempt[], job: JobRecord) => void;

/** Passes on what this process records of a job to those that follow it. */
export class JobProgress {
  readonly #listeners = new Map<string, Set<ProgressListener>>();

  /** The returned function removes the listener. */
  subscribe(jobId: string, listener: ProgressListener): () => void {
    const listeners = this.#listeners.get(jobId) ?? new Set();
    this.#listeners.set(jobId, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(jobId);
    };
  }

  publish(recorded: readonly JobAttempt[], job: JobRecord): void {
    for (const listener of this.#listeners.get(job.id) ?? []) listener(recorded, job);
  }
}
