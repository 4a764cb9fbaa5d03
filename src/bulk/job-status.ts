import type { JobRecord } from '../ports.ts';
import type { BulkVerificationJob, BulkVerificationStatus, RetryStatus } from '../resources.ts';

/** The documented view of a bulk verification (service document, "Bulk verification job"). */
export function bulkVerificationJob(job: JobRecord): BulkVerificationJob {
  return {
    job_id: job.id,
    status: statusOf(job),
    total_emails: job.total,
    emails_processed: job.processed,
    submitted_at: new Date(job.submittedAt).toISOString(),
    retry_status: retryStatusOf(job),
    completed_at: job.completedAt === null ? null : new Date(job.completedAt).toISOString(),
  };
}

export function statusOf(job: JobRecord): BulkVerificationStatus {
  if (job.failedAt !== null) return 'failed';
  if (job.completedAt !== null) return 'complete';
  if (job.startedAt === null) return 'pending';
  return job.processed < job.total ? 'in_progress' : 'partial_complete_retrying';
}

/** Only ever goes from none over pending and partial to complete, since `retried` and `processed` never fall. */
export function retryStatusOf(job: JobRecord): RetryStatus {
  const { processed, total, retrying, retried } = job;
  if (retried === 0) return retrying === 0 ? 'none' : 'pending';
  return retrying === 0 && processed === total ? 'complete' : 'partial';
}
