import { rowKey } from '../../../../src/lookup/row.ts';
import type { JobAttempt } from '../../../../src/ports/index.ts';
import { type EmailLookup, isVerification, type LookupRow } from '../../../../src/resources.ts';
import { addressOf } from '../../clients/person-row.ts';
import { addressKey } from '../../world/address-keys.ts';
import type { DomainSpec } from '../../world/domain-spec.ts';
import { isWithoutMail } from '../../world/world.ts';
import { hindrancesOf } from '../hindrances.ts';
import type { Invariant } from '../invariant.ts';
import { tellsAtOnce } from './sound-exchange.ts';
import { longestAttemptMs } from './verdicts.ts';

/** The most that a client waits for. */
const longestLookupMs = 120_000;
const dayMs = 86_400_000;

/** Work of a process for somebody who looks for a person. */
interface Search {
  readonly row: LookupRow;
  readonly process: string;
  readonly from: number;
  readonly until: number;
}

/** What a result says of a person who has none of the addresses that were tried. */
export const noneExists =
  'None of the addresses that this person would most likely have at the domain exists.';

/** Everybody in the simulated world has one address, first.last, or none. */
export const lookupsFindThePerson: Invariant = {
  name: 'lookups find the person',
  promise:
    'A lookup, also one of a list, finds the address of that person or none, and finds it wherever sound servers tell at once who exists, unless its time is up. It says that none exists only if that is so.',
  watch({ story, world, faults, fail }) {
    /** By whom, and when, each stored finding was found. */
    const found = new Map<string, { readonly process: string; readonly at: number }>();
    story.onCall(['cache.set'], ({ args, process }, at) => {
      found.set(args[0] as string, { process, at });
    });
    /** False at a server that accepts everything, and where an address says nothing of the person. */
    const mayBeKnown = (email: string) => {
      const domain = world.domains.get(email.slice(email.lastIndexOf('@') + 1));
      const acceptsAll = world
        .exchangesOf(email)
        .some(({ acceptsEverything, isBackup }) => acceptsEverything || isBackup);
      return !isOfAnybody(domain) && !acceptsAll;
    };
    const isWrong = (found: string | null, email: string) => {
      if (found === null) return false;
      if (isOfAnybody(world.domains.get(email.slice(email.lastIndexOf('@') + 1)))) return true;
      return found !== email && world.isHonest(email) && mayBeKnown(email);
    };
    /** True if mail for an address arrives there all day, and a server can tell that it does. */
    const isKnownToExist = (email: string, at: number) => {
      const truth = world.truthOf(email);
      return (
        truth.kind === 'mailbox' &&
        truth.state === 'active' &&
        mayBeKnown(email) &&
        world.isHonest(email) &&
        !world.domainOf(email)?.catchAll &&
        !world.routesOf(email).some(isWithoutMail) &&
        !faults.during(at - dayMs, at).some(({ kind }) => kind === 'resolvers-lie')
      );
    };
    const problemOf = ({ email: foundEmail, explanation }: EmailLookup, email: string, at: number) => {
      if (isWrong(foundEmail, email)) return `got ${foundEmail}`;
      return explanation === noneExists && isKnownToExist(email, at)
        ? 'was told that none exists'
        : undefined;
    };
    /** True if it is due to nothing but us that a person who has an address was not found. */
    const isMissed = ({ row, process, from, until }: Search) => {
      const email = addressOf(row);
      if (!mayBeKnown(email) || world.routesOf(email).some(isWithoutMail)) return false;
      const truth = world.truthOf(email);
      const exists = truth.kind === 'mailbox' && truth.state === 'active';
      const exchanges = world.exchangesOf(email);
      if (!exists || world.domainOf(email)?.catchAll || !exchanges.every(tellsAtOnce)) return false;
      // A "not found" that is due to a fault may be reused.
      const source = found.get(`lookup:${rowKey(row)}`) ?? { process, at: until };
      // So may a verdict on the address that is.
      const verdict = found.get(`verification:${addressKey(email)}`) ?? { process, at: until };
      const works = [
        { process, exchanges, from, until },
        { process: verdict.process, exchanges, from: verdict.at - longestAttemptMs, until: verdict.at },
        { process: source.process, exchanges, from: Math.min(from, source.at - longestLookupMs), until },
      ];
      // A resolver that denied the domain is believed for as long as verdicts are stored.
      if (faults.during(until - dayMs, until).some(({ kind }) => kind === 'resolvers-lie')) return false;
      return works.every((work) => hindrancesOf(faults, work).length === 0);
    };
    story.onCall(['jobs.record'], ({ process, args }, at) => {
      const [jobId, attempts] = args as readonly [string, readonly JobAttempt[]];
      for (const { result } of attempts) {
        if (isVerification(result)) continue;
        const email = addressOf(result);
        const job = story.nameOf(jobId);
        const problem = problemOf(result, email, at);
        if (problem !== undefined)
          fail(`${job} has looked for ${email}, and ${problem}`, [job, result.domain]);
        const search = { row: result, process, from: at - longestAttemptMs, until: at };
        if (result.email === null && isMissed(search))
          fail(`${job} did not find ${email} although nothing is wrong with its servers`, [job, email]);
      }
    });
    story.on('lookup-answered', ({ request, process, row, outcome, tookMs }, at) => {
      if (outcome.kind !== 'finding') return;
      const email = addressOf(row);
      const subjects = [`request ${request} `, email, row.domain];
      const problem = problemOf(outcome.result, email, at);
      if (problem !== undefined)
        return fail(`request ${request} has looked for ${email}, and ${problem}`, subjects);
      const search = { row, process, from: at - tookMs, until: at };
      if (outcome.substatus !== 'no_address_found' || !isMissed(search)) return;
      fail(`request ${request} did not find ${email} although nothing is wrong with its servers`, subjects);
    });
  },
};

/** Nobody's address at a free or disposable domain can be told from the name. */
function isOfAnybody(domain: DomainSpec | undefined): boolean {
  return domain?.isFree === true || domain?.isDisposable === true;
}
