import PQueue from 'p-queue';
import type { JobFilter, JobSummary } from '../../../src/bulk/listing/job-summary.ts';
import type { ConsoleEngine } from '../console-engine.ts';

/** Where a page of jobs ends: those that were submitted before, or have a lower id, are on the next one. */
export interface JobPosition {
  readonly submittedAt: number;
  readonly id: string;
}

/** A store has no order of jobs that fits: each list reads all of them. */
const listsAtOnce = 2;

/** Lists jobs, newest first. */
export class JobListing {
  readonly #jobs: Pick<ConsoleEngine['jobs'], 'list'>;
  readonly #queue = new PQueue({ concurrency: listsAtOnce });

  constructor(jobs: Pick<ConsoleEngine['jobs'], 'list'>) {
    this.#jobs = jobs;
  }

  /** Returns at most `limit` jobs after a position. Rejects with the reason of the signal. */
  page(
    filter: JobFilter,
    { limit, after, signal }: { limit: number; after: JobPosition | undefined; signal: AbortSignal },
  ): Promise<readonly JobSummary[]> {
    return this.#queue.add(async () => {
      let newest: JobSummary[] = [];
      for await (const job of this.#jobs.list(filter)) {
        signal.throwIfAborted();
        if (after !== undefined && byAge(job, after) <= 0) continue;
        newest.push(job);
        // Keeps no more than twice as many in memory.
        if (newest.length >= 2 * limit) newest = newest.sort(byAge).slice(0, limit);
      }
      return newest.sort(byAge).slice(0, limit);
    });
  }
}

/** Newest first. */
function byAge(a: JobPosition, b: JobPosition): number {
  if (a.submittedAt !== b.submittedAt) return b.submittedAt - a.submittedAt;
  if (a.id === b.id) return 0;
  return a.id > b.id ? -1 : 1;
}
