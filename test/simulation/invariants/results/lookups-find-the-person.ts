import { addressOf } from '../../clients/client-plan.ts';
import type { ExchangeSpec } from '../../world/exchange-spec.ts';
import type { Invariant } from '../invariant.ts';
import { isSound } from './sound-exchange.ts';

/** Everybody in the simulated world has one address, first.last, or none. */
export const lookupsFindThePerson: Invariant = {
  name: 'lookups find the person',
  promise:
    'A lookup finds the address of that person or none, and finds it wherever the server tells who exists.',
  watch({ story, world, faults, fail, time }) {
    const startedAt = time.now;
    story.on('lookup-answered', ({ request, row, outcome }, at) => {
      if (outcome.kind !== 'finding') return;
      const email = addressOf(row);
      const subjects = [`request ${request} `, email, row.domain];
      // Such a server accepts everything: nothing can be known there.
      const acceptsAll = world
        .exchangesOf(email)
        .some(({ acceptsEverything, isBackup }) => acceptsEverything || isBackup);
      if (outcome.email !== null && outcome.email !== email && world.isHonest(email) && !acceptsAll)
        return fail(`request ${request} has looked for ${email}, and got ${outcome.email}`, subjects);
      if (outcome.substatus !== 'no_address_found' || acceptsAll) return;
      const truth = world.truthOf(email);
      const exists = truth.kind === 'mailbox' && truth.state === 'active';
      if (!exists || world.domains.get(row.domain)?.catchAll || !world.exchangesOf(email).every(tells))
        return;
      // A "not found" that is due to a fault may be reused.
      if (faults.during(startedAt, at).length > 0) return;
      fail(`request ${request} did not find ${email} although nothing is wrong with its servers`, subjects);
    });
    return {};
  },
};

function tells(exchange: ExchangeSpec): boolean {
  return isSound(exchange) && exchange.greylist === undefined && exchange.calloutMs === undefined;
}
