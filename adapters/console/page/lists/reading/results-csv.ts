import type { EmailLookup, VerificationFields } from '../../../../../src/resources.ts';
import { csvRow } from '../../../../csv-row.ts';
import {
  lookupColumns,
  resultCells,
  resultColumnNames,
  verificationColumns,
} from '../../../../lists/result-columns.ts';
import { cellResult, rowResult } from '../../../../lists/row-result.ts';
import { escapeFormula } from '../../../../spreadsheet-formula.ts';
import { withResultsPermit } from '../../api/results-permit.ts';
import { rowsByChunk } from '../../api/text-lines.ts';
import { testOf } from '../../jobs/result-filter.ts';
import type { ItemReader } from './list-items.ts';
import type { ListWithResults, ResultsRequest } from './messages.ts';
import type { OpenList } from './open-list.ts';

type Result = VerificationFields | EmailLookup;

const rowsPerPiece = 2_000;

/** The server did not answer with results. */
export class UnansweredRequest extends Error {
  /** Null: it did not answer at all. */
  readonly status: number | null;

  constructor(status: number | null, options?: ErrorOptions) {
    super('The results could not be loaded.', options);
    this.name = 'UnansweredRequest';
    this.status = status;
  }
}

/** The results, by the keys of their items. */
interface LoadedResults {
  readonly columns: readonly (keyof Result)[];
  readonly byKey: ReadonlyMap<string, Result>;
}

/**
 * Writes every row of a list with the columns of its result beside its own. Rows without one get empty cells; with a filter,
 * rows are left out unless it shows their result. Throws UnansweredRequest if the results cannot be loaded.
 */
export async function writeResultsCsv(list: OpenList, request: ResultsRequest): Promise<ListWithResults> {
  const reader = list.itemReader;
  const results = await withResultsPermit(() => loadResults(request, reader)).catch((error: unknown) => {
    // What fetch, and the body that it returns, throw if there is no connection.
    throw error instanceof TypeError ? new UnansweredRequest(null, { cause: error }) : error;
  });
  const isShown = testOf(request.filter);
  let matched = 0;
  const written = list.rows.flatMap((row): WrittenRow[] => {
    const found = list.itemsOf(reader, row).map((item) => results.byKey.get(reader.keyOf(item)));
    const result = rowResult([...new Set(found)].filter((each) => each !== undefined));
    if (result === undefined) return isShown === undefined ? [{ row, cells: undefined }] : [];
    if (isShown?.(result) === false) return [];
    matched += 1;
    return [{ row, cells: resultCells<Result>(results.columns as readonly (keyof Result)[], result) }];
  });
  const file = new Blob([...csvPieces(list, results.columns, written)], { type: 'text/csv' });
  return { file, rows: list.rows.length, matched };
}

async function loadResults({ url, csrfToken }: ResultsRequest, reader: ItemReader): Promise<LoadedResults> {
  const answer = await fetch(url, {
    headers: { Accept: 'application/x-ndjson', 'X-CSRF-Token': csrfToken },
    credentials: 'same-origin',
  });
  if (!answer.ok || answer.body === null) throw new UnansweredRequest(answer.status);
  const byKey = new Map<string, Result>();
  let columns = verificationColumns as LoadedResults['columns'];
  for await (const lines of rowsByChunk(answer.body, answer.headers)) {
    for (const line of lines) {
      const result = JSON.parse(line) as Result | { status: null };
      if (result.status === null) continue;
      if (!('credits_consumed' in result)) {
        byKey.set(reader.keyOf(result.email), cellResult(result));
        continue;
      }
      columns = lookupColumns as LoadedResults['columns'];
      byKey.set(reader.keyOf(result), result);
    }
  }
  return { columns, byKey };
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
