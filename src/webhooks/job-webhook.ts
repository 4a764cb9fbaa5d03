import { isoTime } from '../iso-time.ts';
import type { JobRecord } from '../ports/job-store.ts';

/** What an endpoint is told when a job has ended: the body of the request, in JSON. It contains no addresses. */
export interface JobWebhook {
  /**
   * `job.completed`: every address or row has its final result. `job.cancelled`: somebody ended the job. `job.failed`: it
   * made no progress for too long, or was not paid for. What has no result is refunded.
   */
  readonly type: 'job.completed' | 'job.cancelled' | 'job.failed';
  /** When the job ended, in ISO 8601. */
  readonly timestamp: string;
  readonly data: {
    readonly job_id: string;
    readonly kind: 'verification' | 'lookup';
    /** The API key that submitted the job, by its id; null if it was submitted without one. */
    readonly key_id: string | null;
    /** Addresses or rows, without repeats. */
    readonly total: number;
    /** Those with a result. */
    readonly processed: number;
    /** Those whose result is `safe`: deliverable addresses, or people whose address was found. */
    readonly safe: number;
    /** When the job was submitted, in ISO 8601. */
    readonly submitted_at: string;
  };
}

/** The same for every attempt, and for every endpoint. Receivers tell repeats by it. */
export function webhookIdOf(jobId: string): string {
  return `evt_${jobId}`;
}

/** Returns what to tell of a job that has ended; undefined for one that has not. */
export function webhookOf(job: JobRecord): JobWebhook | undefined {
  const endedAt = job.completedAt ?? job.failedAt;
  if (endedAt === null) return undefined;
  const { id, kind, keyId, total, processed, byStatus, submittedAt } = job;
  return {
    type: typeOf(job),
    timestamp: isoTime(endedAt),
    data: {
      job_id: id,
      kind,
      key_id: keyId,
      total,
      processed,
      safe: byStatus.safe,
      submitted_at: isoTime(submittedAt),
    },
  };
}

function typeOf({ completedAt, cancelled }: JobRecord): JobWebhook['type'] {
  if (completedAt !== null) return 'job.completed';
  return cancelled ? 'job.cancelled' : 'job.failed';
}
