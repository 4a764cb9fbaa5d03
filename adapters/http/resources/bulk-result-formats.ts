import type { JobResults } from '../../../src/bulk/jobs.ts';
import type { EmailVerification } from '../../../src/resources.ts';
import { csvRow, escapeFormula } from '../../csv-row.ts';
import { countedPages } from '../answers/row-count.ts';
import { emailVerification } from './verify.ts';

/** The server's order of preference. */
export const resultTypes = ['application/json', 'application/x-ndjson', 'text/csv'] as const;

interface ResultFormat {
  readonly contentType: string;
  /** Yields one page at a time, so that no more than a page is in memory. Rejects if a result is missing. */
  readonly write: (results: JobResults) => AsyncGenerator<string, undefined>;
}

export const resultFormats: Readonly<Record<(typeof resultTypes)[number], ResultFormat>> = {
  'application/json': { contentType: 'application/json', write: writeJson },
  'application/x-ndjson': { contentType: 'application/x-ndjson; charset=utf-8', write: writeNdjson },
  'text/csv': { contentType: 'text/csv; charset=utf-8; header=present', write: writeCsv },
};

/** One object with its fields in the order of the service document. The number of retries is known only at the end. */
async function* writeJson(results: JobResults): AsyncGenerator<string, undefined> {
  const { id: job_id, status, total: total_results } = results.job;
  const head = JSON.stringify({ job_id, status, total_results }).slice(0, -1);
  let lead = `${head},"results":[`;
  for await (const page of readPages(results)) {
    yield lead + jsonElements(page);
    lead = ',';
  }
  let retries = 0;
  lead = '],"pending_retries":[';
  for await (const emails of results.pendingRetries()) {
    if (emails.length === 0) continue;
    yield lead + jsonElements(emails);
    lead = ',';
    retries += emails.length;
  }
  yield `${retries === 0 ? lead : ''}],"retry_count":${retries}}`;
}

async function* writeNdjson(results: JobResults): AsyncGenerator<string, undefined> {
  for await (const page of readPages(results)) {
    yield page.map((result) => `${JSON.stringify(result)}\n`).join('');
  }
}

const columns = Object.keys(emailVerification.shape) as (keyof EmailVerification)[];

/** CSV by RFC 4180, safe to open in a spreadsheet. Unknown values are empty. */
async function* writeCsv(results: JobResults): AsyncGenerator<string, undefined> {
  let lead = csvRow(columns);
  for await (const page of readPages(results)) {
    const rows = page.map((result) =>
      csvRow(columns.map((column) => escapeFormula(String(result[column] ?? '')))),
    );
    yield lead + rows.join('');
    lead = '';
  }
}

function jsonElements(page: readonly unknown[]): string {
  return JSON.stringify(page).slice(1, -1);
}

function readPages(results: JobResults) {
  const { id: jobId, total: count } = results.job;
  return countedPages(results.pages(), { jobId, count });
}
