import { rowKey } from '../../../../src/lookup/row.ts';
import { addressOf } from '../../clients/client-plan.ts';
import { isWithoutMail } from '../../world/world.ts';
import { hindrancesOf } from '../hindrances.ts';
import type { Invariant } from '../invariant.ts';
import { tellsAtOnce } from './sound-exchange.ts';

/** The most that a client waits for. */
const longestLookupMs = 120_000;
const dayMs = 86_400_000;

/** Everybody in the simulated world has one address, first.last, or none. */
export const lookupsFindThePerson: Invariant = {
  name: 'lookups find the person',
  promise:
    'A lookup finds the address of that person or none, and finds it wherever the server tells who exists.',
  watch({ story, world, faults, fail }) {
    /** By whom, and when, each stored finding was found. */
    const found = new Map<string, { readonly process: string; readonly at: number }>();
    story.onCall(['cache.set'], ({ args, process }, at) => {
      found.set(args[0] as string, { process, at });
    });
    story.on('lookup-answered', ({ request, process, row, outcome, tookMs }, at) => {
      if (outcome.kind !== 'finding') return;
      const email = addressOf(row);
      const subjects = [`request ${request} `, email, row.domain];
      // An address there says nothing of the person.
      const domain = world.domains.get(row.domain);
      if (domain?.isFree || domain?.isDisposable) {
        if (outcome.email !== null) fail(`request ${request} has found ${outcome.email}`, subjects);
        return;
      }
      // Such a server accepts everything: nothing can be known there.
      const acceptsAll = world
        .exchangesOf(email)
        .some(({ acceptsEverything, isBackup }) => acceptsEverything || isBackup);
      if (outcome.email !== null && outcome.email !== email && world.isHonest(email) && !acceptsAll)
        return fail(`request ${request} has looked for ${email}, and got ${outcome.email}`, subjects);
      if (outcome.substatus !== 'no_address_found' || acceptsAll) return;
      if (world.routesOf(email).some(isWithoutMail)) return;
      const truth = world.truthOf(email);
      const exists = truth.kind === 'mailbox' && truth.state === 'active';
      if (!exists || domain?.catchAll || !world.exchangesOf(email).every(tellsAtOnce)) return;
      const exchanges = world.exchangesOf(email);
      const from = at - tookMs;
      // A "not found" that is due to a fault may be reused.
      const source = found.get(`lookup:${rowKey(row)}`) ?? { process, at };
      const works = [
        { process, exchanges, from, until: at },
        { process: source.process, exchanges, from: Math.min(from, source.at - longestLookupMs), until: at },
      ];
      // A resolver that denied the domain is believed for as long as verdicts are stored.
      if (faults.during(at - dayMs, at).some(({ kind }) => kind === 'resolvers-lie')) return;
      if (works.some((work) => hindrancesOf(faults, work).length > 0)) return;
      fail(`request ${request} did not find ${email} although nothing is wrong with its servers`, subjects);
    });
    return {};
  },
};
