import type { JobAttempt } from '../../../../src/index.ts';
import type { Invariant } from '../invariant.ts';

/** A process that has lost its lease finishes what it was doing. */
const aftermathMs = 600_000;

/** Without a fault, no attempt of a job is made by two processes, or twice by one. */
export const workIsDoneOnce: Invariant = {
  name: 'work is done once',
  promise: 'Servers are not asked about an address again for nothing: each attempt of a job is made once.',
  watch({ story, faults, fail }) {
    story.on('store-call', ({ method, args, outcome, process }, at) => {
      if (method !== 'jobs.record' || !('value' in outcome)) return;
      const [jobId, attempts] = args as readonly [string, readonly JobAttempt[]];
      const { recorded, job } = outcome.value as {
        recorded: readonly number[];
        job: { failedAt: number | null };
      };
      if (recorded.length === attempts.length || job.failedAt !== null) return;
      const excuses = faults
        .during(at - aftermathMs, at)
        .filter(
          ({ kind }) =>
            kind === 'paused' || kind === 'killed' || kind === 'clock-set' || kind.startsWith('store'),
        );
      if (excuses.length > 0) return;
      const name = story.nameOf(jobId);
      fail(
        `${process} has made ${attempts.length - recorded.length} attempts of ${name} that had been made before`,
        [name],
      );
    });
    return {};
  },
};
