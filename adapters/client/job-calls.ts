import { checkOptionalString, checkSignal, checkString, namesOf } from '../../src/argument-checks.ts';
import { InvalidArgument } from '../../src/errors.ts';
import type { Clock } from '../../src/ports/clock.ts';
import { ApiError, retryAfterMs } from './api-error.ts';
import { type CallOptions, checkAtLeast, pause } from './requests.ts';

export interface JobWaitOptions<Job> {
  /** Ends the waiting, not the job: the call rejects with the reason of the signal. */
  signal?: AbortSignal | undefined;
  /** Called with every status that the server answers. */
  onProgress?: ((job: Job) => void) | undefined;
  /** Longest pause between two questions, in milliseconds. The first one is a second. Default 30,000. */
  maxPollMs?: number | undefined;
}

export const waitNames = namesOf<JobWaitOptions<unknown>>()('signal onProgress maxPollMs');
const firstPollMs = 1_000;
const growth = 1.5;

/**
 * Asks for the status of a job until `isOver` says that it is. Waits longer each time: as long as Retry-After asks, but
 * never shorter than without it, nor longer than `maxPollMs`.
 */
export async function waitForJob<Job>(
  ask: () => Promise<{ readonly data: Job; readonly response: Response }>,
  isOver: (job: Job) => boolean,
  { clock, signal, onProgress, maxPollMs = 30_000 }: JobWaitOptions<Job> & { clock: Clock },
): Promise<Job> {
  checkAtLeast('maxPollMs', maxPollMs, 1);
  for (let pollMs = Math.min(firstPollMs, maxPollMs); ; pollMs = Math.min(pollMs * growth, maxPollMs)) {
    const { data: job, response } = await ask();
    onProgress?.(job);
    if (isOver(job)) return job;
    const askedMs = retryAfterMs(response, clock.now()) ?? 0;
    await pause(clock, Math.min(Math.max(askedMs, pollMs), maxPollMs), signal);
  }
}

/** Returns the parameters in the path of requests about one job. */
export function jobPath(jobId: string, signal: AbortSignal | undefined): { path: { job_id: string } } {
  checkString('jobId', jobId, 'Pass the job_id that submit() returned.');
  checkSignal(signal);
  return { path: { job_id: jobId } };
}

export interface ResultsOptions extends CallOptions {
  /**
   * Yields what is known by now, although some results are still missing or may change. Without it, results that are not
   * final reject with the code `results_not_ready`. Default false.
   */
  provisional?: boolean | undefined;
}

export const resultsNames = namesOf<ResultsOptions>()('provisional signal');

/** Returns the error for results that may still change. */
export function notFinal(jobId: string): ApiError {
  const advice = 'Wait for it, or pass { provisional: true } for what is known by now.';
  return new ApiError('results_not_ready', `The results of job ${jobId} are not final. ${advice}`);
}

export interface SubmitOptions {
  /**
   * Makes repeats of this submission, also by later processes, get the first answer and charge once: 1 to 255 printable
   * ASCII characters. Default: a random one, which holds for the repeats of this call.
   */
  idempotencyKey?: string | undefined;
  /** Ends the call: it rejects with the reason of the signal. The job may have been created. */
  signal?: AbortSignal | undefined;
}

export const submitNames = namesOf<SubmitOptions>()('idempotencyKey signal');

/** Returns the header for a submission and all its repeats. */
export function idempotencyHeader(key: string | undefined): { 'Idempotency-Key': string } {
  checkOptionalString('idempotencyKey', key, 'Pass a text of your own, such as the number of an order.');
  if (key === undefined) return { 'Idempotency-Key': randomKey() };
  if (/^[\x21-\x7E](?:[\x20-\x7E]{0,253}[\x21-\x7E])?$/.test(key)) return { 'Idempotency-Key': key };
  const rule = 'must have from 1 to 255 printable ASCII characters, and begin and end with no blank';
  throw new InvalidArgument('idempotencyKey', `idempotencyKey ${rule}.`);
}

/** `crypto.randomUUID` would be missing in browsers on pages without TLS. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
