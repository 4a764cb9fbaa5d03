import * as z from 'zod';
import type { JobState } from '../../../src/bulk/job.ts';
import type { LookupPage, LookupPageOptions } from '../../../src/bulk/jobs.ts';
import { toCredits } from '../../../src/credit-units.ts';
import { NotFound } from '../../../src/errors.ts';
import { isoTime, isoTimeOrNull } from '../../../src/iso-time.ts';
import type {
  BulkLookupJob,
  BulkLookupPage,
  BulkLookupReceipt,
  BulkVerificationJob,
  BulkVerificationReceipt,
} from '../../../src/resources.ts';
import type { RequestContext } from '../endpoint.ts';
import { Problem } from '../problem.ts';

/** The documented resources of a job (service document, "Bulk verification job" and "Bulk lookup job"). */

export function verificationReceipt({ id, total, milliCredits }: JobState): BulkVerificationReceipt {
  return { job_id: id, status: 'submitted', total_emails: total, estimated_cost: toCredits(milliCredits) };
}

/** Throws NotFound for a lookup. */
export function verificationJob(job: JobState): BulkVerificationJob {
  checkKind(job, 'verification');
  const { id, status, total, processed, submittedAt, retryStatus, finishedAt } = job;
  return {
    job_id: id,
    status,
    total_emails: total,
    emails_processed: processed,
    submitted_at: isoTime(submittedAt),
    retry_status: retryStatus,
    completed_at: status === 'failed' ? null : isoTimeOrNull(finishedAt),
  };
}

export function lookupReceipt({ id, total, milliCredits }: JobState): BulkLookupReceipt {
  return { job_id: id, status: 'submitted', total_rows: total, credits_consumed: toCredits(milliCredits) };
}

/**
 * Rows that will be tried again are not counted yet, so that no row changes from not found to found. A job that
 * failed counts as completed: its credits were refunded. Throws NotFound for a verification.
 */
export function lookupJob(job: JobState): BulkLookupJob {
  checkKind(job, 'lookup');
  const { id, total, byStatus, submittedAt, finishedAt } = job;
  const processed = finalRows(job);
  return {
    job_id: id,
    status: finishedAt === null ? 'running' : 'completed',
    total_rows: total,
    total_processed: processed,
    summary: { total_found: byStatus.safe, total_not_found: processed - byStatus.safe },
    created_at: isoTime(submittedAt),
    finished_at: isoTimeOrNull(finishedAt),
  };
}

export function lookupPage({ job, results }: LookupPage, page: LookupPageOptions): BulkLookupPage {
  return { job_id: job.id, total_rows: job.total, total_processed: finalRows(job), ...page, results };
}

/** Returns how many rows will not change any more: all of them if the job has failed. */
function finalRows({ status, total, processed, retrying }: JobState): number {
  return status === 'failed' ? total : processed - retrying;
}

function checkKind({ kind }: JobState, expected: JobState['kind']): void {
  if (kind !== expected) throw new NotFound('Job not found.');
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Path parameters of every endpoint about one job, for OpenAPI; `readJobId` does the check. */
export const jobPath = z.object({ job_id: z.guid().describe('The id that the submission returned.') });

/**
 * Returns the job id in the path, in lower case: clients may send letters of either case (RFC 9562 §4).
 * Throws a Problem with status 400 if it is not a UUID.
 */
export function readJobId({ pathParameters }: Pick<RequestContext, 'pathParameters'>): string {
  const { job_id: id = '' } = pathParameters;
  if (!uuid.test(id)) throw new Problem(400, 'invalid job ID format');
  return id.toLowerCase();
}
