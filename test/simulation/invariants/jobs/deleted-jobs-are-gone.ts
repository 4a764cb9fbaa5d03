import { isKnown } from '../../clients/call-outcomes.ts';
import type { Invariant } from '../invariant.ts';
import { watchJobs } from '../watched-jobs.ts';

/** What a client relies on who deletes a job. */
export const deletedJobsAreGone: Invariant = {
  name: 'deleted jobs are gone',
  promise:
    'A list that has ended can be deleted, and is then not found any more; one that runs cannot, and goes on unharmed. No other list is deleted.',
  watch({ story, stores, fail }) {
    const jobs = watchJobs(story);
    const asked = new Set<string>();
    story.on('deletion-asked', ({ jobId }) => {
      asked.add(jobId);
    });
    story.on('deletion-answered', ({ job: name, jobId, outcome, tookMs }, at) => {
      const job = jobs.get(jobId);
      if (job === undefined || !isKnown(outcome)) return;
      const isDeleted = job.deletedAt !== undefined;
      if (outcome === 'conflict') {
        if (job.end !== undefined && job.end.at < at - tookMs)
          fail(`${name} cannot be deleted, although it had ${job.end.how}`, [name]);
      } else if (outcome !== 'deleted' && outcome !== 'not_found')
        fail(`${name} could not be deleted: ${outcome}`, [name]);
      else if (!isDeleted) fail(`${name} is not deleted: ${outcome}`, [name]);
      else if (job.end === undefined) fail(`${name} was deleted while it ran`, [name]);
    });
    story.on('job-sought', ({ job, call, why, outcome }) => {
      if (why !== 'deleted' || outcome === 'not_found' || !isKnown(outcome)) return;
      fail(`${call} found ${job} after it was deleted: ${outcome}`, [job]);
    });
    return {
      async afterCalm() {
        for (const { id, deletedAt } of jobs.values()) {
          const name = story.nameOf(id);
          if (deletedAt !== undefined && !asked.has(id))
            return fail(`${name} was deleted, for which nobody had asked`, [name]);
          if (deletedAt !== undefined && (await stores.jobs.get(id)) !== undefined)
            return fail(`${name} is there again after it was deleted`, [name]);
        }
      },
    };
  },
};
