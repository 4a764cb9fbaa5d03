import type { EmailLookup, EmailVerification } from '../../../../../src/resources.ts';
import type { CsvDialect } from '../../../../lists/csv-dialect.ts';
import { resultCells, resultColumnNames, verdictColumns } from '../../../../lists/result-columns.ts';
import { linesByChunk } from '../../api/text-lines.ts';
import type { OpenList } from './open-list.ts';

type Result = EmailVerification | EmailLookup;

const lookupColumns = ['email', ...verdictColumns, 'credits_consumed'] as const;
const rowsPerPiece = 2_000;

/** Writes every row of a list with the columns of its result beside its own. Rows without one get empty cells. */
export async function writeResultsCsv(list: OpenList, url: string): Promise<Blob> {
  const answer = await fetch(url, {
    headers: { Accept: 'application/x-ndjson' },
    credentials: 'same-origin',
  });
  if (!answer.ok || answer.body === null)
    throw new Error(`The results could not be loaded (${answer.status}).`);
  const reader = list.itemReader;
  const cells = new Map<string, readonly string[]>();
  let columns: readonly string[] = verdictColumns;
  for await (const lines of linesByChunk(answer.body)) {
    for (const line of lines) {
      const result = line === '' ? undefined : (JSON.parse(line) as Result | { status: null });
      if (result === undefined || result.status === null) continue;
      if (!('credits_consumed' in result)) {
        cells.set(reader.keyOf(result.email ?? ''), resultCells(verdictColumns, result));
        continue;
      }
      columns = lookupColumns;
      cells.set(reader.keyOf(result), resultCells(lookupColumns, result));
    }
  }
  return new Blob([...csvPieces(list, columns, cells)], { type: 'text/csv' });
}

function* csvPieces(
  list: OpenList,
  columns: readonly string[],
  results: ReadonlyMap<string, readonly string[]>,
): Generator<string> {
  const { dialect, header, itemReader } = list;
  const width = header?.length ?? list.rows[0]?.length ?? 0;
  const blank = columns.map(() => '');
  if (dialect.byteOrderMark) yield '\ufeff';
  yield csvLine(
    [
      ...(header ?? []),
      ...emptyCells(header === undefined ? width : 0),
      ...resultColumnNames(columns, header ?? []),
    ],
    dialect,
  );
  let piece = '';
  for (const [index, row] of list.rows.entries()) {
    const item = list.itemOf(itemReader, row);
    const result = item === undefined ? blank : (results.get(itemReader.keyOf(item)) ?? blank);
    piece += csvLine([...row, ...emptyCells(width - row.length), ...result], dialect);
    if (index % rowsPerPiece !== 0) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}

function emptyCells(count: number): readonly string[] {
  return Array.from({ length: Math.max(0, count) }, () => '');
}

function csvLine(cells: readonly string[], { delimiter, newline }: CsvDialect): string {
  const quoted = cells.map((cell) =>
    cell.includes(delimiter) || /["\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell,
  );
  return quoted.join(delimiter) + newline;
}
