import type { World } from '../../world/world.ts';
import { onAnswers } from '../answers.ts';
import { hindrancesOf } from '../hindrances.ts';
import type { Invariant } from '../invariant.ts';
import { placeOf, watchStrangers } from '../strangers.ts';
import { watchSources } from '../verdict-sources.ts';
import { isSound, tellsAtOnce } from './sound-exchange.ts';
import { onVerdicts } from './verdicts.ts';

/**
 * What the owner of some domains has their server say, and how busy a mailbox is, is nobody else's trouble, although they
 * share servers: nobody else is refused, kept waiting or answered otherwise for it.
 */
export const strangersDoNoHarm: Invariant = {
  name: 'strangers do no harm',
  promise:
    'Limits and blocks that a mail server states about the recipients of one or two domains, and busy mailboxes, change no answer, charge or waiting time about the other domains at a sound server. Those of three domains or more count for all of the server: for an hour, if they ask us to slow down within six minutes, and for as long as a block lasts, if they block us while a process has had no answer about anybody else there for an hour, or if nine such refusals come in a row.',
  watch({ story, world, faults, fail }) {
    const strangers = watchStrangers(story, world);
    const isHarmless = (email: string, from: number) =>
      !world.hasOwnPolicy(email) &&
      world.exchangesOf(email).length > 0 &&
      world.exchangesOf(email).every(tellsAtOnce) &&
      !strangers.mayHarm(email, from) &&
      isBesideStrangers(email, world);
    /** Where a stranger was refused last, by process. */
    const refusedStranger = new Map<string, string>();
    story.on('recipient-answered', ({ connection: { host, process }, address, code }) => {
      if (code >= 400 && world.hasOwnPolicy(address)) refusedStranger.set(process, host);
    });
    // Everybody there would wait.
    story.onCall(['leases.pause'], ({ process, args }, at) => {
      const [key, { reason }] = args as readonly [string, { readonly reason: string }];
      const host = refusedStranger.get(process) ?? '';
      const exchange = world.exchanges.get(host);
      const isThere = key.endsWith(` provider:${placeOf(host)}`) || key.endsWith(` host:${host}`);
      if (reason !== 'limited' || exchange === undefined || !isThere || !isSound(exchange)) return;
      if (strangers.mayHarmAt(host, at)) return;
      const work = { process, exchanges: [exchange], from: at, until: at };
      if (hindrancesOf(faults, work).length === 0)
        fail(`${process} rests at all of ${host}, where only strangers are refused`, [host, process]);
    });
    const worksFor = watchSources(story);
    const isHindered = (work: {
      readonly process: string;
      readonly email: string;
      readonly from: number;
      readonly until: number;
    }) =>
      Object.values(worksFor(work))
        .flat()
        .some(
          (each) => hindrancesOf(faults, { ...each, exchanges: world.exchangesOf(work.email) }).length > 0,
        );
    onVerdicts(story, ({ name, email, substatus, process, since }, at) => {
      if (substatus !== 'blocked' && substatus !== 'temporary_failure') return;
      if (!isHarmless(email, since) || isHindered({ process, email, from: since, until: at })) return;
      fail(`${name} got ${substatus} for ${email}, at whose servers only strangers are refused`, [
        name,
        email,
      ]);
    });
    onAnswers(story, ({ request, process, email, outcome, tookMs }, at) => {
      if (outcome.kind !== 'error' || !/refuses to talk to us|asked us to slow down/.test(outcome.message))
        return;
      const from = at - tookMs;
      if (!isHarmless(email, from) || isHindered({ process, email, from, until: at })) return;
      fail(`request ${request} got no answer for ${email}, at whose servers only strangers are refused`, [
        `request ${request} `,
        email,
      ]);
    });
  },
};

/** True if strangers share a server, or a provider, with the domain of an address. */
function isBesideStrangers(email: string, world: World): boolean {
  const places = new Set(world.exchangesOf(email).map(({ host }) => placeOf(host)));
  return [...world.domains.values()].some(
    ({ name, ownPolicy }) =>
      ownPolicy !== undefined &&
      world.exchangesOf(`somebody@${name}`).some(({ host }) => places.has(placeOf(host))),
  );
}
