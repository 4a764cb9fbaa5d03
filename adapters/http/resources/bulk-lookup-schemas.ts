import * as z from 'zod';
import { maxRows } from '../../../src/bulk/jobs.ts';
import type { BulkLookupJob, BulkLookupPage, BulkLookupReceipt, LookupRow } from '../../../src/resources.ts';
import { text, whole, wholeInText } from '../parameter-schemas.ts';
import { emailLookup } from './lookup-schemas.ts';
import { namedBodies, namedSchemas } from './schemas.ts';

const mostResults = 500;
const limitRule = `must be a whole number from 1 to ${mostResults}`;
const offsetRule = 'must be a whole number from 0 on';

/** Unlike those of a single lookup, fields may be empty: one row without a last name must not refuse all others. */
export const lookupRow = z
  .object(
    { first_name: text({ most: 255 }), last_name: text({ most: 255 }), domain: text({ most: 255 }) },
    { error: 'must be an object' },
  )
  .register(namedBodies, { id: 'LookupRow' }) satisfies z.ZodType<LookupRow>;

/** For OpenAPI; rows are checked one by one. */
export const bulkLookupSubmission = z
  .object({
    input: z
      .array(lookupRow)
      .min(1)
      .max(maxRows)
      .describe('Repeats, ignoring case and white space, are removed before billing.'),
  })
  .register(namedBodies, { id: 'BulkLookupSubmission' });

export const bulkLookupReceipt = z
  .object({
    job_id: z.guid(),
    status: z.literal('submitted'),
    total_rows: z.int().min(1).describe('Unique rows.'),
    credits_consumed: z.number().min(0).describe('Credits charged: one a row.'),
  })
  .register(namedSchemas, { id: 'BulkLookupSubmitResponse' }) satisfies z.ZodType<BulkLookupReceipt>;

export const bulkLookupJob = z
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

/** Query of GET /v1/bulk-lookup/{job_id}/results. */
export const bulkLookupPageQuery = z.object({
  limit: wholeInText(whole(limitRule, { least: 1, most: mostResults }))
    .default(50)
    .describe('Rows a page.'),
  offset: wholeInText(whole(offsetRule, { least: 0 }))
    .default(0)
    .describe('Index of the first row, in the order of submission.'),
});

export const bulkLookupPage = z
  .object({
    job_id: z.guid(),
    total_rows: z.int().min(1).describe('Rows submitted, without repeats.'),
    total_processed: z.int().min(0).describe('Rows done by now.'),
    limit: z.int().min(1).max(mostResults),
    offset: z.int().min(0),
    results: z
      .array(emailLookup)
      .describe('The rows of this page that are done, in the order of submission.'),
  })
  .register(namedSchemas, { id: 'BulkLookupResultsResponse' }) satisfies z.ZodType<BulkLookupPage>;
