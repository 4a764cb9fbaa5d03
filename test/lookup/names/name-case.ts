/**
 * People, and how companies of their countries write them: the likeliest address in the patterns first.last, flast
 * and first. The domain is given where its country tells how a letter is written.
 */
export interface NameCase {
  readonly first: string;
  readonly last: string;
  readonly domain?: string;
  readonly expected: readonly [firstLast: string, flast: string, first: string];
}

type Row = readonly [first: string, last: string, firstLast: string, flast: string, domain?: string];

/** The address by the pattern `first` is the part of the first one before its dot. */
export function cases(...rows: readonly Row[]): readonly NameCase[] {
  return rows.map(([first, last, firstLast, flast, domain]) => ({
    first,
    last,
    ...(domain === undefined ? {} : { domain }),
    expected: [firstLast, flast, firstLast.slice(0, firstLast.indexOf('.'))],
  }));
}
