import { addressKey } from '../../../../src/address/address-key.ts';
import type { ExchangeSpec } from '../../world/exchange-spec.ts';
import type { Invariant } from '../invariant.ts';
import { isSound } from '../results/sound-exchange.ts';
import { onVerdicts } from '../results/verdicts.ts';

const aftermathMs = 900_000;

/** A server that refuses connections, or mail for the domain, does not hide what the next one would say. */
export const brokenServersArePassedOver: Invariant = {
  name: 'broken servers are passed over',
  promise:
    'If one of the mail servers of a domain is broken or not responsible for it, the next one is asked.',
  watch({ story, world, faults, fail }) {
    /** When the verdict that the cache has on each address was found. */
    const foundAt = new Map<string, number>();
    story.on('store-call', ({ method, args }, at) => {
      if (method === 'cache.set') foundAt.set(args[0] as string, at);
    });
    onVerdicts(story, ({ email, status, substatus, since }, at) => {
      if (status !== 'unknown' || substatus !== 'mail_server_unavailable') return;
      if (!world.exchangesOf(email).some(answers)) return;
      // An unknown is reused, by callers with no more patience.
      const from = Math.min(since, foundAt.get(`verification:${addressKey(email)}`) ?? since);
      if (faults.during(from - aftermathMs, at).length > 0) return;
      fail(`${email} is called ${status} (${substatus}) although one of its mail servers answers`, [email]);
    });
    return {};
  },
};

function answers(exchange: ExchangeSpec): boolean {
  return isSound(exchange) && !exchange.isRetired;
}
