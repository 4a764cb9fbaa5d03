import { type BoundedMap, boundedMap } from '../bounded-map.ts';
import { steadyNow } from '../concurrency/steady-time.ts';
import type { Cache, CacheEntry } from '../ports/cache.ts';
import type { Clock } from '../ports/clock.ts';
import { ForgottenAddresses, rememberedMs } from './forgotten-addresses.ts';

/** How long a result is reused, in milliseconds (service document, "Caching"). */
const reuseMs = 86_400_000;

/** How long a process answers without asking the store, where another process may have forgotten the address. */
const peekMs = 60_000;

/** A result may have replaced one that has replaced another, and so on: so many are kept. */
const maxFormer = 2;

/** How often an entry is tried to be replaced while others replace it, too. */
const maxReplacements = 5;

export interface ResultCacheOptions<Result> {
  readonly cache: Cache;
  readonly clock: Clock;
  /** Names the results in stored entries, `{ [field]: result, patienceMs }`. Changing it drops what is stored. */
  readonly field: string;
  /** Begins every key in the store, followed by a colon. */
  readonly keyPrefix: string;
  /** Tells whether working on the request again would give the same result, however long the caller waits. */
  readonly isConclusive: (result: Result) => boolean;
  /** Returns the key of the address that a result under this key names, if any: it is removed with that address. */
  readonly addressKeyOf: (result: Result, key: string) => string | undefined;
  /** Captures the hold that pays for a stored result. Returns false if the result was never paid for. */
  readonly captureHold: (holdId: string) => Promise<boolean>;
  /** The egresses of this process. Default none. */
  readonly egresses?: readonly string[];
  /**
   * Tells whether a result may be due to the egresses of its process, so that others may find more. Default:
   * none is.
   */
  readonly isOfEgresses?: (result: Result) => boolean;
  /** Results with longer keys are not stored. Default no limit. */
  readonly maxKeyLength?: number;
  /** How many conclusive results `peek` may keep in this process. Default 0. */
  readonly maxPeekEntries?: number;
}

interface StoredEntry {
  readonly patienceMs: number;
  /** The hold that pays for the result. Absent if nobody is charged for it. */
  readonly holdId?: string;
  /** The egresses that have asked for a result that may be due to those of one process. Absent if it is due to none. */
  readonly egresses?: readonly string[];
  /** What it has replaced: it counts as long as this one is not paid for. */
  readonly former?: KeptEntry;
  readonly [field: string]: unknown;
}

/** A stored result, with the end of its 24 hours. */
type KeptEntry = StoredEntry & { readonly expiresAt: number };

interface ConclusiveEntry<Result> {
  readonly result: Readonly<Result>;
  /** By the steady reading of the clock. */
  readonly expiresAt: number;
}

/** A stored result. `mayImprove`: an egress of this process has not asked yet, and may find more. */
export interface FoundResult<Result> {
  readonly kind: 'found';
  readonly result: Result;
  readonly mayImprove: boolean;
}

/** No result that this caller may reuse. To be passed to `storeCharged`, which replaces only what was found here. */
export interface NoResult {
  readonly kind: 'none';
  /** A provisional result, of a less patient caller. */
  readonly provisional?: KeptEntry;
  /** The stored text. If another one takes its place meanwhile, another process has worked out a result. */
  readonly stored: string | undefined;
}

/** What happened first to a result whose hold was captured. */
type Fate = 'used' | 'withdrawn';

/**
 * Results of the last 24 hours, shared by all callers of a store.
 *
 * | A result is | if | it counts for |
 * |---|---|---|
 * | final | it is conclusive | everybody |
 * | provisional | it is not | callers who wait no longer than its own |
 * | to improve | it may be due to egresses that are not ours | the same, if we find out no more |
 * | unpaid | its hold is open | those who find it: they capture the hold |
 * | withdrawn | its credits went back, or will | nobody: what it has replaced counts again |
 *
 * A final result takes the place of any, a provisional one that of those who were no more patient. An improvement is free of
 * charge: if it is not final, only its egresses are noted. A result can be withdrawn until somebody else has used it.
 *
 * A result that is charged is stored before its hold is captured, with the id of the hold: a process that dies in between leaves
 * either a result that was paid for, or none.
 */
export class ResultCache<Result extends object> {
  readonly #cache: Cache;
  readonly #clock: Clock;
  readonly #field: string;
  readonly #keyPrefix: string;
  readonly isConclusive: (result: Result) => boolean;
  readonly #addressKeyOf: (result: Result, key: string) => string | undefined;
  readonly #forgotten: ForgottenAddresses;
  readonly #captureHold: (holdId: string) => Promise<boolean>;
  readonly #egresses: readonly string[];
  readonly #isOfEgresses: (result: Result) => boolean;
  readonly #maxKeyLength: number;
  /** Nothing replaces a conclusive result before it expires, so the store is asked for it only once a minute. */
  readonly #conclusive: BoundedMap<string, ConclusiveEntry<Result>> | undefined;
  /** Until when results under these keys are not kept for `peek`: this process has forgotten their addresses. */
  readonly #notForPeek: BoundedMap<string, number> | undefined;

  constructor(options: ResultCacheOptions<Result>) {
    const { maxKeyLength = Number.POSITIVE_INFINITY, maxPeekEntries = 0 } = options;
    this.#cache = options.cache;
    this.#clock = options.clock;
    this.#field = options.field;
    this.#keyPrefix = options.keyPrefix;
    this.isConclusive = options.isConclusive;
    this.#addressKeyOf = options.addressKeyOf;
    this.#forgotten = new ForgottenAddresses(options.cache, options.clock);
    this.#captureHold = options.captureHold;
    this.#egresses = options.egresses ?? [];
    this.#isOfEgresses = options.isOfEgresses ?? (() => false);
    this.#maxKeyLength = maxKeyLength;
    this.#conclusive = maxPeekEntries > 0 ? boundedMap(maxPeekEntries) : undefined;
    this.#notForPeek = maxPeekEntries > 0 ? boundedMap(maxPeekEntries) : undefined;
  }

  /** Returns a conclusive result that this process has seen, without asking the store. It is frozen. */
  peek(key: string): Readonly<Result> | undefined {
    const entry = this.#conclusive?.get(key);
    return entry !== undefined && entry.expiresAt > steadyNow(this.#clock) ? entry.result : undefined;
  }

  /** Returns a stored result that a caller with this patience may reuse, if there is one. */
  async find(key: string, patienceMs: number): Promise<FoundResult<Result> | NoResult> {
    const storeKey = this.storeKey(key);
    const found = storeKey === undefined ? undefined : await this.#cache.get(storeKey);
    if (found === undefined) return { kind: 'none', stored: undefined };
    const { expiresAt, value: stored } = found;
    let entry: KeptEntry | undefined = { ...(JSON.parse(stored) as StoredEntry), expiresAt };
    for (; entry !== undefined; entry = this.#formerOf(entry)) {
      const result = entry[this.#field] as Result;
      if (!this.isReusable(result, entry.patienceMs, patienceMs))
        return { kind: 'none', provisional: entry, stored };
      if (entry.holdId !== undefined && !(await this.#use(entry.holdId))) continue;
      this.keepForPeek(key, result, entry.expiresAt);
      const { egresses } = entry;
      const mayImprove = egresses !== undefined && !includesAll(egresses, this.#egresses);
      return { kind: 'found', result, mayImprove };
    }
    return { kind: 'none', stored };
  }

  #formerOf({ former }: KeptEntry): KeptEntry | undefined {
    return former !== undefined && former.expiresAt > this.#clock.now() ? former : undefined;
  }

  /**
   * Stores a result that its caller pays for by a hold, with the patience of that caller, in the place of
   * what was found before: of several that are worked out at once, the first one. It counts only once the
   * hold is captured. Returns false if another one was stored meanwhile.
   */
  async storeCharged(
    key: string,
    result: Result,
    { patienceMs, holdId, replaced }: { patienceMs: number; holdId: string; replaced: NoResult },
  ): Promise<boolean> {
    const storeKey = this.storeKey(key);
    if (storeKey === undefined) return true;
    const former = replaced.provisional && shortened(replaced.provisional, maxFormer);
    const entry = this.#entryOf(result, { patienceMs, holdId, former });
    const isStored = await this.#cache.replace(storeKey, replaced.stored, entry, this.#groupFor(key, result));
    await this.#removeIfForgotten(key, result);
    return isStored;
  }

  /**
   * Stores a result that nobody pays for here, unless it is an inconclusive one, and there is a conclusive
   * one by now, or one of a more patient caller.
   */
  async store(key: string, result: Result, { patienceMs }: { patienceMs: number }): Promise<void> {
    const storeKey = this.storeKey(key);
    if (storeKey === undefined) return;
    const entry = this.#entryOf(result, { patienceMs });
    if (this.isConclusive(result)) await this.#cache.set(storeKey, entry, this.#groupFor(key, result));
    else await this.#storeUnlessKnown(storeKey, entry, patienceMs);
    await this.#removeIfForgotten(key, result);
  }

  #entryOf(result: Result, entry: Omit<StoredEntry, 'egresses'>): CacheEntry {
    const egresses = this.#isOfEgresses(result) ? this.#egresses : undefined;
    const value = JSON.stringify({ [this.#field]: result, ...entry, egresses });
    return { value, expiresAt: this.#clock.now() + reuseMs };
  }

  /** A result under the address itself is found without a group. */
  #groupFor(key: string, result: Result): { readonly group?: string } {
    const address = this.#addressKeyOf(result, key);
    return address === undefined || address === key ? {} : { group: this.#groupOf(address) };
  }

  async #removeIfForgotten(key: string, result: Result): Promise<void> {
    const address = this.#addressKeyOf(result, key);
    if (address !== undefined && (await this.#forgotten.has(address))) await this.#remove(key);
  }

  /**
   * Stores what this process has found in the place of a result that may have been due to the egresses of
   * others, if it is conclusive. Otherwise notes that its egresses have asked, whatever came of it, since
   * nobody pays for asking again. The known result is kept for as long, and for the same callers, as before.
   */
  async storeImprovement(key: string, result: Result, { patienceMs }: { patienceMs: number }): Promise<void> {
    if (this.isConclusive(result)) return this.store(key, result, { patienceMs });
    const storeKey = this.storeKey(key);
    if (storeKey === undefined) return;
    for (let attempt = 0; attempt < maxReplacements; attempt += 1) {
      const found = await this.#cache.get(storeKey);
      const { egresses, ...stored } = JSON.parse(found?.value ?? '{}') as Partial<StoredEntry>;
      if (found === undefined || egresses === undefined) return;
      const all = [...new Set([...egresses, ...this.#egresses])];
      const value = JSON.stringify({ ...stored, egresses: all });
      if (await this.#cache.replace(storeKey, found.value, { value, expiresAt: found.expiresAt })) return;
    }
  }

  /** Stores an inconclusive entry, unless more is known. Gives up after some others were stored meanwhile. */
  async #storeUnlessKnown(storeKey: string, entry: CacheEntry, patienceMs: number): Promise<void> {
    for (let attempt = 0; attempt < maxReplacements; attempt += 1) {
      const found = await this.#cache.get(storeKey);
      if (found !== undefined) {
        const known = JSON.parse(found.value) as StoredEntry;
        if (known.patienceMs > patienceMs || this.isConclusive(known[this.#field] as Result)) return;
      }
      if (await this.#cache.replace(storeKey, found?.value, entry)) return;
    }
  }

  /** Withdraws the result that this hold pays for. Returns false if it was used before. */
  async withdraw(holdId: string): Promise<boolean> {
    return (await this.#decide(holdId, 'withdrawn')) === 'withdrawn';
  }

  /** Removes all results that name the address with this key. Returns how many. */
  async forget(address: string): Promise<number> {
    // Work under way ends after this, and what is being read was stored before.
    this.#notForPeek?.set(address, steadyNow(this.#clock) + rememberedMs);
    const storeKey = this.storeKey(address);
    const own = storeKey === undefined ? undefined : await this.#cache.get(storeKey);
    await this.#remove(address);
    return (own === undefined ? 0 : 1) + (await this.#cache.removeGroup(this.#groupOf(address)));
  }

  /** Returns the key of a result in the store; undefined if it is too long for a result to be stored. */
  storeKey(key: string): string | undefined {
    return key.length > this.#maxKeyLength ? undefined : `${this.#keyPrefix}:${key}`;
  }

  /**
   * Tells whether a caller who waits `wantedPatienceMs` may reuse a result worked out with `patienceMs`. A more
   * patient caller may learn what a hurried one did not.
   */
  isReusable(result: Result, patienceMs: number, wantedPatienceMs: number): boolean {
    return this.isConclusive(result) || wantedPatienceMs <= patienceMs;
  }

  /** Returns false if the result that this hold pays for was not paid for, or was withdrawn. */
  async #use(holdId: string): Promise<boolean> {
    return (await this.#captureHold(holdId)) && (await this.#decide(holdId, 'used')) === 'used';
  }

  /** Returns the fate that was decided first. */
  async #decide(holdId: string, fate: Fate): Promise<string> {
    // Lasts longer than the result, which was stored before.
    const expiresAt = this.#clock.now() + reuseMs;
    const { value } = await this.#cache.add(`fate:${holdId}`, { value: fate, expiresAt });
    return value;
  }

  async #remove(key: string): Promise<void> {
    this.#conclusive?.delete(key);
    const storeKey = this.storeKey(key);
    if (storeKey !== undefined) await this.#cache.set(storeKey, { value: '', expiresAt: 0 });
  }

  #groupOf(address: string): string {
    return `${this.#keyPrefix}:${address}`;
  }

  /** Lets `peek` return a result that was paid for. */
  keepForPeek(key: string, result: Result, expiresAt = this.#clock.now() + reuseMs): void {
    if (this.#conclusive === undefined || key.length > this.#maxKeyLength) return;
    if (!this.isConclusive(result)) return;
    if ((this.#notForPeek?.get(key) ?? 0) > steadyNow(this.#clock)) return;
    const leftMs = Math.min(expiresAt - this.#clock.now(), peekMs);
    this.#conclusive.set(key, {
      result: Object.freeze({ ...result }),
      expiresAt: steadyNow(this.#clock) + leftMs,
    });
  }
}

function includesAll(names: readonly string[], wanted: readonly string[]): boolean {
  return wanted.every((name) => names.includes(name));
}

/** Returns an entry with at most so many in a row, itself included. */
function shortened({ former, ...entry }: KeptEntry, most: number): KeptEntry {
  const last: KeptEntry = { ...entry, expiresAt: entry.expiresAt, patienceMs: entry.patienceMs };
  return former === undefined || most === 1 ? last : { ...last, former: shortened(former, most - 1) };
}
