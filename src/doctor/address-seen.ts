import { reportOk, reportWarning } from '../assessment.ts';
import { canonicalAddress, ipVersionOf } from '../ip-address.ts';
import { isPrivateAddress } from '../ip-network.ts';
import type { Egress } from '../ports/network-ports.ts';
import type { SmtpReply } from '../ports/smtp-transport.ts';
import type { Assessment } from '../ports/storage-diagnosis.ts';
import type { Contact } from './exchange-contact.ts';
import type { AddressSource, DoctorFinding } from './finding.ts';

/** An IP address that servers see, and how that is known. */
export interface SeenAddress {
  readonly address: string;
  readonly source: AddressSource;
}

type Greeted = Extract<Contact, { kind: 'greeted' }>;

const bracketed = /[[(](?:IPv6:)?([\da-f:.]+)[\])]/gi;

/**
 * Returns the IP address that an exchange says it sees us at, from the first line of its reply to EHLO; undefined if it
 * names none. Large providers do: "mx.google.com at your service, [192.0.2.25]", "… Hello [192.0.2.25]". Other software
 * also repeats our name, which may be an address literal, but before the address.
 */
export function statedAddress({ lines: [first = ''] }: SmtpReply): string | undefined {
  const found = [...first.matchAll(bracketed)].map(([, text = '']) => text);
  return found.filter((text) => ipVersionOf(text) !== undefined).at(-1);
}

/**
 * Returns the addresses that servers see, without duplicates. For each IP version: what the servers said,
 * else the address of the socket unless it is private. If none is known, the address that was configured,
 * else those that HELO resolves to. The socket of a proxied egress leads to the proxy only, so that its
 * address says nothing.
 */
export function findSeenAddresses(
  contacts: readonly Contact[],
  egress: Egress,
  heloAddresses: readonly string[],
): readonly SeenAddress[] {
  const seen = ([4, 6] as const).flatMap((version) => {
    const greeted = greetedIn(contacts).filter(({ address }) => ipVersionOf(address) === version);
    const stated = greeted.flatMap(({ hello }) => statedAddress(hello) ?? []);
    return stated.length > 0
      ? unique(stated, 'exchange')
      : unique(publicOf(socketAddresses(greeted, egress)), 'socket');
  });
  if (seen.length > 0) return seen;
  const configured = publicOf(egress.localAddress === undefined ? [] : [egress.localAddress]);
  return configured.length > 0 ? unique(configured, 'configured') : unique(heloAddresses, 'helo');
}

const notKnown = 'Whether servers refuse the address that they really see is not known.';
const runAgain = 'Once mail servers can be reached, run this again; large ones name the address.';

/** Judges what is known of the address of an egress: several of one IP version are a problem. */
export function judgeAddressSeen(
  egress: Egress,
  contacts: readonly Contact[],
  seen: readonly SeenAddress[],
): DoctorFinding {
  return {
    check: 'address_seen',
    egress: egress.name,
    addresses: seen,
    ...assess(seen, socketAddresses(greetedIn(contacts), egress), egress.proxy),
  };
}

function assess(seen: readonly SeenAddress[], own: readonly string[], proxy: string | undefined): Assessment {
  const addresses = seen.map(({ address }) => address);
  const [first] = seen;
  if (first === undefined || first.source === 'helo') {
    const assumed =
      first === undefined
        ? ''
        : ` The findings below are about ${addresses.join(', ')}, to which HELO resolves.`;
    const unknown =
      proxy === undefined
        ? 'No mail server said which IP address it sees, and this machine has no public one.'
        : `No mail server said which IP address it sees through the proxy ${proxy}.`;
    return reportWarning(`${unknown}${assumed}`, notKnown, runAgain);
  }
  if (first.source === 'configured') {
    return reportWarning(
      `${first.address} is configured, not confirmed: no mail server answered.`,
      notKnown,
      runAgain,
    );
  }
  const versions = addresses.map((address) => ipVersionOf(address));
  if (new Set(versions).size < versions.length) {
    return reportWarning(
      `Mail servers see several IP addresses: ${addresses.join(', ')}.`,
      'Greylisting starts anew with each address, so that addresses stay unknown (greylisted).',
      proxy === undefined
        ? 'Have connections of this machine translated to one fixed address.'
        : `Ask the operator of the proxy ${proxy} for one fixed address.`,
    );
  }
  if (first.source === 'socket') {
    return reportOk(
      `Connections are made from ${addresses.join(' and ')}; no mail server said which address it sees.`,
      'This is the sender that servers judge.',
    );
  }
  const isTranslated = own.length > 0 && !own.some((address) => addresses.includes(address));
  const how = isTranslated ? ` (translated from ${own.join(', ')})` : '';
  return reportOk(
    `Mail servers see ${addresses.join(' and ')}${how}.`,
    'This is the sender that servers judge.',
  );
}

function socketAddresses(contacts: readonly Greeted[], { proxy }: Pick<Egress, 'proxy'>): string[] {
  if (proxy !== undefined) return [];
  return [...new Set(contacts.flatMap(({ localAddress }) => localAddress ?? []))];
}

function publicOf(addresses: readonly string[]): string[] {
  return addresses.filter((address) => !isPrivateAddress(address));
}

function greetedIn(contacts: readonly Contact[]): Greeted[] {
  return contacts.filter((contact) => contact.kind === 'greeted');
}

function unique(addresses: readonly string[], source: AddressSource): SeenAddress[] {
  const byMeaning = new Map(addresses.map((address) => [canonicalAddress(address), address]));
  return [...byMeaning.values()].map((address) => ({ address, source }));
}
