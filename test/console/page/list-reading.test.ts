import { Readable } from 'node:stream';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openTable } from '../../../adapters/cli/csv/csv-table.ts';
import { readTable } from '../../../adapters/console/page/lists/reading/read-table.ts';
import { ListProblem } from '../../../adapters/lists/list-problem.ts';
import { InvalidArgument } from '../../../src/errors.ts';

/** Pieces of lists, sound and unsound ones. */
const piece = fc.constantFrom(
  ...['ann@example.com', 'Jürgen', ' ', 'a "b" c', '"', '""', '"x, y"', '"two\r\nlines"', "'", '=1+1', 'x'],
  ...[',', ';', '\t', '|', '~'],
  ...['\n', '\r\n', '\r', '\n\n'],
);
const encode = fc.constantFrom<(text: string) => Buffer>(
  (text) => Buffer.from(text),
  (text) => Buffer.from(`\ufeff${text}`),
  (text) => Buffer.from(text, 'latin1'),
  (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
);

it('reads and refuses the same lists in the page as mailproof bulk does', async () => {
  let read = 0;
  let refused = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 25 }), encode, async (pieces, inEncoding) => {
      const bytes = inEncoding(pieces.join(''));
      const expected = await rowsOfCommand(bytes);
      expect(rowsOfPage(bytes)).toEqual(expected);
      if (expected === 'refused') refused += 1;
      else read += 1;
    }),
    { numRuns: 400 },
  );
  expect(Math.min(read, refused)).toBeGreaterThan(20);
});

function rowsOfPage(bytes: Buffer): readonly (readonly string[])[] | 'refused' {
  try {
    return readTable(bytes).rows;
  } catch (error) {
    if (error instanceof ListProblem) return 'refused';
    throw error;
  }
}

async function rowsOfCommand(bytes: Buffer): Promise<readonly (readonly string[])[] | 'refused'> {
  const source = {
    name: 'list.csv',
    readBeginning: async (maxBytes: number) => bytes.subarray(0, maxBytes),
    readAll: () => Readable.from([bytes], { objectMode: false }),
    async [Symbol.asyncDispose]() {},
  };
  try {
    const table = await openTable(source, { header: false });
    const rows: (readonly string[])[] = [];
    for await (const row of table.rows(new AbortController().signal)) rows.push(row);
    return rows;
  } catch (error) {
    if (error instanceof InvalidArgument) return 'refused';
    throw error;
  }
}
