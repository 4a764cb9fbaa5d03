import { stringify } from 'csv-stringify/sync';
import type { Jobs } from '../../../src/bulk/jobs.ts';
import type { EmailLookup, VerificationFields } from '../../../src/resources.ts';
import { resultCells, verdictColumns, verificationColumns } from '../../lists/result-columns.ts';
import { withSuggestion } from '../../lists/suggestion.ts';
import { jsonLine } from './printable.ts';
import { isWanted, type ResultFilter } from './result-filter.ts';

const rowsPerPage = 500;

const shownColumns = ['email', ...verificationColumns] as const;
const lookupColumns = [
  'first_name',
  'last_name',
  'domain',
  'email',
  ...verdictColumns,
  'credits_consumed',
] as const;

interface WriteOptions {
  readonly json: boolean;
  readonly only: ResultFilter | undefined;
}

/**
 * Yields the results of a verification, those of a page at a time: as CSV with a header, safe in a spreadsheet, or with
 * `json` as one JSON object per line. Rejects with ResultsNotReady.
 */
export async function* writeVerifications(
  jobs: Pick<Jobs, 'results'>,
  jobId: string,
  { json, only }: WriteOptions,
): AsyncGenerator<string> {
  const results = await jobs.results(jobId);
  if (!json) yield stringify([shownColumns]);
  for await (const page of results.pages()) {
    const shown = page.filter((result) => isWanted(result, only));
    yield json ? jsonLines(shown) : csv(shown.map(withSuggestion), shownColumns);
  }
}

/** Yields the rows of a lookup that are done, in the same way. */
export async function* writeLookups(
  jobs: Pick<Jobs, 'lookupResults'>,
  jobId: string,
  { json, only }: WriteOptions,
): AsyncGenerator<string> {
  if (!json) yield stringify([lookupColumns]);
  for (let offset = 0; ; offset += rowsPerPage) {
    const { results, total_rows } = await jobs.lookupResults(jobId, { limit: rowsPerPage, offset });
    const shown = results.filter((result) => isWanted(result, only));
    yield json ? jsonLines(shown) : csv(shown, lookupColumns);
    if (offset + rowsPerPage >= total_rows) return;
  }
}

function jsonLines(page: readonly unknown[]): string {
  return page.map(jsonLine).join('');
}

function csv<Result extends VerificationFields | EmailLookup>(
  page: readonly Result[],
  columns: readonly (keyof Result)[],
): string {
  return stringify(page.map((result) => [...resultCells(columns, result)]));
}
