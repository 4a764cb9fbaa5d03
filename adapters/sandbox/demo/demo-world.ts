import type { Status, Substatus } from '../../../src/resources.ts';
import type { ZoneRecords } from '../dns/zone.ts';
import type { SandboxDomain, SandboxExchange, SandboxWorld } from '../world.ts';
import { demoCompanies } from './demo-companies.ts';
import { demoProviders } from './demo-providers.ts';
import type { DemoSite, OutcomeName } from './demo-site.ts';
import { demoTroubles } from './demo-troubles.ts';

export interface DemoWorld {
  readonly world: SandboxWorld;
  readonly addresses: readonly DemoAddress[];
}

export interface DemoAddress {
  readonly email: string;
  /** What is true of it, when a verification may take some 3 seconds. */
  readonly status: Status;
  readonly substatus: Substatus;
  /** Why, in a few words. */
  readonly note: string;
}

/** What is no address at all: no server is asked. */
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
 * A small internet in which every status and substatus occurs, with real providers' names where the provider
 * matters, and the addresses to find that out with. The same at every call.
 */
export function demoWorld(): DemoWorld {
  const sites = [...demoCompanies, ...demoProviders, ...demoTroubles];
  const domains: Record<string, SandboxDomain> = {};
  const exchanges: Record<string, SandboxExchange> = {};
  const zone: Record<string, ZoneRecords> = {};
  for (const site of sites) {
    if (site.settings !== undefined) domains[site.domain] = site.settings;
    Object.assign(exchanges, site.exchanges);
    Object.assign(zone, site.zone);
  }
  const invalid = malformed.map(
    ([email, note]): DemoAddress => ({ email, status: 'invalid', substatus: 'invalid_syntax', note }),
  );
  return { world: { domains, exchanges, zone }, addresses: [...sites.flatMap(addressesOf), ...invalid] };
}

function addressesOf(site: DemoSite): DemoAddress[] {
  return site.cases.map(([localPart, outcome, note]) => ({
    email: `${localPart}@${site.domain}`,
    ...outcomeOf(outcome),
    note,
  }));
}

function outcomeOf(name: OutcomeName): { status: Status; substatus: Substatus } {
  const [status, substatus] = name.split('/') as [Status, Substatus];
  return { status, substatus };
}
