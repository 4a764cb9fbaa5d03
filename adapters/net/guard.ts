import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { embeddedIPv4 } from '../../src/ip-address.ts';
import { specialPurposeIPv4, specialPurposeIPv6 } from './special-purpose-addresses.ts';

/**
 * True for an IPv4 or IPv6 address that is reachable from the whole internet. Only such an address is safe to dial,
 * because the owner of a domain chooses it through DNS. False for special-purpose addresses (RFC 6890), literals
 * with a zone id, host names, and other notations of an address (`0x7f.1`, `2130706433`).
 */
export function isGloballyReachable(address: string): boolean {
  if (typeof address !== 'string') return false;
  if (isIPv4(address)) return !refusedIPv4.check(address, 'ipv4');
  if (!isIPv6(address) || address.includes('%')) return false;
  const embedded = embeddedIPv4(address);
  if (embedded !== undefined) return isGloballyReachable(embedded);
  return !refusedIPv6.check(address, 'ipv6');
}

// Two lists, because one BlockList would look up IPv4 addresses in their IPv4-mapped form, and find them in ::/3.
const refusedIPv4 = blockListOf(specialPurposeIPv4.map(({ block }) => block));
const refusedIPv6 = blockListOf(specialPurposeIPv6.map(({ block }) => block));

function blockListOf(blocks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const block of blocks) {
    const [network = '', length = ''] = block.split('/');
    list.addSubnet(network, Number(length), isIPv4(network) ? 'ipv4' : 'ipv6');
  }
  return list;
}
