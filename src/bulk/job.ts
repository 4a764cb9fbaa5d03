import type { StepKind } from '../concurrency/loop-steps.ts';
import type { JobRecord, JobStore, NewJob, StatusCounts } from '../ports/job-store.ts';
import type { BulkVerificationStatus, RetryStatus } from '../resources.ts';
import { unlessGone } from './job-pages.ts';

/** A job of either kind, as everybody sees it. Contains no addresses. Times are milliseconds since the epoch. */
export interface Job {
  readonly id: string;
  readonly kind: 'verification' | 'lookup';
  /** What people call it, such as the name of its file; null if it has none. Several jobs may have the same. */
  readonly name: string | null;
  /** The account that was charged; null if nothing was. */
  readonly account: string | null;
  /** The id of the API key that owns the job; null if it has no owner. */
  readonly keyId: string | null;
  /** For jobs of both kinds, with the same meanings. */
  readonly status: BulkVerificationStatus;
  /** Whether it failed because it was cancelled. */
  readonly cancelled: boolean;
  /** Items without repeats. */
  readonly total: number;
  /** Items with a result, provisional ones included. */
  readonly processed: number;
  /** Items that will be tried again. */
  readonly retrying: number;
  /** When the first of them is due; null if none waits. */
  readonly nextRetryAt: number | null;
  /** How far the second and later attempts are, as the service document has it for verifications. */
  readonly retryStatus: RetryStatus;
  /** Items with a result, by the status of the latest. */
  readonly byStatus: StatusCounts;
  /** What the submission was charged. Items without a result are refunded when the job fails. */
  readonly milliCredits: number;
  /** What was refunded for the items without a result of a job that failed. */
  readonly refundedMilliCredits: number;
  readonly submittedAt: number;
  /** When a process began to work on it; null before. */
  readonly startedAt: number | null;
  /** When the job completed or failed; null before. */
  readonly finishedAt: number | null;
}

/** What the record of a job tells without a further read. */
export type JobState = Omit<Job, 'nextRetryAt'>;

/** Reads no item. */
export async function readJob(jobs: JobStore, record: JobRecord): Promise<Job> {
  const waits = !isFinished(record) && record.retrying > 0;
  const nextRetryAt = waits ? await unlessGone(jobs.nextRetryAt(record.id), null) : null;
  return { ...jobStateOf(record), nextRetryAt };
}

export function jobStateOf(record: JobRecord): JobState {
  const { name = null, total, processed, completedAt, failedAt } = record;
  return {
    id: record.id,
    kind: record.kind,
    name,
    account: record.account,
    keyId: record.keyId,
    status: statusOf(record),
    cancelled: record.cancelled,
    total,
    processed,
    retrying: failedAt === null ? record.retrying : 0,
    retryStatus: retryStatusOf(record),
    byStatus: record.byStatus,
    milliCredits: costOf(record),
    refundedMilliCredits: failedAt === null ? 0 : (total - processed) * record.milliCreditsPerItem,
    submittedAt: record.submittedAt,
    startedAt: record.startedAt,
    finishedAt: completedAt ?? failedAt,
  };
}

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
    byStatus: { safe: 0, risky: 0, invalid: 0, unknown: 0 },
    ...(name !== undefined && { name }),
    ...(traceparent !== undefined && { traceparent }),
  };
}

/** Returns how many results were recorded, retries included. Measures progress: it never falls. */
export function resultCount(job: Pick<JobRecord, 'processed' | 'retried'>): number {
  return job.processed + job.retried;
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

/** Returns of what kind the steps of its work are. */
export function stepKindOf({
  account,
  milliCreditsPerItem,
}: Pick<JobRecord, 'account' | 'milliCreditsPerItem'>): StepKind {
  return account !== null && milliCreditsPerItem === 0 ? 'unpaid' : 'paid';
}

/** Returns what a job was charged, in milli-credits. */
export function costOf({ total, milliCreditsPerItem }: JobRecord): number {
  return total * milliCreditsPerItem;
}
