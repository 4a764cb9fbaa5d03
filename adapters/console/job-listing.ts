import type { Job } from '../../src/bulk/job.ts';
import type { JobFilter } from '../../src/bulk/job-list.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { JobPosition } from '../../src/ports/job-store.ts';
import { partyOf } from '../http/answers/party.ts';
import type { ConsoleEngine } from './console-engine.ts';
import { FairReads } from './fair-reads.ts';

/** Which jobs to list: all, or those of an account; of those, all or the unfinished ones. */
type ListedJobs = Pick<JobFilter, 'account' | 'unfinished'>;

export interface JobPageOptions {
  /** Who asks: an account, or null for the operator. */
  readonly account: string | null;
  readonly limit: number;
  /** The last job of the page before. */
  readonly after: JobPosition | undefined;
  /** Fires if the client disconnects. */
  readonly signal: AbortSignal;
}

/** Jobs of an account that are read in one step, if many of them may not be shown. */
const jobsPerStep = 200;

/**
 * Lists jobs, newest first. Of each account, and of the operator, one list is read at a time, for at most a fifth of the
 * time.
 */
export class JobListing {
  readonly #jobs: Pick<ConsoleEngine['jobs'], 'list' | 'ofAccount'>;
  readonly #reads: FairReads;

  constructor(jobs: Pick<ConsoleEngine['jobs'], 'list' | 'ofAccount'>, clock: Clock) {
    this.#jobs = jobs;
    this.#reads = new FairReads({
      clock,
      what: 'lists of jobs',
      atOnce: 2,
      mostOfParty: 5,
      longestRestMs: 2_000,
    });
  }

  /**
   * Returns at most `limit` jobs after a position. Rejects with the reason of the signal, and with a Problem with status 429 if
   * too many lists of the same account wait.
   */
  page(filter: ListedJobs, options: JobPageOptions): Promise<readonly Job[]> {
    const { account, signal } = options;
    return this.#reads.run(partyOf(account).name, () => this.#read(filter, options), signal);
  }

  #read(filter: ListedJobs, options: JobPageOptions): Promise<readonly Job[]> {
    const { account, unfinished = false } = filter;
    if (account === undefined) return this.#readAll(filter, options);
    return this.#readAccount(account, unfinished, options);
  }

  async #readAccount(
    account: string,
    unfinished: boolean,
    { limit, after, signal }: JobPageOptions,
  ): Promise<readonly Job[]> {
    const step = unfinished ? jobsPerStep : limit;
    const shown: Job[] = [];
    for (let before = after; shown.length < limit; ) {
      const jobs = await this.#jobs.ofAccount(account, {
        limit: step,
        ...(before === undefined ? {} : { before: { submittedAt: before.submittedAt, id: before.id } }),
      });
      signal.throwIfAborted();
      shown.push(...jobs.filter(({ finishedAt }) => !unfinished || finishedAt === null));
      if (jobs.length < step) break;
      before = jobs.at(-1);
    }
    return shown.slice(0, limit);
  }

  /** No store has an order of all jobs that fits: this reads all of them. */
  async #readAll(filter: ListedJobs, { limit, after, signal }: JobPageOptions): Promise<readonly Job[]> {
    let newest: Job[] = [];
    for await (const job of this.#jobs.list(filter)) {
      signal.throwIfAborted();
      if (after !== undefined && byAge(job, after) <= 0) continue;
      newest.push(job);
      // Keeps no more than twice as many in memory.
      if (newest.length >= 2 * limit) newest = newest.sort(byAge).slice(0, limit);
    }
    return newest.sort(byAge).slice(0, limit);
  }
}

/** Newest first. */
function byAge(a: JobPosition, b: JobPosition): number {
  if (a.submittedAt !== b.submittedAt) return b.submittedAt - a.submittedAt;
  if (a.id === b.id) return 0;
  return a.id > b.id ? -1 : 1;
}
