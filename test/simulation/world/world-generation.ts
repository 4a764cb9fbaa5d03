import { RandomStream } from '../randomness/random-stream.ts';
import type { DomainSpec, ExchangeRecord, MailboxState, MailRoute } from './domain-spec.ts';
import {
  AddressPlan,
  backupExchange,
  ownExchange,
  providerExchange,
  retiredExchange,
  sharedExchange,
} from './exchange-generation.ts';
import type { ExchangeSpec } from './exchange-spec.ts';
import {
  companyWords,
  disposableDomains,
  familyNames,
  freeDomains,
  functionNames,
  givenNames,
  tradeWords,
} from './names.ts';
import { canaryHosts, type ProviderSpec, providerMix } from './provider-mix.ts';
import { changeRoutes } from './route-changes.ts';
import { planStrangers, type StrangerAddresses } from './stranger-generation.ts';
import { World } from './world.ts';

export interface WorldPlan {
  readonly world: World;
  /** Addresses that customers ask about: of every kind, and some of them no addresses at all. */
  readonly addresses: readonly string[];
  /** Addresses of other domains, whose servers answer nobody. */
  readonly hangingAddresses: readonly string[];
  /** Addresses of parties that have to do with nobody else. Undefined: there are none on this day. */
  readonly strangers: StrangerAddresses | undefined;
}

const [fallbackProvider] = providerMix;

export interface WorldOptions {
  readonly domains: number;
  readonly addresses: number;
  /** Further domains whose servers answer nobody. Default: none. */
  readonly hangingDomains?: number;
  /** When the day begins, in milliseconds since 1970. */
  readonly startsAt: number;
}

/** Generates the internet of one seed. */
export function generateWorld(seed: number, options: WorldOptions): WorldPlan {
  return new WorldGeneration(new RandomStream(seed, 'world')).run(options);
}

class WorldGeneration {
  readonly #random: RandomStream;
  /** Of its own, so that nothing else depends on it. */
  readonly #retirements: RandomStream;
  readonly #services: RandomStream;
  readonly #serviceNames = new Set<string>();
  readonly #hangingServers: RandomStream;
  readonly #networks: RandomStream;
  readonly #frontends: RandomStream;
  readonly #strangers: RandomStream;
  readonly #plan = new AddressPlan();
  readonly #exchanges = new Map<string, ExchangeSpec>();
  readonly #aliases = new Map<string, string>();

  constructor(random: RandomStream) {
    this.#random = random;
    this.#retirements = random.fork('retirements');
    this.#services = random.fork('mail services');
    this.#hangingServers = random.fork('hanging servers');
    this.#networks = random.fork('networks');
    this.#frontends = random.fork('front ends');
    this.#strangers = random.fork('strangers');
  }

  run({ domains: count, addresses: addressCount, hangingDomains = 0, startsAt }: WorldOptions): WorldPlan {
    const lasting = Array.from({ length: count }, (_, index) => this.#domain(index));
    const addresses = this.#addresses(lasting, addressCount);
    if (fallbackProvider !== undefined)
      for (const host of canaryHosts)
        this.#exchange(host, () => providerExchange(fallbackProvider, host, this.#random, this.#plan));
    const domains = changeRoutes(lasting, this.#random.fork('changes'), {
      startsAt,
      routeElsewhere: (domain, random) => this.#routeElsewhere(domain, random),
    });
    const hanging = Array.from({ length: hangingDomains }, (_, index) => this.#hangingDomain(index));
    const strangers = this.#strangers.chance(0.4) ? this.#planStrangers(domains) : undefined;
    return {
      world: new World(
        [...domains, ...hanging, ...(strangers?.domains ?? [])],
        [...this.#exchanges.values()],
        this.#aliases,
      ),
      addresses,
      hangingAddresses: hanging.flatMap(({ name }) => [`ada.adler@${name}`, `ben.baker@${name}`]),
      strangers: strangers?.addresses,
    };
  }

  #planStrangers(domains: readonly DomainSpec[]) {
    const random = this.#strangers;
    const own = domains.find(
      ({ name, mail }) => mail.kind === 'exchanges' && mail.records[0]?.host === `mail.${name}`,
    );
    return planStrangers(random, {
      ownHost: own && `mail.${own.name}`,
      routeAt: (provider, domain) => {
        const records = recordsAt(provider, domain, random.integer(1_000, 9_999));
        for (const { host } of records)
          this.#exchange(host, () => providerExchange(provider, host, random, this.#plan));
        return { kind: 'exchanges', records };
      },
    });
  }

  #domain(index: number): DomainSpec {
    const random = this.#random;
    const company = `${random.pick(companyWords)}-${random.pick(tradeWords)}-${index}.${random.pick(['com', 'net', 'org', 'de', 'fr'])}`;
    const { name, isFree, isDisposable } = this.#mailService() ?? {
      ...{ name: company, isFree: false, isDisposable: false },
    };
    const kind = random.weighted([
      [90, 'exchanges'],
      [4, 'implicit'],
      [2, 'null-mx'],
      [2, 'no-records'],
      [2, 'no-domain'],
    ] as const);
    const takesMail = kind === 'exchanges' || kind === 'implicit';
    return {
      name,
      isFree,
      isDisposable,
      mail:
        kind === 'exchanges'
          ? { kind, records: this.#records(name, index) }
          : kind === 'implicit'
            ? { kind, host: this.#hostWithoutRecords(name) }
            : { kind },
      changes: [],
      website:
        kind === 'exchanges' || kind === 'null-mx' ? `46.4.${index >> 8}.${(index & 255) + 1}` : undefined,
      catchAll: takesMail && random.chance(0.12),
      mailboxes: takesMail ? this.#mailboxes() : new Map(),
      ttlSeconds: random.weighted([
        [50, 3_600],
        [25, 300],
        [15, 86_400],
        [10, 30],
      ] as const),
    };
  }

  /** Some domains are not those of companies. */
  #mailService(): Pick<DomainSpec, 'name' | 'isFree' | 'isDisposable'> | undefined {
    if (this.#services.chance(0.8)) return undefined;
    const isFree = this.#services.chance(0.5);
    const names = isFree ? freeDomains : disposableDomains;
    const name = names.find((each) => !this.#serviceNames.has(each));
    if (name === undefined) return undefined;
    this.#serviceNames.add(name);
    return { name, isFree, isDisposable: !isFree };
  }

  /** A domain whose only server accepts no connection and refuses none. */
  #hangingDomain(index: number): DomainSpec {
    const name = `hanging-${index}.com`;
    const host = `mail.${name}`;
    const provider = providerMix.at(-1) as ProviderSpec;
    this.#exchange(host, () => ({
      ...providerExchange(provider, host, this.#hangingServers, this.#plan),
      reach: 'silent',
    }));
    const records = [{ preference: 10, host }];
    return {
      name,
      isFree: false,
      isDisposable: false,
      mail: { kind: 'exchanges', records },
      changes: [],
      website: undefined,
      catchAll: false,
      mailboxes: new Map(),
      ttlSeconds: 3_600,
    };
  }

  #records(domain: string, index: number): readonly ExchangeRecord[] {
    const random = this.#random;
    const provider = random.weighted(providerMix.map((spec) => [spec.weight, spec] as const));
    const isOwn = provider.hosts[0] === 'mail.{h}';
    const records = recordsAt(provider, domain, index);
    const ownHosts = new Set(records.map(({ host }) => host));
    if (this.#retirements.chance(0.08)) {
      const host = `mx.former-${this.#retirements.integer(1, 2)}.net`;
      this.#exchange(host, () => retiredExchange(provider, host, this.#retirements, this.#plan));
      records.push({ preference: 5, host });
    }
    for (const { host } of records) {
      if (isOwn) this.#ownHost(host);
      else this.#exchange(host, () => providerExchange(provider, host, random, this.#plan));
      if (provider.frontends !== undefined && ownHosts.has(host))
        this.#moveToFrontend(host, provider.frontends);
    }
    if (isOwn && random.chance(0.25)) {
      const host = `backup.${domain}`;
      const recipientLimits = this.#networks.chance(0.3) ? { perSecond: 1 } : undefined;
      const backup = backupExchange(provider, host, random, this.#plan);
      this.#exchange(host, () => ({ ...backup, recipientLimits }));
      records.push({ preference: 50, host });
    }
    return records;
  }

  /** Some customers share a server, each under a name of its own. */
  #moveToFrontend(host: string, frontends: readonly string[]): void {
    const exchange = this.#exchanges.get(host);
    if (exchange === undefined || !this.#frontends.chance(0.4)) return;
    const server = this.#frontends.pick(frontends);
    this.#exchanges.delete(host);
    this.#aliases.set(host, server);
    this.#exchange(server, () => ({ ...exchange, host: server, countedAs: server }));
  }

  /** Routes mail to another provider, or to a server of its own. */
  #routeElsewhere({ name, mail }: DomainSpec, random: RandomStream): MailRoute {
    const known = mail.kind === 'exchanges' ? mail.records.map(({ host }) => host) : [];
    for (;;) {
      const provider = random.weighted(providerMix.map((spec) => [spec.weight, spec] as const));
      const records = recordsAt(provider, name, random.integer(1_000, 9_999));
      if (records.some(({ host }) => known.includes(host))) continue;
      const create = provider.hosts[0] === 'mail.{h}' ? ownExchange : providerExchange;
      for (const { host } of records) this.#exchange(host, () => create(provider, host, random, this.#plan));
      return { kind: 'exchanges', records };
    }
  }

  #ownHost(host: string): string {
    const provider = providerMix.at(-1) as ProviderSpec;
    const random = this.#random;
    // Some companies rent: many names then lead to one server.
    if (!random.chance(0.4)) {
      this.#exchange(host, () => ownExchange(provider, host, random, this.#plan));
      return host;
    }
    const server = `shared-${random.integer(1, 3)}.webhosting.net`;
    this.#aliases.set(host, server);
    this.#exchange(server, () => sharedExchange(provider, server, random, this.#plan));
    return host;
  }

  /** The server of a domain without MX records. Of those that are not rented, every second one has no IPv4 address. */
  #hostWithoutRecords(name: string): string {
    const host = this.#ownHost(name);
    const exchange = this.#exchanges.get(host);
    if (exchange !== undefined && this.#networks.chance(0.5)) {
      const [address6 = this.#plan.next6()] = exchange.addresses6;
      this.#exchanges.set(host, { ...exchange, addresses: [], addresses6: [address6] });
    }
    return host;
  }

  #exchange(host: string, create: () => ExchangeSpec): void {
    if (!this.#exchanges.has(host)) this.#exchanges.set(host, create());
  }

  #mailboxes(): ReadonlyMap<string, MailboxState> {
    const random = this.#random;
    const people = Array.from(
      { length: random.chance(0.2) ? random.integer(60, 150) : random.integer(4, 24) },
      () => this.#person(),
    );
    if (random.chance(0.4)) people.push('info');
    return new Map(
      people.map((person) => [
        person,
        random.weighted([
          [88, 'active'],
          [6, 'full'],
          [6, 'disabled'],
        ] as const),
      ]),
    );
  }

  #person(): string {
    return `${this.#random.pick(givenNames)}.${this.#random.pick(familyNames)}`;
  }

  /** Most domains are asked about a few times, some of them often. */
  #addresses(domains: readonly DomainSpec[], count: number): readonly string[] {
    const random = this.#random;
    const addresses = new Set<string>();
    while (addresses.size < count) {
      const domain = domains[random.skewed(0, domains.length - 1)];
      if (domain === undefined) continue;
      const known = [...domain.mailboxes.keys()];
      const localPart = known.length > 0 && random.chance(0.65) ? random.pick(known) : this.#person();
      if (random.chance(0.015)) addresses.add(`${localPart}@@${domain.name}`);
      else if (random.chance(0.03)) addresses.add(`${random.pick(functionNames)}@${domain.name}`);
      else addresses.add(`${localPart}@${domain.name}`);
    }
    return [...addresses];
  }
}

/** Returns the MX records of a domain at a provider. `number`: that of the customer. */
function recordsAt(
  { hosts, operator, hasEquals = false }: ProviderSpec,
  domain: string,
  number: number,
): ExchangeRecord[] {
  return hosts.map((host, position) => ({
    preference: hasEquals ? 10 : 10 * (position + 1),
    provider: operator,
    host: host
      .replace('{n}', String(10_000 + number))
      .replace('{d}', domain.replaceAll('.', '-'))
      .replace('{h}', domain),
  }));
}
