import { strikesAnyProcess } from '../hindrances.ts';
import type { Invariant } from '../invariant.ts';
import { watchJobs } from '../watched-jobs.ts';

/** A list is submitted, and the hold for one whose submission went wrong expires, within this time. */
const submissionMs = 600_000;

/** A job that has failed is no excuse for its results, unless there is one for its failure. */
export const jobsFailForACause: Invariant = {
  name: 'jobs fail for a cause',
  promise:
    'A job that was accepted fails only if you cancel it, if a process or the store fails while it is submitted or worked on, or after six hours in which no process could verify anything, as without DNS or port 25.',
  watch({ story, stores, faults, fail }) {
    const watched = watchJobs(story);
    const accepted = new Map<string, { readonly name: string; readonly at: number }>();
    const cancelled = new Set<string>();
    const failedAt = new Map<string, number>();
    story.on('job-accepted', ({ job, jobId }, at) => {
      if (!accepted.has(jobId)) accepted.set(jobId, { name: job, at });
    });
    story.on('job-cancelled', ({ job }) => {
      cancelled.add(job);
    });
    story.onCall(['jobs.fail'], ({ args, outcome }, at) => {
      const id = args[0] as string;
      if ('value' in outcome && !failedAt.has(id)) failedAt.set(id, at);
    });
    return {
      async afterCalm() {
        for (const [jobId, { name, at }] of accepted) {
          // Of a job that was deleted, the store said this at last.
          const job = (await stores.jobs.get(jobId)) ?? watched.get(jobId)?.record;
          if (job === undefined || job.failedAt === null || cancelled.has(name)) continue;
          const causes = faults.during(at - submissionMs, failedAt.get(jobId) ?? at);
          if (causes.some(strikesAnyProcess)) continue;
          fail(
            `${name} has failed with ${job.processed} of ${job.total} results, although nobody has cancelled it and nothing of ours had failed`,
            [name],
          );
        }
      },
    };
  },
};
