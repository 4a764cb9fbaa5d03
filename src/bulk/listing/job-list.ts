import type { JobRecord, JobStore } from '../../ports/job-store.ts';
import { isFinished, type Job, readJob } from '../job.ts';
import { finishedJobs, unfinishedJobs } from './job-pages.ts';

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

/** Yields each job once: those that are not finished first, in order of submission. */
export async function* listJobs(jobs: JobStore, filter: JobFilter): AsyncGenerator<Job> {
  const seen = new Set<string>();
  for await (const job of unfinishedJobs(jobs, jobsPerPage)) {
    if (seen.has(job.id)) continue;
    seen.add(job.id);
    if (matches(job, filter)) yield await readJob(jobs, job);
  }
  if (filter.unfinished) return;
  for await (const job of finishedJobs(jobs, jobsPerPage)) {
    // It may have finished meanwhile.
    if (!seen.has(job.id) && matches(job, filter)) yield await readJob(jobs, job);
  }
}

function matches(job: JobRecord, { account, keyId, unfinished = false }: JobFilter): boolean {
  if (account !== undefined && job.account !== account) return false;
  if (keyId !== undefined && job.keyId !== keyId) return false;
  return !(unfinished && isFinished(job));
}
