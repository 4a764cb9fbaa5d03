/**
 * Stores texts by key until they expire. May lose entries at any time: that costs work, but is never an error. Keys are
 * well-formed Unicode without NUL, values well-formed Unicode. If the clock is set back, entries may last longer by as
 * much: to drop them instead would mean to work them out, and charge for them, once more.
 */
export interface Cache {
  /** Returns the entry, or undefined if there is none or `now >= expiresAt`. */
  get(key: string): Promise<CacheEntry | undefined>;
  /**
   * Writes the entry; the last writer wins. An `expiresAt` in the past removes it. With a `group`, which is text like a
   * key, the entry is removed with that group.
   */
  set(key: string, entry: CacheEntry, options?: { readonly group?: string }): Promise<void>;
  /**
   * Removes every entry of the group whose `set` has resolved before this call, and returns how many entries, also
   * expired ones. An entry that is being set meanwhile may stay.
   */
  removeGroup(group: string): Promise<number>;
  /**
   * Writes the entry if `get` would return none, and returns the entry that is there then, in one atomic step: of all
   * that are added under a key, the first one stays.
   */
  add(key: string, entry: CacheEntry): Promise<CacheEntry>;
  /**
   * Writes the entry, without a group, if `get` would return one with the value `expected` (none, if that is undefined),
   * and returns whether it did, in one atomic step: of all that replace the same entry, the first one does. An
   * `expiresAt` in the past removes the entry.
   */
  replace(key: string, expected: string | undefined, entry: CacheEntry): Promise<boolean>;
  /**
   * Removes at most `limit` entries that have expired, which `get` does not return any more. Returns how many; fewer
   * than `limit` means that there are no more, or that the store removes them by itself. A store in a file then gives
   * the space of everything deleted back to the file system.
   */
  removeExpired(options: { limit: number }): Promise<number>;
}

/** A cached text with its expiry time. */
export interface CacheEntry {
  readonly value: string;
  readonly expiresAt: number;
}
