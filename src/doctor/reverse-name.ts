import { reportFailure, reportOk, reportWarning } from '../assessment.ts';
import { canonicalAddress, reverseLabels } from '../ip-address.ts';
import type { DiagnosticDns, DnsAnswer } from '../ports/dns.ts';
import type { Assessment } from '../ports/storage-diagnosis.ts';
import type { DoctorFinding } from './finding.ts';
import { genericPartOf } from './generic-name.ts';

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
