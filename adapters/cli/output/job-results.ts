import { stringify } from 'csv-stringify/sync';
import type { Jobs } from '../../../src/bulk/jobs.ts';
import {
  resultCells,
  lookupColumns as resultColumns,
  verificationColumns,
} from '../../lists/result-columns.ts';
import { withSuggestion } from '../../lists/suggestion.ts';
import { WorkbookWriter } from '../../lists/workbook-writer.ts';
import { jsonLine } from './printable.ts';
import { isWanted, type ResultFilter } from './result-filter.ts';

const rowsPerPage = 500;

const shownColumns = ['email', ...verificationColumns] as const;
const lookupColumns = ['first_name', 'last_name', 'domain', ...resultColumns];

export type ResultFormat = 'csv' | 'json' | 'xlsx';

interface WriteOptions {
  readonly format: ResultFormat;
  readonly only: ResultFilter | undefined;
}

/**
 * Yields the results of a verification, those of a page at a time: as CSV with a header, safe in a spreadsheet, as one
 * JSON object per line, or as a workbook. Rejects with ResultsNotReady.
 */
export async function* writeVerifications(
  jobs: Pick<Jobs, 'results'>,
  jobId: string,
  { format, only }: WriteOptions,
): AsyncGenerator<string | Uint8Array> {
  const results = await jobs.results(jobId);
  const write = rowWriter(shownColumns, format);
  yield* write.begin();
  for await (const page of results.pages()) {
    const shown = page.filter((result) => isWanted(result, only));
    yield* write.rows(format === 'json' ? shown : shown.map(withSuggestion));
  }
  yield* write.end();
}

/** Yields the rows of a lookup that are done, in the same way. */
export async function* writeLookups(
  jobs: Pick<Jobs, 'lookupResults'>,
  jobId: string,
  { format, only }: WriteOptions,
): AsyncGenerator<string | Uint8Array> {
  const write = rowWriter(lookupColumns, format);
  yield* write.begin();
  for (let offset = 0; ; offset += rowsPerPage) {
    const { results, job } = await jobs.lookupResults(jobId, { limit: rowsPerPage, offset });
    yield* write.rows(results.filter((result) => isWanted(result, only)));
    if (offset + rowsPerPage >= job.total) break;
  }
  yield* write.end();
}

/** Each method returns what is to be written next. */
interface RowWriter {
  begin(): readonly (string | Uint8Array)[];
  rows(results: readonly object[]): readonly (string | Uint8Array)[];
  end(): readonly (string | Uint8Array)[];
}

function rowWriter(columns: readonly string[], format: ResultFormat): RowWriter {
  if (format === 'json')
    return { begin: () => [], rows: (results) => [results.map(jsonLine).join('')], end: () => [] };
  const cells = (results: readonly object[]) =>
    results.map((result) => [...resultCells<Readonly<Record<string, unknown>>>(columns, { ...result })]);
  if (format === 'csv') {
    const begin = () => [stringify([columns])];
    return { begin, rows: (results) => [stringify(cells(results))], end: () => [] };
  }
  const workbook = new WorkbookWriter();
  const begin = () => workbook.rows([columns]);
  return { begin, rows: (results) => workbook.rows(cells(results)), end: () => workbook.end() };
}
