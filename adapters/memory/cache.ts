import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { type BoundedMap, byteBoundedMap } from '../../src/bounded-map.ts';
import type { Cache, CacheEntry } from '../../src/ports/cache.ts';
import type { Clock } from '../../src/ports/clock.ts';

/** Entries looked at before the event loop gets its turn: about a millisecond. */
const checksPerSlice = 5_000;

interface MemoryEntry extends CacheEntry {
  readonly group: string | undefined;
}

/** What an entry takes beside its texts. */
const bytesOfEntry = 250;

/** A cache in the memory of this process. Beyond `maxBytes`, it drops the least recently used entries. */
export class MemoryCache implements Cache {
  readonly #entries: BoundedMap<string, MemoryEntry>;
  readonly #clock: Clock;
  /** No entry expires before this time. */
  #firstExpiresAt = Number.POSITIVE_INFINITY;
  /** Keys that a clean-up has not looked at yet. The last of them were used longest ago. */
  #unchecked: string[] = [];

  constructor(options: { clock: Clock; maxBytes: number }) {
    this.#clock = options.clock;
    // Two for each character, although most take one.
    const sizeOf = ({ value }: MemoryEntry, key: string) => bytesOfEntry + 2 * (key.length + value.length);
    this.#entries = byteBoundedMap(options.maxBytes, sizeOf);
  }

  async get(key: string): Promise<CacheEntry | undefined> {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    const { value, expiresAt } = entry;
    if (expiresAt > this.#clock.now()) return { value, expiresAt };
    this.#entries.delete(key);
    return undefined;
  }

  async set(key: string, entry: CacheEntry, { group }: { group?: string } = {}): Promise<void> {
    const { value, expiresAt } = entry;
    if (expiresAt > this.#clock.now()) this.#store(key, { value, expiresAt, group });
    else this.#entries.delete(key);
  }

  async add(key: string, entry: CacheEntry): Promise<CacheEntry> {
    const found = this.#entries.get(key);
    if (found !== undefined && found.expiresAt > this.#clock.now())
      return { value: found.value, expiresAt: found.expiresAt };
    this.#store(key, { ...entry, group: undefined });
    return entry;
  }

  async replace(
    key: string,
    expected: string | undefined,
    entry: CacheEntry,
    { group }: { group?: string } = {},
  ): Promise<boolean> {
    const found = this.#entries.peek(key);
    const now = this.#clock.now();
    if ((found !== undefined && found.expiresAt > now ? found.value : undefined) !== expected) return false;
    if (entry.expiresAt > now) this.#store(key, { ...entry, group });
    else this.#entries.delete(key);
    return true;
  }

  /** Groups are small and rarely removed, so there is no index. */
  async removeGroup(group: string): Promise<number> {
    let removed = 0;
    for (const [index, key] of [...this.#entries.keys()].entries()) {
      if (index % checksPerSlice === checksPerSlice - 1) await yieldToEventLoop();
      if (this.#entries.peek(key)?.group === group && this.#entries.delete(key)) removed += 1;
    }
    return removed;
  }

  async removeExpired({ limit }: { limit: number }): Promise<number> {
    if (this.#clock.now() < this.#firstExpiresAt) return 0;
    // The entries used longest ago have mostly expired, so that few calls need to look at all of them.
    const oldest = this.#removeExpiredAmong(firstOf(this.#entries.rkeys(), checksPerSlice), limit);
    if (oldest === limit) return oldest;
    if (this.#entries.size + oldest <= checksPerSlice) {
      // All of them were looked at.
      let first = Number.POSITIVE_INFINITY;
      for (const { expiresAt } of this.#entries.values()) first = Math.min(first, expiresAt);
      this.#firstExpiresAt = first;
      return oldest;
    }
    const removed = oldest + (await this.#removeUnchecked(limit - oldest));
    if (removed === limit) return removed;
    this.#unchecked = [...this.#entries.keys()];
    return removed + (await this.#removeUnchecked(limit - removed));
  }

  /** Continues where the call before stopped, so that the calls of one clean-up look at each entry about once. */
  async #removeUnchecked(limit: number): Promise<number> {
    let removed = 0;
    for (let checks = 1; removed < limit; checks += 1) {
      const key = this.#unchecked.pop();
      if (key === undefined) break;
      removed += this.#removeExpiredAmong([key], 1);
      if (checks % checksPerSlice === 0) await yieldToEventLoop();
    }
    return removed;
  }

  #store(key: string, entry: MemoryEntry): void {
    this.#entries.set(key, entry);
    this.#firstExpiresAt = Math.min(this.#firstExpiresAt, entry.expiresAt);
  }

  #removeExpiredAmong(keys: readonly string[], limit: number): number {
    const now = this.#clock.now();
    let removed = 0;
    for (const key of keys) {
      if (removed === limit) break;
      // `peek` does not count as a use.
      const entry = this.#entries.peek(key);
      if (entry === undefined || entry.expiresAt > now) continue;
      this.#entries.delete(key);
      removed += 1;
    }
    return removed;
  }
}

function firstOf(keys: Iterable<string>, count: number): string[] {
  const first: string[] = [];
  for (const key of keys) {
    if (first.length === count) break;
    first.push(key);
  }
  return first;
}
