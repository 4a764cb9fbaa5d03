import { onAbort } from '../../concurrency/abort-listeners.ts';
import { Semaphore } from '../../concurrency/semaphore.ts';
import type { JobAttempt, JobRecord } from '../../ports/job-store.ts';
import type { Batch } from '../../ports/work-queue.ts';

/** The job has ended: nobody pays for more. */
export class JobEnded extends Error {
  constructor() {
    super('The job has ended.');
    this.name = 'JobEnded';
  }
}

/** Work on a job that is under way. `signal` aborts when it is given up. */
export interface RunningStep {
  readonly signal: AbortSignal;
  /** To be called when the work has ended. */
  end(): void;
}

/** The work on jobs that is under way in this process: planning and batches, by job. */
export class RunningWork {
  readonly #steps = new Map<string, Set<AbortController>>();

  /** Begins work on a job. It is given up with the reason of `signal`, too. */
  begin(jobId: string, signal: AbortSignal): RunningStep {
    const controller = new AbortController();
    const follow = () => controller.abort(signal.reason);
    if (signal.aborted) follow();
    const unfollow = onAbort(signal, follow);
    const steps = this.#steps.get(jobId) ?? new Set();
    this.#steps.set(jobId, steps.add(controller));
    return {
      signal: controller.signal,
      end: () => {
        unfollow();
        steps.delete(controller);
        if (steps.size === 0 && this.#steps.get(jobId) === steps) this.#steps.delete(jobId);
      },
    };
  }

  /** The ids of the jobs that are worked on. */
  get jobIds(): readonly string[] {
    return [...this.#steps.keys()];
  }

  /** Gives up the work on a job. */
  abort(jobId: string, reason: Error): void {
    for (const controller of this.#steps.get(jobId) ?? []) controller.abort(reason);
  }
}

/** The attempts that the batches of one lane make at once in this process. */
interface LaneWindow {
  /** How many there may be. */
  resize(attempts: number): void;
  /** Waits for room for one attempt after another. Batches that came first are served first. Rejects with the signal's reason. */
  enter(signal: AbortSignal): Promise<{ leave(): void }>;
  /** To be called once when the batch makes no more attempts. */
  close(): void;
}

/**
 * Bounds the attempts under way in each lane. The next batch of a lane begins while the last items of the one before it
 * are under way: both together make as many attempts as one.
 */
export class LaneWindows {
  readonly #lanes = new Map<string, { readonly room: Semaphore; batches: number }>();

  /** Opens the window of the lane of a batch. */
  open({ jobId, exchange, egress }: Pick<Batch, 'jobId' | 'exchange' | 'egress'>): LaneWindow {
    const key = JSON.stringify([jobId, exchange, egress]);
    const lane = this.#lanes.get(key) ?? { room: new Semaphore(1), batches: 0 };
    lane.batches += 1;
    this.#lanes.set(key, lane);
    const { room } = lane;
    return {
      resize: (attempts) => {
        if (attempts !== room.permits) room.permits = attempts;
      },
      enter: async (signal) => {
        const permit = await room.acquire({ signal });
        return { leave: () => permit.release() };
      },
      close: () => {
        lane.batches -= 1;
        if (lane.batches === 0) this.#lanes.delete(key);
      },
    };
  }
}

/** Receives attempts that were recorded together, at least one, and the job after them. */
type ProgressListener = (recorded: readonly JobAttempt[], job: JobRecord) => void;

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
