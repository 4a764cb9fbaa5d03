import type { JobResults } from '../../../src/bulk/jobs.ts';
import type { EmailVerification } from '../../../src/resources.ts';
import { formulaSafe } from '../../formula-safe.ts';
import { emailVerification } from './schemas.ts';

/** In the order of our own preference. */
export const resultsTypes = ['application/json', 'application/x-ndjson', 'text/csv'] as const;

interface ResultsForm {
  readonly contentType: string;
  /** Part by part, so that no more than a page is in memory. Rejects where a row is missing. */
  readonly write: (results: JobResults) => AsyncGenerator<string, undefined>;
}

export const resultsAs: Readonly<Record<(typeof resultsTypes)[number], ResultsForm>> = {
  'application/json': { contentType: 'application/json', write: json },
  'application/x-ndjson': { contentType: 'application/x-ndjson; charset=utf-8', write: ndjson },
  'text/csv': { contentType: 'text/csv; charset=utf-8; header=present', write: csv },
};

/** One object, in the order of the service document. How many are to be tried again is known at the end. */
async function* json(results: JobResults): AsyncGenerator<string, undefined> {
  const { job_id, status } = results.job;
  const head = JSON.stringify({ job_id, status, total_results: results.totalResults }).slice(0, -1);
  let lead = `${head},"results":[`;
  for await (const page of complete(results)) {
    yield lead + elements(page);
    lead = ',';
  }
  let retries = 0;
  lead = '],"pending_retries":[';
  for await (const emails of results.pendingRetries()) {
    if (emails.length === 0) continue;
    yield lead + elements(emails);
    lead = ',';
    retries += emails.length;
  }
  yield `${retries === 0 ? lead : ''}],"retry_count":${retries}}`;
}

async function* ndjson(results: JobResults): AsyncGenerator<string, undefined> {
  for await (const page of complete(results)) {
    yield page.map((result) => `${JSON.stringify(result)}\n`).join('');
  }
}

const columns = Object.keys(emailVerification.shape) as (keyof EmailVerification)[];

/** RFC 4180, and safe in a spreadsheet; what is not known is empty. */
async function* csv(results: JobResults): AsyncGenerator<string, undefined> {
  let lead = line(columns);
  for await (const page of complete(results)) {
    const lines = page.map((result) => line(columns.map((column) => String(result[column] ?? ''))));
    yield lead + lines.join('');
    lead = '';
  }
}

function line(cells: readonly string[]): string {
  return `${cells.map((cell) => quoted(formulaSafe(cell))).join(',')}\r\n`;
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

function elements(page: readonly unknown[]): string {
  return JSON.stringify(page).slice(1, -1);
}

/** A job whose first pass is over has a result for each address: fewer must not look like all. */
async function* complete(results: JobResults) {
  let read = 0;
  for await (const page of results.pages()) {
    read += page.length;
    if (page.length > 0) yield page;
  }
  const { job, totalResults } = results;
  if (read !== totalResults) {
    throw new Error(`Job ${job.job_id} has ${read} of its ${totalResults} results in the storage.`);
  }
}
