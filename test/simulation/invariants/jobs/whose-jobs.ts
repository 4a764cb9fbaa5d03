import type { Job } from '../../../../src/bulk/job.ts';
import type { JobFilter } from '../../../../src/bulk/job-list.ts';
import { isKnown } from '../../clients/call-outcomes.ts';
import type { Invariant } from '../invariant.ts';
import { countResults, type WatchedJob, watchJobs } from '../watched-jobs.ts';

/** API keys as the owners of jobs. */
export const jobsBelongToTheirKey: Invariant = {
  name: 'jobs belong to their key',
  promise:
    'With another API key than the one that a list was sent with, nobody finds, reads, cancels or deletes it, or has it listed.',
  watch({ story, fail }) {
    story.on('job-sought', ({ job, call, keyId, why, outcome }) => {
      if (why !== 'other-key' || outcome === 'not_found' || !isKnown(outcome)) return;
      fail(`${call} with ${keyId} came to ${job}, which is not its own: ${outcome}`, [job]);
    });
  },
};

/** What an operator or an owner sees of jobs. */
export const jobsAreListedAsTheyAre: Invariant = {
  name: 'jobs are listed as they are',
  promise:
    'A list of jobs has each job once that is asked for, and no other; it says to whom the job belongs, how many results it has, what it cost, and whether it has ended.',
  watch({ story, fail }) {
    const jobs = watchJobs(story);
    story.on('jobs-listed', ({ filter, jobs: listed, tookMs }, at) => {
      const period = { from: at - tookMs, until: at };
      const ids = new Set(listed.map(({ id }) => id));
      if (ids.size !== listed.length) fail('a list of jobs has a job twice');
      for (const summary of listed) {
        check(summary, period);
        const job = jobs.get(summary.id);
        if (job !== undefined && !mayMatch(job, filter, period))
          fail(`${story.nameOf(job.id)} is listed as one of ${JSON.stringify(filter)}`, [
            story.nameOf(job.id),
          ]);
      }
      for (const job of jobs.values())
        if (!ids.has(job.id) && mustMatch(job, filter, period))
          fail(`${story.nameOf(job.id)} is missing in the list of ${JSON.stringify(filter)}`, [
            story.nameOf(job.id),
          ]);
    });
    story.on('job-described', ({ summary, tookMs }, at) => check(summary, { from: at - tookMs, until: at }));
    return {};

    function check(summary: Job, period: Period): void {
      const name = story.nameOf(summary.id);
      const job = jobs.get(summary.id);
      const problem = job === undefined ? 'was never created' : problemOf(summary, job, period);
      if (problem !== undefined) fail(`${name} is shown, but ${problem}`, [name]);
    }
  },
};

/** While a client waited for its answer. */
interface Period {
  readonly from: number;
  readonly until: number;
}

/** Returns what is wrong with what is shown of a job. */
function problemOf(summary: Job, job: WatchedJob, { from, until }: Period): string | undefined {
  for (const field of ['kind', 'account', 'keyId', 'total', 'milliCredits'] as const)
    if (summary[field] !== job[field]) return `with ${field} ${summary[field]}, not ${job[field]}`;
  const { processed, retrying, finishedAt, status } = summary;
  const [least, most] = [countResults(job, from), countResults(job, until)];
  if (processed < least || processed > most || retrying > processed)
    return `with ${processed} results, ${retrying} to be tried again, of ${most}`;
  const isEnded = status === 'complete' || status === 'failed';
  const mayRun = job.end === undefined || job.end.at >= from;
  if (isEnded !== (finishedAt !== null) || (isEnded ? job.end === undefined : !mayRun))
    return `as ${status} when it had ${job.end?.how ?? 'not ended'}`;
  if (isEnded && (status === 'failed') !== (job.end?.how === 'failed'))
    return `as ${status} when it had ${job.end?.how}`;
  return undefined;
}

function isOf({ account, keyId }: WatchedJob, filter: JobFilter): boolean {
  return (
    (filter.account === undefined || filter.account === account) &&
    (filter.keyId === undefined || filter.keyId === keyId)
  );
}

/** Whether a job was one of these at some moment of a period. */
function mayMatch(job: WatchedJob, filter: JobFilter, { from }: Period): boolean {
  if (!isOf(job, filter) || (job.deletedAt !== undefined && job.deletedAt < from)) return false;
  return filter.unfinished !== true || job.end === undefined || job.end.at >= from;
}

/** Whether it was one of them all the time. */
function mustMatch(job: WatchedJob, filter: JobFilter, { from }: Period): boolean {
  if (!isOf(job, filter) || job.createdAt >= from || job.deletedAt !== undefined) return false;
  return filter.unfinished !== true || job.end === undefined;
}

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
