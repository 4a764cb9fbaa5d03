import { abortable } from '../concurrency/deadline.ts';
import type { JobRecord, JobResult } from '../ports/job-store.ts';
import type { VerificationLevel } from '../resources.ts';
import type { BulkContext } from './bulk-context.ts';
import type { JobState } from './job.ts';
import { type RunOf, RunState } from './run-state.ts';

export interface RunBulkOptions {
  /** The account that is charged. Without one, nothing is charged. */
  account?: string | undefined;
  /** What people call a new job; see `Jobs.submit`. A job that is resumed has its own. */
  name?: string | undefined;
  /** Stops the run when it fires: the iteration rejects with its reason, and the job can be resumed by its id. */
  signal?: AbortSignal | undefined;
  /** Receives the state of the job at least every second while it makes progress. An error it throws ends the run. */
  onProgress?: ((job: JobState) => void) | undefined;
}

export interface RunVerificationOptions extends RunBulkOptions {
  /** How far each verification of a new job goes; see `Engine.verify`. Default `smtp`. A job that is resumed has its own. */
  level?: VerificationLevel | undefined;
}

/**
 * A job that runs while it is iterated. Yields each item once, with its final result, as soon as it is known. A second
 * iteration resumes the same job and yields every item again.
 */
export interface BulkRun<Row> extends AsyncIterable<Readonly<Row>> {
  /** The id by which the job can be resumed. */
  readonly jobId: string;
}

export interface RunnableJob<Row extends JobResult> extends RunOf<Row> {
  /** Creates the job if it is new; otherwise checks that it exists. */
  readonly begin: () => Promise<JobRecord>;
}

/** Runs one job to its end. `work` acquires a worker. */
export async function* runJob<Row extends JobResult>(
  runnable: RunnableJob<Row>,
  options: Pick<RunBulkOptions, 'signal' | 'onProgress'>,
  context: BulkContext,
  work: () => { close(): Promise<void> },
): AsyncGenerator<Readonly<Row>> {
  const { signal } = options;
  signal?.throwIfAborted();
  const state = new RunState(runnable, context, options.onProgress);
  const worker = work();
  try {
    state.begin(await abortable(runnable.begin(), signal));
    for (;;) {
      for (const row of state.takeBuffered()) {
        yield row;
        signal?.throwIfAborted();
      }
      if (state.shouldReadStore) {
        for await (const row of state.readStore()) {
          yield row;
          signal?.throwIfAborted();
        }
      }
      if (state.ended) break;
      await state.waitForChange(signal);
    }
    state.throwIfFailed();
  } finally {
    state.end();
    await worker.close();
  }
}
