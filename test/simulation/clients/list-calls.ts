import type { JobAccess, SubmitOptions } from '../../../src/bulk/jobs.ts';
import type { EmailLookup, EmailVerification } from '../../../src/resources.ts';
import { codeOf } from './call-outcomes.ts';
import type { ClientList } from './client-list.ts';
import type { ClientCalls } from './front.ts';

/** What the receipt of a list says. */
interface AcceptedJob {
  readonly jobId: string;
  readonly total: number;
  readonly credits: number;
}

const rowsPerPage = 5;

/** Submits a list of either kind. Rejects as the service does. */
export async function submitList(
  jobs: ClientCalls['jobs'],
  list: ClientList,
  options: SubmitOptions,
): Promise<AcceptedJob> {
  if (list.kind === 'people') {
    const { job_id, total_rows, credits_consumed } = await jobs.submitLookups(list.rows, options);
    return { jobId: job_id, total: total_rows, credits: credits_consumed };
  }
  const { emails, level } = list;
  const { job_id, total_emails, estimated_cost } = await jobs.submit(emails, { ...options, level });
  return { jobId: job_id, total: total_emails, credits: estimated_cost };
}

/** Returns undefined if the job has none to show. */
export async function resultsOf(
  jobs: ClientCalls['jobs'],
  jobId: string,
  access: JobAccess,
): Promise<readonly EmailVerification[] | undefined> {
  try {
    const results = await jobs.results(jobId, access);
    const read: EmailVerification[] = [];
    for await (const page of results.pages()) read.push(...page);
    return read;
  } catch (error) {
    if (codeOf(error) === 'results_not_ready') return undefined;
    throw error;
  }
}

/** Reads a list of people page by page. */
export async function rowsOf(
  jobs: ClientCalls['jobs'],
  jobId: string,
  access: JobAccess,
): Promise<readonly EmailLookup[]> {
  const read: EmailLookup[] = [];
  for (;;) {
    const page = { limit: rowsPerPage, offset: read.length };
    const { results, total_rows: total } = await jobs.lookupResults(jobId, page, access);
    read.push(...results);
    if (results.length === 0 || read.length >= total) return read;
  }
}
