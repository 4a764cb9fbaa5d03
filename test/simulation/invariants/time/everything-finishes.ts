import type { Invariant } from '../invariant.ts';
import { watchShutPlaces } from '../shut-places.ts';
import { exchangesOfJob, watchJobs } from '../watched-jobs.ts';

/** Retries, and a block that was met at the last moment, are over by then; what another one kept waiting is given up. */
const finishedWithinMs = 3.7 * 3_600_000;

/** After the storm there is no work left that nobody does. */
export const everythingFinishes: Invariant = {
  name: 'everything finishes',
  promise:
    'When whatever was broken works again, every job finishes by itself, without a restart, and every call is answered. A list whose mail servers go on blocking us is given up.',
  watch({ time, stores, story, service, world, clients, fail }) {
    const jobs = watchJobs(story);
    const shutPlaces = watchShutPlaces(story, service);
    let calmAt = Number.POSITIVE_INFINITY;
    story.on('calm', (_, at) => {
      calmAt = at;
    });
    const waitsForServer = (id: string) => {
      const job = jobs.get(id);
      const exchanges = job === undefined ? [] : [...exchangesOfJob(job, world)];
      return exchanges.some(({ host }) => shutPlaces.shutUntil(host, time.now) >= time.now);
    };
    return {
      async regularly() {
        if (time.now < calmAt + finishedWithinMs) return;
        for (const { id } of await stores.jobs.unfinished({ limit: 1_000 })) {
          const name = story.nameOf(id);
          if (!waitsForServer(id))
            fail(`${name} is not finished, although no mail server keeps it waiting`, [name]);
        }
      },
      async afterCalm() {
        const waiting = clients.busy;
        for (const job of await stores.jobs.unfinished({ limit: 1_000 })) {
          const name = story.nameOf(job.id);
          fail(
            `${name} is not finished: ${job.processed} of ${job.total} have a result, ${job.retrying} are tried again`,
            [name],
          );
        }
        if (waiting > 0) fail(`${waiting} clients are still waiting`);
      },
    };
  },
};
