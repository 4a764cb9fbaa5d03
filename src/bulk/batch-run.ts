import type {
  Batch,
  Clock,
  JobAttempt,
  JobItem,
  JobItemState,
  JobRecord,
  JobResult,
  JobStore,
  WorkQueue,
} from '../ports.ts';
import type { InFlight } from './adaptive-limiter.ts';
import type { AttemptLog } from './attempt-log.ts';
import { isFinished } from './job-status.ts';

/** `settled` is false where another attempt may find more. */
export interface Finding {
  readonly result: JobResult;
  readonly settled: boolean;
}

/** Finds the result of one attempt at one item. Rejects where none can be had now. */
export type Attempt = (item: JobItem, job: JobRecord, signal: AbortSignal) => Promise<Finding>;

export interface BatchRunParts {
  readonly jobs: JobStore;
  readonly queue: WorkQueue;
  readonly clock: Clock;
  readonly attempt: Attempt;
  /** Shared by all batches of the process. */
  readonly inFlight: InFlight;
  /** The log that all batches of a job share. */
  readonly logOf: (jobId: string) => AttemptLog;
  /** When a result is tried again; null if it is final. */
  readonly retryAt: (finding: Finding, attempt: number, at: number) => number | null;
  /** Told of what this process recorded, and of the job after it. */
  readonly recorded: (entry: { jobId: string; position: number; result: JobResult; final: boolean }) => void;
  readonly progressed: (job: JobRecord) => void;
}

/** Items of one batch under way at once: enough to fill the sessions that one exchange allows. */
const itemsAtOnce = 24;

interface Provisional {
  readonly position: number;
  readonly retryAt: number;
}

/**
 * Works a batch off: attempts what is still due, records each result, queues what is to be tried again. May be run
 * any number of times, by several processes: what was recorded before is left alone.
 */
export class BatchRun {
  readonly #parts: BatchRunParts;
  readonly #batch: Batch;
  readonly #provisional: Provisional[] = [];
  readonly #writes: Promise<void>[] = [];
  /** The job has ended, or nothing can be written down: what is left is not attempted. */
  #over = false;

  constructor(batch: Batch, parts: BatchRunParts) {
    this.#batch = batch;
    this.#parts = parts;
  }

  /** Rejects where an attempt or a store fails, or with the signal's reason; recorded results stand. */
  async run(signal: AbortSignal): Promise<void> {
    const job = await this.#parts.jobs.get(this.#batch.jobId);
    // One that is not there any more, or is over, needs no work.
    if (job === undefined || isFinished(job)) return;
    const states = await this.#parts.jobs.items(job.id, this.#batch.positions);
    const due = states.filter((state) => this.#isDue(state));
    for (const { position, attempts, retryAt } of states) {
      // Recorded by a run that ended before it could queue the next attempt.
      if (attempts === this.#batch.attempt && retryAt !== null) this.#provisional.push({ position, retryAt });
    }
    const places = this.#parts.inFlight.join();
    const next = due[Symbol.iterator]();
    const hands = Array.from({ length: Math.min(itemsAtOnce, due.length) }, async () => {
      for (const state of next) {
        if (this.#over) return;
        await places.enter(signal);
        try {
          await this.#attempt(state, job, signal);
        } finally {
          places.leave();
        }
      }
    });
    const worked = await Promise.allSettled(hands);
    places.end();
    const written = await Promise.allSettled(this.#writes);
    // Nothing goes on behind the back of who waits for the batch.
    for (const outcome of [...worked, ...written]) if (outcome.status === 'rejected') throw outcome.reason;
    if (!this.#over) await this.#queueRetries();
  }

  #isDue({ attempts, result, retryAt }: JobItemState): boolean {
    return attempts === this.#batch.attempt - 1 && (result === undefined || retryAt !== null);
  }

  async #attempt({ position, item }: JobItemState, job: JobRecord, signal: AbortSignal): Promise<void> {
    const { attempt } = this.#batch;
    const finding = await this.#parts.attempt(item, job, signal);
    const { result } = finding;
    const retryAt = this.#parts.retryAt(finding, attempt, this.#parts.clock.now());
    // The next address need not wait until this one is written; the batch does.
    const written = this.#write({ position, attempt, result, retryAt });
    written.catch(() => {});
    this.#writes.push(written);
  }

  async #write(attempt: JobAttempt): Promise<void> {
    const { jobId } = this.#batch;
    const { position, result, retryAt } = attempt;
    try {
      const { recorded, job } = await this.#parts.logOf(jobId).write(attempt);
      if (job.failedAt !== null) this.#over = true;
      if (!recorded) return;
      if (retryAt !== null) this.#provisional.push({ position, retryAt });
      this.#parts.recorded({ jobId, position, result, final: retryAt === null });
      this.#parts.progressed(job);
    } catch (error) {
      this.#over = true;
      throw error;
    }
  }

  /** One batch for all: an attempt that comes a little late does no harm, one that comes early is wasted. */
  async #queueRetries(): Promise<void> {
    const { jobId, exchange, attempt } = this.#batch;
    const [first] = this.#provisional;
    if (first === undefined) return;
    const dueAt = this.#provisional.reduce((latest, { retryAt }) => Math.max(latest, retryAt), 0);
    const positions = this.#provisional.map(({ position }) => position).sort((a, b) => a - b);
    const id = batchId({ jobId, attempt: attempt + 1, positions });
    await this.#parts.queue.put([{ id, jobId, exchange, attempt: attempt + 1, positions }], { dueAt });
  }
}

/** An item is in one batch of an attempt only, so that its first position tells it from the others. */
export function batchId(batch: Pick<Batch, 'jobId' | 'attempt' | 'positions'>): string {
  return `${batch.jobId}:${batch.attempt}:${batch.positions[0] ?? 0}`;
}
