import { InvalidArgument } from '../../../src/errors.ts';
import { escapeFormula } from '../../csv-row.ts';
import { generatedHeader, resultCells, resultColumnNames } from '../../lists/result-columns.ts';
import { rowResult } from '../../lists/row-result.ts';
import type { CsvTable } from '../csv/csv-table.ts';
import type { BulkResult, BulkTask } from './bulk-task.ts';
import type { ItemList } from './item-list.ts';
import { type ResultsTarget, RowFile } from './row-file.ts';

export interface WriteResultsOptions<Item, Result extends BulkResult> {
  readonly task: BulkTask<Item, Result>;
  /** Indexes of the item's columns. */
  readonly columns: readonly number[];
  readonly list: ItemList<Item>;
  /** One for each item, in the order of the list. */
  readonly results: AsyncIterator<Readonly<Result>>;
  readonly signal: AbortSignal;
}

/**
 * Writes the rows of the table to the targets that take them, followed by the columns of their results. Returns the targets that
 * took any. Cells that a short row lacks are written empty; otherwise it is unchanged, but for formulas in texts of a workbook that
 * become CSV. Reads the table a second time, and keeps only the results of repeated items in memory. Throws InvalidArgument if the
 * table has changed.
 */
export async function writeResults<Item, Result extends BulkResult, Target extends ResultsTarget>(
  table: CsvTable,
  targets: readonly Target[],
  options: WriteResultsOptions<Item, Result>,
): Promise<readonly Target[]> {
  const { task, columns, signal } = options;
  const header = table.header ?? generatedHeader(table.width, columns, task.columnNames);
  const isText = table.sheet !== undefined && targets.every(({ format }) => format === 'csv');
  const asWritten = (cells: readonly string[]) => (isText ? cells.map(escapeFormula) : cells);
  const resultOf = resultsInOrder(table, options);
  const files: RowFile[] = [];
  for (const target of targets) {
    const file = await RowFile.open(target, table.dialect);
    files.push(file);
    await file.addHeader([...asWritten(header), ...resultColumnNames(task.resultColumns, header)]);
  }
  const noResult = task.resultColumns.map(() => '');
  for await (const row of table.rows(signal)) {
    const missing = new Array<string>(header.length - row.length).fill('');
    const result = await resultOf(row);
    const cells = result === undefined ? noResult : resultCells(task.resultColumns, result);
    const written = [...asWritten(row), ...missing, ...cells];
    for (const file of files) await file.add(written, result);
  }
  for (const file of files) await file.end();
  return targets.filter((_, index) => !files[index]?.isEmpty);
}

/** Returns a function that gives the result of a row; undefined if it has none. It must be called for all rows, in their order. */
function resultsInOrder<Item, Result extends BulkResult>(
  { file }: CsvTable,
  { task, columns, list, results }: WriteResultsOptions<Item, Result>,
): (row: readonly string[]) => Promise<Readonly<Result> | undefined> {
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
    const unasked = task.unaskedResult(columns.map((column) => row[column] ?? ''));
    if (unasked !== undefined) return unasked;
    const found: Readonly<Result>[] = [];
    for (const index of list.indexesOf(row)) found.push(await resultOf(index));
    return rowResult(found);
  };
}
