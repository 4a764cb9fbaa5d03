import { isIPv4, isIPv6 } from 'node:net';
import { InvalidArgument } from '../../../src/errors.ts';

/**
 * The DNS of a simulated internet, by name. A name that is not listed does not exist (NXDOMAIN), unless it is the
 * parent of one that is (RFC 8020). Such a parent, like a name without records of the requested type, gets an empty
 * answer.
 *
 * ```ts
 * const zone: Zone = {
 *   'example.com': { mx: [[10, 'mx.example.com']] },
 *   'mx.example.com': { a: ['192.0.2.25'] },
 *   'example.org': { mx: [[0, '.']] },               // null MX (RFC 7505)
 *   'example.net': { answer: 'server-failure' },
 * };
 * ```
 *
 * Names are A-labels; case and a trailing dot do not matter.
 */
export interface Zone {
  readonly [name: string]: ZoneRecords;
}

/** Changes to a zone: an entry replaces the one of the same name, null removes it. */
export interface ZoneChanges {
  readonly [name: string]: ZoneRecords | null;
}

/** The records of a name, and how questions about it are answered. */
export interface ZoneRecords {
  readonly mx?: readonly (readonly [preference: number, exchange: string])[];
  /** IPv4 addresses. */
  readonly a?: readonly string[];
  /** IPv6 addresses. */
  readonly aaaa?: readonly string[];
  /** TXT records, in ASCII, of any length: they are sent as strings of at most 255 octets (RFC 1035 §3.3.14). */
  readonly txt?: readonly string[];
  /** Names that a reverse name, such as `25.2.0.192.in-addr.arpa`, points to. */
  readonly ptr?: readonly string[];
  /** Makes the name an alias; its other records are ignored (RFC 1034 §3.6.2). */
  readonly cname?: string;
  /** False: only the alias is answered, and the client has to ask for its target. Default true. */
  readonly followCname?: boolean;
  /** TTL of all records of this name, in seconds. Default 300. */
  readonly ttlSeconds?: number;
  /** The SOA in an empty answer; null: none. By default both values are `ttlSeconds`. */
  readonly soa?: { readonly ttlSeconds: number; readonly minimumSeconds: number } | null;
  /** What is answered instead of records: to every question, or by type. */
  readonly answer?: ZoneFault | Readonly<Partial<Record<'mx' | 'a' | 'aaaa' | 'txt' | 'ptr', ZoneFault>>>;
  /** True: answers over UDP are truncated to nothing; TCP has all of them. */
  readonly truncate?: boolean;
  /** Delay of the answers about this name, in milliseconds. Default 0. */
  readonly delayMs?: number;
  /** Number of questions about this name that are lost before one is answered. Default 0. */
  readonly dropFirst?: number;
}

/** `malformed`: an answer whose record is cut off. `silent`: no answer. */
export type ZoneFault = 'server-failure' | 'refused' | 'silent' | 'malformed' | 'no-domain';

/** Returns the form of a name that the zone uses: `example.com` for `Example.COM.`; '' for the root. */
export function zoneName(name: string): string {
  return name.replace(/\.$/, '').toLowerCase();
}

/** The entries of a zone, and the names that exist because others are below them. */
export class ZoneIndex {
  readonly #records = new Map<string, ZoneRecords>();
  /** The number of entries below each name. */
  readonly #below = new Map<string, number>();

  /** Throws InvalidArgument that names the entry if it cannot be served; then nothing changes. */
  constructor(zone: Zone) {
    this.patch(zone);
  }

  get(name: string): ZoneRecords | undefined {
    return this.#records.get(name);
  }

  exists(name: string): boolean {
    return this.#records.has(name) || this.#below.has(name);
  }

  /** Throws InvalidArgument that names the entry if it cannot be served; then nothing changes. */
  patch(changes: ZoneChanges): void {
    const entries = Object.entries(changes);
    for (const [name, records] of entries) check(name, records);
    for (const [name, records] of entries) {
      const key = zoneName(name);
      if (records === null) {
        if (this.#records.delete(key)) this.#count(key, -1);
      } else {
        if (!this.#records.has(key)) this.#count(key, 1);
        this.#records.set(key, records);
      }
    }
  }

  #count(name: string, change: 1 | -1): void {
    for (let dot = name.indexOf('.'); dot !== -1; dot = name.indexOf('.', dot + 1)) {
      const parent = name.slice(dot + 1);
      const count = (this.#below.get(parent) ?? 0) + change;
      if (count === 0) this.#below.delete(parent);
      else this.#below.set(parent, count);
    }
  }
}

function check(name: string, records: ZoneRecords | null): void {
  const complain = (what: string) => {
    throw new InvalidArgument('zone', `Correct the zone's entry "${name}": ${what}.`);
  };
  if (!isName(name)) complain('no such name fits in DNS (labels of 1 to 63 characters, 253 in all)');
  if (records === null) return;
  for (const address of records.a ?? []) if (!isIPv4(address)) complain(`"${address}" is no IPv4 address`);
  for (const address of records.aaaa ?? []) if (!isIPv6(address)) complain(`"${address}" is no IPv6 address`);
  for (const [preference, exchange] of records.mx ?? []) {
    if (!isUnsigned(preference, 16)) complain(`the preference ${preference} is not from 0 to 65535`);
    if (exchange !== '.' && !isName(exchange)) complain(`"${exchange}" cannot be the name of an exchange`);
  }
  for (const text of records.txt ?? [])
    if (!/^\p{ASCII}*$/u.test(text)) complain(`the text "${text}" is not in ASCII`);
  for (const name of records.ptr ?? []) if (!isName(name)) complain(`"${name}" cannot be the name of a host`);
  if (records.cname !== undefined && !isName(records.cname))
    complain(`"${records.cname}" cannot be an alias`);
  const seconds = [records.ttlSeconds, records.soa?.ttlSeconds, records.soa?.minimumSeconds];
  for (const ttl of seconds) {
    if (ttl !== undefined && !isUnsigned(ttl, 32)) complain(`${ttl} is no TTL in whole seconds`);
  }
}

/** Labels of printable ASCII, 1 to 63 characters each. */
const labels = /^[!-\-/-~]{1,63}(?:\.[!-\-/-~]{1,63})*\.?$/;

function isName(name: string): boolean {
  return labels.test(name) && zoneName(name).length <= 253;
}

function isUnsigned(value: number, bits: number): boolean {
  return Number.isInteger(value) && value >= 0 && value < 2 ** bits;
}
