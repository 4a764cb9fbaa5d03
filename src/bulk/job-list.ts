import { isStorableText } from '../argument-checks.ts';
import { type JobRecord, type JobStore, mostNameCharacters } from '../ports/job-store.ts';
import { isFinished, type Job, readJob } from './job.ts';
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

/** Line breaks and control characters. */
const breaking = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+/gu;
/**
 * What makes a name look like another: characters of no width, and those that turn the direction of text. Variation selectors and
 * joiners stay where scripts and emoji need them: joiners not beside ASCII, selectors only behind what is seen and not ASCII, or in
 * the emoji of a key.
 */
const unseen =
  /(?!\p{Variation_Selector}|\p{Join_Control})[\p{Cf}\p{DI}]|\p{Join_Control}(?![^\0-\x7f])|(?<![^\0-\x7f])\p{Join_Control}|(?<![^\0-\x7f\s\p{C}\p{DI}])\p{Variation_Selector}(?!\u20e3)/gu;
const seen = /[^\s\p{Cf}\p{DI}]/u;

/** Returns the name that a job gets: one line without invisible characters, cut to its bound. Undefined if nothing is left. */
export function jobName(given: string | undefined): string | undefined {
  const line = (given ?? '').replace(unseen, '').replace(breaking, ' ').replace(/\s+/g, ' ').trim();
  const cut = line.slice(0, mostNameCharacters);
  // Not through the middle of a character.
  const name = isStorableText(cut) ? cut : cut.slice(0, -1);
  return seen.test(name) ? name.trim() : undefined;
}
