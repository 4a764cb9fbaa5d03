import { stringify } from 'csv-stringify/sync';
import { InvalidArgument } from '../../../src/errors.ts';
import type { CsvDialect } from '../csv/csv-dialect.ts';
import type { CsvTable } from '../csv/csv-table.ts';
import type { ItemList } from './item-list.ts';
import type { ListKind, ListResult } from './list-kind.ts';
import { resultCells, resultColumnNames } from './result-columns.ts';
import type { ResultsOutput } from './results-output.ts';

export interface WriteResultsOptions<Item, Row extends ListResult> {
  readonly kind: ListKind<Item, Row>;
  /** Where an item stands in a row. */
  readonly columns: readonly number[];
  readonly list: ItemList<Item>;
  /** One for each of the items, in their order. */
  readonly results: AsyncIterator<Readonly<Row>>;
  readonly signal: AbortSignal;
}

const rowsAtOnce = 500;

/**
 * Writes every row of the table as it is, with the columns of its result behind. Reads the table a second time, and
 * keeps no more results than those of items that come again. Throws InvalidArgument if the table has changed.
 */
export async function writeResults<Item, Row extends ListResult>(
  table: CsvTable,
  output: ResultsOutput,
  options: WriteResultsOptions<Item, Row>,
): Promise<void> {
  const { kind, columns, signal } = options;
  const header = table.header ?? namesWithoutHeader(table.width, columns, kind.columnNames);
  const cellsOf = resultsInOrder(table, options);
  let rows: (readonly string[])[] = [[...header, ...resultColumnNames(kind.resultColumns, header)]];
  if (table.dialect.byteOrderMark) await output.write('\ufeff');
  for await (const row of table.rows(signal)) {
    rows.push([...row, ...(await cellsOf(row))]);
    if (rows.length < rowsAtOnce) continue;
    await output.write(csv(rows, table.dialect));
    rows = [];
  }
  await output.write(csv(rows, table.dialect));
}

/** So that the columns of the results have names. */
function namesWithoutHeader(
  width: number,
  columns: readonly number[],
  names: readonly string[],
): readonly string[] {
  return Array.from({ length: width }, (_, index) => names[columns.indexOf(index)] ?? `column_${index + 1}`);
}

/** The cells for one row after the other, in the order of the table. */
function resultsInOrder<Item, Row extends ListResult>(
  { file }: CsvTable,
  { kind, list, results }: WriteResultsOptions<Item, Row>,
): (row: readonly string[]) => Promise<readonly string[]> {
  const without = kind.resultColumns.map(() => '');
  const repeated = new Map<number, readonly string[]>();
  let next = 0;
  return async (row) => {
    const index = list.indexOf(row);
    if (index === 'none') return without;
    const known = index === 'unknown' ? undefined : repeated.get(index);
    if (known !== undefined) return known;
    const result = index === next ? await results.next() : undefined;
    if (result === undefined || result.done === true) {
      throw new InvalidArgument(
        'file',
        `${file} was changed while its ${kind.words.many} were ${kind.words.done}. Begin again.`,
      );
    }
    const cells = resultCells(kind.resultColumns, result.value);
    if (list.isRepeated(next)) repeated.set(next, cells);
    next += 1;
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
