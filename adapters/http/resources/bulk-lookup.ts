import * as z from 'zod';
import { maxRows } from '../../../src/bulk/jobs.ts';
import { InvalidArgument } from '../../../src/errors.ts';
import type { BulkLookupJob, BulkLookupPage, BulkLookupReceipt, LookupRow } from '../../../src/resources.ts';
import { type BodyList, bytesOfText } from '../body/body-list.ts';
import type { Endpoint } from '../endpoint.ts';
import { integer, integerInQuery, text } from '../parameter-schemas.ts';
import { Problem } from '../problem.ts';
import { readQuery } from '../query.ts';
import { jsonResponse } from '../response.ts';
import { validationProblem } from '../validation-problem.ts';
import { idempotencyHeaders, refuseWithoutCredits, submitIdempotently } from './idempotency.ts';
import { jobPath, lookupJob, lookupPage, lookupReceipt, readJobId } from './job-resources.ts';
import { emailLookup } from './lookup.ts';
import { namedBodies, namedSchemas } from './named-schemas.ts';

const maxPageRows = 500;
const limitRule = `must be a whole number from 1 to ${maxPageRows}`;
const offsetRule = 'must be a whole number from 0 on';

/** Unlike in a single lookup, fields may be empty: a row without a last name must not fail the whole list. */
export const lookupRow = z
  .object(
    {
      first_name: text({ maxLength: 255 }),
      last_name: text({ maxLength: 255 }),
      domain: text({ maxLength: 255 }),
    },
    { error: 'must be an object' },
  )
  .register(namedBodies, { id: 'LookupRow' }) satisfies z.ZodType<LookupRow>;

/** For OpenAPI only. `rowList` checks the rows one by one. */
const bulkLookupSubmission = z
  .object({
    input: z
      .array(lookupRow)
      .min(1)
      .max(maxRows)
      .describe('Repeats, ignoring case and white space, are removed before billing.'),
  })
  .register(namedBodies, { id: 'BulkLookupSubmission' });

const bulkLookupReceipt = z
  .object({
    job_id: z.guid(),
    status: z.literal('submitted'),
    total_rows: z.int().min(1).describe('Unique rows.'),
    credits_consumed: z.number().min(0).describe('Credits charged: one a row.'),
  })
  .register(namedSchemas, { id: 'BulkLookupSubmitResponse' }) satisfies z.ZodType<BulkLookupReceipt>;

const bulkLookupJob = z
  .object({
    job_id: z.guid(),
    status: z.enum(['running', 'completed']),
    total_rows: z.int().min(1),
    total_processed: z.int().min(0),
    summary: z
      .object({ total_found: z.int().min(0), total_not_found: z.int().min(0) })
      .describe('Of the rows processed so far.'),
    created_at: z.iso.datetime(),
    finished_at: z.iso.datetime().nullable().describe('null until completed.'),
  })
  .register(namedSchemas, { id: 'BulkLookupStatusResponse' }) satisfies z.ZodType<BulkLookupJob>;

const bulkLookupPageQuery = z.object({
  limit: integerInQuery(integer(limitRule, { min: 1, max: maxPageRows }))
    .default(50)
    .describe('Rows a page.'),
  offset: integerInQuery(integer(offsetRule, { min: 0 }))
    .default(0)
    .describe('Index of the first row, in the order of submission.'),
});

const bulkLookupPage = z
  .object({
    job_id: z.guid(),
    total_rows: z.int().min(1).describe('Rows submitted, without repeats.'),
    total_processed: z.int().min(0).describe('Rows done by now.'),
    limit: z.int().min(1).max(maxPageRows),
    offset: z.int().min(0),
    results: z
      .array(emailLookup)
      .describe('The rows of this page that are done, in the order of submission.'),
  })
  .register(namedSchemas, { id: 'BulkLookupResultsResponse' }) satisfies z.ZodType<BulkLookupPage>;

export const bulkLookupSubmitEndpoint: Endpoint = {
  method: 'POST',
  path: '/v1/bulk-lookup',
  operationId: 'submitBulkLookup',
  summary: 'Submit up to 10,000 persons to look up as a job',
  headers: idempotencyHeaders,
  body: bulkLookupSubmission,
  response: bulkLookupReceipt,
  maxBodyBytes: maxRows * 10_000,
  errors: [403, 408, 413, 422, 503],
  async respond({ engine, key, request, body }) {
    try {
      return jsonResponse(
        await submitIdempotently(request, async (idempotency) => {
          const options = { account: key.account, keyId: key.id, ...idempotency };
          await refuseWithoutCredits(engine.jobs, 'lookup', options);
          return lookupReceipt(await engine.jobs.submitLookup(await body.list(rowList), options));
        }),
      );
    } catch (error) {
      const isAboutList = error instanceof InvalidArgument && error.parameter === 'input';
      throw isAboutList ? new Problem(422, error.message) : error;
    }
  },
};

export const bulkLookupStatusEndpoint: Endpoint = {
  method: 'GET',
  path: '/v1/bulk-lookup/:job_id',
  operationId: 'getBulkLookup',
  summary: 'How far a bulk lookup is',
  parameters: jobPath,
  response: bulkLookupJob,
  errors: [400, 404],
  async respond(context) {
    const { engine, key } = context;
    return jsonResponse(lookupJob(await engine.jobs.get(readJobId(context), { keyId: key.id })));
  },
};

export const bulkLookupResultsEndpoint: Endpoint = {
  method: 'GET',
  path: '/v1/bulk-lookup/:job_id/results',
  operationId: 'getBulkLookupResults',
  summary: 'A page of the results of a bulk lookup, while it runs or afterwards',
  parameters: jobPath,
  query: bulkLookupPageQuery,
  response: bulkLookupPage,
  errors: [400, 404, 422, 503],
  async respond(context) {
    const { engine, key, request } = context;
    const jobId = readJobId(context);
    const page = readQuery(request.target, bulkLookupPageQuery);
    const rows = await engine.jobs.lookupResults(jobId, page, { keyId: key.id });
    return jsonResponse(lookupPage(rows, page));
  },
};

/** Memory of a row without its texts, as measured. */
const rowBytes = 56;

export const rowList: BodyList<LookupRow> = {
  parameter: 'input',
  field: 'input',
  bodyRule: 'must be an object with the field input',
  fieldRule: 'must be an array of rows',
  maxItems: maxRows,
  checkCount(count) {
    if (count >= 1 && count <= maxRows) return;
    throw new Problem(422, `input: must hold from 1 to ${maxRows.toLocaleString('en')} rows.`);
  },
  check(element, index) {
    const row = lookupRow.safeParse(element);
    if (!row.success) throw validationProblem(row.error, `input[${index}]`);
    return row.data;
  },
  bytesOf: (row) =>
    rowBytes + [row.first_name, row.last_name, row.domain].reduce((sum, text) => sum + bytesOfText(text), 0),
};
