import { readFileSync } from 'node:fs';

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

/** By language. A row of the table has the name, the addresses by `first.last` and `flast`, and the domain if it is given. */
export const names: Readonly<Record<string, readonly NameCase[]>> = Object.fromEntries(
  readFileSync(new URL('names.txt', import.meta.url), 'utf8')
    .split(/^# /m)
    .slice(1)
    .map((section) => {
      const [language = '', ...rows] = section.trim().split('\n');
      return [language, rows.map(nameCase)];
    }),
);

function nameCase(row: string): NameCase {
  const [first = '', last = '', firstLast = '', flast = '', ...domains] = row.split(' | ');
  const [domain] = domains;
  return {
    first,
    last,
    ...(domain === undefined ? {} : { domain }),
    expected: [firstLast, flast, firstLast.slice(0, firstLast.indexOf('.'))],
  };
}
