import { checkList, checkNames, checkSignal } from '../../src/argument-checks.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { BulkVerificationJob, BulkVerificationReceipt, EmailVerification } from '../../src/resources.ts';
import { ApiError } from './api-error.ts';
import {
  idempotencyHeader,
  type JobWaitOptions,
  jobPath,
  notFinal,
  type ResultsOptions,
  resultsNames,
  type SubmitOptions,
  submitNames,
  waitForJob,
  waitNames,
} from './job-calls.ts';
import {
  type Attempt,
  type CallOptions,
  callNames,
  connectionError,
  type OpenApiClient,
  type Requests,
  unreadable,
} from './requests.ts';

/** Lists of addresses, each a job of the server. */
export interface BulkVerifications {
  /** Submits up to 100,000 addresses, and charges the account for each that is not a repeat. */
  submit(emails: readonly string[], options?: SubmitOptions): Promise<BulkVerificationReceipt>;
  /** Resolves with how far a job is. */
  status(jobId: string, options?: CallOptions): Promise<BulkVerificationJob>;
  /**
   * Waits until a job is complete. This may take an hour, because unknown addresses are tried again after minutes.
   * Rejects with the code `job_failed` if the job failed.
   */
  wait(jobId: string, options?: JobWaitOptions<BulkVerificationJob>): Promise<BulkVerificationJob>;
  /**
   * Yields the result of each address, in the order of submission, as it arrives from the server. Rejects with the code
   * `server_unreachable` if fewer arrive than the server has announced: what was yielded is right, but not all.
   */
  results(jobId: string, options?: ResultsOptions): AsyncGenerator<EmailVerification, void>;
}

const statusHeader = 'X-Job-Status';
const countHeader = 'X-Row-Count';

export function bulkVerifications(parts: {
  api: OpenApiClient;
  requests: Requests;
  clock: Clock;
}): BulkVerifications {
  const { api, requests, clock } = parts;

  const ask = (jobId: string, signal: AbortSignal | undefined) => {
    const params = jobPath(jobId, signal);
    const send = (attempt: Attempt) => api.GET('/v1/bulk/{job_id}', { params, ...attempt });
    return requests.answer(send, { fields: { job_id: 'string', status: 'string' }, signal });
  };

  return {
    async submit(emails, options = {}) {
      checkNames(options, submitNames);
      const { idempotencyKey, signal } = options;
      checkList('emails', emails, "Pass the addresses: submit(['ann@example.org']).");
      checkSignal(signal);
      const params = { header: idempotencyHeader(idempotencyKey) };
      const body = [...emails];
      const send = (attempt: Attempt) => api.POST('/v1/bulk', { params, body, ...attempt });
      return (await requests.answer(send, { fields: { job_id: 'string' }, signal })).data;
    },
    async status(jobId, options = {}) {
      checkNames(options, callNames);
      return (await ask(jobId, options.signal)).data;
    },
    async wait(jobId, options = {}) {
      checkNames(options, waitNames);
      const isOver = ({ status }: BulkVerificationJob) => status === 'complete' || status === 'failed';
      const job = await waitForJob(() => ask(jobId, options.signal), isOver, { ...options, clock });
      if (job.status === 'complete') return job;
      const message = `Job ${jobId} failed. Addresses without a result were refunded: submit the list again.`;
      throw new ApiError('job_failed', message);
    },
    async *results(jobId, options = {}) {
      checkNames(options, resultsNames);
      const { signal, provisional = false } = options;
      const params = jobPath(jobId, signal);
      const headers = { Accept: 'application/x-ndjson' };
      const path = '/v1/bulk/{job_id}/results';
      const send = (attempt: Attempt) => api.GET(path, { params, headers, parseAs: 'stream', ...attempt });
      const { data, response } = await requests.answer(send, { fields: {}, signal });
      const status = response.headers.get(statusHeader);
      const announced = response.headers.get(countHeader);
      const isFinal = status === 'complete' || provisional;
      if (!isFinal || announced === null) {
        await data.cancel();
        throw status === null || isFinal ? unreadable(response) : notFinal(jobId);
      }
      let arrived = 0;
      try {
        for await (const result of readJsonLines(data)) {
          arrived += 1;
          // The server has checked each of them against the same schema.
          yield result as EmailVerification;
        }
      } catch (error) {
        signal?.throwIfAborted();
        throw connectionError(error);
      }
      if (arrived !== Number(announced)) throw cutOff(jobId, { arrived, announced });
    },
  };
}

/** Returns the error for results that end in an orderly way, but are not as many as there are. */
function cutOff(jobId: string, { arrived, announced }: { arrived: number; announced: string }): ApiError {
  const what = `${arrived} of the ${announced} results of job ${jobId} arrived`;
  const message = `${what}: something between the server and this client has cut the answer. Ask for the results again.`;
  return new ApiError('server_unreachable', message, {
    cause: new Error(`${countHeader}: ${announced}, but ${arrived} lines.`),
  });
}

/**
 * Yields the value of each line of a stream of JSON lines. Rejects with a SyntaxError for a line that is not JSON, and with another
 * error if the stream ends within a line.
 */
async function* readJsonLines(stream: ReadableStream<Uint8Array>): AsyncGenerator<unknown, void> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (let step = await reader.read(); !step.done; step = await reader.read()) {
      const lines = (rest + decoder.decode(step.value, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) yield JSON.parse(line);
    }
    // The last line ends like every other, so a rest is a line that was cut off.
    if (rest + decoder.decode() !== '') throw new Error('The last line is incomplete.');
  } finally {
    await reader.cancel().catch(() => {});
  }
}
