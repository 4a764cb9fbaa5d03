import { checkObject } from '../../../src/argument-checks.ts';
import { InvalidArgument } from '../../../src/errors.ts';
import type { Status, Substatus } from '../../../src/resources.ts';
import type { SandboxDomain, SandboxExchange, SandboxWorld } from '../world.ts';
import { SeededRandom } from './seeded-random.ts';

/** Options of `companyWorld`. Only the numbers of domains and addresses are required. */
export interface CompanyWorldOptions {
  /** Number of companies, each with one domain. */
  readonly domains: number;
  readonly addressesPerDomain: number;
  /** Share of the addresses that do not exist, 0 to 1. Default 0.5. */
  readonly missingShare?: number | undefined;
  /** Number of domains that accept every address. Default 0. */
  readonly catchAllDomains?: number | undefined;
  /** Number of exchanges, shared evenly by the domains. Default: one for each domain. */
  readonly exchanges?: number | undefined;
  /** How the exchanges behave. */
  readonly exchange?: SandboxExchange | undefined;
  /**
   * Number of addresses that are at domains with stuck servers instead (silent, tarpit, endless), 10 at each. Their
   * true outcome assumes a timeout well below 20 seconds. Default 0.
   */
  readonly stuckAddresses?: number | undefined;
  /** The same seed gives the same world. Default 1. */
  readonly seed?: number | undefined;
}

/** A world, and the addresses in it with their true outcomes. */
export interface CompanyWorld {
  readonly world: SandboxWorld;
  /** In an order that mixes the domains. */
  readonly addresses: readonly CompanyAddress[];
}

/** An address and its true outcome. */
export interface CompanyAddress {
  readonly email: string;
  readonly status: Status;
  readonly substatus: Substatus;
}

/** Returns companies whose people have common names and address patterns, for benchmarks and load tests. */
export function companyWorld(options: CompanyWorldOptions): CompanyWorld {
  checkObject('options', options, 'Pass { domains: 10, addressesPerDomain: 20, exchanges: 5 }.');
  const { domains: count, addressesPerDomain, missingShare = 0.5, catchAllDomains = 0 } = options;
  const random = new SeededRandom(options.seed ?? 1);
  const hosts = exchangeHosts(options);
  const names = companyDomains(count, random);
  const domains: Record<string, SandboxDomain> = {};
  const addresses: CompanyAddress[] = [];
  for (const [index, name] of names.entries()) {
    const catchAll = index < catchAllDomains;
    const staff = localParts(addressesPerDomain, random);
    const present = staff.length - Math.round(staff.length * missingShare);
    const mx = [hosts[index % hosts.length] ?? `mx.${name}`];
    domains[name] = { mx, mailboxes: staff.slice(0, present), catchAll };
    addresses.push(
      ...staff.map((localPart, position) => ({
        email: `${localPart}@${name}`,
        ...trueOutcome(catchAll, position < present),
      })),
    );
  }
  const exchanges = Object.fromEntries(
    [...new Set(Object.values(domains).flatMap(({ mx }) => mx ?? []))].map((host) => [
      host,
      options.exchange ?? {},
    ]),
  );
  const stuck = stuckWorld(options.stuckAddresses ?? 0, random);
  const ordinary = random.shuffled(addresses).slice(0, addresses.length - stuck.addresses.length);
  return {
    world: {
      domains: { ...domains, ...stuck.world.domains },
      exchanges: { ...exchanges, ...stuck.world.exchanges },
    },
    addresses: random.shuffled([...ordinary, ...stuck.addresses]),
  };
}

function trueOutcome(catchAll: boolean, exists: boolean): Omit<CompanyAddress, 'email'> {
  if (catchAll) return { status: 'risky', substatus: 'catch_all' };
  return exists
    ? { status: 'safe', substatus: 'deliverable' }
    : { status: 'invalid', substatus: 'mailbox_not_found' };
}

function exchangeHosts({ exchanges = 0 }: CompanyWorldOptions): readonly string[] {
  return Array.from({ length: exchanges }, (_, index) => `mx${index + 1}.hosting.example.net`);
}

/** Distinct names of two words, under the three domains reserved for examples. */
function companyDomains(count: number, random: SeededRandom): readonly string[] {
  const pairs = companyWords.flatMap((first) =>
    companyWords.filter((second) => second !== first).map((second) => `${first}-${second}`),
  );
  if (count > pairs.length) {
    throw new InvalidArgument('domains', `Ask for ${pairs.length} domains at most.`);
  }
  const suffixes = ['example.com', 'example.org', 'example.net'] as const;
  return random
    .shuffled(pairs)
    .slice(0, count)
    .map((pair, index) => `${pair}.${suffixes[index % suffixes.length]}`);
}

const patterns: readonly ((first: string, last: string) => string)[] = [
  (first, last) => `${first}.${last}`,
  (first, last) => `${first.charAt(0)}${last}`,
  (first) => first,
  (first, last) => `${first}${last.charAt(0)}`,
];

/** Distinct local parts of one company: in its own pattern, or in `first.last` if that one is in use. */
function localParts(count: number, random: SeededRandom): readonly string[] {
  const pattern = random.pick(patterns);
  const taken = new Set<string>();
  while (taken.size < count) {
    const first = random.pick(firstNames);
    const last = random.pick(lastNames);
    const [spelling] = [pattern(first, last), `${first}.${last}`].filter((local) => !taken.has(local));
    taken.add(spelling ?? `${first}.${last}${taken.size}`);
  }
  return random.shuffled([...taken]);
}

const stuckServers: readonly { settings: SandboxExchange; status: Status; substatus: Substatus }[] = [
  { settings: { fault: 'silent' }, status: 'unknown', substatus: 'timeout' },
  { settings: { tarpitMs: 20_000 }, status: 'unknown', substatus: 'timeout' },
  {
    settings: { fault: 'endless-lines', faultAt: 'hello' },
    status: 'unknown',
    substatus: 'unexpected_response',
  },
  { settings: { fault: 'silent', faultAt: 'rcpt' }, status: 'unknown', substatus: 'timeout' },
];

const stuckPerDomain = 10;

function stuckWorld(count: number, random: SeededRandom): CompanyWorld {
  const domains: Record<string, SandboxDomain> = {};
  const exchanges: Record<string, SandboxExchange> = {};
  const addresses: CompanyAddress[] = [];
  for (let index = 0; addresses.length < count; index++) {
    const server = stuckServers[index % stuckServers.length];
    if (server === undefined) break;
    const name = `stuck${index + 1}.example.net`;
    const staff = localParts(Math.min(stuckPerDomain, count - addresses.length), random);
    const { settings, status, substatus } = server;
    domains[name] = { mx: [`mx.${name}`], mailboxes: staff };
    exchanges[`mx.${name}`] = settings;
    addresses.push(...staff.map((localPart) => ({ email: `${localPart}@${name}`, status, substatus })));
  }
  return { world: { domains, exchanges }, addresses };
}

/** First names of made-up people, as written in a local part. */
export const firstNames = words(`
  adam agnes alice amelie andrew anna arthur beatrice ben bianca carlos caroline charlotte chloe christian
  clara daniel david diana edward elena emily emma eric eva felix fiona florian frank george grace hannah
  helen henry ingrid isabel ivan jack jakob james jane jonas julia karen kevin laura leo lina louis lucy maria
  mark martin mia michael nadia nathan nicole oliver oscar patricia paul peter rachel robert rosa samuel sara
  simon sofia stefan susan theo thomas tim valerie victor walter william yvonne
`);

/** Last names of made-up people. */
export const lastNames = words(`
  adams andersen bailey baker bauer becker bennett berg brown campbell carter christensen clark collins cooper
  costa davies dubois edwards evans fernandez fischer fisher foster garcia gomez gray green hall hansen harris
  hoffmann hughes ivanov jackson jansen jensen johnson jones keller kelly king klein kovacs kowalski larsen
  lewis lindberg lopez martinez meyer miller moore moreau morgan morris murphy nielsen novak olsen parker
  petrov phillips price richter roberts rossi russo santos schmidt schneider scott silva smith taylor turner
  wagner walker weber wilson wood wright young zimmermann
`);

/** Two of these words make the name of a company. */
const companyWords = words(`
  amber arctic atlas beacon birch blue bridge cedar cliff clover coast copper coral crescent delta dune eagle
  ember falcon fern forge garnet glen granite harbor hazel heron iron island ivory jasper juniper lake lantern
  lark linden maple marble meadow mill north oak ocean olive onyx orchard pine prairie quarry raven ridge
  river robin sable sage silver slate spruce summit thistle timber valley willow winter
`);

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}
