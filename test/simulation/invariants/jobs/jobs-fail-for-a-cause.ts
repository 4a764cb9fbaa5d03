import { keysOf } from '../../clients/client-list.ts';
import type { Fault } from '../../faults/fault.ts';
import { strikesAnyProcess, strikesOurNetwork } from '../hindrances.ts';
import type { Invariant } from '../invariant.ts';
import { limitsRecipients } from '../results/sound-exchange.ts';
import { watchShutPlaces } from '../shut-places.ts';
import { exchangesOfJob, watchJobs } from '../watched-jobs.ts';

/** A list is submitted, and the hold for one whose submission went wrong expires, within this time. */
const submissionMs = 600_000;

/** A job that has failed is no excuse for its results, unless there is one for its failure. */
export const jobsFailForACause: Invariant = {
  name: 'jobs fail for a cause',
  promise:
    'A job that was accepted fails only if you cancel it, if a process or the store fails before its work begins, or after six hours (`giveUpMs`) without a result, in which something of ours failed, as DNS or port 25, or a mail server blocked us, or kept us waiting because it answers only so many recipients, or refuses only so many. If each of its addresses has had a result by then, it completes with those.',
  watch({ story, stores, service, world, faults, fail }) {
    const watched = watchJobs(story);
    const shutPlaces = watchShutPlaces(story, service);
    const accepted = new Map<
      string,
      { readonly name: string; readonly at: number; readonly meetsLimit: boolean }
    >();
    const cancelled = new Set<string>();
    const failedAt = new Map<string, number>();
    /** When each job last had a result. */
    const resultAt = new Map<string, number>();
    story.on('job-accepted', ({ job, jobId, list }, at) => {
      const meetsLimit =
        list.kind === 'addresses' &&
        keysOf(list).some((email) => world.exchangesOf(email).some(limitsRecipients));
      if (!accepted.has(jobId)) accepted.set(jobId, { name: job, at, meetsLimit });
    });
    story.on('job-cancelled', ({ job }) => {
      cancelled.add(job);
    });
    story.onCall(['jobs.record', 'jobs.fail'], ({ method, args, outcome }, at) => {
      const id = args[0] as string;
      if (!('value' in outcome)) return;
      if (method === 'jobs.record') {
        if ((outcome.value as { recorded: readonly number[] }).recorded.length > 0) resultAt.set(id, at);
      } else if (!failedAt.has(id)) failedAt.set(id, at);
    });
    return {
      async afterCalm() {
        for (const [jobId, { name, at, meetsLimit }] of accepted) {
          // Of a job that was deleted, the store said this at last.
          const job = (await stores.jobs.get(jobId)) ?? watched.get(jobId)?.record;
          if (job === undefined || job.failedAt === null || cancelled.has(name)) continue;
          const until = failedAt.get(jobId) ?? at;
          const lastResultAt = resultAt.get(jobId) ?? watched.get(jobId)?.createdAt ?? at;
          const isGivenUp = until - lastResultAt >= service.giveUpMs;
          const causes: readonly Fault[] =
            job.startedAt === null
              ? faults.during(at - submissionMs, until).filter(strikesAnyProcess)
              : isGivenUp
                ? faults.during(lastResultAt, until).filter(strikesOurNetwork)
                : [];
          if (isGivenUp && job.processed === job.total)
            fail(`${name} has failed although each of its ${job.total} addresses has a result`, [name]);
          const own = watched.get(jobId);
          const wasLeftAlone =
            own !== undefined &&
            [...exchangesOfJob(own, world)].some(
              ({ host }) => shutPlaces.shutUntil(host, until) >= lastResultAt,
            );
          if (causes.length > 0 || (isGivenUp && (meetsLimit || wasLeftAlone))) continue;
          fail(
            `${name} has failed with ${job.processed} of ${job.total} results, although nobody has cancelled it and nothing of ours had failed for long`,
            [name],
          );
        }
      },
    };
  },
};
