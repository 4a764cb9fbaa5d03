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
      const routes = world.routesOf(address, at - longestAttemptMs - world.ttlMsOf(address), at);
      const before = routes.flatMap((route) => world.preferredTo(host, route) ?? []);
      // Where the domain has moved meanwhile, both orders are right.
      // A pause for one registrant may end before the next server of the same provider is asked.
      if (world.hasOwnPolicy(address)) return;
      const passedOver = routes.length === 1 ? before.find(answers) : undefined;
      if (passedOver === undefined) return;
      const work = { process, exchanges: world.exchangesOf(address), from: at - longestAttemptMs, until: at };
      if (hindrancesOf(faults, work).length > 0) return;
      fail(`${process} asks ${host} about ${address}, although ${passedOver.host} comes first`, [
        `connection ${number} `,
        address,
      ]);
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
