import { stringify } from 'csv-stringify/sync';
import { InvalidArgument } from '../../src/errors.ts';
import type { EmailVerification } from '../../src/resources.ts';
import type { AddressList } from './address-list.ts';
import type { CsvDialect } from './csv-dialect.ts';
import type { CsvTable } from './csv-table.ts';
import { noResultCells, resultCells, resultColumnNames } from './result-columns.ts';
import type { ResultsOutput } from './results-output.ts';

export interface WriteResultsOptions {
  readonly column: number;
  readonly addresses: AddressList;
  /** One for each of the addresses, in their order. */
  readonly results: AsyncIterator<Readonly<EmailVerification>>;
  readonly signal: AbortSignal;
}

const rowsAtOnce = 500;

/**
 * Writes every row of the table as it is, with the columns of its result behind. Reads the table a second time, and
 * keeps no more results than those of addresses that come again. Throws InvalidArgument if the table has changed.
 */
export async function writeResults(
  table: CsvTable,
  output: ResultsOutput,
  options: WriteResultsOptions,
): Promise<void> {
  const header = table.header ?? namesWithoutHeader(table.width, options.column);
  const cellsOf = resultsInOrder(table, options);
  let rows: (readonly string[])[] = [[...header, ...resultColumnNames(header)]];
  if (table.dialect.byteOrderMark) await output.write('\ufeff');
  for await (const row of table.rows(options.signal)) {
    rows.push([...row, ...(await cellsOf(row[options.column] ?? ''))]);
    if (rows.length < rowsAtOnce) continue;
    await output.write(csv(rows, table.dialect));
    rows = [];
  }
  await output.write(csv(rows, table.dialect));
}

/** So that the columns of the results have names. */
function namesWithoutHeader(width: number, column: number): readonly string[] {
  return Array.from({ length: width }, (_, index) => (index === column ? 'email' : `column_${index + 1}`));
}

/** The cells for one address after the other, in the order of the table. */
function resultsInOrder(
  { file }: CsvTable,
  { addresses, results }: WriteResultsOptions,
): (cell: string) => Promise<readonly string[]> {
  const repeated = new Map<number, readonly string[]>();
  let next = 0;
  return async (cell) => {
    if (cell.trim() === '') return noResultCells;
    const index = addresses.indexOf(cell);
    const known = index === undefined ? undefined : repeated.get(index);
    if (known !== undefined) return known;
    const result = index === next ? await results.next() : undefined;
    if (result === undefined || result.done === true) {
      throw new InvalidArgument(
        'file',
        `${file} was changed while its addresses were verified. Begin again.`,
      );
    }
    next += 1;
    const cells = resultCells(result.value);
    if (addresses.isRepeated(next - 1)) repeated.set(next - 1, cells);
    return cells;
  };
}

function csv(rows: readonly (readonly string[])[], { delimiter, newline }: CsvDialect): string {
  return stringify(rows as string[][], {
    delimiter,
    record_delimiter: newline,
    // Any line break ends a row for some readers.
    quoted_match: /[\r\n]/,
  });
}
