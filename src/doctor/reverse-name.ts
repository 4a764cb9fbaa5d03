import { getDomain } from 'tldts';
import { reportFailure, reportOk, reportWarning } from '../assessment.ts';
import { canonicalAddress, octetsOf, reverseLabels } from '../ip-address.ts';
import type { DiagnosticDns, DnsAnswer } from '../ports/dns.ts';
import type { Assessment } from '../ports/storage-diagnosis.ts';
import type { DoctorFinding } from './finding.ts';

/** An IP address of an egress. */
export interface EgressAddress {
  readonly egress: string;
  readonly address: string;
}

/** Some addresses have hundreds of names; servers look at the first few. */
const maxNames = 10;

const refused = 'Many servers refuse us at once (such as 550 5.7.25): addresses there are unknown (blocked).';

/**
 * Looks up the names of an address, whether they lead back to it (forward-confirmed reverse DNS), and whether they look
 * like those of a home connection. Rejects only with the signal's reason.
 */
export async function examineReverseName(
  { egress, address }: EgressAddress,
  helo: string,
  dns: DiagnosticDns,
  signal: AbortSignal,
): Promise<{ findings: readonly DoctorFinding[]; confirmed: readonly string[] }> {
  const answer = await dns.ptr(reverseNameOf(address), { signal });
  const names = answer.kind === 'records' ? answer.records.slice(0, maxNames) : [];
  const confirmed: string[] = [];
  for (const name of names) if (await leadsBack(name, address, dns, signal)) confirmed.push(name);
  const assessment = assess(address, helo, answer, { names, confirmed });
  const finding: DoctorFinding = {
    check: 'reverse_name',
    egress,
    address,
    names,
    confirmed,
    ...assessment,
  };
  const [name = names[0]] = confirmed;
  if (name === undefined) return { findings: [finding], confirmed };
  const generic = assessGenericName(name, address);
  return { findings: [finding, { check: 'generic_name', egress, address, name, ...generic }], confirmed };
}

/** Returns the name under which DNS keeps the names of an address. */
function reverseNameOf(address: string): string {
  return `${reverseLabels(address)}.${address.includes(':') ? 'ip6.arpa' : 'in-addr.arpa'}`;
}

async function leadsBack(
  name: string,
  address: string,
  dns: DiagnosticDns,
  signal: AbortSignal,
): Promise<boolean> {
  const answer = address.includes(':') ? await dns.aaaa(name, { signal }) : await dns.a(name, { signal });
  const found = answer.kind === 'records' ? answer.records : [];
  return found.some((each) => canonicalAddress(each) === canonicalAddress(address));
}

function assess(
  address: string,
  helo: string,
  answer: DnsAnswer<string>,
  { names, confirmed }: { names: readonly string[]; confirmed: readonly string[] },
): Assessment {
  const set = `Have whoever owns ${address} (mostly the provider, in its console) set its PTR record to ${helo}`;
  switch (answer.kind) {
    case 'failure':
      return reportWarning(
        `The name of ${address} could not be looked up (${answer.detail}).`,
        `${refused} That is so if they cannot look it up either.`,
        'Try again later. If it stays so, the name servers of the reverse zone are broken: tell the provider.',
      );
    case 'no-data':
    case 'no-domain':
      return reportFailure(`${address} has no name: there is no PTR record.`, refused, `${set}.`);
    case 'records':
  }
  if (confirmed.length === 0) {
    return reportFailure(
      `${address} is called ${names.join(', ')}, but no such name leads back to it.`,
      refused,
      `${set}, and the address record of ${helo} to ${address}.`,
    );
  }
  return reportOk(
    `${address} is called ${confirmed.join(', ')}, which leads back to it.`,
    'Servers can see who we are.',
  );
}

function assessGenericName(name: string, address: string): Assessment {
  const part = genericPartOf(name, address);
  if (part === undefined)
    return reportOk(
      `The name ${name} looks like that of a mail server.`,
      'No server refuses it for its looks.',
    );
  return reportWarning(
    `The name ${name} looks like that of a home or dynamic connection: it has "${part}" in it.`,
    'Some servers (Comcast, Virgin, many that use Spamhaus PBL) refuse such names: blocked.',
    'Have the PTR record set to a name of your own, such as the one in helo.',
  );
}

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
