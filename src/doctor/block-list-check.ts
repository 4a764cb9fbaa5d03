import { reportFailure, reportOk, reportWarning } from '../assessment.ts';
import { reverseLabels } from '../ip-address.ts';
import { isInNetwork } from '../ip-network.ts';
import type { Dns, DnsAnswer } from '../ports/dns.ts';
import type { Assessment } from '../ports/storage-diagnosis.ts';
import { type BlockList, refusalCodes, withoutKey } from './block-lists.ts';
import type { DoctorFinding } from './finding.ts';
import type { EgressAddress } from './reverse-name.ts';

/** Whether an address is on a list; `problem`: why that cannot be told. */
type Listing =
  | { readonly kind: 'listed' | 'not-listed'; readonly codes: readonly string[] }
  | { readonly kind: 'unknown'; readonly codes: readonly string[]; readonly problem: string };

/** Every list has the first of these addresses, and none has the second (RFC 5782 §5). */
const testAddresses = { listed: '127.0.0.2', notListed: '127.0.0.1' } as const;

/** A list, and why its answers mean nothing; undefined if they can be believed. */
export interface JudgedList {
  readonly list: BlockList;
  readonly problem: string | undefined;
}

/**
 * Finds out whether the answers of a list can be believed, by the addresses that every list must and must not have. A
 * resolver may be refused in silence, and a list that was given up may list everything.
 */
export async function judgeList(list: BlockList, dns: Dns, signal: AbortSignal): Promise<JudgedList> {
  const listed = await askList(list, testAddresses.listed, dns, signal);
  if (listed.kind === 'unknown') return { list, problem: listed.problem };
  if (listed.kind === 'not-listed')
    return { list, problem: `it does not answer for its test entry ${testAddresses.listed}` };
  const notListed = await askList(list, testAddresses.notListed, dns, signal);
  return { list, problem: notListed.kind === 'listed' ? 'it lists every address' : undefined };
}

/** Examines whether an address is on a list. Rejects only with the signal's reason. */
export async function examineBlockList(
  { egress, address }: EgressAddress,
  { list, problem }: JudgedList,
  dns: Dns,
  signal: AbortSignal,
): Promise<DoctorFinding> {
  const listing: Listing =
    problem === undefined
      ? await askList(list, address, dns, signal)
      : { kind: 'unknown', codes: [], problem };
  return {
    check: 'block_list',
    egress,
    address,
    list: list.name,
    listed: listing.kind === 'unknown' ? null : listing.kind === 'listed',
    codes: listing.codes,
    ...assess(listing, list, address),
  };
}

async function askList(list: BlockList, address: string, dns: Dns, signal: AbortSignal): Promise<Listing> {
  const listing = listingIn(await dns.a(`${reverseLabels(address)}.${list.zone}`, { signal }));
  return listing.kind === 'unknown' ? { ...listing, problem: withoutKey(listing.problem, list) } : listing;
}

function listingIn(answer: DnsAnswer<string>): Listing {
  switch (answer.kind) {
    case 'no-data':
    case 'no-domain':
      return { kind: 'not-listed', codes: [] };
    case 'failure':
      return { kind: 'unknown', codes: [], problem: `DNS failed (${answer.detail})` };
    case 'records': {
      const { records: codes } = answer;
      const refusal = codes.find((code) => isInNetwork(code, '127.255.255.0', 24));
      if (refusal !== undefined)
        return { kind: 'unknown', codes, problem: refusalCodes[refusal] ?? `it answers ${refusal}` };
      const foreign = codes.find((code) => !isInNetwork(code, '127.0.0.0', 8) || code === '127.0.0.1');
      if (foreign !== undefined) return { kind: 'unknown', codes, problem: `it answers ${foreign}` };
      return { kind: 'listed', codes };
    }
  }
}

function assess(
  listing: Listing,
  { name, listing: severity, url, codes }: BlockList,
  address: string,
): Assessment {
  switch (listing.kind) {
    case 'not-listed':
      return reportOk(
        `${address} is not on the block list ${name}.`,
        'Servers that use it do not refuse us for it.',
      );
    case 'unknown':
      return reportWarning(
        `Whether ${address} is on the block list ${name} cannot be told: ${listing.problem}.`,
        'If it is, servers that use the list refuse us: blocked.',
        'Use a resolver of your own (--dns), such as Unbound on this machine, or choose other lists (--block-lists).',
      );
    case 'listed': {
      const report = severity === 'failure' ? reportFailure : reportWarning;
      const meanings = listing.codes.map((code) => codes[code] ?? code);
      return report(
        `${address} is on the block list ${name} (${meanings.join('; ')}).`,
        'Servers that use the list refuse us: addresses there are unknown, with the substatus blocked.',
        `${url === null ? 'Look up the reason at the operator of the list' : `Look up the reason at ${url}`}, end it, and ` +
          'have the address removed; or use another address.',
      );
    }
  }
}
