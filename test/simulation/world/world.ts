import type { DomainSpec, ExchangeRecord, MailboxState, MailRoute } from './domain-spec.ts';
import type { ExchangeSpec } from './exchange-spec.ts';

/** How long a denial of a name or of a record may be used. */
export const denialTtlSeconds = 300;

/** What is true of an address. */
export type AddressTruth =
  | { readonly kind: 'mailbox'; readonly state: MailboxState }
  | { readonly kind: 'no-mailbox'; readonly catchAll: boolean }
  | { readonly kind: 'no-mail' }
  | { readonly kind: 'no-address' };

/** The simulated internet: domains, their exchanges, and the mailboxes, which only the simulator knows. */
export class World {
  readonly domains: ReadonlyMap<string, DomainSpec>;
  /** By the name of the server. */
  readonly exchanges: ReadonlyMap<string, ExchangeSpec>;
  /** The exchange at each IP address that DNS names for it, whether it answers there or not. */
  readonly byAddress: ReadonlyMap<string, ExchangeSpec>;

  /** All that each domain has in the course of the day. */
  readonly #exchangesOf = new Map<string, readonly ExchangeSpec[]>();
  /** Host names that lead to an exchange of another name: many customers of one hosting company. */
  readonly #aliases: ReadonlyMap<string, string>;

  constructor(
    domains: readonly DomainSpec[],
    exchanges: readonly ExchangeSpec[],
    aliases: ReadonlyMap<string, string>,
  ) {
    this.#aliases = aliases;
    this.domains = new Map(domains.map((domain) => [domain.name, domain]));
    this.exchanges = new Map(exchanges.map((exchange) => [exchange.host, exchange]));
    this.byAddress = new Map(
      exchanges.flatMap((exchange) =>
        [...exchange.silentAddresses, ...exchange.addresses, ...exchange.addresses6].map(
          (address) => [address, exchange] as const,
        ),
      ),
    );
  }

  /** Returns the exchange that a host name leads to. */
  exchangeAt(host: string): ExchangeSpec | undefined {
    return this.exchanges.get(this.#aliases.get(host) ?? host);
  }

  /** True if other names than its own lead to the exchange. */
  hasAliases(host: string): boolean {
    return [...this.#aliases.values()].includes(host);
  }

  /** Returns what is true of an address while its domain takes mail; `no-mail` if it never does. */
  truthOf(email: string): AddressTruth {
    const at = email.lastIndexOf('@');
    const localPart = email.slice(0, at).toLowerCase();
    const domain = this.domainOf(email);
    if (at < 1 || !/^[a-z0-9.+_-]+$/.test(localPart) || /^\.|\.\.|\.$/.test(localPart))
      return { kind: 'no-address' };
    if (domain === undefined || this.routesOf(email).every(isWithoutMail)) return { kind: 'no-mail' };
    const state = domain.mailboxes.get(localPart);
    return state === undefined
      ? { kind: 'no-mailbox', catchAll: domain.catchAll }
      : { kind: 'mailbox', state };
  }

  domainOf(email: string): DomainSpec | undefined {
    return this.domains.get(domainNameOf(email));
  }

  /** True if what is said of the recipients of its domain says nothing of anybody else, and is not to be believed. */
  hasOwnPolicy(email: string): boolean {
    return this.domainOf(email)?.ownPolicy !== undefined;
  }

  /** Returns the exchanges of the domain of an address: all that it has in the course of the day. */
  exchangesOf(email: string): readonly ExchangeSpec[] {
    const name = domainNameOf(email);
    const known = this.#exchangesOf.get(name);
    if (known !== undefined) return known;
    const exchanges = [...new Set(this.routesOf(email).flatMap((route) => this.#exchangesOn(route)))];
    this.#exchangesOf.set(name, exchanges);
    return exchanges;
  }

  /** Returns whether the domain of an address has, all day, a mail server of which `is` is true. */
  alwaysHas(email: string, is: (exchange: ExchangeSpec) => boolean): boolean {
    const routes = this.routesOf(email);
    return routes.length > 0 && routes.every((route) => this.#exchangesOn(route).some(is));
  }

  /** Returns the routes of mail for an address that DNS may have named from one time to another. Default: ever. */
  routesOf(email: string, from = 0, until = Number.POSITIVE_INFINITY): readonly MailRoute[] {
    const domain = this.domainOf(email);
    if (domain === undefined) return [];
    const routes = [{ at: 0, mail: domain.mail }, ...domain.changes];
    return routes
      .filter(({ at }, index) => at <= until && (routes[index + 1]?.at ?? until) >= from)
      .map(({ mail }) => mail);
  }

  /** Returns how long what DNS says of the domain of an address may be used, in milliseconds. */
  ttlMsOf(email: string): number {
    const ttlSeconds = this.domainOf(email)?.ttlSeconds ?? 0;
    return 1_000 * Math.max(ttlSeconds, denialTtlSeconds);
  }

  /** Returns the MX record that is shown for a route: the most preferred, and among equals the alphabetically first. */
  mainOf(route: MailRoute): ExchangeRecord | undefined {
    const [main] = [...recordsOf(route)].sort(
      (one, other) => one.preference - other.preference || (one.host < other.host ? -1 : 1),
    );
    return main;
  }

  /** Returns the exchanges on a route that come before one of them, which may have several names. Undefined: it is not there. */
  preferredTo(host: string, route: MailRoute): readonly ExchangeSpec[] | undefined {
    const records = recordsOf(route);
    const own = records.filter((record) => this.exchangeAt(record.host)?.host === host);
    if (own.length === 0) return undefined;
    const preference = Math.min(...own.map((record) => record.preference));
    const before = records.filter((record) => record.preference < preference);
    return before.flatMap((record) => this.exchangeAt(record.host) ?? []);
  }

  #exchangesOn(route: MailRoute): readonly ExchangeSpec[] {
    return recordsOf(route).flatMap(({ host }) => this.exchangeAt(host) ?? []);
  }

  /** True if an honest server would answer for the address without being asked twice by others first. */
  isHonest(email: string): boolean {
    return this.exchangesOf(email).every(({ hostility }) => hostility === undefined);
  }
}

function domainNameOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase();
}

/** Returns where mail for a domain goes at a time. */
export function mailAt({ mail, changes }: DomainSpec, at: number): MailRoute {
  return changes.findLast((change) => change.at <= at)?.mail ?? mail;
}

export function isWithoutMail({ kind }: MailRoute): boolean {
  return kind === 'null-mx' || kind === 'no-records' || kind === 'no-domain';
}

function recordsOf(route: MailRoute): readonly ExchangeRecord[] {
  if (route.kind === 'exchanges') return route.records;
  return route.kind === 'implicit' ? [{ preference: 0, host: route.host }] : [];
}
