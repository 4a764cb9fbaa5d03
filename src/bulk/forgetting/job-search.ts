import { createAddressKeyFunction } from '../../address/address-key.ts';
import { LoopSteps } from '../../concurrency/loop-steps.ts';
import type { Clock } from '../../ports/clock.ts';
import type { JobItemState, JobRecord, JobStore } from '../../ports/job-store.ts';
import { itemPages } from '../items/item-pages.ts';
import { finishedJobs, unfinishedJobs, unlessGone } from '../listing/job-pages.ts';
import { mayComeToName, namesAddress, redacted, redactedName } from './redaction.ts';

/** Read at a time: a few milliseconds of work at most. */
const jobsPerPage = 20;
const itemsPerPage = 200;

/** Searches the items of all jobs for one address, page by page: jobs have no index by address. */
export class JobSearch {
  readonly #jobs: JobStore;
  readonly #key: string;
  readonly #loopSteps: LoopSteps;
  readonly #signal: AbortSignal | undefined;

  /** `key`: that of the address, as `addressKey` returns it. The search ends with the reason of `signal`. */
  constructor(options: { jobs: JobStore; clock: Clock; key: string; signal: AbortSignal | undefined }) {
    this.#jobs = options.jobs;
    this.#key = options.key;
    this.#loopSteps = LoopSteps.of(options.clock);
    this.#signal = options.signal;
  }

  /** Returns the ids of the unfinished jobs that have the address, or may still find it. */
  async unfinishedJobs(): Promise<string[]> {
    const ids = new Set<string>();
    for await (const job of unfinishedJobs(this.#jobs, jobsPerPage)) {
      if (!ids.has(job.id) && (await this.#needs(job))) ids.add(job.id);
    }
    return [...ids];
  }

  /** Redacts the address in all finished jobs. Returns how many items and names. */
  async redactFinishedJobs(): Promise<number> {
    let count = 0;
    for await (const { id, name: given } of finishedJobs(this.#jobs, jobsPerPage)) {
      const keyOf = createAddressKeyFunction();
      const name = redactedName(given, this.#key, keyOf);
      if (name !== undefined) {
        await unlessGone(this.#jobs.redact(id, [], { name }), 0);
        count += 1;
      }
      const isMatch = (state: JobItemState) => namesAddress(state, this.#key, keyOf);
      for await (const states of this.#matches(id, isMatch)) {
        count += await unlessGone(this.#jobs.redact(id, states.map(redacted)), 0);
      }
    }
    return count;
  }

  async #needs({ id, name }: JobRecord): Promise<boolean> {
    const keyOf = createAddressKeyFunction();
    if (redactedName(name, this.#key, keyOf) !== undefined) return true;
    const matches = (state: JobItemState) =>
      namesAddress(state, this.#key, keyOf) || mayComeToName(state, this.#key);
    for await (const _ of this.#matches(id, matches)) return true;
    return false;
  }

  /** Yields the items of a job that match, those of a page at a time. */
  async *#matches(
    id: string,
    isMatch: (state: JobItemState) => boolean,
  ): AsyncGenerator<readonly JobItemState[]> {
    const jobs: Pick<JobStore, 'page'> = {
      page: (...page) => unlessGone(this.#jobs.page(...page), []),
    };
    for await (const page of itemPages(jobs, id, { offset: 0, end: Infinity, limit: itemsPerPage })) {
      const matches: JobItemState[] = [];
      for (const state of page) {
        if (isMatch(state)) matches.push(state);
        await this.#loopSteps.next(null);
        this.#signal?.throwIfAborted();
      }
      if (matches.length > 0) yield matches;
    }
  }
}
