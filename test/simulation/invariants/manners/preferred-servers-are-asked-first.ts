import { isIP } from 'node:net';
import type { ExchangeSpec } from '../../world/exchange-spec.ts';
import { hindrancesOf } from '../hindrances.ts';
import type { Invariant } from '../invariant.ts';
import { isSound } from '../results/sound-exchange.ts';

/** The longest attempt at an address. */
const longestAttemptMs = 200_000;

/** RFC 5321 §5.1, seen from the servers: who is asked, and who before. */
export const preferredServersAreAskedFirst: Invariant = {
  name: 'preferred servers are asked first',
  promise:
    "A domain's mail servers are asked in the order of its MX records, and its own address only where it has none.",
  watch({ story, world, faults, fail }) {
    story.on('recipient-answered', ({ connection: { number, host, process }, address }, at) => {
      const subjects = [`connection ${number} `, address];
      const exchanges = world.exchangesOf(address);
      const asked = exchanges.find((exchange) => exchange.host === host);
      if (asked === undefined)
        return fail(`${process} asks ${host} about ${address}, for which it is not named`, subjects);
      const before = world.preferredTo(host, address).find(answers);
      if (before === undefined) return;
      const work = { process, exchanges, from: at - longestAttemptMs, until: at };
      if (hindrancesOf(faults, work).length > 0) return;
      fail(`${process} asks ${host} about ${address}, although ${before.host} comes first`, subjects);
    });
    story.on('connect-failed', ({ process, host }) => {
      if (isIP(host) !== 0)
        fail(`${process} connects to ${host}, which takes no mail for anybody`, [process, host]);
    });
    return {};
  },
};

function answers(exchange: ExchangeSpec): boolean {
  return isSound(exchange) && !exchange.isRetired;
}
