import { canonicalAddress, embeddedIPv4, octetsOf, reverseLabels } from '../../ip-address.ts';
import { isInNetwork } from '../../ip-network.ts';
import type { DiagnosticDns, DnsAnswer } from '../../ports/dns.ts';
import { expandMacros, type MacroText, type MacroValues } from './macro-text.ts';
import { SpfError } from './spf-error.ts';
import {
  isSpfRecord,
  type Mechanism,
  type PrefixLengths,
  parseSpfRecord,
  type Qualifier,
  type SpfRecord,
} from './spf-record.ts';

/** The results of RFC 7208 §2.6. */
export type SpfResult = Qualifier | 'none' | 'permerror' | 'temperror';

/** What an evaluation found. */
export interface SpfOutcome {
  readonly result: SpfResult;
  /** The term that decided, such as `ip4:192.0.2.0/24`; null if none did. */
  readonly term: string | null;
  /** What is wrong with the record or with DNS; null unless the result is an error. */
  readonly problem: string | null;
}

/** Who sends what: the IP address that servers see, the domain whose record is asked for, and the identity. */
export interface SpfQuestion {
  readonly ip: string;
  readonly domain: string;
  /** With a local part. */
  readonly sender: string;
  readonly helo: string;
}

type SpfDns = Pick<DiagnosticDns, 'a' | 'aaaa' | 'mx' | 'txt' | 'ptr'>;

/** RFC 7208 §4.6.4. */
const limits = { terms: 10, voidLookups: 2, exchanges: 10, names: 10 } as const;

/**
 * Evaluates whether the SPF record of a domain allows an IP address to send (RFC 7208, check_host), with all mechanisms,
 * macros and limits. Fetches no explanation. Rejects only with the signal's reason.
 */
export async function evaluateSpf(
  question: SpfQuestion,
  dns: SpfDns,
  signal?: AbortSignal,
): Promise<SpfOutcome> {
  const evaluation = new Evaluation({ ...question, ip: unmapped(question.ip) }, dns, signal);
  try {
    return await evaluation.checkHost(question.domain);
  } catch (error) {
    if (error instanceof SpfError) return { result: error.result, term: null, problem: error.message };
    throw error;
  }
}

/** An IPv4-mapped address is that IPv4 address (RFC 7208 §5). Other blocks that embed one are IPv6. */
function unmapped(ip: string): string {
  const isMapped = ip.includes(':') && octetsOf(ip).slice(0, 12).join() === '0,0,0,0,0,0,0,0,0,0,255,255';
  return isMapped ? (embeddedIPv4(ip) ?? ip) : ip;
}

class Evaluation {
  readonly #question: SpfQuestion;
  readonly #dns: SpfDns;
  readonly #options: { signal?: AbortSignal };
  #terms = 0;
  #voidLookups = 0;

  constructor(question: SpfQuestion, dns: SpfDns, signal: AbortSignal | undefined) {
    this.#question = question;
    this.#dns = dns;
    this.#options = signal === undefined ? {} : { signal };
  }

  /** Throws SpfError. */
  async checkHost(domain: string): Promise<SpfOutcome> {
    const record = isWellFormed(domain) ? await this.#fetchRecord(domain) : undefined;
    if (record === undefined) return { result: 'none', term: null, problem: null };
    for (const { mechanism, qualifier, text } of record.directives) {
      if (await this.#matches(mechanism, domain, text))
        return { result: qualifier, term: text, problem: null };
    }
    return record.redirect === undefined
      ? { result: 'neutral', term: null, problem: null }
      : this.#redirect(record.redirect, domain);
  }

  async #redirect({ target, text }: NonNullable<SpfRecord['redirect']>, domain: string): Promise<SpfOutcome> {
    this.#countTerm(text);
    const outcome = await this.checkHost(await this.#targetName(target, domain));
    if (outcome.result === 'none') throw new SpfError('permerror', `"${text}" leads to no SPF record`);
    return outcome;
  }

  async #fetchRecord(domain: string): Promise<SpfRecord | undefined> {
    const texts = recordsOf(await this.#dns.txt(domain, this.#options), `the TXT records of ${domain}`);
    const [text, another] = texts.filter(isSpfRecord);
    if (another !== undefined) throw new SpfError('permerror', `${domain} has several SPF records`);
    return text === undefined ? undefined : parseSpfRecord(text);
  }

  async #matches(mechanism: Mechanism, domain: string, text: string): Promise<boolean> {
    const { ip } = this.#question;
    switch (mechanism.kind) {
      case 'all':
        return true;
      case 'ip':
        return isInNetwork(ip, mechanism.network, mechanism.length);
      case 'include':
        this.#countTerm(text);
        return this.#includes(await this.#targetName(mechanism.target, domain), text);
      case 'exists': {
        this.#countTerm(text);
        const name = await this.#targetName(mechanism.target, domain);
        return this.#countVoid(await this.#dns.a(name, this.#options), name).length > 0;
      }
      case 'a':
        this.#countTerm(text);
        return this.#hasAddressOf(await this.#targetName(mechanism.target, domain), mechanism.lengths);
      case 'mx':
        this.#countTerm(text);
        return this.#hasAddressOfExchanges(
          await this.#targetName(mechanism.target, domain),
          mechanism.lengths,
        );
      case 'ptr': {
        this.#countTerm(text);
        const name = await this.#targetName(mechanism.target, domain);
        return (await this.#validatedNames()).some((validated) => isWithin(validated, name));
      }
    }
  }

  async #includes(domain: string, text: string): Promise<boolean> {
    const { result } = await this.checkHost(domain);
    switch (result) {
      case 'pass':
        return true;
      case 'fail':
      case 'softfail':
      case 'neutral':
        return false;
      case 'none':
      case 'permerror':
      case 'temperror':
        throw new SpfError('permerror', `"${text}" leads to no SPF record`);
    }
  }

  async #hasAddressOf(host: string, lengths: PrefixLengths): Promise<boolean> {
    const { ip } = this.#question;
    const addresses = this.#countVoid(await this.#ask(host), host);
    const length = ip.includes(':') ? lengths.ipv6 : lengths.ipv4;
    return addresses.some((address) => isInNetwork(ip, address, length));
  }

  async #hasAddressOfExchanges(domain: string, lengths: PrefixLengths): Promise<boolean> {
    const records = this.#countVoid(await this.#dns.mx(domain, this.#options), domain);
    if (records.length > limits.exchanges)
      throw new SpfError('permerror', `${domain} has more than ${limits.exchanges} exchanges`);
    for (const { exchange } of records) if (await this.#hasAddressOf(exchange, lengths)) return true;
    return false;
  }

  /** Returns the names of the address that lead back to it. A DNS error counts as no name (RFC 7208 §5.5). */
  async #validatedNames(): Promise<readonly string[]> {
    const { ip } = this.#question;
    const zone = ip.includes(':') ? 'ip6.arpa' : 'in-addr.arpa';
    const answer = await this.#dns.ptr(`${reverseLabels(ip)}.${zone}`, this.#options);
    if (answer.kind === 'failure') return [];
    const validated: string[] = [];
    for (const name of this.#countVoid(answer, ip).slice(0, limits.names)) {
      const forward = await this.#ask(name);
      const addresses = forward.kind === 'records' ? forward.records : [];
      if (addresses.some((address) => canonicalAddress(address) === canonicalAddress(ip)))
        validated.push(name);
    }
    return validated;
  }

  #ask(host: string): Promise<DnsAnswer<string>> {
    return this.#question.ip.includes(':')
      ? this.#dns.aaaa(host, this.#options)
      : this.#dns.a(host, this.#options);
  }

  async #targetName(target: MacroText | undefined, domain: string): Promise<string> {
    if (target === undefined) return domain;
    const name = await expandMacros(target, this.#macroValues(domain));
    return shortened(name.replace(/\.$/, ''));
  }

  #macroValues(domain: string): MacroValues {
    const { sender, helo, ip } = this.#question;
    return { sender, helo, domain, ip, validatedName: () => this.#validatedName(domain) };
  }

  /** Prefers the domain itself, then a name below it (RFC 7208 §7.3). */
  async #validatedName(domain: string): Promise<string> {
    const names = await this.#validatedNames();
    const lower = domain.toLowerCase();
    return (
      names.find((name) => name === lower) ??
      names.find((name) => isWithin(name, lower)) ??
      names[0] ??
      'unknown'
    );
  }

  #countTerm(text: string): void {
    this.#terms += 1;
    if (this.#terms <= limits.terms) return;
    throw new SpfError('permerror', `more than ${limits.terms} terms ask DNS, the last of them "${text}"`);
  }

  /** Returns the records. Throws SpfError `temperror` for a failure, `permerror` for too many empty answers. */
  #countVoid<Data>(answer: DnsAnswer<Data>, name: string): readonly Data[] {
    const records = recordsOf(answer, name);
    if (records.length > 0) return records;
    this.#voidLookups += 1;
    if (this.#voidLookups > limits.voidLookups)
      throw new SpfError(
        'permerror',
        `more than ${limits.voidLookups} names do not exist, the last of them ${name}`,
      );
    return [];
  }
}

function recordsOf<Data>(answer: DnsAnswer<Data>, what: string): readonly Data[] {
  switch (answer.kind) {
    case 'records':
      return answer.records;
    case 'no-data':
    case 'no-domain':
      return [];
    case 'failure':
      throw new SpfError('temperror', `DNS failed for ${what} (${answer.detail})`);
  }
}

/** At least two labels, none of them empty or too long (RFC 7208 §4.3). */
function isWellFormed(domain: string): boolean {
  const labels = domain.split('.');
  return (
    labels.length > 1 &&
    domain.length <= 253 &&
    labels.every((label) => label.length > 0 && label.length <= 63)
  );
}

/** Drops labels from the left until the name fits into DNS (RFC 7208 §7.3). */
function shortened(name: string): string {
  let rest = name;
  while (rest.length > 253 && rest.includes('.')) rest = rest.slice(rest.indexOf('.') + 1);
  return rest;
}

function isWithin(name: string, domain: string): boolean {
  const lower = domain.toLowerCase();
  return name === lower || name.endsWith(`.${lower}`);
}
