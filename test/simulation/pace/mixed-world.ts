import { providerTexts } from '../../../adapters/sandbox/smtp/provider-texts.ts';
import { postfixTexts } from '../../../adapters/sandbox/smtp/reply-texts.ts';
import { RandomStream } from '../randomness/random-stream.ts';
import type { DomainSpec, MailboxState } from '../world/domain-spec.ts';
import { AddressPlan } from '../world/exchange-generation.ts';
import type { ErrorLimits, ExchangeSpec } from '../world/exchange-spec.ts';
import { World } from '../world/world.ts';
import { type HiddenLimits, missingWithinMs, type ServerKind } from './hidden-limits.ts';

export interface MixedWorld {
  readonly world: World;
  /** In an order in which neighbours are at different servers. */
  readonly addresses: readonly string[];
}

interface Part {
  readonly kind: ServerKind;
  /** Of all addresses. */
  readonly share: number;
  /** Addresses of each domain. Undefined: all are in one. */
  readonly perDomain?: number;
  readonly name: (index: number) => string;
  readonly host: (domain: string) => string;
  /** Default: its host. */
  readonly countedAs?: string;
  readonly texts?: ExchangeSpec['texts'];
  readonly greylists?: boolean;
  /** The servers to which the names of its exchanges lead in turn. Default: each name is a server. */
  readonly servers?: readonly string[];
}

const google = { ...postfixTexts, ...providerTexts.google };
const microsoft = { ...postfixTexts, ...providerTexts.microsoft365 };

/** So many addresses of each tenant of one provider, whose exchanges share a few IP addresses. */
const tenantsOf = (perDomain: number): Part => ({
  kind: 'microsoft',
  share: 1,
  perDomain,
  name: (index) => `office-${index}.com`,
  host: (domain) => `${domain.replaceAll('.', '-')}.mail.protection.outlook.com`,
  countedAs: 'microsoft',
  texts: microsoft,
  servers: Array.from({ length: 8 }, (_, index) => `frontend-${index}.mail.protection.outlook.com`),
});

/** The usual mix of business addresses, by recipients. Half of the addresses do not exist. */
const usualParts: readonly Part[] = [
  {
    kind: 'google',
    share: 0.25,
    name: () => 'gmail.com',
    host: () => 'gmail-smtp-in.l.google.com',
    texts: google,
  },
  {
    kind: 'google',
    share: 0.25,
    perDomain: 20,
    name: (index) => `workspace-${index}.com`,
    host: () => 'aspmx.l.google.com',
    texts: google,
  },
  {
    kind: 'microsoft',
    share: 0.3,
    perDomain: 20,
    name: (index) => `office-${index}.com`,
    host: (domain) => `${domain.replaceAll('.', '-')}.mail.protection.outlook.com`,
    countedAs: 'microsoft',
    texts: microsoft,
  },
  {
    kind: 'others',
    share: 0.15,
    perDomain: 10,
    name: (index) => `own-${index}.com`,
    host: (domain) => `mx.${domain}`,
  },
  {
    kind: 'others',
    share: 0.05,
    perDomain: 10,
    name: (index) => `grey-${index}.com`,
    host: (domain) => `mx.${domain}`,
    greylists: true,
  },
];

/** What lists consist of. */
const mixes = {
  usual: usualParts,
  /** One address of each company, at a server of its own. */
  companies: [
    {
      kind: 'others',
      share: 1,
      perDomain: 1,
      name: (index) => `own-${index}.com`,
      host: (domain) => `mx.${domain}`,
    },
  ],
  'tenants-1': [tenantsOf(1)],
  'tenants-2': [tenantsOf(2)],
  'tenants-50': [tenantsOf(50)],
} as const satisfies Record<string, readonly Part[]>;

export type MixName = keyof typeof mixes;
export const mixNames = Object.keys(mixes) as readonly MixName[];

const never = 1_000_000;
const greylistMs = 3_000;

/** Generates the servers of a mix, which behave alike but for their limits, and as many addresses. */
export function mixedWorld(seed: number, count: number, limits: HiddenLimits, mix: MixName): MixedWorld {
  const plan = new AddressPlan();
  const parts: readonly Part[] = mixes[mix];
  const domains: DomainSpec[] = [];
  const exchanges = new Map<string, ExchangeSpec>();
  const aliases = new Map<string, string>();
  const addresses: string[] = [];
  for (const part of parts) {
    const total = Math.max(1, Math.round(count * part.share));
    const perDomain = part.perDomain ?? total;
    for (let first = 0; first < total; first += perDomain) {
      const name = part.name(1 + first / perDomain);
      const people = Array.from(
        { length: Math.min(perDomain, total - first) },
        (_, index) => `person${index + 1}`,
      );
      const mailboxes = people.filter((_, index) => index % 2 === 0);
      const host = part.host(name);
      const server = part.servers?.[domains.length % part.servers.length] ?? host;
      if (server !== host) aliases.set(host, server);
      if (!exchanges.has(server)) exchanges.set(server, exchangeOf(server, part, limits, plan));
      domains.push(domainOf(name, host, mailboxes));
      addresses.push(...people.map((person) => `${person}@${name}`));
    }
  }
  const random = new RandomStream(seed, 'order of addresses');
  return {
    world: new World(domains, [...exchanges.values()], aliases),
    addresses: addresses
      .map((address) => ({ address, rank: random.next() }))
      .sort((one, other) => one.rank - other.rank)
      .map(({ address }) => address),
  };
}

/** Greetings take 200 ms, replies 100 ms, and the server needs 180 ms for each recipient. */
function exchangeOf(
  host: string,
  { kind, countedAs = host, texts = postfixTexts, greylists = false }: Part,
  limits: HiddenLimits,
  plan: AddressPlan,
): ExchangeSpec {
  const { perSecond, missing, refusalsPerSession = never, halvedAfterMs } = limits;
  const errorLimits: ErrorLimits = {
    slowAt: never,
    refuseAllAt: never,
    refusal: '',
    closeAt: refusalsPerSession,
  };
  return {
    host,
    addresses: [plan.next()],
    addresses6: [],
    silentAddresses: [],
    texts,
    enhancedCodes: true,
    echo: false,
    oneWayMs: 50,
    jitterMs: 10,
    greetingMs: 200,
    replyMs: 60,
    tarpitMs: 150,
    pipelining: true,
    startTls: 'none',
    smtpUtf8: true,
    greylist: greylists ? { delayMs: greylistMs, network: 32, beforeDirectory: true } : undefined,
    connectionLimit: { perClient: limits.connections[kind], how: 'refuse' },
    recipientLimits:
      perSecond === undefined && missing === undefined
        ? undefined
        : {
            ...(perSecond !== undefined && { perSecond: perSecond[kind] }),
            ...(missing !== undefined && { missing: { most: missing[kind], withinMs: missingWithinMs } }),
          },
    countedAs,
    halvedAfterMs,
    recipientsPerTransaction: 100,
    errorLimits,
    mostNonMailCommands: undefined,
    dropsPipelinedInput: false,
    flakiness: 0,
    calloutMs: undefined,
    acceptsEverything: false,
    isBackup: false,
    isRetired: false,
    reach: 'open',
    hostility: undefined,
  };
}

function domainOf(name: string, host: string, people: readonly string[]): DomainSpec {
  return {
    name,
    mail: { kind: 'exchanges', records: [{ preference: 10, host }] },
    isFree: false,
    isDisposable: false,
    changes: [],
    website: undefined,
    catchAll: false,
    mailboxes: new Map(people.map((person): [string, MailboxState] => [person, 'active'])),
    ttlSeconds: 3_600,
  };
}
