import type { Invariant } from '../invariant.ts';

/** After the storm there is no work left that nobody does. */
export const everythingFinishes: Invariant = {
  name: 'everything finishes',
  promise:
    'When whatever was broken works again, every job finishes by itself, without a restart, and every call is answered.',
  watch({ stores, story, clients, fail }) {
    return {
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
