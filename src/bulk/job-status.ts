import { isoTime } from '../iso-time.ts';
import type { JobRecord, NewJob } from '../ports/job-store.ts';
import type {
  BulkLookupJob,
  BulkVerificationJob,
  BulkVerificationStatus,
  RetryStatus,
} from '../resources.ts';

/** Tells whether a job has completed or failed: no more attempts are recorded. */
export function isFinished(job: Pick<JobRecord, 'completedAt' | 'failedAt'>): boolean {
  return job.completedAt !== null || job.failedAt !== null;
}

/** Returns the record of a job that has just been created. */
export function newJobRecord(job: NewJob, total: number): JobRecord {
  const { id, kind, account, keyId, milliCreditsPerItem, submittedAt, idempotency, name, traceparent } = job;
  return {
    id,
    kind,
    account,
    keyId,
    milliCreditsPerItem,
    submittedAt,
    idempotency: idempotency && { key: idempotency.key, fingerprint: idempotency.fingerprint },
    startedAt: null,
    completedAt: null,
    failedAt: null,
    cancelled: false,
    settledAt: null,
    total,
    processed: 0,
    retrying: 0,
    retried: 0,
    safe: 0,
    byStatus: { safe: 0, risky: 0, invalid: 0, unknown: 0 },
    ...(name !== undefined && { name }),
    ...(traceparent !== undefined && { traceparent }),
  };
}

/** Returns how many results were recorded, retries included. Measures progress: it never falls. */
export function resultCount(job: Pick<JobRecord, 'processed' | 'retried'>): number {
  return job.processed + job.retried;
}

/** Returns the documented view of a bulk verification (service document, "Bulk verification job"). */
export function bulkVerificationJob(job: JobRecord): BulkVerificationJob {
  return {
    job_id: job.id,
    status: statusOf(job),
    total_emails: job.total,
    emails_processed: job.processed,
    submitted_at: isoTime(job.submittedAt),
    retry_status: retryStatusOf(job),
    completed_at: job.completedAt === null ? null : isoTime(job.completedAt),
  };
}

export function statusOf(job: JobRecord): BulkVerificationStatus {
  if (job.failedAt !== null) return 'failed';
  if (job.completedAt !== null) return 'complete';
  if (job.startedAt === null) return 'pending';
  return job.processed < job.total ? 'in_progress' : 'partial_complete_retrying';
}

/** Moves only from none over pending and partial to complete, since `retried` and `processed` never fall. */
export function retryStatusOf(job: JobRecord): RetryStatus {
  const { processed, total, retrying, retried } = job;
  if (retried === 0) return retrying === 0 ? 'none' : 'pending';
  return retrying === 0 && processed === total ? 'complete' : 'partial';
}

/**
 * Returns the documented view of a bulk lookup. Rows that will be tried again are not counted yet, so that no row
 * changes from not found to found. A job that failed counts as completed: its credits were refunded.
 */
export function bulkLookupJob(job: JobRecord): BulkLookupJob {
  const finishedAt = job.completedAt ?? job.failedAt;
  const processed = finalRows(job);
  return {
    job_id: job.id,
    status: finishedAt === null ? 'running' : 'completed',
    total_rows: job.total,
    total_processed: processed,
    summary: { total_found: job.safe, total_not_found: processed - job.safe },
    created_at: isoTime(job.submittedAt),
    finished_at: finishedAt === null ? null : isoTime(finishedAt),
  };
}

/** Returns how many rows will not change any more: all of them if the job has failed. */
export function finalRows(job: JobRecord): number {
  return job.failedAt === null ? job.processed - job.retrying : job.total;
}
