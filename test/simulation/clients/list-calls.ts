import type { JobAccess, SubmitOptions } from '../../../src/bulk/jobs.ts';
import type { EmailLookup, EmailVerification } from '../../../src/resources.ts';
import { codeOf } from './call-outcomes.ts';
import type { ClientList } from './client-list.ts';
import type { AcceptedJob, ClientCalls } from './front.ts';

const rowsPerPage = 5;

/** Submits a list of either kind. Rejects as the service does. */
export async function submitList(
  jobs: ClientCalls['jobs'],
  list: ClientList,
  options: SubmitOptions,
): Promise<AcceptedJob> {
  if (list.kind === 'people') {
    return jobs.submitLookup(list.rows, options);
  }
  const { emails, level } = list;
  return jobs.submit(emails, { ...options, level });
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
    const { results } = await jobs.lookupResults(jobId, page, access);
    read.push(...results);
    if (results.length < rowsPerPage) return read;
  }
}
