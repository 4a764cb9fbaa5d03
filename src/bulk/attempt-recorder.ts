import { delay } from '../concurrency/deadline.ts';
import { type JobAttempt, type JobRecord, pageCharacters } from '../ports/job-store.ts';
import type { BulkContext } from './bulk-context.ts';

export interface RecordedAttempt {
  /** False if the attempt had been recorded before, or the job has ended. */
  readonly recorded: boolean;
  /** The job after the attempt. */
  readonly job: JobRecord;
}

interface PendingAttempt {
  readonly attempt: JobAttempt;
  resolve(outcome: RecordedAttempt): void;
  reject(error: unknown): void;
}

/** Results that arrive within this time share one write. */
const gatherMs = 20;
const attemptsPerWrite = 250;

/** Records attempts in the store, many of one job at a time and in their order, and publishes what was recorded. */
export class AttemptRecorder {
  readonly #context: BulkContext;
  /** Attempts to be written, by job, while a write of that job is due or under way. */
  readonly #pending = new Map<string, PendingAttempt[]>();

  constructor(context: BulkContext) {
    this.#context = context;
  }

  /** Resolves when the attempt is stored. Rejects if the store fails. */
  record(jobId: string, attempt: JobAttempt): Promise<RecordedAttempt> {
    return new Promise((resolve, reject) => {
      const entry = { attempt, resolve, reject };
      const pending = this.#pending.get(jobId);
      if (pending === undefined) void this.#writeAll(jobId, [entry]);
      else pending.push(entry);
    });
  }

  async #writeAll(jobId: string, pending: PendingAttempt[]): Promise<void> {
    this.#pending.set(jobId, pending);
    while (pending.length > 0) {
      if (pending.length < attemptsPerWrite) await delay(this.#context.clock, gatherMs);
      await this.#write(jobId, pending.splice(0, lengthOfWrite(pending)));
    }
    this.#pending.delete(jobId);
  }

  async #write(jobId: string, entries: readonly PendingAttempt[]): Promise<void> {
    const { jobs, clock } = this.#context;
    try {
      const attempts = entries.map(({ attempt }) => attempt);
      const { recorded, job } = await jobs.record(jobId, attempts, { at: Math.floor(clock.now()) });
      const positions = new Set(recorded);
      const written = attempts.filter(({ position }) => positions.has(position));
      if (written.length > 0) this.#publish(written, job);
      for (const { attempt, resolve } of entries) resolve({ recorded: positions.has(attempt.position), job });
    } catch (error) {
      for (const { reject } of entries) reject(error);
    }
  }

  #publish(written: readonly JobAttempt[], job: JobRecord): void {
    const { progress, onJobEvent } = this.#context;
    progress.publish(written, job);
    if (job.completedAt !== null) onJobEvent('completed', job.id);
  }
}

/**
 * Returns how many of the next attempts share a write: so many that they have no more text than a page, and no item is among them
 * twice. When two runs have attempted one item, the store then says which of them was recorded.
 */
function lengthOfWrite(pending: readonly PendingAttempt[]): number {
  const positions = new Set<number>();
  let characters = 0;
  for (const { attempt } of pending.slice(0, attemptsPerWrite)) {
    characters += attempt.result.email?.length ?? 0;
    if (positions.has(attempt.position) || (positions.size > 0 && characters > pageCharacters)) break;
    positions.add(attempt.position);
  }
  return positions.size;
}
