import { type BoundedMap, boundedMap } from '../../src/bounded-map.ts';
import type { Cache, CacheEntry, Clock } from '../../src/ports.ts';
import { checkCacheEntry, checkText } from '../stores/argument-checks.ts';

/** A cache in the memory of this process. Beyond `maxEntries`, it drops the least recently used entry. */
export class MemoryCache implements Cache {
  readonly #entries: BoundedMap<string, CacheEntry>;
  readonly #clock: Clock;

  constructor(options: { clock: Clock; maxEntries: number }) {
    this.#clock = options.clock;
    this.#entries = boundedMap(options.maxEntries);
  }

  async get(key: string): Promise<CacheEntry | undefined> {
    checkText('key', key);
    const entry = this.#entries.get(key);
    if (entry === undefined || entry.expiresAt > this.#clock.now()) return entry;
    this.#entries.delete(key);
    return undefined;
  }

  async set(key: string, entry: CacheEntry): Promise<void> {
    checkCacheEntry(key, entry.value);
    if (entry.expiresAt > this.#clock.now()) this.#entries.set(key, entry);
    else this.#entries.delete(key);
  }
}
