import type { Status, Substatus } from '../../../src/resources.ts';
import type { ZoneRecords } from '../dns/zone.ts';
import type { SandboxDomain, SandboxExchange, SandboxWorld } from '../world.ts';
import { demoCompanies } from './demo-companies.ts';
import type { DemoDomain, OutcomeName } from './demo-domain.ts';
import { demoFailures } from './demo-failures.ts';
import { demoProviders } from './demo-providers.ts';

/** The world of the demonstration, and the addresses in it. */
export interface DemoWorld {
  readonly world: SandboxWorld;
  readonly addresses: readonly DemoAddress[];
}

/** An address of the demonstration and its true outcome. */
export interface DemoAddress {
  readonly email: string;
  /** The true outcome, if a verification may take about 3 seconds. */
  readonly status: Status;
  readonly substatus: Substatus;
  /** The reason, in a few words. */
  readonly note: string;
}

/** Texts that are not addresses: no server is asked about them. */
const malformed: readonly (readonly [email: string, note: string])[] = [
  ['plainaddress', 'no @'],
  ['@example.com', 'no local part'],
  ['ann@', 'no domain'],
  ['ann..baker@example.com', 'two dots in a row'],
  ['.ann@example.com', 'a leading dot'],
  ['ann smith@example.com', 'a space outside of quotes'],
  ['ann@example..com', 'an empty label'],
  ['ann@-bakery.example.com', 'a label that begins with a hyphen'],
  ['ann@[192.0.2.1]', 'an address literal'],
  ['Ann Baker <ann@example.com>', 'a display name'],
  ['ann@example.c0m', 'no such top-level domain'],
  [`${'a'.repeat(65)}@example.com`, 'a local part of 65 octets'],
];

/**
 * Returns a small internet and addresses that cover every status and substatus, with the names of real providers where
 * the provider matters. The result is the same on every call.
 */
export function demoWorld(): DemoWorld {
  const demoDomains = [...demoCompanies, ...demoProviders, ...demoFailures];
  const domains: Record<string, SandboxDomain> = {};
  const exchanges: Record<string, SandboxExchange> = {};
  const zone: Record<string, ZoneRecords> = {};
  for (const demoDomain of demoDomains) {
    if (demoDomain.settings !== undefined) domains[demoDomain.domain] = demoDomain.settings;
    Object.assign(exchanges, demoDomain.exchanges);
    Object.assign(zone, demoDomain.zone);
  }
  const invalid = malformed.map(
    ([email, note]): DemoAddress => ({ email, status: 'invalid', substatus: 'invalid_syntax', note }),
  );
  return {
    world: { domains, exchanges, zone },
    addresses: [...demoDomains.flatMap(addressesOf), ...invalid],
  };
}

function addressesOf(demoDomain: DemoDomain): DemoAddress[] {
  return demoDomain.cases.map(([localPart, outcome, note]) => ({
    email: `${localPart}@${demoDomain.domain}`,
    ...outcomeOf(outcome),
    note,
  }));
}

function outcomeOf(name: OutcomeName): { status: Status; substatus: Substatus } {
  const [status, substatus] = name.split('/') as [Status, Substatus];
  return { status, substatus };
}

/** Longer than any process runs. */
const alwaysMs = 100 * 365 * 86_400_000;

/** Says nothing of how often we ask: a server that did would be left alone for a while, with all that is asked at it. */
const passingFault = '451 Internal error. Try again later. http://service.mail.qq.com/cgi-bin/help';

/**
 * Returns the internet that test keys see: that of `demoWorld`, in which no answer depends on what was asked before, so that
 * greylisting never ends, and no server asks us to slow down.
 */
export function testWorld(): SandboxWorld {
  const { world } = demoWorld();
  const exchanges = Object.entries(world.exchanges ?? {}).map(([host, exchange]) => [
    host,
    exchange.greylistMs === undefined ? exchange : { ...exchange, greylistMs: alwaysMs },
  ]);
  const qq: SandboxDomain = {
    ...world.domains['qq.com'],
    mailboxes: { '10001': 'accepts', '10002': { reply: passingFault } },
  };
  const domains = { ...world.domains, 'qq.com': qq };
  return { ...world, domains, exchanges: Object.fromEntries(exchanges) };
}
