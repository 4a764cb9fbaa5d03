import { embeddedIPv4, ipVersionOf } from './ip-address.ts';
import { isInNetwork } from './ip-network.ts';

interface AddressBlock {
  readonly block: string;
  readonly name: string;
}

/**
 * Address blocks that are not globally reachable, or where no mail server can be: the IANA IPv4 and IPv6
 * Special-Purpose Address Registries, multicast, and blocks that IANA has not allocated for global unicast. One address
 * looks public, but reaches the platform from inside a cloud: 168.63.129.16 (Microsoft Learn, Azure Virtual Network,
 * "What is IP address 168.63.129.16?"). Those of other clouds are in the blocks of the registries: 169.254.169.254,
 * 100.100.100.200 (Alibaba Cloud) and fd00:ec2::254 (AWS).
 */
const specialPurposeIPv4 = [
  { block: '0.0.0.0/8', name: 'this network (RFC 791)' },
  { block: '10.0.0.0/8', name: 'private use (RFC 1918)' },
  { block: '100.64.0.0/10', name: 'shared address space of carriers (RFC 6598)' },
  { block: '127.0.0.0/8', name: 'loopback (RFC 1122)' },
  { block: '168.63.129.16/32', name: 'services of the Azure host to its virtual machines' },
  { block: '169.254.0.0/16', name: 'link-local (RFC 3927)' },
  { block: '172.16.0.0/12', name: 'private use (RFC 1918)' },
  { block: '192.0.0.0/24', name: 'IETF protocol assignments (RFC 6890)' },
  { block: '192.0.2.0/24', name: 'documentation (RFC 5737)' },
  { block: '192.88.99.0/24', name: '6to4 relay anycast, deprecated (RFC 7526)' },
  { block: '192.168.0.0/16', name: 'private use (RFC 1918)' },
  { block: '198.18.0.0/15', name: 'benchmarking (RFC 2544)' },
  { block: '198.51.100.0/24', name: 'documentation (RFC 5737)' },
  { block: '203.0.113.0/24', name: 'documentation (RFC 5737)' },
  { block: '224.0.0.0/4', name: 'multicast (RFC 1112)' },
  { block: '240.0.0.0/4', name: 'reserved, and limited broadcast (RFC 1112, RFC 919)' },
] as const satisfies readonly AddressBlock[];

/**
 * Global unicast is 2000::/3 (RFC 4291 §2.4). The first three blocks cover everything else: unspecified, loopback,
 * discard-only 100::/64, SRv6 5f00::/16, unique local fc00::/7, link-local fe80::/10, site-local fec0::/10,
 * multicast ff00::/8 and unallocated blocks.
 */
const specialPurposeIPv6 = [
  { block: '::/3', name: 'not global unicast' },
  { block: '4000::/2', name: 'not global unicast' },
  { block: '8000::/1', name: 'not global unicast' },
  { block: '2001::/23', name: 'IETF protocol assignments (RFC 2928), Teredo among them' },
  { block: '2001:db8::/32', name: 'documentation (RFC 3849)' },
  { block: '3fff::/20', name: 'documentation (RFC 9637)' },
] as const satisfies readonly AddressBlock[];

/**
 * True for an IPv4 or IPv6 address that is reachable from the whole internet. Only such an address is safe to dial,
 * because the owner of a domain chooses it through DNS. False for special-purpose addresses (RFC 6890), literals
 * with a zone id, host names, and other notations of an address (`0x7f.1`, `2130706433`).
 */
export function isGloballyReachable(address: string): boolean {
  if (typeof address !== 'string') return false;
  const version = ipVersionOf(address);
  if (version === undefined) return false;
  const embedded = version === 6 ? embeddedIPv4(address) : undefined;
  if (embedded !== undefined) return isGloballyReachable(embedded);
  return !specialPurposeNetworks[version].some(({ network, length }) =>
    isInNetwork(address, network, length),
  );
}

const specialPurposeNetworks = { 4: networksOf(specialPurposeIPv4), 6: networksOf(specialPurposeIPv6) };

function networksOf(blocks: readonly AddressBlock[]) {
  return blocks.map(({ block }) => {
    const [network = '', length = ''] = block.split('/');
    return { network, length: Number(length) };
  });
}
