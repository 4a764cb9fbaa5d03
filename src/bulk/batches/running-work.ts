import { onAbort } from '../../concurrency/abort-listeners.ts';

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
