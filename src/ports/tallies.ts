/**
 * Counts things by name. A tally is a set of counts that many callers add to. It is bounded in bytes, because others may
 * choose the names: a count takes the UTF-8 bytes of its name, and 32.
 *
 * Names, of tallies too, are well-formed Unicode without NUL, of 1 to 1,000 characters. They are compared and returned
 * exactly as they are.
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
  /** Returns all counts of a tally, in no particular order. None if nothing was ever counted. */
  read(tally: string): Promise<readonly TallyCount[]>;
  /** Removes all counts of a tally, and of no other. */
  clear(tally: string): Promise<void>;
}

/** What is added to a count, or subtracted from it if negative. */
export interface TallyChange {
  readonly name: string;
  readonly by: number;
}

/** How often something was counted: at least 1. */
export interface TallyCount {
  readonly name: string;
  readonly count: number;
}
