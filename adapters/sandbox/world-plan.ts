import { InvalidArgument } from '../../src/errors.ts';
import { defaultCanaries, largeDomains, resolvableName } from '../../src/exchange/known-names.ts';
import { type Zone, type ZoneRecords, zoneName } from './dns/zone.ts';
import { asciiDomain } from './smtp/command.ts';
import { DomainMailboxes } from './smtp/recipient-directory.ts';
import type { SandboxDomain, SandboxExchange, SandboxWorld } from './world.ts';

/** A world that is ready to start: its DNS zone, and which exchange takes mail for which domain. */
export interface WorldPlan {
  readonly zone: Zone;
  readonly exchanges: readonly PlannedExchange[];
}

/** A server. */
export interface PlannedExchange {
  readonly host: string;
  /** All names that lead to it, its own first. */
  readonly names: readonly string[];
  readonly settings: SandboxExchange;
  /** The domains it takes mail for. */
  readonly domains: ReadonlyMap<string, DomainMailboxes>;
  readonly liveAddresses: readonly string[];
  /** Those that refuse connections. */
  readonly deadAddresses: readonly string[];
  /** Those at which connections hang. */
  readonly silentAddresses: readonly string[];
}

/** Answers an engine that asks whether it can reach any mail server at all. One of the canaries is enough. */
const [canary = ''] = defaultCanaries;

/** What shows that a resolver denies nothing. A world may have these names itself. */
const knownNames: Zone = {
  [resolvableName]: { a: ['198.41.0.4'] },
  ...Object.fromEntries(largeDomains.map((domain) => [domain, { mx: [[10, canary] as const] }])),
};

/** Throws InvalidArgument if the world names an exchange that it does not describe. */
export function planWorld(world: SandboxWorld): WorldPlan {
  const extra = new Map(Object.entries(world.zone ?? {}).map(([name, records]) => [zoneName(name), records]));
  const served = new Map<string, Map<string, DomainMailboxes>>();
  for (const host of Object.keys(world.exchanges)) served.set(asciiDomain(host), new Map());
  const zone = new Map<string, ZoneRecords>(Object.entries(knownNames));

  for (const [key, domain] of Object.entries(world.domains)) {
    const name = asciiDomain(key);
    const mailboxes = new DomainMailboxes(domain);
    for (const host of hostsOf(name, domain)) {
      const exchange = aliasTarget(host, extra);
      served.get(exchange)?.set(name, mailboxes);
      if (!served.has(exchange) && !extra.has(exchange)) throw unknownExchange(name, host);
    }
    zone.set(name, domainRecords(domain));
  }

  const hasCanary = served.has(canary) || extra.has(canary);
  const settingsOfHosts = { ...world.exchanges, ...(hasCanary ? {} : { [canary]: {} }) };
  const addresses = benchmarkAddresses();
  const exchanges = serversOf(settingsOfHosts).map(({ names, settings }) => {
    const [host = ''] = names;
    const domains = new Map(names.flatMap((name) => [...(served.get(name) ?? [])]));
    const exchange = { host, names, settings, domains, ...addresses(settings) };
    for (const name of names) zone.set(name, { ...zone.get(name), ...addressRecords(exchange) });
    return exchange;
  });
  for (const [name, records] of extra) zone.set(name, records);
  return { zone: Object.fromEntries(zone), exchanges };
}

/** Brings those at one address together. */
function serversOf(
  exchanges: SandboxWorld['exchanges'],
): readonly { readonly names: readonly string[]; readonly settings: SandboxExchange }[] {
  const servers: { readonly names: string[]; readonly settings: SandboxExchange }[] = [];
  const byAddress = new Map<string, string[]>();
  for (const [key, settings] of Object.entries(exchanges)) {
    const name = asciiDomain(key);
    const { address } = settings;
    const known = address === undefined ? undefined : byAddress.get(address);
    known?.push(name);
    if (known !== undefined) continue;
    const names = [name];
    servers.push({ names, settings });
    if (address !== undefined) byAddress.set(address, names);
  }
  return servers;
}

function hostsOf(name: string, domain: SandboxDomain): readonly string[] {
  if (domain.mx === undefined) {
    if (domain.mailboxes === undefined && !domain.catchAll) return [];
    throw new InvalidArgument(
      'world',
      `Give the domain "${name}" an \`mx\`: it has mailboxes and no exchange.`,
    );
  }
  if (domain.mx === 'null') return [];
  return domain.mx === 'implicit' ? [name] : domain.mx.map(asciiDomain);
}

function unknownExchange(domain: string, host: string): InvalidArgument {
  return new InvalidArgument(
    'world',
    `Add "${host}" to \`exchanges\` ({} is a plain server) or to \`zone\`: the domain "${domain}" names it.`,
  );
}

/** Returns the host at the end of a CNAME chain in the zone. */
function aliasTarget(host: string, zone: ReadonlyMap<string, ZoneRecords>): string {
  const passed = new Set<string>();
  let name = host;
  for (let alias = zone.get(name)?.cname; alias !== undefined && !passed.has(name); ) {
    passed.add(name);
    name = zoneName(alias);
    alias = zone.get(name)?.cname;
  }
  return name;
}

function domainRecords(domain: SandboxDomain): ZoneRecords {
  return {
    ...(domain.dns === undefined ? {} : { answer: domain.dns }),
    ...(domain.mx === 'null' ? { mx: [[0, '.']] } : {}),
    ...(typeof domain.mx === 'object' ? { mx: preferences(domain.mx) } : {}),
  };
}

function preferences(hosts: readonly string[]): [number, string][] {
  return hosts.map((host, index) => [10 * (index + 1), asciiDomain(host)]);
}

function addressRecords({
  silentAddresses,
  deadAddresses,
  liveAddresses,
}: Pick<PlannedExchange, 'liveAddresses' | 'deadAddresses' | 'silentAddresses'>): ZoneRecords {
  const addresses = [...silentAddresses, ...deadAddresses, ...liveAddresses];
  const aaaa = addresses.filter((address) => address.includes(':'));
  const a = addresses.filter((address) => !address.includes(':'));
  return { ...(a.length > 0 ? { a } : {}), ...(aaaa.length > 0 ? { aaaa } : {}) };
}

/**
 * Assigns addresses from the ranges reserved for benchmarks (RFC 2544: 198.18.0.0/15, RFC 5180: 2001:2::/48), which
 * are not routed on the internet.
 */
function benchmarkAddresses(): (
  settings: SandboxExchange,
) => Pick<PlannedExchange, 'liveAddresses' | 'deadAddresses' | 'silentAddresses'> {
  let last = 0;
  const ipv4 = () => {
    last += 1;
    return `198.${18 + (last >> 16)}.${(last >> 8) & 255}.${last & 255}`;
  };
  const ipv6 = () => {
    last += 1;
    return `2001:2::${((last >> 16) + 1).toString(16)}:${(last & 0xffff).toString(16)}`;
  };
  return ({ ip = '4', deadAddresses = 0, silentAddresses = 0, refusesConnections = false }) => {
    const next = ip === '6' ? ipv6 : ipv4;
    const silent = Array.from({ length: silentAddresses }, next);
    const dead = Array.from({ length: deadAddresses }, next);
    const live = ip === 'both' ? [ipv4(), ipv6()] : [next()];
    return refusesConnections
      ? { liveAddresses: [], deadAddresses: [...dead, ...live], silentAddresses: silent }
      : { liveAddresses: live, deadAddresses: dead, silentAddresses: silent };
  };
}
