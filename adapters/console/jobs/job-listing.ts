import type { JobFilter, JobSummary } from '../../../src/bulk/listing/job-summary.ts';
import { Semaphore } from '../../../src/concurrency/semaphore.ts';
import { Problem } from '../../http/problem.ts';
import type { ConsoleEngine } from '../console-engine.ts';
import { tenantOf } from '../limits/tenant.ts';

/** Where a page of jobs ends: those that were submitted before, or have a lower id, are on the next one. */
export interface JobPosition {
  readonly submittedAt: number;
  readonly id: string;
}

export interface JobPageOptions {
  /** Who asks: an account, or null for the operator. */
  readonly account: string | null;
  readonly limit: number;
  readonly after: JobPosition | undefined;
  /** Fires if the client disconnects. */
  readonly signal: AbortSignal;
}

/** A store has no order of jobs that fits: each list reads all of them. */
const listsAtOnce = 2;
/** Lists that one account, or the operator, asks for at once: one is read, the others wait for it. */
const mostOfTenant = 5;

/** Lists jobs, newest first. Of each account, and of the operator, one list is read at a time, so that they take turns. */
export class JobListing {
  readonly #jobs: Pick<ConsoleEngine['jobs'], 'list'>;
  readonly #slots = new Semaphore(listsAtOnce);
  /** Of those who ask now. */
  readonly #turns = new Map<string, Semaphore>();

  constructor(jobs: Pick<ConsoleEngine['jobs'], 'list'>) {
    this.#jobs = jobs;
  }

  /**
   * Returns at most `limit` jobs after a position. Rejects with the reason of the signal, and with a Problem with status 429 if
   * too many lists of the same account wait.
   */
  async page(filter: JobFilter, options: JobPageOptions): Promise<readonly JobSummary[]> {
    const { account, signal } = options;
    const tenant = tenantOf(account);
    const turns = this.#turns.get(tenant) ?? new Semaphore(1);
    if (turns.held + turns.waiting >= mostOfTenant)
      throw new Problem(429, `${mostOfTenant} lists of jobs are being read for you already: wait for one.`, {
        headers: { 'Retry-After': '5' },
      });
    this.#turns.set(tenant, turns);
    try {
      return await turns.run(() => this.#slots.run(() => this.#read(filter, options), { signal }), {
        signal,
      });
    } finally {
      if (turns.held + turns.waiting === 0) this.#turns.delete(tenant);
    }
  }

  async #read(filter: JobFilter, { limit, after, signal }: JobPageOptions): Promise<readonly JobSummary[]> {
    let newest: JobSummary[] = [];
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
