import { rowKey } from '../../../../src/lookup/row.ts';
import type { EmailLookup, EmailVerification, VerificationLevel } from '../../../../src/resources.ts';
import { disposableDomains, functionNames } from '../../world/names.ts';
import type { World } from '../../world/world.ts';
import { watchFirstQuestions } from '../first-questions.ts';
import type { Invariant } from '../invariant.ts';
import { onVerdicts } from './verdicts.ts';

/** Each documented substatus, its status, and the lowest and highest confidence that the confidence document allows. */
const outcomes: Readonly<Record<string, readonly [status: string, least?: number, most?: number]>> = {
  deliverable: ['safe', 50, 97],
  disposable: ['risky', 1, 20],
  catch_all: ['risky', 1, 80],
  mailbox_full: ['risky', 1, 45],
  role_account: ['risky', 1, 82],
  unverifiable: ['risky', 1, 50],
  invalid_syntax: ['invalid', 100, 100],
  no_mx_records: ['invalid', 100, 100],
  mailbox_not_found: ['invalid', 85, 99],
  mailbox_disabled: ['invalid', 85, 95],
  greylisted: ['unknown'],
  timeout: ['unknown'],
  mail_server_unavailable: ['unknown'],
  blocked: ['unknown'],
  dns_error: ['unknown'],
  temporary_failure: ['unknown'],
  unexpected_response: ['unknown'],
  smtputf8_unsupported: ['unknown'],
  not_asked: ['unknown'],
};

/** What there is no mail server for. */
const withoutServer: readonly string[] = ['invalid_syntax', 'no_mx_records'];
/** What may be said before it is known which mail server there is. */
const perhapsWithoutServer: readonly string[] = ['timeout', 'dns_error'];

/** What a finding has nothing to say of if there is no address. */
const addressFields = [
  'mx_record',
  'is_domain_catch_all',
  'is_secure_email_gateway',
  'is_disposable',
  'is_role_account',
  'is_free',
  'confidence',
] as const;

/** Fields that verifications and lookups have in common. */
type AddressFacts = Pick<
  EmailVerification | EmailLookup,
  | 'substatus'
  | 'explanation'
  | 'email_provider'
  | 'mx_record'
  | 'is_domain_catch_all'
  | 'is_secure_email_gateway'
  | 'is_disposable'
  | 'is_role_account'
  | 'is_free'
  | 'confidence'
>;

/** When and how a verdict was reached. `isFind`: by a lookup, which may doubt whose address it is. */
interface Circumstances {
  readonly since: number;
  readonly at: number;
  readonly level?: VerificationLevel;
  readonly isFind?: boolean;
}

/** The world knows what domains, servers and local parts are: the tables of `src` are not asked. */
export const verdictsDescribeTheAddress: Invariant = {
  name: 'verdicts describe the address',
  promise:
    'What else a verdict says is true: the main mail server and its provider, whether it is a gateway, the domain free, disposable or a catch-all, the mailbox a role account; its confidence is within the documented bounds.',
  watch({ story, world, fail }) {
    const workedOutSince = watchFirstQuestions(story);
    const check = (
      email: string,
      facts: AddressFacts,
      { since, at, level = 'smtp', isFind = false }: Circumstances,
    ) => {
      const problem =
        contradictionIn(facts, level, isFind) ??
        wrongAddressFacts(facts, email, world) ??
        wrongServer(facts, email, world, workedOutSince(email, since, level), at);
      if (problem !== undefined) fail(`The verdict on ${email} (${facts.substatus}) has ${problem}`, [email]);
    };
    onVerdicts(story, ({ email, level, status, result, since }, at) => {
      if (result.email !== email) fail(`${result.email} is the address in the verdict on ${email}`, [email]);
      if (outcomes[result.substatus]?.[0] !== status)
        fail(`The verdict on ${email} is ${status} for ${result.substatus}`, [email]);
      check(email, result, { since, at, level });
    });
    /** When each finding was last stored. */
    const foundAt = new Map<string, number>();
    story.onCall(['cache.set'], ({ args }, at) => {
      const key = args[0] as string;
      if (key.startsWith('lookup:')) foundAt.set(key, at);
    });
    story.on('lookup-answered', ({ row, outcome, tookMs }, at) => {
      if (outcome.kind !== 'finding') return;
      const { email, result, credits } = outcome;
      // Who pays nothing may be given what was found before.
      const from = at - tookMs;
      const since = credits > 0 ? from : Math.min(from, foundAt.get(`lookup:${rowKey(row)}`) ?? from);
      if (email !== null) check(email, result, { since, at, isFind: true });
      else if (addressFields.some((name) => result[name] !== null && result[name] !== false))
        fail(`The finding of nobody at ${result.domain} speaks of an address`, [result.domain]);
    });
  },
};

/** Returns what a verdict says of itself that cannot be. */
function contradictionIn(facts: AddressFacts, level: VerificationLevel, isFind: boolean) {
  const { substatus, explanation, confidence, mx_record: host, is_domain_catch_all: catchAll } = facts;
  const [, leastOfAddress, most = 0] = outcomes[substatus] ?? [];
  const least = isFind && leastOfAddress !== undefined ? 1 : leastOfAddress;
  const isWithin =
    least === undefined
      ? confidence === null
      : Number.isInteger(confidence) && least <= Number(confidence) && Number(confidence) <= most;
  if (!isWithin) return `a confidence of ${confidence}`;
  if (!/^[A-Z].+\.$/.test(explanation)) return `the explanation ${JSON.stringify(explanation)}`;
  const mayLack = [...withoutServer, ...perhapsWithoutServer].includes(substatus) || level === 'syntax';
  const mustLack = withoutServer.includes(substatus) || level === 'syntax';
  if (host === null ? !mayLack : mustLack) return `the mail server ${host}`;
  if (substatus === 'not_asked' && level === 'smtp') return 'asked no mail server';
  return level === 'smtp' || catchAll === null ? undefined : `is_domain_catch_all ${catchAll}`;
}

function wrongAddressFacts(facts: AddressFacts, email: string, world: World) {
  const isAddress = world.truthOf(email).kind !== 'no-address';
  const domain = world.domainOf(email);
  const localPart = email.slice(0, email.lastIndexOf('@')).toLowerCase();
  const expected = {
    is_disposable: isAddress ? (domain?.isDisposable ?? false) : null,
    is_free: isAddress ? (domain?.isFree ?? false) : null,
    is_role_account: isAddress ? functionNames.includes(localPart) : null,
  };
  for (const name of ['is_disposable', 'is_free', 'is_role_account'] as const)
    if (facts[name] !== expected[name] && !(name === 'is_disposable' && isAtDisposableService(email, world)))
      return `${name} ${facts[name]}, which is ${expected[name]}`;
  // Preferred servers that accept everybody at first hide it, and those that lie. A backup says nothing of the domain.
  const isHidden = world.exchangesOf(email).some(({ acceptsEverything }) => acceptsEverything);
  const { is_domain_catch_all: catchAll } = facts;
  if (catchAll !== null && catchAll !== domain?.catchAll && !isHidden && world.isHonest(email))
    return `is_domain_catch_all ${catchAll}`;
  return undefined;
}

function wrongServer(facts: AddressFacts, email: string, world: World, since: number, at: number) {
  const { mx_record: host, email_provider: provider, is_secure_email_gateway: isGateway } = facts;
  if (host === null)
    return provider === 'Unknown' && !isGateway ? undefined : `the provider ${provider}, without a server`;
  const mains = world
    .routesOf(email, since - world.ttlMsOf(email), at)
    .flatMap((route) => world.mainOf(route) ?? []);
  const main = mains.find((record) => record.host === host);
  if (main === undefined)
    return `the mail server ${host}, not ${mains.map((record) => record.host).join(' or ')}`;
  const expected = main.provider ?? { name: 'Unknown', isGateway: false };
  if (provider !== expected.name) return `the provider ${provider}, not ${expected.name}`;
  return isGateway === expected.isGateway ? undefined : `is_secure_email_gateway ${isGateway}`;
}

/** Whoever lets a disposable service receive its mail counts as disposable once its exchanges were looked up. */
function isAtDisposableService(email: string, world: World): boolean {
  const hosts = world
    .routesOf(email)
    .flatMap((mail) => (mail.kind === 'exchanges' ? mail.records.map(({ host }) => host) : []));
  return disposableDomains.some((name) => hosts.some((host) => host.endsWith(`.${name}`)));
}
