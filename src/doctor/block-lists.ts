/** A list of IP addresses in DNS that servers refuse (RFC 5782). */
export interface BlockList {
  /** The zone that is asked: the reversed address is put before it. */
  readonly zone: string;
  /** The zone for messages, without the key of a customer. */
  readonly name: string;
  /** How a listing is judged: by how many servers use the list. */
  readonly listing: 'warning' | 'failure';
  /** Where to find out why an address is listed, and to have it removed. Null: not known. */
  readonly url: string | null;
  /** What its answers mean. Others in 127.0.0.0/8 mean a listing too. */
  readonly codes: Readonly<Record<string, string>>;
}

const spamhaus = {
  name: 'zen.spamhaus.org',
  listing: 'failure',
  url: 'https://check.spamhaus.org',
  codes: {
    '127.0.0.2': 'SBL, a source of spam',
    '127.0.0.3': 'CSS, a source of spam that was found automatically',
    '127.0.0.4': 'XBL, a hijacked machine',
    '127.0.0.9': 'DROP, a hijacked network',
    '127.0.0.10': 'PBL, a network that by its provider has no mail servers',
    '127.0.0.11': 'PBL, a network that has no mail servers',
  },
} as const;

/** The lists that we know. Those of hosts' own choice may be others. */
const knownBlockLists: readonly BlockList[] = [
  { zone: 'zen.spamhaus.org', ...spamhaus },
  {
    zone: 'bl.spamcop.net',
    name: 'bl.spamcop.net',
    listing: 'warning',
    url: 'https://www.spamcop.net/bl.shtml',
    codes: {},
  },
  {
    zone: 'psbl.surriel.com',
    name: 'psbl.surriel.com',
    listing: 'warning',
    url: 'https://psbl.org',
    codes: {},
  },
];

/**
 * The zones that are asked unless the host names others. Their operators allow it: Spamhaus to those who ask seldom and do
 * not sell the answers (spamhaus.org, DNSBL usage terms), SpamCop and PSBL to everybody. Lists that only answer registered
 * resolvers, such as Barracuda's, are left out.
 */
export const defaultBlockListZones: readonly string[] = knownBlockLists.map(({ zone }) => zone);

/** Answers of a list that does not want to answer us (spamhaus.org, DNSBL return codes). They are never a listing. */
export const refusalCodes: Readonly<Record<string, string>> = {
  '127.255.255.252': 'its zone is misspelled',
  '127.255.255.254': 'it does not answer public resolvers',
  '127.255.255.255': 'it was asked too often',
};

/** Zones of the customers of Spamhaus and Abusix begin with a key, which is a secret. */
const customersZone = /^[^.]+\.((?:.+\.)?(?:dq\.spamhaus\.net|mail\.abusix\.zone))\.?$/i;

/** Returns the list of a zone. A listing on one that we do not know is a warning. */
export function blockListOf(zone: string): BlockList {
  const known = knownBlockLists.find((list) => list.zone === zone.toLowerCase());
  if (known !== undefined) return known;
  const name = customersZone.exec(zone)?.[1]?.toLowerCase() ?? zone;
  if (name === 'zen.dq.spamhaus.net') return { ...spamhaus, zone, name };
  return { zone, name, listing: 'warning', url: null, codes: {} };
}

/** Replaces the zone of a list by its name in a text, which may repeat a question: the zone may begin with a key. */
export function withoutKey(text: string, { zone, name }: BlockList): string {
  const literally = zone.replace(/\.$/, '').replace(/[^a-z\d]/gi, '\\$&');
  return text.replace(new RegExp(literally, 'gi'), name);
}
