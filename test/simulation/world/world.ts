import type { DomainSpec, ExchangeRecord, MailboxState } from './domain-spec.ts';
import type { ExchangeSpec } from './exchange-spec.ts';

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
  /** The exchange at each IP address. */
  readonly byAddress: ReadonlyMap<string, ExchangeSpec>;

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
        [...exchange.addresses, ...exchange.addresses6].map((address) => [address, exchange] as const),
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

  truthOf(email: string): AddressTruth {
    const at = email.lastIndexOf('@');
    const localPart = email.slice(0, at).toLowerCase();
    const domain = this.domains.get(email.slice(at + 1).toLowerCase());
    if (at < 1 || !/^[a-z0-9.+_-]+$/.test(localPart) || /^\.|\.\.|\.$/.test(localPart))
      return { kind: 'no-address' };
    if (domain === undefined || isWithoutMail(domain)) return { kind: 'no-mail' };
    const state = domain.mailboxes.get(localPart);
    return state === undefined
      ? { kind: 'no-mailbox', catchAll: domain.catchAll }
      : { kind: 'mailbox', state };
  }

  /** Returns the exchanges of the domain of an address. */
  exchangesOf(email: string): readonly ExchangeSpec[] {
    return this.#recordsOf(email).flatMap(({ host }) => this.exchangeAt(host) ?? []);
  }

  /** Returns the exchanges of the domain of an address that come before one of them, which may have several names. */
  preferredTo(host: string, email: string): readonly ExchangeSpec[] {
    const records = this.#recordsOf(email);
    const own = records.filter((record) => this.exchangeAt(record.host)?.host === host);
    const preference = Math.min(...own.map((record) => record.preference));
    const before = records.filter((record) => record.preference < preference);
    return before.flatMap((record) => this.exchangeAt(record.host) ?? []);
  }

  #recordsOf(email: string): readonly ExchangeRecord[] {
    const mail = this.domains.get(email.slice(email.lastIndexOf('@') + 1).toLowerCase())?.mail;
    if (mail?.kind === 'exchanges') return mail.records;
    return mail?.kind === 'implicit' ? [{ preference: 0, host: mail.host }] : [];
  }

  /** True if an honest server would answer for the address without being asked twice by others first. */
  isHonest(email: string): boolean {
    return this.exchangesOf(email).every(({ hostility }) => hostility === undefined);
  }
}

function isWithoutMail({ mail }: DomainSpec): boolean {
  return mail.kind === 'null-mx' || mail.kind === 'no-records' || mail.kind === 'no-domain';
}
