import { octetsOf } from './ip-address.ts';

/** Returns whether an IP address is in a network of the same version. Both must be valid IP addresses. */
export function isInNetwork(address: string, network: string, prefixLength: number): boolean {
  const octets = octetsOf(address);
  const prefix = octetsOf(network);
  if (octets.length !== prefix.length) return false;
  return octets.every((octet, index) => {
    const bits = Math.min(8, Math.max(0, prefixLength - 8 * index));
    return octet >> (8 - bits) === (prefix[index] ?? 0) >> (8 - bits);
  });
}

/** Networks whose addresses are translated or unreachable outside: never what a mail server on the internet sees. */
const privateNetworks = [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const;

/**
 * Returns whether an IP address is for private use, shared by the customers of a carrier, link-local or loopback (RFC
 * 1918, RFC 6598, RFC 3927, RFC 1122, RFC 4193, RFC 4291).
 */
export function isPrivateAddress(address: string): boolean {
  return privateNetworks.some(([network, length]) => isInNetwork(address, network, length));
}
