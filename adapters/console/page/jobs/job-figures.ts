import type { Job } from '../api/resources.ts';

/** What is shown as the status of a job. */
export function shownStatus(job: Job): string {
  return job.cancelled ? 'cancelled' : job.status;
}

/** Returns whether nothing of a job will change any more. */
export function isFinished(job: Job): boolean {
  return job.status === 'complete' || job.status === 'failed';
}

/** How much was done by when. */
export interface ProgressSample {
  readonly atMs: number;
  readonly processed: number;
}

/** Speed and time left are measured over this long. */
const windowMs = 30_000;

/** Adds what is known now, and drops what is too old to say how fast it goes. */
export function addSample(
  samples: readonly ProgressSample[],
  sample: ProgressSample,
): readonly ProgressSample[] {
  return [...samples.filter(({ atMs }) => sample.atMs - atMs <= windowMs), sample];
}

/** Returns items per second; undefined as long as it cannot be said. */
export function speedOf(samples: readonly ProgressSample[]): number | undefined {
  const first = samples[0];
  const last = samples.at(-1);
  if (first === undefined || last === undefined || last.atMs - first.atMs < 1_000) return undefined;
  return (1_000 * (last.processed - first.processed)) / (last.atMs - first.atMs);
}
