import { delay } from './concurrency/deadline.ts';
import { InvalidArgument } from './errors.ts';
import type { Cache } from './ports/cache.ts';
import type { Clock } from './ports/clock.ts';
import type { CreditLedger } from './ports/credit-ledger.ts';
import type { JobStore } from './ports/job-store.ts';

/** How long an engine keeps what it has stored. */
export interface RetentionOptions {
  /**
   * Days after which a job that has completed or failed is deleted, with its items, results and idempotency key. Above
   * 0; Infinity keeps jobs. Default 30.
   */
  jobsDays?: number | undefined;
  /**
   * Days after which entries of the journal are folded into the opening balance of their account. The ids of their
   * grants and holds are then forgotten: a grant repeated later counts again, and a late capture is refused. At least 7;
   * Infinity keeps the journal. Default 400.
   */
  journalDays?: number | undefined;
}

/**
 * What is cleaned up: expired entries, drafts that will never be jobs, finished jobs, and old entries of the journal.
 */
export interface RetainingStores {
  readonly cache: Cache;
  readonly jobs: JobStore;
  readonly ledger: CreditLedger;
}

/** A part that has counters, and knows which of them are too old. */
export interface CounterOwner {
  removeOldCounters(): Promise<void>;
}

const dayMs = 86_400_000;
const minJournalDays = 7;
const intervalMs = 300_000;
/** Per call of a store. Each of these takes a few milliseconds at most, or yields in between. */
const entriesPerCall = 500;
const jobsPerCall = 1;

/**
 * Deletes what is older than its retention. Every process does this every five minutes while it is in use: the stores
 * decide by their own clock what is old enough, and several processes may do it at once.
 */
export class Retention {
  readonly #stores: RetainingStores;
  readonly #counterOwners: readonly CounterOwner[];
  readonly #clock: Clock;
  readonly #jobsMs: number;
  readonly #journalMs: number;
  readonly #closing = new AbortController();
  #lastAt: number;
  #running: Promise<void> | undefined;

  /** Throws InvalidArgument (`retention`). */
  constructor(
    stores: RetainingStores,
    clock: Clock,
    {
      counterOwners = [],
      ...options
    }: RetentionOptions & { readonly counterOwners?: readonly CounterOwner[] } = {},
  ) {
    this.#counterOwners = counterOwners;
    const { jobsDays = 30, journalDays = 400 } = options;
    if (typeof jobsDays !== 'number' || !(jobsDays > 0))
      throw new InvalidArgument('retention', 'retention.jobsDays must be a number of days above 0.');
    if (typeof journalDays !== 'number' || !(journalDays >= minJournalDays))
      throw new InvalidArgument(
        'retention',
        `retention.journalDays must be a number of days from ${minJournalDays}.`,
      );
    this.#stores = stores;
    this.#clock = clock;
    this.#jobsMs = Math.ceil(jobsDays * dayMs);
    this.#journalMs = Math.ceil(journalDays * dayMs);
    this.#lastAt = clock.now();
  }

  /** Cleans up in the background if the last time was five minutes ago. If a store fails, the next time tries again. */
  cleanUpIfDue(): void {
    const now = this.#clock.now();
    // A clock that was set back does not delay it.
    if (now >= this.#lastAt && now - this.#lastAt < intervalMs) return;
    if (this.#running !== undefined || this.#closing.signal.aborted) return;
    this.#lastAt = now;
    this.#running = this.#cleanUp()
      .catch(() => {})
      .finally(() => {
        this.#running = undefined;
      });
  }

  /** Stops after the call under way. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('The engine is closed.'));
    await this.#running;
  }

  async #cleanUp(): Promise<void> {
    const { cache, jobs, ledger } = this.#stores;
    await this.#repeat(entriesPerCall, (limit) => cache.removeExpired({ limit }));
    await jobs.sweepDrafts();
    await this.#repeat(jobsPerCall, (limit) => deleteFinished(jobs, this.#jobsMs, limit));
    await this.#repeat(entriesPerCall, (limit) => foldJournal(ledger, this.#journalMs, limit));
    for (const owner of this.#counterOwners)
      if (!this.#closing.signal.aborted) await owner.removeOldCounters();
  }

  /** Calls `step` until it has done less than `limit`, and lets other work run in between. */
  async #repeat(limit: number, step: (limit: number) => Promise<number>): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted && (await step(limit)) >= limit) await delay(this.#clock, 0, signal);
  }
}

async function deleteFinished(jobs: JobStore, olderThanMs: number, limit: number): Promise<number> {
  return Number.isFinite(olderThanMs) ? jobs.deleteFinished({ olderThanMs, limit }) : 0;
}

async function foldJournal(ledger: CreditLedger, olderThanMs: number, limit: number): Promise<number> {
  return Number.isFinite(olderThanMs) ? ledger.foldJournal({ olderThanMs, limit }) : 0;
}
