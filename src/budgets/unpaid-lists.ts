import { KeyedMutex } from '../concurrency/keyed-mutex.ts';
import { LoopSteps } from '../concurrency/loop-steps.ts';
import { NotFound } from '../errors.ts';
import type { Cache } from '../ports/cache.ts';
import type { Clock } from '../ports/clock.ts';
import type { JobRecord, JobStore } from '../ports/job-store.ts';
import { type BudgetName, budgetTable } from './budget-table.ts';
import type { Budgets } from './budgets.ts';

/** What a list takes of the budgets of its account. */
export interface ListSize {
  readonly items: number;
  /** What it takes in a store at most, with its results. */
  readonly bytes: number;
}

/** A list that counts against the budgets of its account, as it is stored. */
interface CountedList extends ListSize {
  /** The id of its job. */
  readonly id: string;
  /** When room was taken for it. */
  readonly takenAt: number;
  /** When its job ended; left out as long as that is not known. */
  readonly endedAt?: number;
  /** It was paid for at first, and its credits went back. */
  readonly refunded?: true;
}

/** What is stored of an account. */
interface UnpaidRecord {
  readonly lists: readonly CountedList[];
  /** When the window began in which `windowItems` were submitted. */
  readonly windowAt: number;
  readonly windowItems: number;
}

const emptyRecord: UnpaidRecord = { lists: [], windowAt: 0, windowItems: 0 };

/** A counted list with the items of it that have no result. */
interface ExaminedList extends CountedList {
  readonly unfinished: number;
}

/** How the keys of entries about unpaid lists begin in the cache. */
export const unpaidListsPrefix = 'unpaid-lists:';

/** Longer than the creation of a job takes: a list without a job is one whose process died. */
const creationMs = 240_000;
/** A list that has ended stays at least this long, whatever else is submitted, unless its credits went back. */
const keptMs = 1_800_000;
/** A refused caller may ask again after this time: lists under way have made some progress by then. */
const progressMs = 10_000;
/** The entry of an account expires this long after its last list. */
const forgottenAfterMs = 400 * 86_400_000;
const readsAtOnce = 20;

/**
 * The lists that accounts have not paid for: how many there are, how large they are, and how much of them is unfinished. Room is
 * taken before any work, in one atomic step, so that lists submitted at once, by any processes of the store, have no more room
 * than there is. What a list takes is known from its job alone, so nothing has to be given back when it ends: a process that dies
 * leaves a list without a job, which counts for four minutes.
 *
 * Lists that have ended make room for new ones, the oldest first, but not within half an hour of their end. A list whose credits
 * went back counts from then on. Its end cannot be refused, so such lists make room for one another at once.
 */
export class UnpaidLists {
  readonly #budgets: Budgets;
  readonly #cache: Cache;
  readonly #jobs: Pick<JobStore, 'get' | 'delete'>;
  readonly #clock: Clock;
  readonly #changing = new KeyedMutex();

  constructor(dependencies: {
    budgets: Budgets;
    cache: Cache;
    jobs: Pick<JobStore, 'get' | 'delete'>;
    clock: Clock;
  }) {
    this.#budgets = dependencies.budgets;
    this.#cache = dependencies.cache;
    this.#jobs = dependencies.jobs;
    this.#clock = dependencies.clock;
  }

  /**
   * Takes room for a list, for four minutes, in which its job must be created; if the list has room already, renews that. Rejects
   * with BudgetExceeded or StorageUnavailable; nothing is taken then.
   */
  async take(account: string, jobId: string, size: ListSize): Promise<void> {
    await this.#change(account, async (record) => {
      const list = { id: jobId, ...size, takenAt: this.#now() };
      const others = record.lists.filter(({ id }) => id !== jobId);
      if (others.length < record.lists.length) return { ...record, lists: [...others, list] };
      const counted = this.#withItems(record, size.items);
      return { ...counted, lists: [...(await this.#withRoom(account, others, size)), list] };
    });
  }

  /**
   * Counts a list that was paid for, and whose credits went back when its job ended. May be repeated. Deletes older ones of that
   * kind for which there is no room any more. Rejects with StorageUnavailable.
   */
  async addRefunded(account: string, jobId: string, { endedAt, ...size }: ListSize & { endedAt: number }) {
    await this.#change(account, async (record) => {
      const list = { id: jobId, ...size, takenAt: endedAt, endedAt, refunded: true as const };
      const others = record.lists.filter(({ id }) => id !== jobId);
      const { leaving } = this.#leaving(others, size);
      const kept = await this.#withoutDeleted(
        others,
        leaving.filter((other) => this.#leftMs(other) === 0),
      );
      return { ...record, lists: [...kept, list] };
    });
  }

  /** Gives the room of a list back, unless its job exists. Its items count as submitted nevertheless. */
  async giveBack(account: string, jobId: string): Promise<void> {
    if ((await this.#jobs.get(jobId)) !== undefined) return;
    await this.#change(account, async (record) => ({
      ...record,
      lists: record.lists.filter(({ id }) => id !== jobId),
    }));
  }

  /** The changes of a process are made one after another: at once, all but one would be made again and again. */
  async #change(account: string, change: (record: UnpaidRecord) => Promise<UnpaidRecord>): Promise<void> {
    const key = unpaidListsPrefix + account;
    const permit = await this.#changing.acquire(account, neverAborted);
    try {
      for (;;) {
        const stored = (await this.#cache.get(key))?.value;
        const record = stored === undefined ? emptyRecord : (JSON.parse(stored) as UnpaidRecord);
        const value = JSON.stringify(await change(record));
        const expiresAt = this.#clock.now() + forgottenAfterMs;
        if (value === stored || (await this.#cache.replace(key, stored, { value, expiresAt }))) return;
      }
    } finally {
      permit.release();
    }
  }

  /** Counts items in the window that has begun, or in a new one. Throws BudgetExceeded. */
  #withItems({ windowAt, windowItems }: UnpaidRecord, items: number): Omit<UnpaidRecord, 'lists'> {
    const { windowMs } = budgetTable.unpaid_items;
    const now = this.#now();
    // A clock that was set back begins a new one.
    const begun = now >= windowAt && now < windowAt + windowMs;
    const counted = { windowAt: begun ? windowAt : now, windowItems: (begun ? windowItems : 0) + items };
    if (counted.windowItems <= this.#budgets.limitOf('unpaid_items')) return counted;
    throw this.#refusal('unpaid_items', items, counted.windowAt + windowMs - now);
  }

  /** Reads the jobs of lists that had not ended when they were read last. */
  async #examine(account: string, lists: readonly CountedList[]): Promise<readonly ExaminedList[]> {
    const loopSteps = LoopSteps.of(this.#clock);
    const examined: ExaminedList[] = [];
    for (let start = 0; start < lists.length; start += readsAtOnce) {
      const page = lists.slice(start, start + readsAtOnce);
      const found = await Promise.all(page.map((list) => this.#examineOne(list)));
      for (const list of found) {
        if (list !== undefined) examined.push(list);
        const pause = loopSteps.next(account, 'unpaid');
        if (pause !== undefined) await pause;
      }
    }
    return examined;
  }

  /** Returns undefined if there is no such list any more. */
  async #examineOne(list: CountedList): Promise<ExaminedList | undefined> {
    if (list.endedAt !== undefined) return { ...list, unfinished: 0 };
    const job = await this.#jobs.get(list.id);
    if (job === undefined)
      return Math.abs(this.#now() - list.takenAt) < creationMs
        ? { ...list, unfinished: list.items }
        : undefined;
    const endedAt = endOf(job);
    return endedAt === undefined
      ? { ...list, unfinished: job.total - job.processed }
      : { ...list, endedAt, unfinished: 0 };
  }

  /** Returns the lists, without those that had to make room. Rejects with BudgetExceeded. */
  async #withRoom(
    account: string,
    lists: readonly CountedList[],
    size: ListSize,
  ): Promise<readonly CountedList[]> {
    const mostUnfinished = sum(lists, ({ items, endedAt }) => (endedAt === undefined ? items : 0));
    // Mostly there is room whatever has become of them: their jobs need not be read.
    if (this.#hasRoom(mostUnfinished, size) && this.#lacking(lists, size) === undefined) return lists;
    const examined = await this.#examine(account, lists);
    const unfinished = sum(examined, (list) => list.unfinished);
    if (!this.#hasRoom(unfinished, size)) throw this.#refusal('unpaid_items_open', size.items, progressMs);
    const kept = examined.map(({ unfinished: _, ...list }): CountedList => list);
    const { leaving, isEnough } = this.#leaving(kept, size);
    if (!isEnough) {
      const lacking = this.#lacking(kept, size) ?? 'unpaid_lists';
      throw this.#refusal(lacking, lacking === 'unpaid_bytes' ? size.bytes : 1, keptMs);
    }
    const last = leaving.at(-1);
    const leftMs = last === undefined ? 0 : this.#leftMs(last);
    if (leftMs > 0) throw this.#refusal(this.#lacking(kept, size) ?? 'unpaid_lists', 0, leftMs);
    return this.#withoutDeleted(kept, leaving);
  }

  /** Deletes the jobs of lists that have to leave. Returns the others, and those whose jobs are not settled yet. */
  async #withoutDeleted(
    lists: readonly CountedList[],
    leaving: readonly CountedList[],
  ): Promise<readonly CountedList[]> {
    const left = new Set<CountedList>();
    for (const list of leaving) if (await this.#deleteJob(list.id)) left.add(list);
    return lists.filter((list) => !left.has(list));
  }

  /** Returns false if the job is not settled yet. */
  #deleteJob(id: string): Promise<boolean> {
    return this.#jobs.delete(id).catch((error: unknown) => {
      if (error instanceof NotFound) return true;
      throw error;
    });
  }

  /** Returns the lists that have ended whose room is needed, those first that may leave first, and whether that is enough. */
  #leaving(
    lists: readonly CountedList[],
    size: ListSize,
  ): { readonly leaving: readonly CountedList[]; readonly isEnough: boolean } {
    const ended = lists
      .filter(({ endedAt }) => endedAt !== undefined)
      .sort((first, second) => leavesAt(first) - leavesAt(second));
    let count = lists.length + 1 - this.#budgets.limitOf('unpaid_lists');
    let bytes = sum(lists, (list) => list.bytes) + size.bytes - this.#budgets.limitOf('unpaid_bytes');
    let leaving = 0;
    for (; count > 0 || bytes > 0; leaving += 1) {
      const list = ended[leaving];
      if (list === undefined) return { leaving: ended, isEnough: false };
      count -= 1;
      bytes -= list.bytes;
    }
    return { leaving: ended.slice(0, leaving), isEnough: true };
  }

  #hasRoom(unfinished: number, { items }: ListSize): boolean {
    return unfinished + items <= this.#budgets.limitOf('unpaid_items_open');
  }

  /** Returns the budget that has no room for one more list beside these. */
  #lacking(lists: readonly CountedList[], { bytes }: ListSize): 'unpaid_lists' | 'unpaid_bytes' | undefined {
    if (lists.length + 1 > this.#budgets.limitOf('unpaid_lists')) return 'unpaid_lists';
    const all = bytes + sum(lists, (list) => list.bytes);
    return all > this.#budgets.limitOf('unpaid_bytes') ? 'unpaid_bytes' : undefined;
  }

  #refusal(name: BudgetName, wanted: number, retryAfterMs: number) {
    return this.#budgets.refusal(name, wanted > this.#budgets.limitOf(name) ? null : retryAfterMs);
  }

  /** Returns for how long a list that has ended has to stay. A clock that was set back makes that no longer. */
  #leftMs(list: CountedList): number {
    return list.refunded ? 0 : Math.max(0, Math.min(keptMs, leavesAt(list) - this.#now()));
  }

  #now(): number {
    return Math.floor(this.#clock.now());
  }
}

function leavesAt({ endedAt = 0, refunded }: CountedList): number {
  return refunded ? endedAt : endedAt + keptMs;
}

function endOf({ completedAt, failedAt, settledAt }: JobRecord): number | undefined {
  return completedAt ?? (settledAt === null ? undefined : failedAt) ?? undefined;
}

function sum<Value>(values: readonly Value[], amountOf: (value: Value) => number): number {
  return values.reduce((total, value) => total + amountOf(value), 0);
}

const neverAborted = new AbortController().signal;
