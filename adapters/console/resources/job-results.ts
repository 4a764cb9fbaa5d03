import * as z from 'zod';
import { suggest } from '../../../src/address/suggestion/suggestion.ts';
import { itemPages } from '../../../src/bulk/items/item-pages.ts';
import { LoopSteps, type YieldIfDue } from '../../../src/concurrency/loop-steps.ts';
import type { JobItemState, JobResult, JobStore } from '../../../src/ports/job-store.ts';
import { isVerification } from '../../../src/resources.ts';
import { csvRow, escapeFormula } from '../../csv-row.ts';
import { partyOf } from '../../http/answers/party.ts';
import { countedPages, rowCountHeader } from '../../http/answers/row-count.ts';
import { integer, integerInQuery } from '../../http/parameter-schemas.ts';
import { readQuery } from '../../http/query.ts';
import type { ConsoleEndpoint, ConsoleParts, SessionContext } from '../endpoint.ts';
import { findJob, jobPath } from './job-fields.ts';
import { answerSchemas } from './named-schemas.ts';
import { lookup, verification } from './verify.ts';

const mostRows = 100_000;
const rowsPerPage = 250;
const limitRule = `must be a whole number from 1 to ${mostRows}`;
const fromRule = 'must be a whole number from 0 on';

const resultsQuery = z.object({
  from: integerInQuery(integer(fromRule, { min: 0 }))
    .default(0)
    .describe('Index of the first row.'),
  limit: integerInQuery(integer(limitRule, { min: 1, max: mostRows }))
    .default(mostRows)
    .describe('Rows at most.'),
});

const index = z.int().min(0).describe('Of the row, in the order of submission.');

const resultRow = z
  .union([
    z.object({
      index,
      ...verification.shape,
      suggestion: z
        .string()
        .optional()
        .describe('The address that was probably meant, if the domain looks like a typo.'),
    }),
    z.object({ index, ...lookup.shape }),
    z.object({
      index,
      email: z.string().optional(),
      first_name: z.string().optional(),
      last_name: z.string().optional(),
      domain: z.string().optional(),
      status: z.null().describe('It has no result yet, or got none.'),
    }),
  ])
  .register(answerSchemas, { id: 'ResultRow' });

const rowCountHeaders = z.object({
  [rowCountHeader]: z
    .int()
    .min(0)
    .describe(
      'Rows in this response: one with fewer was cut on its way. In CSV, a row may have several lines.',
    ),
});

interface Window {
  readonly from: number;
  readonly to: number;
}

export const jobResultsEndpoint: ConsoleEndpoint = {
  access: 'session',
  method: 'GET',
  path: '/api/jobs/:id/results',
  operationId: 'getResults',
  summary: 'The rows of a job in the order of submission, also while it runs',
  parameters: jobPath,
  query: resultsQuery,
  responseHeaders: rowCountHeaders,
  otherFormats: { 'application/x-ndjson': { schema: resultRow, description: 'One row a line.' } },
  errors: [404, 422],
  async respond(context) {
    const { id, total } = await findJob(context);
    const { from, limit } = readQuery(context.request.target, resultsQuery);
    const window = { from, to: Math.min(total, from + limit) };
    const pages = pagesOf(context.parts, id, window);
    return context.parts.answers.stream(partyOf(context.account), {
      kind: 'rows',
      chunks: writeLines(pages, turnsOf(context)),
      headers: {
        'Content-Type': 'application/x-ndjson; charset=utf-8',
        [rowCountHeader]: String(rowsIn(window)),
      },
    });
  },
};

export const jobResultsCsvEndpoint: ConsoleEndpoint = {
  access: 'session',
  method: 'GET',
  path: '/api/jobs/:id/results.csv',
  operationId: 'getResultsCsv',
  summary: 'The results of a job as CSV, in the order of submission',
  parameters: jobPath,
  responseHeaders: rowCountHeaders,
  otherFormats: { 'text/csv': { description: 'A line with the names of the fields, then one row a line.' } },
  errors: [404],
  async respond(context) {
    const { id, total, kind } = await findJob(context);
    const pages = pagesOf(context.parts, id, { from: 0, to: total });
    return context.parts.answers.stream(partyOf(context.account), {
      kind: 'rows',
      chunks: writeCsv(pages, kind, turnsOf(context)),
      headers: {
        'Content-Type': 'text/csv; charset=utf-8; header=present',
        'Content-Disposition': `attachment; filename="results-${id}.csv"`,
        'X-Content-Type-Options': 'nosniff',
        [rowCountHeader]: String(total),
      },
    });
  },
};

function rowsIn({ from, to }: Window): number {
  return Math.max(0, to - from);
}

/** Reads a page at a time, so that no more is in memory. Throws if the job is deleted meanwhile. */
function pagesOf(
  { engine }: ConsoleParts,
  jobId: string,
  window: Window,
): AsyncGenerator<readonly JobItemState[], void> {
  const { from, to } = window;
  const jobs: Pick<JobStore, 'page'> = {
    page: (id, page) => engine.jobs.items(id, page),
  };
  const pages = itemPages(jobs, jobId, { offset: from, end: to, limit: rowsPerPage });
  return countedPages(pages, { jobId, count: rowsIn(window) });
}

function turnsOf({ parts, account }: SessionContext): YieldIfDue {
  return () => LoopSteps.of(parts.clock).next(account);
}

/** To suggest an address takes long: others have their turns between two rows. */
async function writeRows(
  page: readonly JobItemState[],
  write: (state: JobItemState) => string,
  yieldIfDue: YieldIfDue,
): Promise<string> {
  let text = '';
  for (const state of page) {
    const pause = yieldIfDue();
    if (pause !== undefined) await pause;
    text += write(state);
  }
  return text;
}

async function* writeLines(
  pages: AsyncIterable<readonly JobItemState[]>,
  yieldIfDue: YieldIfDue,
): AsyncGenerator<string, undefined> {
  const write = (state: JobItemState) => `${JSON.stringify(rowOf(state))}\n`;
  for await (const page of pages) yield await writeRows(page, write, yieldIfDue);
  return undefined;
}

function rowOf({ position, item, result }: JobItemState): object {
  if (result !== undefined) return { index: position, ...result, suggestion: suggestionFor(result) };
  const { level, ...fields } = 'email' in item ? item : { ...item, level: undefined };
  return { index: position, ...fields, status: null };
}

/** An address that takes mail was meant. */
function suggestionFor(result: JobResult): string | undefined {
  return isVerification(result) && result.status !== 'safe' ? suggest(result.email)?.email : undefined;
}

async function* writeCsv(
  pages: AsyncIterable<readonly JobItemState[]>,
  kind: 'verification' | 'lookup',
  yieldIfDue: YieldIfDue,
): AsyncGenerator<string, undefined> {
  const schema = kind === 'verification' ? verification : lookup;
  const columns = [...Object.keys(schema.shape), ...(kind === 'verification' ? ['suggestion'] : [])];
  yield csvRow(columns);
  const write = (state: JobItemState) => csvRow(cellsOf(state, columns));
  for await (const page of pages) yield await writeRows(page, write, yieldIfDue);
  return undefined;
}

function cellsOf({ item, result }: JobItemState, columns: readonly string[]): readonly string[] {
  const fields: Readonly<Record<string, unknown>> = {
    ...item,
    ...result,
    suggestion: result === undefined ? undefined : suggestionFor(result),
  };
  return columns.map((column) => escapeFormula(String(fields[column] ?? '')));
}
