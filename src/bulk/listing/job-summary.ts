import type { JobRecord, JobStore } from '../../ports/job-store.ts';
import type { BulkVerificationStatus } from '../../resources.ts';
import { isFinished, statusOf } from '../job-status.ts';
import { costOf } from '../settlement.ts';
import { finishedJobs, unfinishedJobs } from './job-pages.ts';

/** What an operator sees of a job of either kind. Contains no addresses. Times are milliseconds since the epoch. */
export interface JobSummary {
  readonly id: string;
  readonly kind: 'verification' | 'lookup';
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
  /** What the submission was charged. Items without a result are refunded when the job fails. */
  readonly milliCredits: number;
  readonly submittedAt: number;
  /** When the job completed or failed; null before. */
  readonly finishedAt: number | null;
}

/** Which jobs to list. */
export interface JobFilter {
  /** Only those of this account. */
  account?: string;
  /** Only those that the API key with this id owns. */
  keyId?: string;
  /** True: only those that have neither completed nor failed. Default false. */
  unfinished?: boolean;
}

const jobsPerPage = 200;

export function summaryOf(job: JobRecord): JobSummary {
  const {
    id,
    kind,
    account,
    keyId,
    total,
    processed,
    retrying,
    submittedAt,
    completedAt,
    failedAt,
    cancelled,
  } = job;
  return {
    id,
    kind,
    account,
    keyId,
    status: statusOf(job),
    cancelled,
    total,
    processed,
    retrying: failedAt === null ? retrying : 0,
    milliCredits: costOf(job),
    submittedAt,
    finishedAt: completedAt ?? failedAt,
  };
}

/** Yields each job once: those that are not finished first, in order of submission. */
export async function* listJobs(jobs: JobStore, filter: JobFilter): AsyncGenerator<JobSummary> {
  const seen = new Set<string>();
  for await (const job of unfinishedJobs(jobs, jobsPerPage)) {
    if (seen.has(job.id)) continue;
    seen.add(job.id);
    if (matches(job, filter)) yield summaryOf(job);
  }
  if (filter.unfinished) return;
  for await (const job of finishedJobs(jobs, jobsPerPage)) {
    // It may have finished meanwhile.
    if (!seen.has(job.id) && matches(job, filter)) yield summaryOf(job);
  }
}

function matches(job: JobRecord, { account, keyId, unfinished = false }: JobFilter): boolean {
  if (account !== undefined && job.account !== account) return false;
  if (keyId !== undefined && job.keyId !== keyId) return false;
  return !(unfinished && isFinished(job));
}
