import { checkList, checkNames, checkSignal, namesOf } from '../../src/argument-checks.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { BulkLookupJob, BulkLookupReceipt, EmailLookup, LookupRow } from '../../src/resources.ts';
import {
  idempotencyHeader,
  type JobWaitOptions,
  jobPath,
  notFinal,
  type ResultsOptions,
  type SubmitOptions,
  submitNames,
  waitForJob,
  waitNames,
} from './job-calls.ts';
import { type Attempt, type CallOptions, callNames, type OpenApiClient, type Requests } from './requests.ts';

export interface PagedResultsOptions extends ResultsOptions {
  /** Rows that are asked for at once: from 1 to 500. Default 500. */
  pageSize?: number | undefined;
}

/** Lists of people, each a job of the server. */
export interface BulkLookups {
  /** Submits up to 10,000 people, and charges the account for each that is not a repeat. */
  submit(people: readonly LookupRow[], options?: SubmitOptions): Promise<BulkLookupReceipt>;
  /** Resolves with how far a job is. */
  status(jobId: string, options?: CallOptions): Promise<BulkLookupJob>;
  /** Waits until a job is completed. This may take an hour, because people without an answer are tried again. */
  wait(jobId: string, options?: JobWaitOptions<BulkLookupJob>): Promise<BulkLookupJob>;
  /** Yields the result of each person, in the order of submission, page by page. */
  results(jobId: string, options?: PagedResultsOptions): AsyncGenerator<EmailLookup, void>;
}

const pagedResultsNames = namesOf<PagedResultsOptions>()('pageSize provisional signal');
const pageFields = { total_rows: 'number', total_processed: 'number', results: 'list' } as const;

export function bulkLookups(parts: { api: OpenApiClient; requests: Requests; clock: Clock }): BulkLookups {
  const { api, requests, clock } = parts;

  const ask = (jobId: string, signal: AbortSignal | undefined) => {
    const params = jobPath(jobId, signal);
    const send = (attempt: Attempt) => api.GET('/v1/bulk-lookup/{job_id}', { params, ...attempt });
    return requests.answer(send, { fields: { job_id: 'string', status: 'string' }, signal });
  };

  return {
    async submit(people, options = {}) {
      checkNames(options, submitNames);
      const { idempotencyKey, signal } = options;
      checkList('people', people, "Pass [{ first_name: 'Ann', last_name: 'Baker', domain: 'example.org' }].");
      checkSignal(signal);
      const params = { header: idempotencyHeader(idempotencyKey) };
      const body = { input: [...people] };
      const send = (attempt: Attempt) => api.POST('/v1/bulk-lookup', { params, body, ...attempt });
      return (await requests.answer(send, { fields: { job_id: 'string' }, signal })).data;
    },
    async status(jobId, options = {}) {
      checkNames(options, callNames);
      return (await ask(jobId, options.signal)).data;
    },
    async wait(jobId, options = {}) {
      checkNames(options, waitNames);
      const isOver = ({ status }: BulkLookupJob) => status === 'completed';
      return waitForJob(() => ask(jobId, options.signal), isOver, { ...options, clock });
    },
    async *results(jobId, options = {}) {
      checkNames(options, pagedResultsNames);
      const { signal, provisional = false, pageSize: limit = 500 } = options;
      const path = jobPath(jobId, signal);
      for (let offset = 0, total = 1; offset < total; offset += limit) {
        const params = { ...path, query: { limit, offset } };
        const url = '/v1/bulk-lookup/{job_id}/results';
        const send = (attempt: Attempt) => api.GET(url, { params, ...attempt });
        const { data: page } = await requests.answer(send, { fields: pageFields, signal });
        if (page.total_processed < page.total_rows && !provisional) throw notFinal(jobId);
        yield* page.results;
        total = page.total_rows;
      }
    },
  };
}
