import * as z from 'zod';
import { checkEmailCount } from '../../../src/bulk/items/distinct-items.ts';
import { maxEmails } from '../../../src/bulk/jobs.ts';
import { InvalidArgument } from '../../../src/errors.ts';
import type { BulkVerificationJob, BulkVerificationReceipt } from '../../../src/resources.ts';
import { preferredType } from '../accept.ts';
import { partyOf } from '../answers/party.ts';
import { rowCountHeader } from '../answers/row-count.ts';
import { type BodyList, bytesOfText } from '../body/body-list.ts';
import type { Endpoint } from '../endpoint.ts';
import { Problem } from '../problem.ts';
import { jsonResponse } from '../response.ts';
import { resultFormats, resultTypes } from './bulk-result-formats.ts';
import { idempotencyHeaders, refuseWithoutCredits, submitIdempotently } from './idempotency.ts';
import { jobPath, readJobId, verificationJob, verificationReceipt } from './job-resources.ts';
import { namedBodies, namedSchemas } from './named-schemas.ts';
import { emailVerification } from './verify.ts';

/** For OpenAPI only. `emailList` does the check, because zod is slow on 100,000 entries. */
const bulkSubmission = z
  .array(z.string())
  .min(1)
  .max(maxEmails)
  .describe('Email addresses. Repeats are removed before counting and charging.')
  .register(namedBodies, { id: 'BulkVerificationSubmission' });

const bulkReceipt = z
  .object({
    job_id: z.guid(),
    status: z.literal('submitted'),
    total_emails: z.int().min(1).describe('Unique addresses.'),
    estimated_cost: z.number().min(0).describe('Credits charged.'),
  })
  .register(namedSchemas, {
    id: 'BulkVerificationSubmitResponse',
  }) satisfies z.ZodType<BulkVerificationReceipt>;

const bulkJob = z
  .object({
    job_id: z.guid(),
    status: z
      .enum(['pending', 'in_progress', 'partial_complete_retrying', 'complete', 'failed'])
      .describe('partial_complete_retrying: every address was tried, the unknown ones are tried again.'),
    total_emails: z.int().min(1),
    emails_processed: z.int().min(0),
    submitted_at: z.iso.datetime(),
    retry_status: z
      .enum(['none', 'pending', 'partial', 'complete'])
      .describe('none: no retries needed or started. pending: queued. partial: some are finished.'),
    completed_at: z.iso.datetime().nullable().describe('null while not finished.'),
  })
  .register(namedSchemas, {
    id: 'BulkVerificationStatusResponse',
  }) satisfies z.ZodType<BulkVerificationJob>;

const bulkResults = z
  .object({
    job_id: z.guid(),
    status: z.enum(['complete', 'partial_complete_retrying']),
    total_results: z.int().min(0).describe('Results in this response.'),
    results: z.array(emailVerification).describe('In the order of submission.'),
    pending_retries: z
      .array(z.string())
      .describe('Addresses still to be tried again; none when the results are final.'),
    retry_count: z.int().min(0).describe('How many addresses are still to be tried again.'),
  })
  .register(namedSchemas, { id: 'BulkVerificationResultsResponse' });

export const bulkSubmitEndpoint: Endpoint = {
  method: 'POST',
  path: '/v1/bulk',
  operationId: 'submitBulkVerification',
  summary: 'Submit up to 100,000 addresses as a job',
  // Service document, Limits: not subject to the per-second cap.
  rateLimited: false,
  headers: idempotencyHeaders,
  body: bulkSubmission,
  response: bulkReceipt,
  maxBodyBytes: maxEmails * 1_000,
  errors: [400, 403, 408, 413, 422, 503],
  async respond({ engine, key, request, body }) {
    try {
      return jsonResponse(
        await submitIdempotently(request, async (idempotency) => {
          const options = { account: key.account, keyId: key.id, ...idempotency };
          await refuseWithoutCredits(engine.jobs, 'verification', options);
          return verificationReceipt(await engine.jobs.submit(await body.list(emailList), options));
        }),
      );
    } catch (error) {
      throw asListProblem(error);
    }
  },
};

export const bulkStatusEndpoint: Endpoint = {
  method: 'GET',
  path: '/v1/bulk/:job_id',
  operationId: 'getBulkVerification',
  summary: 'How far a bulk verification is',
  parameters: jobPath,
  response: bulkJob,
  errors: [400, 404],
  async respond(context) {
    const { engine, key } = context;
    return jsonResponse(verificationJob(await engine.jobs.get(readJobId(context), { keyId: key.id })));
  },
};

export const bulkResultsEndpoint: Endpoint = {
  method: 'GET',
  path: '/v1/bulk/:job_id/results',
  operationId: 'getBulkVerificationResults',
  summary: 'The results of a bulk verification, in the order of submission',
  parameters: jobPath,
  response: bulkResults,
  responseHeaders: z.object({
    'X-Job-Status': bulkResults.shape.status.describe(
      'The status of the job, for formats that have rows only.',
    ),
    [rowCountHeader]: bulkResults.shape.total_results.describe(
      'Results in this response, for formats that have rows only: one with fewer was cut on its way. In CSV, a result may have several lines.',
    ),
  }),
  otherFormats: {
    'application/x-ndjson': { schema: emailVerification, description: 'One result a line.' },
    'text/csv': { description: 'A line with the names of the twelve fields, then one result a line.' },
  },
  errors: [400, 404, 409, 503],
  async respond(context) {
    const { engine, key, request, answers } = context;
    const results = await engine.jobs.results(readJobId(context), { keyId: key.id });
    const { contentType, write } = resultFormats[preferredType(request.header('accept'), resultTypes)];
    return answers.stream(partyOf(key.account), {
      kind: 'rows',
      chunks: write(results),
      headers: {
        'Content-Type': contentType,
        Vary: 'Accept',
        // JSON has both in its body; the other formats have rows only.
        'X-Job-Status': results.job.status,
        [rowCountHeader]: String(results.job.total),
      },
    });
  },
};

export const emailList: BodyList<string> = {
  parameter: 'emails',
  bodyRule: 'must be an array of strings',
  maxItems: maxEmails,
  checkCount: checkEmailCount,
  check(element, index) {
    if (typeof element !== 'string') throw new Problem(422, `body[${index}]: must be a string.`);
    return element;
  },
  bytesOf: bytesOfText,
};

/** The service document fixes the status and the text for a list that is too short or too long. */
function asListProblem(error: unknown): unknown {
  const isAboutList = error instanceof InvalidArgument && error.parameter === 'emails';
  return isAboutList ? new Problem(400, error.message) : error;
}
