import type { JobRecord, JobStore, StatusCounts } from '../../ports/job-store.ts';
import type { BulkVerificationStatus } from '../../resources.ts';
import { isFinished, statusOf } from '../job-status.ts';
import { costOf } from '../settlement.ts';
import { finishedJobs, unfinishedJobs, unlessGone } from './job-pages.ts';

/** What an operator sees of a job of either kind. Contains no addresses. Times are milliseconds since the epoch. */
export interface JobSummary {
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

/** Which jobs to list. */
export interface JobFilter {
  /** Only those of this account. */
  account?: string | undefined;
  /** Only those that the API key with this id owns. */
  keyId?: string | undefined;
  /** True: only those that have neither completed nor failed. Default false. */
  unfinished?: boolean | undefined;
}

const jobsPerPage = 200;

/** Reads no item. */
export async function summarizeJob(jobs: JobStore, job: JobRecord): Promise<JobSummary> {
  const waits = !isFinished(job) && job.retrying > 0;
  return summaryOf(job, waits ? await unlessGone(jobs.nextRetryAt(job.id), null) : null);
}

function summaryOf(job: JobRecord, nextRetryAt: number | null): JobSummary {
  const {
    id,
    kind,
    name = null,
    account,
    keyId,
    total,
    processed,
    retrying,
    byStatus,
    submittedAt,
    startedAt,
    completedAt,
    failedAt,
    cancelled,
  } = job;
  return {
    id,
    kind,
    name,
    account,
    keyId,
    status: statusOf(job),
    cancelled,
    total,
    processed,
    retrying: failedAt === null ? retrying : 0,
    nextRetryAt,
    byStatus,
    milliCredits: costOf(job),
    refundedMilliCredits: failedAt === null ? 0 : (total - processed) * job.milliCreditsPerItem,
    submittedAt,
    startedAt,
    finishedAt: completedAt ?? failedAt,
  };
}

/** Yields each job once: those that are not finished first, in order of submission. */
export async function* listJobs(jobs: JobStore, filter: JobFilter): AsyncGenerator<JobSummary> {
  const seen = new Set<string>();
  for await (const job of unfinishedJobs(jobs, jobsPerPage)) {
    if (seen.has(job.id)) continue;
    seen.add(job.id);
    if (matches(job, filter)) yield await summarizeJob(jobs, job);
  }
  if (filter.unfinished) return;
  for await (const job of finishedJobs(jobs, jobsPerPage)) {
    // It may have finished meanwhile.
    if (!seen.has(job.id) && matches(job, filter)) yield await summarizeJob(jobs, job);
  }
}

function matches(job: JobRecord, { account, keyId, unfinished = false }: JobFilter): boolean {
  if (account !== undefined && job.account !== account) return false;
  if (keyId !== undefined && job.keyId !== keyId) return false;
  return !(unfinished && isFinished(job));
}
