import { namesOf } from '../../src/argument-checks.ts';
import type { Clock } from '../../src/ports/clock.ts';
import { retryAfterMs } from './api-error.ts';
import { checkAtLeast } from './number-check.ts';
import { pause } from './pause.ts';

export interface JobWaitOptions<Job> {
  /** Ends the waiting, not the job: the call rejects with the reason of the signal. */
  signal?: AbortSignal | undefined;
  /** Called with every status that the server answers. */
  onProgress?: ((job: Job) => void) | undefined;
  /** Longest pause between two questions, in milliseconds. The first one is a second. Default 30,000. */
  maxPollMs?: number | undefined;
}

export const waitNames = namesOf<JobWaitOptions<unknown>>({
  signal: true,
  onProgress: true,
  maxPollMs: true,
});
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
