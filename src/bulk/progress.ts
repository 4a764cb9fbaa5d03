import type { JobRecord, JobResult } from '../ports.ts';

export interface Recorded {
  readonly jobId: string;
  readonly position: number;
  readonly result: JobResult;
  readonly final: boolean;
}

export interface ProgressListener {
  recorded(entry: Recorded): void;
  progressed(job: JobRecord): void;
}

/** Tells those who follow a job what this process recorded of it. */
export class Progress {
  readonly #listeners = new Map<string, Set<ProgressListener>>();
  readonly #told = new WeakSet<JobRecord>();

  follow(jobId: string, listener: ProgressListener): () => void {
    const listeners = this.#listeners.get(jobId) ?? new Set();
    this.#listeners.set(jobId, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(jobId);
    };
  }

  recorded(entry: Recorded): void {
    for (const listener of this.#listeners.get(entry.jobId) ?? []) listener.recorded(entry);
  }

  /** Results that were written together come with one record: it is told once. True if this is the first time. */
  progressed(job: JobRecord): boolean {
    if (this.#told.has(job)) return false;
    this.#told.add(job);
    for (const listener of this.#listeners.get(job.id) ?? []) listener.progressed(job);
    return true;
  }
}
