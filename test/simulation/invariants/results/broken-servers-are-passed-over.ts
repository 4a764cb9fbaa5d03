import { addressKey } from '../../world/address-keys.ts';
import type { ExchangeSpec } from '../../world/exchange-spec.ts';
import { hindrancesOf } from '../hindrances.ts';
import type { Invariant } from '../invariant.ts';
import { isSound } from './sound-exchange.ts';
import { onVerdicts } from './verdicts.ts';

/** A server that refuses connections, or mail for the domain, does not hide what the next one would say. */
export const brokenServersArePassedOver: Invariant = {
  name: 'broken servers are passed over',
  promise:
    'As long as one mail server of a domain works, its addresses do not get mail_server_unavailable, whatever the others do.',
  watch({ story, world, faults, fail }) {
    /** By whom, and when, the verdict that is stored on each address was found. */
    const found = new Map<string, { readonly process: string; readonly at: number }>();
    story.onCall(['cache.set'], ({ args, process }, at) => {
      found.set(args[0] as string, { process, at });
    });
    onVerdicts(story, ({ email, status, substatus, since, process }, at) => {
      if (status !== 'unknown' || substatus !== 'mail_server_unavailable') return;
      if (!world.alwaysHas(email, answers) || world.hasOwnPolicy(email)) return;
      // An unknown is reused, by callers with no more patience.
      const source = found.get(`verification:${addressKey(email)}`) ?? { process, at };
      const exchanges = world.exchangesOf(email);
      const works = [
        { process, exchanges, from: since, until: at },
        { process: source.process, exchanges, from: Math.min(since, source.at), until: at },
      ];
      if (works.some((work) => hindrancesOf(faults, work).length > 0)) return;
      fail(`${email} is called ${status} (${substatus}) although one of its mail servers answers`, [email]);
    });
    return {};
  },
};

function answers(exchange: ExchangeSpec): boolean {
  return isSound(exchange) && !exchange.isRetired;
}
