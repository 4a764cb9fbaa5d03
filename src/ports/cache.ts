/**
 * Stores texts by key until they expire: results, what was found out about domains and servers, who is signed in to the console,
 * counts of outcomes and replies. May lose entries at any time: that costs work, a sign-in or a count, but is never an error. If the
 * clock is set back, entries may last longer by as much: to drop them instead would mean to work them out, and charge for
 * them, once more.
 *
 * Keys and groups are well-formed Unicode of any length without NUL, values well-formed Unicode that may have NUL. They are compared and returned exactly
 * as they are, character by character: nothing is trimmed, folded or matched as a pattern. A value may be empty, or have
 * some hundred thousand characters. Other texts are rejected with `invalid_argument`, whose `parameter` is `key`, `group`,
 * `value` or `expected`; nothing is changed then.
 */
export interface Cache {
  /** Returns the entry, or undefined if there is none or `now >= expiresAt`. */
  get(key: string): Promise<CacheEntry | undefined>;
  /**
   * Writes the entry, in place of the one that is there: its value, its expiry and its group. The last writer wins. If
   * `now >= expiresAt` already, removes the entry instead. With a `group`, the entry is removed with that group, and no
   * longer with the one of an earlier `set`.
   */
  set(key: string, entry: CacheEntry, options?: { readonly group?: string | undefined }): Promise<void>;
  /**
   * Removes every entry of the group whose `set` has resolved before this call, and no other. Returns how many; whether
   * those that have expired count among them is up to the store. 0 if there are none. The group is known for as long as
   * the last of its entries lasts. An entry that is being set meanwhile may stay.
   */
  removeGroup(group: string): Promise<number>;
  /**
   * Writes the entry, without a group, if `get` would return none, and returns the entry that is there then, in one atomic
   * step: of all that are added under a key, at once or one after another, the first one stays, and all callers get it.
   */
  add(key: string, entry: CacheEntry): Promise<CacheEntry>;
  /**
   * Writes the entry and its group, as `set` does, if `get` would return one with the value `expected` (none, if that is
   * undefined), and returns whether it did, in one atomic step: of all that replace the same entry, the first one does. So
   * callers who read, change and replace, and repeat that if they get false, lose nothing of what others wrote.
   */
  replace(
    key: string,
    expected: string | undefined,
    entry: CacheEntry,
    options?: { readonly group?: string | undefined },
  ): Promise<boolean>;
  /**
   * Removes at most `limit` entries (from 1) that have expired, which `get` does not return any more, and no others.
   * Returns how many; fewer than `limit` means that there are no more, or that the store removes them by itself. A store
   * in a file then gives the space of everything deleted back to the file system.
   */
  removeExpired(options: { limit: number }): Promise<number>;
}

/** A cached text with its expiry time. */
export interface CacheEntry {
  readonly value: string;
  /** May have a fraction of a millisecond. */
  readonly expiresAt: number;
}
