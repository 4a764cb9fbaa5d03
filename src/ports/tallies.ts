/**
 * Counts things by name. A tally is a set of counts that many callers add to. It is bounded in bytes, because others may
 * choose the names: a count takes the UTF-8 bytes of its name, and 32.
 *
 * A tally also has marks, texts by key, which say what counts already. They take no part in the bounds of its counts, and expire.
 * A mark may be lost before that: something may then count twice, but nothing is counted without its mark, or marked without
 * its count.
 *
 * Names, of tallies and keys too, are well-formed Unicode without NUL, of 1 to 1,000 characters. They are compared and returned
 * exactly as they are. The value of a mark is well-formed Unicode without NUL, of
 * any length.
 */
export interface Tallies {
  /**
   * Adds all changes to the counts of a tally, in one atomic step. A count that falls to 0 or below is removed.
   *
   * If the counts take more than `maxBytes` (an integer from 1) then, a number is subtracted from all of them: the least one
   * by which so many fall to 0 that the others fit (Misra and Gries, 1982). So however many names come, one that is
   * counted often enough among them stays, and a new one always has the chance to.
   *
   * Rejects with `invalid_argument` for no change or more than 500, two of one name, and a `by` that is 0 or beyond a
   * million.
   */
  add(tally: string, changes: readonly TallyChange[], options: { readonly maxBytes: number }): Promise<void>;
  /**
   * Makes all changes as `add` does, or none if the list is empty, and sets a mark of the tally, in one atomic step, if the mark has the value `expected` (does not
   * exist, if that is undefined). Otherwise changes nothing. Returns whether it did: of all that replace the same mark, the
   * first one does. If `now >= expiresAt` already, removes the mark instead of setting it.
   *
   * Otherwise rejects as `add` does, and for a mark that is none with `invalid_argument`, whose `parameter` is `key`, `value` or `expected`.
   */
  addMarked(
    tally: string,
    changes: readonly TallyChange[],
    options: { readonly maxBytes: number; readonly mark: TallyMark },
  ): Promise<boolean>;
  /** Returns the value of a mark, or undefined if there is none or it has expired. */
  readMark(tally: string, key: string): Promise<string | undefined>;
  /** Removes a mark, if there is one. What was counted with it stays. */
  removeMark(tally: string, key: string): Promise<void>;
  /**
   * Removes at most `limit` marks (from 1) of any tallies that have expired, and no others. Returns how many; fewer than `limit`
   * means that there are no more, or that the store removes them by itself.
   */
  removeExpired(options: { readonly limit: number }): Promise<number>;
  /** Returns all counts of a tally, in no particular order. None if nothing was ever counted. */
  read(tally: string): Promise<readonly TallyCount[]>;
  /** Removes all counts of a tally, and of no other. Its marks stay. */
  clear(tally: string): Promise<void>;
}

/** What is added to a count, or subtracted from it if negative. */
export interface TallyChange {
  readonly name: string;
  readonly by: number;
}

/** What is to stand under a key of a tally, and what must have stood there. */
export interface TallyMark {
  readonly key: string;
  readonly expected: string | undefined;
  readonly value: string;
  readonly expiresAt: number;
}

/** How often something was counted: at least 1. */
export interface TallyCount {
  readonly name: string;
  readonly count: number;
}
