import { isChosen } from '../../network/simulated-dns.ts';
import { addressKey } from '../../world/address-keys.ts';
import type { ExchangeSpec } from '../../world/exchange-spec.ts';
import { functionNames } from '../../world/names.ts';
import { isWithoutMail, type World } from '../../world/world.ts';
import { hindrancesOf } from '../hindrances.ts';
import type { Invariant } from '../invariant.ts';
import { watchStrangers } from '../strangers.ts';
import { watchSources } from '../verdict-sources.ts';
import { isSound, tellsAtOnce } from './sound-exchange.ts';
import { type GivenVerdict, onVerdicts } from './verdicts.ts';

const cachedMs = 86_400_000;

/**
 * The costliest mistake. Excused are only lies: of hostile servers about their own recipients, and of resolvers, which
 * are reused as long as the verdict is cached.
 */
export const nothingInvalidThatExists: Invariant = {
  name: 'nothing invalid that exists',
  promise: 'An address that takes mail is never called invalid, whatever its server, the network or we do.',
  watch({ story, world, faults, fail }) {
    onVerdicts(story, ({ email, status, substatus, since }, at) => {
      if (status !== 'invalid') return;
      const truth = world.truthOf(email);
      const isRight =
        substatus === 'invalid_syntax'
          ? truth.kind === 'no-address'
          : substatus === 'no_mx_records'
            ? world.routesOf(email, since - cachedMs, at).some(isWithoutMail)
            : substatus === 'mailbox_disabled'
              ? truth.kind === 'mailbox' && truth.state === 'disabled'
              : truth.kind === 'no-mailbox' && !truth.catchAll;
      if (isRight || !world.isHonest(email)) return;
      const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
      const isLie = faults
        .during(since - cachedMs, at)
        .some((fault) => fault.kind === 'resolvers-lie' && isChosen(domain, fault.id, fault.share));
      if (substatus === 'no_mx_records' && isLie) return;
      fail(`${email} is called invalid (${substatus}), but the truth is ${JSON.stringify(truth)}`, [
        email,
        domain,
      ]);
    });
  },
};

type CheckedVerdict = Pick<GivenVerdict, 'email' | 'status' | 'confidence' | 'catchAll'>;

/** Whether a verdict says that it is open whether the domain is a catch-all, and is no surer than that allows. */
export function isUndetermined({
  catchAll,
  confidence,
}: Pick<GivenVerdict, 'catchAll' | 'confidence'>): boolean {
  return catchAll === null && confidence !== null && confidence <= 95;
}

/** Acceptances are read right: nothing that its servers refuse, or cannot be asked about, is called deliverable. */
export const nothingSafeThatIsRefused: Invariant = {
  name: 'nothing safe that is refused',
  promise:
    'An address is called safe only if its server accepts it, and a catch-all is not taken for a mailbox.',
  watch({ story, world, fail }) {
    /** By address, at domains with a backup: whether a server that knows its recipients has accepted it, or a backup only. */
    const acceptedBy = new Map<string, 'known' | 'backup'>();
    story.on('recipient-answered', ({ connection: { host }, address, code }) => {
      if (code >= 300 || !world.exchangesOf(address).some(({ isBackup }) => isBackup)) return;
      const key = addressKey(address);
      if (world.exchanges.get(host)?.isBackup !== true) acceptedBy.set(key, 'known');
      else if (!acceptedBy.has(key)) acceptedBy.set(key, 'backup');
    });
    const check = ({ email, status, confidence, catchAll }: CheckedVerdict) => {
      if (status !== 'safe' && status !== 'risky') return;
      if (status === 'safe' && acceptedBy.get(addressKey(email)) === 'backup')
        return fail(`${email} is called safe, but only a backup has accepted it, which accepts everybody`, [
          email,
        ]);
      const truth = world.truthOf(email);
      const exchanges = world.exchangesOf(email);
      // Such a server accepts everything: nothing can be known there.
      const acceptsAll = exchanges.some(({ acceptsEverything, isBackup }) => acceptsEverything || isBackup);
      if (acceptsAll || !world.isHonest(email)) return;
      const isRefused =
        truth.kind === 'no-address' ||
        truth.kind === 'no-mail' ||
        (truth.kind === 'no-mailbox' && !truth.catchAll) ||
        (truth.kind === 'mailbox' && truth.state === 'disabled');
      if (isRefused)
        return fail(`${email} is called ${status}, but the truth is ${JSON.stringify(truth)}`, [email]);
      // Null says that it could not be found out.
      const isCatchAll = world.domains.get(email.slice(email.lastIndexOf('@') + 1).toLowerCase())?.catchAll;
      if (catchAll !== null && catchAll !== isCatchAll)
        fail(`${email}: the domain is said to be ${catchAll ? 'a' : 'no'} catch-all`, [email]);
      if (isCatchAll && status === 'safe' && !isUndetermined({ catchAll, confidence }))
        fail(`${email} is called safe with a confidence of ${confidence} at a catch-all`, [email]);
    };
    onVerdicts(story, (verdict) => {
      // Without mail servers nothing is safe, and risky is said of the domain or the local part.
      if (verdict.level === 'smtp') check(verdict);
    });
    story.on('lookup-answered', ({ outcome }) => {
      if (outcome.kind === 'finding' && outcome.email !== null)
        check({ email: outcome.email, status: 'safe', confidence: null, catchAll: false });
    });
  },
};

/** More than a sound server takes, and those that wait in front of it. */
const patientMs = 30_000;
/** Results are reused for so long. */
const reuseMs = 86_400_000;

/** The other side of the rules on wrong verdicts: they cannot be kept by knowing nothing. */
export const soundServersAreBelieved: Invariant = {
  name: 'sound servers are believed',
  promise:
    'If you wait 30 seconds or send a list, and nothing has failed on the way to the sound servers of a domain, which neither greylist nor verify elsewhere, you get the truth, at the first attempt of a list; or what somebody in a hurry was told within the last 24 hours, who may have left the catch-all question open.',
  watch({ story, world, faults, fail }) {
    const worksFor = watchSources(story);
    const strangers = watchStrangers(story, world);
    /** When somebody last asked about an address and would not wait for long. */
    const hurriedAt = new Map<string, number>();
    story.on('single-asked', ({ email, timeoutMs }, at) => {
      if (timeoutMs < patientMs) hurriedAt.set(addressKey(email), at);
    });
    onVerdicts(
      story,
      ({ name, level, email, status, substatus, catchAll, since, timeoutMs, process }, at) => {
        if (level !== 'smtp' || timeoutMs < patientMs) return;
        // Another rule is about what DNS said at the time.
        if (new Set(world.routesOf(email).map(isWithoutMail)).size > 1) return;
        const exchanges = world.exchangesOf(email);
        if (!exchanges.every(tellsAtOnce) || world.hasOwnPolicy(email)) return;
        if (strangers.mayHarm(email, since)) return;
        // Where one server accepts everything and another one does not, it depends on the one that is asked.
        const kinds = exchanges.filter(({ isRetired }) => !isRetired).map((one) => one.acceptsEverything);
        if (new Set(kinds).size > 1) return;
        const expected = outcomeOf(email, world);
        if (`${status} ${substatus}` === expected) return;
        // The answer to somebody in a hurry is reused (service document, "Caching").
        const leavesOpen = catchAll === null && (status === 'safe' || status === 'risky');
        const sinceHurryMs = at - (hurriedAt.get(addressKey(email)) ?? Number.NEGATIVE_INFINITY);
        const accepted = expected === 'safe deliverable' || expected === 'risky catch_all';
        if (leavesOpen && accepted && sinceHurryMs < reuseMs) return;
        const works = worksFor({ process, email, from: since, until: at });
        if (
          Object.values(works)
            .flat()
            .some((work) => hindrancesOf(faults, { ...work, exchanges }).length > 0)
        )
          return;
        fail(
          `${name} got ${status} (${substatus}) for ${email}, but it is ${expected}, and nothing is wrong with its servers`,
          [`${name} `, email],
        );
      },
    );
  },
};

/** Returns the status and the substatus that are right for an address, if its servers can be asked. */
function outcomeOf(email: string, world: World): string {
  const truth = world.truthOf(email);
  const { catchAll = false, isDisposable = false } = world.domainOf(email) ?? {};
  const acceptsEverything = world
    .exchangesOf(email)
    .some((exchange) => exchange.acceptsEverything && !exchange.isRetired);
  switch (truth.kind) {
    case 'no-address':
      return 'invalid invalid_syntax';
    case 'no-mail':
      return 'invalid no_mx_records';
    case 'no-mailbox':
      if (!catchAll && !acceptsEverything) return 'invalid mailbox_not_found';
      break;
    case 'mailbox':
      if (truth.state === 'disabled' && !acceptsEverything) return 'invalid mailbox_disabled';
  }
  if (isDisposable) return 'risky disposable';
  if (catchAll && !acceptsEverything) return 'risky catch_all';
  if (truth.kind === 'mailbox' && truth.state === 'full' && !acceptsEverything) return 'risky mailbox_full';
  if (functionNames.includes(email.slice(0, email.lastIndexOf('@')).toLowerCase()))
    return 'risky role_account';
  return acceptsEverything ? 'risky unverifiable' : 'safe deliverable';
}

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
  },
};

function answers(exchange: ExchangeSpec): boolean {
  return isSound(exchange) && !exchange.isRetired;
}
