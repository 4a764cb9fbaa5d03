import { getDomain } from 'tldts';
import { octetsOf } from '../ip-address.ts';

/** Domains of clouds and hosters under which every machine gets a name, before its owner chooses one. */
const genericDomains: readonly string[] = `
  amazonaws.com bc.googleusercontent.com cloudapp.azure.com cloudapp.net compute.internal
  contaboserver.net ip.linodeusercontent.com linodeusercontent.com members.linode.com scaleway.com
  scw.cloud secureserver.net vps.ovh.ca vps.ovh.net vps.ovh.us vultrusercontent.com your-server.de
`
  .trim()
  .split(/\s+/);

/** Words in names of connections that mail does not come from. */
const genericWords: ReadonlySet<string> = new Set(
  `
  adsl broadband cable catv clients cpe cust customer customers dhcp dial dialin dialup dsl dyn dynamic
  dynip fttb ftth gpon pool pools ppp pppoe residential unassigned vdsl xdsl
`
    .trim()
    .split(/\s+/),
);

/**
 * Returns the part by which a name looks as if it was given to an address automatically: the address itself, a word such as
 * "dynamic" or "pool" left of the registrable domain, or the domain of a cloud. Undefined if there is none.
 */
export function genericPartOf(name: string, address: string): string | undefined {
  const lower = name.toLowerCase();
  const spelled = spellingsOf(address).find((spelling) => spelling.test(lower));
  if (spelled !== undefined) return spelled.exec(lower)?.[0];
  const domain = genericDomains.find((suffix) => lower.endsWith(`.${suffix}`));
  if (domain !== undefined) return domain;
  const registrable = getDomain(lower) ?? '';
  const own = lower.slice(0, lower.length - registrable.length);
  return own.split(/[^a-z]+/).find((word) => genericWords.has(word));
}

/** Returns patterns of how providers write an address into a name. */
function spellingsOf(address: string): RegExp[] {
  const octets = octetsOf(address);
  const hex = octets.map((octet) => octet.toString(16).padStart(2, '0')).join('');
  if (octets.length === 16) {
    // The second half is enough: the first one is the same for all customers.
    const half = hex.slice(16);
    const groups = [0, 4, 8, 12].map((start) => half.slice(start, start + 4).replace(/^0{1,3}/, ''));
    return [new RegExp(half), new RegExp(`(?<![\\da-f])0*${groups.join('-0*')}(?![\\da-f])`)];
  }
  const orders = [octets, [...octets].reverse()];
  return [
    new RegExp(`(?<![\\da-f])${hex}(?![\\da-f])`),
    ...orders.map((order) => new RegExp(`(?<!\\d)0*${order.join('[-._x]0*')}(?!\\d)`)),
    ...orders.map((order) => new RegExp(order.map((octet) => String(octet).padStart(3, '0')).join(''))),
  ];
}
