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
 * Writes every row of a list with the columns of its result beside its own. Rows without one get empty cells. Throws
 * UnansweredRequest if the results cannot be loaded.
 */
export async function writeResultsCsv(list: OpenList, request: ResultsRequest): Promise<ListWithResults> {
  const reader = list.itemReader;
  const results = await withResultsPermit(() => loadResults(request, reader)).catch((error: unknown) => {
    // What fetch, and the body that it returns, throw if there is no connection.
    throw error instanceof TypeError ? new UnansweredRequest(null, { cause: error }) : error;
  });
  const { rows } = list;
  let matched = 0;
  const cells = rows.map((row) => {
    const found = list.itemsOf(reader, row).map((item) => results.byKey.get(reader.keyOf(item)));
    const shown = rowResult([...new Set(found)].filter((result) => result !== undefined));
    if (shown === undefined) return undefined;
    matched += 1;
    return resultCells<Result>(results.columns as readonly (keyof Result)[], shown);
  });
  const file = new Blob([...csvPieces(list, results.columns, cells)], { type: 'text/csv' });
  return { file, rows: rows.length, matched };
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

/** Writes as `mailproof bulk` does. `cells`: those of the result of each row. */
function* csvPieces(
  list: OpenList,
  columns: readonly string[],
  cells: readonly (readonly string[] | undefined)[],
): Generator<string> {
  const { dialect, header, rows, sheet } = list;
  const width = header.length;
  const blank = columns.map(() => '');
  if (dialect.byteOrderMark) yield '\ufeff';
  const asWritten = (own: readonly string[]) => (sheet === undefined ? own : own.map(escapeFormula));
  yield csvRow([...asWritten(header), ...resultColumnNames(columns, header)], dialect);
  let piece = '';
  for (const [index, row] of rows.entries()) {
    piece += csvRow(
      [...asWritten(row), ...emptyCells(width - row.length), ...(cells[index] ?? blank)],
      dialect,
    );
    if (index % rowsPerPiece !== 0) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}

function emptyCells(count: number): readonly string[] {
  return Array.from({ length: Math.max(0, count) }, () => '');
}
