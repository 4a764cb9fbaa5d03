import { createAddressKeyFunction } from '../../address/address-key.ts';
import { yieldRegularly } from '../../concurrency/event-loop-yield.ts';
import { NotFound } from '../../errors.ts';
import type { Clock } from '../../ports/clock.ts';
import type { JobItemState, JobRecord, JobStore } from '../../ports/job-store.ts';
import { namesAddress, redacted } from './redaction.ts';

/** Read at a time: a few milliseconds of work at most. */
const jobsPerPage = 20;
const itemsPerPage = 200;

/** Searches the items of all jobs for one address, page by page: jobs have no index by address. */
export class JobSearch {
  readonly #jobs: JobStore;
  readonly #key: string;
  readonly #yieldIfDue: () => Promise<void> | undefined;

  /** `key`: that of the address, as `addressKey` returns it. The search ends with the reason of `signal`. */
  constructor(options: { jobs: JobStore; clock: Clock; key: string; signal: AbortSignal | undefined }) {
    this.#jobs = options.jobs;
    this.#key = options.key;
    this.#yieldIfDue = yieldRegularly(options.clock, options.signal);
  }

  /** Returns the ids of the unfinished jobs that have the address. */
  async unfinishedJobs(): Promise<string[]> {
    const ids = new Set<string>();
    for await (const { id } of this.#unfinished()) {
      if (!ids.has(id) && (await this.#has(id))) ids.add(id);
    }
    return [...ids];
  }

  /** Redacts the address in all finished jobs. Returns how many items. */
  async redactFinishedJobs(): Promise<number> {
    let count = 0;
    for await (const { id } of this.#finished()) {
      for await (const states of this.#matches(id)) {
        count += await unlessGone(this.#jobs.redact(id, states.map(redacted)), 0);
      }
    }
    return count;
  }

  async #has(id: string): Promise<boolean> {
    for await (const _ of this.#matches(id)) return true;
    return false;
  }

  /** Yields the items of a job that have the address, those of a page at a time. */
  async *#matches(id: string): AsyncGenerator<readonly JobItemState[]> {
    const keyOf = createAddressKeyFunction();
    for (let offset = 0; ; offset += itemsPerPage) {
      const page = await unlessGone(this.#jobs.page(id, { offset, limit: itemsPerPage }), []);
      const matches: JobItemState[] = [];
      for (const state of page) {
        if (namesAddress(state, this.#key, keyOf)) matches.push(state);
        await this.#yieldIfDue();
      }
      if (matches.length > 0) yield matches;
      if (page.length < itemsPerPage) return;
    }
  }

  async *#finished(): AsyncGenerator<JobRecord> {
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const options = cursor === undefined ? { limit: jobsPerPage } : { limit: jobsPerPage, cursor };
      const page = await this.#jobs.finished(options);
      yield* page.jobs;
      cursor = page.cursor;
    }
  }

  /** Yields all unfinished jobs, some of them again if the last job of a page was deleted. */
  async *#unfinished(): AsyncGenerator<JobRecord> {
    for (let after: string | undefined; ; ) {
      const options = after === undefined ? { limit: jobsPerPage } : { limit: jobsPerPage, after };
      const page = await unlessGone(this.#jobs.unfinished(options), undefined);
      yield* page ?? [];
      if (page !== undefined && page.length < jobsPerPage) return;
      after = page?.at(-1)?.id;
    }
  }
}

/** Returns `otherwise` if a job was deleted meanwhile. */
async function unlessGone<T>(call: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof NotFound) return otherwise;
    throw error;
  }
}
