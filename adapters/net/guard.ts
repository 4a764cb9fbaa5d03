import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { specialPurposeIPv4, specialPurposeIPv6, translatedBlocks } from './special-purpose-addresses.ts';

/**
 * True for an IPv4 or IPv6 address that is reachable from the whole internet. Only such an address is safe to dial,
 * because the owner of a domain chooses it through DNS. False for special-purpose addresses (RFC 6890), literals
 * with a zone id, host names, and other notations of an address (`0x7f.1`, `2130706433`).
 */
export function isGloballyReachable(address: string): boolean {
  if (isIPv4(address)) return !refusedIPv4.check(address, 'ipv4');
  if (!isIPv6(address) || address.includes('%')) return false;
  const translated = translations.find(({ list }) => list.check(address, 'ipv6'));
  if (translated !== undefined) return isGloballyReachable(embeddedIPv4(address, translated.embeddedAt));
  return !refusedIPv6.check(address, 'ipv6');
}

// Two lists, because one BlockList would look up IPv4 addresses in their IPv4-mapped form, and find them in ::/3.
const refusedIPv4 = blockListOf(specialPurposeIPv4.map(({ block }) => block));
const refusedIPv6 = blockListOf(specialPurposeIPv6.map(({ block }) => block));
const translations = translatedBlocks.map(({ block, embeddedAt }) => ({
  list: blockListOf([block]),
  embeddedAt,
}));

function blockListOf(blocks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const block of blocks) {
    const [network = '', length = ''] = block.split('/');
    list.addSubnet(network, Number(length), isIPv4(network) ? 'ipv4' : 'ipv6');
  }
  return list;
}

function embeddedIPv4(address: string, hextet: number): string {
  const [high = 0, low = 0] = hextetsOf(address).slice(hextet);
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
}

/** Returns the eight 16-bit numbers of a valid IPv6 address in any notation (RFC 4291 §2.2). */
function hextetsOf(address: string): number[] {
  const [left = '', right] = address.split('::');
  const before = groupsOf(left);
  if (right === undefined) return before;
  const after = groupsOf(right);
  return [...before, ...new Array<number>(8 - before.length - after.length).fill(0), ...after];
}

function groupsOf(part: string): number[] {
  if (part === '') return [];
  return part.split(':').flatMap((group) => {
    if (!group.includes('.')) return [Number.parseInt(group, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
    return [(a << 8) | b, (c << 8) | d];
  });
}
