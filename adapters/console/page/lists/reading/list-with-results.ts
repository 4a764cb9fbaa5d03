import type { EmailLookup, VerificationFields } from '../../../../../src/resources.ts';
import { csvRow, escapeFormula } from '../../../../csv-row.ts';
import { resultCells, resultColumnNames } from '../../../../lists/result-columns.ts';
import { rowResult } from '../../../../lists/row-result.ts';
import { type ResultFilter, testOf } from '../../jobs/result-filter.ts';
import type { ListWithResults } from './messages.ts';
import type { OpenList } from './open-list.ts';

export type Result = VerificationFields | EmailLookup;

const rowsPerPiece = 2_000;

/** The results, by the keys of their items. */
export interface LoadedResults {
  readonly columns: readonly (keyof Result)[];
  readonly byKey: ReadonlyMap<string, Result>;
}

/**
 * Writes every row of a list with the columns of its result beside its own. Rows without one get empty cells; with a filter,
 * rows are left out unless it shows the result of one of their items.
 */
export function writeList(list: OpenList, results: LoadedResults, filter: ResultFilter): ListWithResults {
  const reader = list.itemReader;
  const isShown = testOf(filter);
  let matched = 0;
  const written = list.rows.flatMap((row): WrittenRow[] => {
    const cells = list.cellsOf(row);
    const unasked = reader.unaskedResult(cells);
    const items = reader.itemsOf(cells).map((item) => results.byKey.get(reader.keyOf(item)));
    const found =
      unasked === undefined ? [...new Set(items)].filter((each) => each !== undefined) : [unasked];
    const result = rowResult(found);
    if (result === undefined) return isShown === undefined ? [{ row, cells: undefined }] : [];
    if (isShown !== undefined && !found.some(isShown)) return [];
    matched += 1;
    return [{ row, cells: resultCells<Result>(results.columns as readonly (keyof Result)[], result) }];
  });
  const file = new Blob([...csvPieces(list, results.columns, written)], { type: 'text/csv' });
  return { file, rows: list.rows.length, matched };
}

/** A row of the list, and the cells of its result. */
interface WrittenRow {
  readonly row: readonly string[];
  readonly cells: readonly string[] | undefined;
}

/** Writes as `mailproof bulk` does. */
function* csvPieces(
  list: OpenList,
  columns: readonly string[],
  rows: readonly WrittenRow[],
): Generator<string> {
  const { dialect, header, sheet } = list;
  const width = header.length;
  const blank = columns.map(() => '');
  if (dialect.byteOrderMark) yield '\ufeff';
  const asWritten = (own: readonly string[]) => (sheet === undefined ? own : own.map(escapeFormula));
  yield csvRow([...asWritten(header), ...resultColumnNames(columns, header)], dialect);
  let piece = '';
  for (const [index, { row, cells = blank }] of rows.entries()) {
    piece += csvRow([...asWritten(row), ...emptyCells(width - row.length), ...cells], dialect);
    if (index % rowsPerPiece !== 0) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}

function emptyCells(count: number): readonly string[] {
  return Array.from({ length: Math.max(0, count) }, () => '');
}
