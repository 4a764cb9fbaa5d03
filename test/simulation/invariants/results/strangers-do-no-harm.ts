import { providerOf } from '../../../../src/exchange/provider.ts';
import type { World } from '../../world/world.ts';
import { onAnswers } from '../answers.ts';
import { hindrancesOf } from '../hindrances.ts';
import type { Invariant } from '../invariant.ts';
import { watchSources } from '../verdict-sources.ts';
import { isSound } from './sound-exchange.ts';
import { onVerdicts } from './verdicts.ts';

/** What somebody has to do with so many domains of an owner counts for all of a server. */
const registrantsThatCount = 3;
/** A server is taken to serve us for so long after an answer about somebody else. */
const servedMs = 3_600_000;
/** So long may it be left alone: for a limit, and for the blocks of a day. */
const longestLimitMs = 300_000;
const longestBlockMs = 8 * 3_600_000;

interface Said {
  readonly at: number;
  readonly domain: string;
  readonly isBlock: boolean;
}

/**
 * What the owner of some domains has their server say, and how busy a mailbox is, is nobody else's trouble, although they
 * share servers: nobody else is refused, kept waiting or answered otherwise for it.
 */
export const strangersDoNoHarm: Invariant = {
  name: 'strangers do no harm',
  promise:
    'Limits and blocks that a mail server states about the recipients of one or two domains, and busy mailboxes, change no answer, charge or waiting time about the other domains at a sound server. Those of three domains or more keep others waiting for five minutes, if all ask us to slow down within a minute, or as long as a block lasts, if they block us while nobody else there was answered for an hour.',
  watch({ story, world, faults, fail }) {
    /** By egress and place. */
    const said = new Map<string, Said[]>();
    const servedAt = new Map<string, number>();
    /** When strangers could do harm, by place, and until when. */
    const harmfulUntil = new Map<string, number>();
    story.on('recipient-answered', ({ connection: { host, egress }, address, code }, at) => {
      const place = placeOf(host);
      const key = `${egress} ${place}`;
      if (!world.hasOwnPolicy(address)) {
        servedAt.set(key, at);
        return;
      }
      if (code < 400) return;
      const domain = address.slice(address.lastIndexOf('@') + 1);
      const recent = [...(said.get(key) ?? []), { at, domain, isBlock: code >= 500 }].slice(-100);
      said.set(key, recent);
      const isServed = at - (servedAt.get(key) ?? Number.NEGATIVE_INFINITY) < servedMs;
      const limits = new Set(
        recent
          .filter((one) => !one.isBlock && at - one.at < 60_000 + longestLimitMs)
          .map((one) => one.domain),
      );
      const blocks = new Set(
        recent.filter((one) => one.isBlock && at - one.at < longestBlockMs).map((one) => one.domain),
      );
      const untilMs = Math.max(
        limits.size >= registrantsThatCount ? at + servedMs + longestLimitMs : 0,
        blocks.size >= registrantsThatCount && !isServed ? at + longestBlockMs : 0,
      );
      harmfulUntil.set(place, Math.max(harmfulUntil.get(place) ?? 0, untilMs));
    });
    const isHarmless = (email: string, from: number) =>
      !world.hasOwnPolicy(email) &&
      world.exchangesOf(email).length > 0 &&
      world
        .exchangesOf(email)
        .every((one) => isSound(one) && (harmfulUntil.get(placeOf(one.host)) ?? 0) < from) &&
      isBesideStrangers(email, world);
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
    return {};
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

function placeOf(host: string): string {
  return providerOf(host)?.id ?? host;
}
