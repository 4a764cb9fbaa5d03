import { NotFound, ResultsNotReady } from '../errors.ts';
import { notCompleted } from '../lookup/lookup-result.ts';
import type { JobItemState, JobRecord, JobStore } from '../ports/job-store.ts';
import { type EmailLookup, type EmailVerification, isVerification } from '../resources.ts';
import { itemPages, openItemPages } from './items/item-pages.ts';
import { jobStateOf } from './job.ts';
import type { ItemPageOptions, JobAccess, JobResults, LookupPage, LookupPageOptions } from './jobs.ts';

/** Few: others wait while a page is read, and each client that does not read holds one in memory. */
const rowsPerPage = 250;

/** Reads jobs and their results. */
export class JobReader {
  readonly #jobs: JobStore;

  constructor(jobs: JobStore) {
    this.#jobs = jobs;
  }

  /** Rejects with NotFound, also if the job belongs to another key, or is not of `kind` (default: either kind). */
  async record(jobId: string, { keyId }: JobAccess = {}, kind?: JobRecord['kind']): Promise<JobRecord> {
    const job = await this.#jobs.get(jobId);
    const accessible = keyId === undefined || job?.keyId === keyId;
    if (job === undefined || !accessible || (kind !== undefined && job.kind !== kind)) {
      throw new NotFound('Job not found.');
    }
    return job;
  }

  async lookupPage(jobId: string, page: LookupPageOptions, access?: JobAccess): Promise<LookupPage> {
    const record = await this.record(jobId, access, 'lookup');
    const range = { offset: page.offset, end: page.offset + page.limit, limit: page.limit };
    const results: EmailLookup[] = [];
    for await (const states of itemPages(this.#jobs, jobId, range))
      results.push(...states.flatMap((state) => rowResult(state, record) ?? []));
    return { job: jobStateOf(record), results };
  }

  async items(jobId: string, page: ItemPageOptions, access?: JobAccess): Promise<readonly JobItemState[]> {
    await this.record(jobId, access);
    return this.#jobs.page(jobId, page);
  }

  async results(jobId: string, access?: JobAccess): Promise<JobResults> {
    const record = await this.record(jobId, access, 'verification');
    const job = jobStateOf(record);
    const { status } = job;
    if (status !== 'complete' && status !== 'partial_complete_retrying') throw new ResultsNotReady(status);
    return {
      job,
      pages: () => this.#results(record),
      pendingRetries: () => this.#pendingRetries(record),
    };
  }

  async *#results({ id, total }: JobRecord): AsyncGenerator<readonly EmailVerification[]> {
    for await (const states of itemPages(this.#jobs, id, { offset: 0, end: total, limit: rowsPerPage }))
      yield states.flatMap(({ result }) => (result !== undefined && isVerification(result) ? [result] : []));
  }

  async *#pendingRetries(job: JobRecord): AsyncGenerator<readonly string[]> {
    for await (const states of openItemPages(this.#jobs, job, { limit: rowsPerPage }))
      yield states.flatMap(({ item }) => ('email' in item ? [item.email] : []));
  }
}

/** Returns the final result of a row, or undefined if there is none yet. */
function rowResult({ item, result, retryAt }: JobItemState, job: JobRecord): EmailLookup | undefined {
  const failed = job.failedAt !== null;
  if (result !== undefined && !isVerification(result) && (retryAt === null || failed)) return result;
  if (!failed || !('domain' in item)) return undefined;
  return notCompleted(item);
}
