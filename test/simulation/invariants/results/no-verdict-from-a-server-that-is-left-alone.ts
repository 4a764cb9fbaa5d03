import { strikesProcess } from '../hindrances.ts';
import type { Invariant } from '../invariant.ts';
import { watchSources } from '../verdict-sources.ts';
import { onVerdicts } from './verdicts.ts';

/** From a reply to the verdict, with the wait for canaries and for other egresses. */
const longestWorkMs = 200_000;

/** What nobody was asked for costs nothing, and is no attempt: a request gets an error, and a list waits. */
export const noVerdictFromAServerThatIsLeftAlone: Invariant = {
  name: 'no verdict from a server that is left alone',
  promise:
    'While a mail server is left alone because it blocks us, you get an error and pay nothing, instead of a verdict that says so; the addresses of a list wait.',
  watch({ story, world, faults, fail }) {
    /** When each server last refused something, whatever it was. */
    const refusedAt = new Map<string, number>();
    story.on('replies', ({ connection: { host }, text, arrivesAt }) => {
      if (/^[45]/m.test(text)) refusedAt.set(host, arrivesAt);
    });
    /** Addresses of lists that were blocked before: a list that is given up ends with what was found by then. */
    const hadBlock = new Set<string>();
    const worksFor = watchSources(story);
    onVerdicts(story, ({ name, email, substatus, process, since, isOfList }, at) => {
      const key = `${name} ${email}`;
      if (substatus !== 'blocked' || hadBlock.has(key)) return;
      if (isOfList) hadBlock.add(key);
      const exchanges = world.exchangesOf(email);
      const { source } = worksFor({ process, email, from: since, until: at });
      const from = Math.min(source.from, at - (isOfList ? longestWorkMs : 0)) - longestWorkMs;
      if (exchanges.some(({ host }) => (refusedAt.get(host) ?? 0) >= from)) return;
      if (faults.during(from, at).some((fault) => strikesProcess(fault, source.process))) return;
      fail(`${name} got ${substatus} for ${email}, although no mail server has refused anything meanwhile`, [
        name,
        email,
      ]);
    });
    return {};
  },
};
