import * as z from 'zod';
import { maxEmails } from '../../../src/bulk/jobs.ts';
import type { BulkVerificationJob, BulkVerificationReceipt } from '../../../src/resources.ts';
import { emailVerification, namedBodies, namedSchemas } from './schemas.ts';

const jobId = z.guid().describe('The id that the submission returned.');

/** Path of everything about one job. */
export const jobPath = z.object({ job_id: jobId });

/** For OpenAPI; bodies are checked by hand, since zod would take its time over 100,000 entries. */
export const bulkSubmission = z
  .array(z.string())
  .min(1)
  .max(maxEmails)
  .describe('Email addresses. Repeats are removed before counting and charging.')
  .register(namedBodies, { id: 'BulkVerificationSubmission' });

export const bulkReceipt = z
  .object({
    job_id: z.guid(),
    status: z.literal('submitted'),
    total_emails: z.int().min(1).describe('Unique addresses.'),
    estimated_cost: z.number().min(0).describe('Credits charged.'),
  })
  .register(namedSchemas, {
    id: 'BulkVerificationSubmitResponse',
  }) satisfies z.ZodType<BulkVerificationReceipt>;

export const bulkJob = z
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

export const bulkResults = z
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
