import { type ClientList, keysOf } from '../../clients/client-list.ts';
import { hindrancesOf } from '../hindrances.ts';
import type { Invariant } from '../invariant.ts';
import { isSound } from '../results/sound-exchange.ts';
import { watchStrangers } from '../strangers.ts';

const mostEntries = 10;
/** Until the lists that came before end a connection each, which a server that hangs does within half a minute. */
const soonMs = 60_000;
/** Where each process may have only four or eight connections, of which slow servers hold most. */
const soonAmongFewMs = 90_000;

interface ShortList {
  readonly job: string;
  readonly jobId: string;
  readonly list: ClientList;
  readonly at: number;
}

/** Accounts share the connections of a process: one that floods it with lists leaves room for the others. */
export const shortListsStartSoon: Invariant = {
  name: 'short lists start soon',
  promise:
    'An address of a list of up to ten, at a sound mail server, has its first result within a minute, or a minute and a half if a process may have no more than eight connections, however many lists other accounts send.',
  watch({ story, time, service, world, faults, fail }) {
    /** By job, the positions that have a result. */
    const results = new Map<string, Set<number>>();
    const strangers = watchStrangers(story, world);
    const failed = new Set<string>();
    const longestMs = service.maxConnections === undefined ? soonMs : soonAmongFewMs;
    story.on('job-accepted', ({ job, jobId, list }, at) => {
      if (list.kind === 'addresses' && keysOf(list).length <= mostEntries)
        time.schedule(longestMs, () => check({ job, jobId, list, at }));
    });
    story.onCall(['jobs.record', 'jobs.fail'], ({ method, args, outcome }) => {
      if (!('value' in outcome)) return;
      const [jobId] = args as readonly [string];
      if (method === 'jobs.fail') return void failed.add(jobId);
      const known = results.get(jobId) ?? new Set();
      results.set(jobId, known);
      for (const position of (outcome.value as { readonly recorded: readonly number[] }).recorded)
        known.add(position);
    });

    function check({ job, jobId, list, at }: ShortList): void {
      if (failed.has(jobId)) return;
      for (const [position, email] of keysOf(list).entries()) {
        if (results.get(jobId)?.has(position)) continue;
        const exchanges = world.exchangesOf(email);
        const isHindered = service.processes.some(
          ({ name: process }) =>
            hindrancesOf(faults, { process, exchanges, from: at, until: time.now }).length > 0,
        );
        if (!exchanges.every(isSound) || world.hasOwnPolicy(email) || isHindered) continue;
        if (strangers.mayHarm(email, at)) continue;
        fail(
          `${job} has no result for ${email} after ${longestMs} ms, although nothing is wrong with its servers`,
          [job, email],
        );
      }
    }

    return {};
  },
};
