import { stringify } from 'csv-stringify/sync';
import { InvalidArgument } from '../../../src/errors.ts';
import type { CsvDialect } from '../../lists/csv-dialect.ts';
import { generatedHeader, resultCells, resultColumnNames } from '../../lists/result-columns.ts';
import { rowResult } from '../../lists/row-result.ts';
import type { CsvTable } from '../csv/csv-table.ts';
import type { BulkResult, BulkTask } from './bulk-task.ts';
import type { ItemList } from './item-list.ts';
import type { ResultsOutput } from './results-output.ts';

export interface WriteResultsOptions<Item, Result extends BulkResult> {
  readonly task: BulkTask<Item, Result>;
  /** Indexes of the item's columns. */
  readonly columns: readonly number[];
  readonly list: ItemList<Item>;
  /** One for each item, in the order of the list. */
  readonly results: AsyncIterator<Readonly<Result>>;
  readonly signal: AbortSignal;
}

/** Cells are counted, because a row may have thousands. Nothing else runs while they are written as text. */
const cellsPerWrite = 10_000;

/**
 * Writes every row of the table, followed by the columns of its result. Cells that a short row lacks are written empty;
 * otherwise it is unchanged. Reads the table a second time, and keeps only the results of repeated items in memory. Throws InvalidArgument if the table has changed.
 */
export async function writeResults<Item, Result extends BulkResult>(
  table: CsvTable,
  output: ResultsOutput,
  options: WriteResultsOptions<Item, Result>,
): Promise<void> {
  const { task, columns, signal } = options;
  const header = table.header ?? generatedHeader(table.width, columns, task.columnNames);
  const cellsOf = resultsInOrder(table, options);
  let rows: (readonly string[])[] = [[...header, ...resultColumnNames(task.resultColumns, header)]];
  if (table.dialect.byteOrderMark) await output.write('\ufeff');
  let cells = 0;
  for await (const row of table.rows(signal)) {
    const missing = new Array<string>(header.length - row.length).fill('');
    const written = [...row, ...missing, ...(await cellsOf(row))];
    rows.push(written);
    cells += written.length;
    if (cells < cellsPerWrite) continue;
    await output.write(csv(rows, table.dialect));
    rows = [];
    cells = 0;
  }
  await output.write(csv(rows, table.dialect));
}

/** Returns a function that gives the result's cells of a row. It must be called for all rows, in their order. */
function resultsInOrder<Item, Result extends BulkResult>(
  { file }: CsvTable,
  { task, list, results }: WriteResultsOptions<Item, Result>,
): (row: readonly string[]) => Promise<readonly string[]> {
  const noResult = task.resultColumns.map(() => '');
  const repeated = new Map<number, Readonly<Result>>();
  let next = 0;
  const resultOf = async (index: number): Promise<Readonly<Result>> => {
    const known = repeated.get(index);
    if (known !== undefined) return known;
    const result = index === next ? await results.next() : undefined;
    if (result === undefined || result.done === true) {
      throw new InvalidArgument(
        'file',
        `${file} was changed while its ${task.labels.plural} were ${task.labels.done}. Begin again.`,
      );
    }
    if (list.isRepeated(next)) repeated.set(next, result.value);
    next += 1;
    return result.value;
  };
  return async (row) => {
    const found: Readonly<Result>[] = [];
    for (const index of list.indexesOf(row)) found.push(await resultOf(index));
    const shown = rowResult(found);
    return shown === undefined ? noResult : resultCells(task.resultColumns, shown);
  };
}

function csv(rows: readonly (readonly string[])[], { delimiter, newline }: CsvDialect): string {
  return stringify(rows as string[][], {
    delimiter,
    record_delimiter: newline,
    // Some readers end a row at any line break.
    quoted_match: /[\r\n]/,
  });
}
