import { reportFailure, reportOk, reportWarning } from '../assessment.ts';
import { canonicalAddress, ipVersionOf } from '../ip-address.ts';
import type { Dns, DnsAnswer } from '../ports/dns.ts';
import type { Assessment } from '../ports/storage-diagnosis.ts';
import type { AddressSource, DoctorFinding } from './finding.ts';
import type { EgressAddress } from './reverse-name.ts';

/** What DNS says of the name in EHLO. An address literal stands for itself. */
export interface HeloAddresses {
  readonly helo: string;
  readonly addresses: readonly string[];
  /** Why a question failed; undefined if none did. */
  readonly failure: string | undefined;
}

/** Looks up the addresses of the name in EHLO. Rejects only with the signal's reason. */
export async function findHeloAddresses(helo: string, dns: Dns, signal: AbortSignal): Promise<HeloAddresses> {
  const literal = /^\[(?:IPv6:)?(.*)\]$/i.exec(helo)?.[1];
  if (literal !== undefined) return { helo, addresses: [literal], failure: undefined };
  const answers = await Promise.all([dns.a(helo, { signal }), dns.aaaa(helo, { signal })]);
  return {
    helo,
    addresses: answers.flatMap((answer) => (answer.kind === 'records' ? answer.records : [])),
    failure: answers.map(failureOf).find((detail) => detail !== undefined),
  };
}

function failureOf(answer: DnsAnswer<string>): string | undefined {
  return answer.kind === 'failure' ? answer.detail : undefined;
}

/** Judges whether the name in EHLO belongs to an address of the egress, and to the names of that address. */
export function judgeHelo(
  { egress, address }: EgressAddress,
  { source, names }: { source: AddressSource; names: readonly string[] },
  found: HeloAddresses,
): DoctorFinding {
  return { check: 'helo', egress, address, helo: found.helo, ...assess(address, source, names, found) };
}

const suspicious =
  'Servers that check the name in EHLO refuse us or trust us less: blocked, or greylisted for longer.';

function assess(
  address: string,
  source: AddressSource,
  names: readonly string[],
  { helo, addresses, failure }: HeloAddresses,
): Assessment {
  const type = ipVersionOf(address) === 6 ? 'AAAA' : 'A';
  const isSame = addresses.some((each) => canonicalAddress(each) === canonicalAddress(address));
  if (helo.startsWith('[')) return assessLiteral(helo, address, isSame);
  if (addresses.length === 0 && failure !== undefined) {
    return reportWarning(
      `The name in EHLO, ${helo}, could not be looked up (${failure}).`,
      `${suspicious} That is so if they cannot look it up either.`,
      'Try again later. If it stays so, repair the name servers of its domain.',
    );
  }
  if (addresses.length === 0) {
    return reportFailure(
      `The name in EHLO, ${helo}, has no address.`,
      'Many servers refuse a name that does not exist (such as 550 5.7.1 Helo command rejected): blocked.',
      `Add the ${type} record ${helo} with ${address}, or set helo to a name that has it.`,
    );
  }
  if (!isSame) {
    return reportWarning(
      `The name in EHLO, ${helo}, leads to ${addresses.join(', ')}, but not to ${address}.`,
      suspicious,
      `Add the ${type} record ${helo} with ${address}.`,
    );
  }
  if (source !== 'helo' && names.length > 0 && !names.includes(helo.toLowerCase())) {
    return reportWarning(
      `The name in EHLO is ${helo}, but ${address} is called ${names.join(', ')}.`,
      'Some servers, such as those of GMX, want both to be the same: blocked.',
      'Set helo to that name, or have the PTR record set to helo.',
    );
  }
  return reportOk(`The name in EHLO, ${helo}, leads to ${address}.`, 'Servers see that the name is ours.');
}

function assessLiteral(helo: string, address: string, isSame: boolean): Assessment {
  const advice = 'Set helo to a host name that leads to the address.';
  if (isSame) {
    return reportWarning(
      `EHLO has the address ${helo} instead of a name.`,
      'Many servers take an address for the sign of a home computer: blocked.',
      advice,
    );
  }
  return reportFailure(
    `EHLO has the address ${helo}, but servers see ${address}.`,
    'Many servers refuse a wrong address in EHLO: blocked.',
    advice,
  );
}
