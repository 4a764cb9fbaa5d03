/** IPv6 blocks that embed an IPv4 address, where packets arrive in the end. `embeddedAt` is its first hextet. */
const translatedBlocks = [
  /** IPv4-mapped, ::ffff:0:0/96 (RFC 4291 §2.5.5.2). */
  { prefix: [0, 0, 0, 0, 0, 0xffff], embeddedAt: 6 },
  /** NAT64, 64:ff9b::/96 (RFC 6052). */
  { prefix: [0x64, 0xff9b, 0, 0, 0, 0], embeddedAt: 6 },
  /** 6to4, 2002::/16 (RFC 3056). */
  { prefix: [0x2002], embeddedAt: 1 },
] as const;

/** Returns the IPv4 address embedded in an IPv6 address of a translated block; undefined for any other. */
export function embeddedIPv4(ipv6: string): string | undefined {
  const hextets = hextetsOf(ipv6);
  const block = translatedBlocks.find(({ prefix }) =>
    prefix.every((hextet, index) => hextets[index] === hextet),
  );
  if (block === undefined) return undefined;
  const [high = 0, low = 0] = hextets.slice(block.embeddedAt);
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
}

/** Returns an IP address in one notation for all that lead to the same host. `address` must be a valid IP address. */
export function canonicalAddress(address: string): string {
  if (!address.includes(':')) return address;
  return embeddedIPv4(address) ?? hexadecimal(hextetsOf(address));
}

/**
 * Returns the network by which connections from or to an IP address are counted: an IPv4 address alone, and an IPv6
 * address with its /64, which one host can use as a whole (RFC 4291 §2.5.1). `address` must be a valid IP address.
 */
export function countedNetwork(address: string): string {
  if (!address.includes(':')) return address;
  const embedded = embeddedIPv4(address);
  if (embedded !== undefined) return embedded;
  return `${hexadecimal(hextetsOf(address).slice(0, 4))}::/64`;
}

function hexadecimal(hextets: readonly number[]): string {
  return hextets.map((hextet) => hextet.toString(16)).join(':');
}

/** Returns whether an IP address leads to this machine: 127.0.0.0/8 (RFC 1122 §3.2.1.3) or ::1 (RFC 4291 §2.5.3). */
export function isLoopback(address: string): boolean {
  if (!address.includes(':')) return address.startsWith('127.');
  return hextetsOf(address).every((hextet, index) => hextet === (index === 7 ? 1 : 0));
}

/** Returns 4 or 6 for an IPv4 or IPv6 address (RFC 4291 §2.2); undefined for any other text, also with a zone id. */
export function ipVersionOf(text: string): 4 | 6 | undefined {
  if (isDottedQuad(text)) return 4;
  return isIPv6Text(text) ? 6 : undefined;
}

function isDottedQuad(text: string): boolean {
  return /^\d{1,3}(?:\.\d{1,3}){3}$/.test(text) && text.split('.').every(isDecimalOctet);
}

/** Refuses leading zeros, which some software reads as octal. */
function isDecimalOctet(text: string): boolean {
  return String(Number(text)) === text && Number(text) <= 255;
}

function isIPv6Text(text: string): boolean {
  const quad = text.slice(text.lastIndexOf(':') + 1);
  const plain = isDottedQuad(quad) ? `${text.slice(0, -quad.length)}0:0` : text;
  const [left = '', right, another] = plain.split('::');
  if (another !== undefined) return false;
  const groups = [left, right ?? ''].flatMap((part) => (part === '' ? [] : part.split(':')));
  if (!groups.every((group) => /^[\da-f]{1,4}$/i.test(group))) return false;
  return right === undefined ? groups.length === 8 : groups.length <= 7;
}

/** Returns the octets of a valid IP address: 4 or 16. */
export function octetsOf(address: string): number[] {
  if (!address.includes(':')) return address.split('.').map(Number);
  return hextetsOf(address).flatMap((hextet) => [hextet >> 8, hextet & 0xff]);
}

/**
 * Returns the labels under which DNS keeps what belongs to an address, such as `25.2.0.192`: its octets in reverse order,
 * or the nibbles of an IPv6 address (RFC 1035 §3.5, RFC 3596 §2.5).
 */
export function reverseLabels(address: string): string {
  const octets = octetsOf(address);
  const labels = address.includes(':')
    ? octets.flatMap((octet) => [(octet >> 4).toString(16), (octet & 0xf).toString(16)])
    : octets.map(String);
  return labels.reverse().join('.');
}

/** Returns the eight 16-bit numbers of a valid IPv6 address in any notation (RFC 4291 §2.2), without its zone id. */
function hextetsOf(address: string): number[] {
  const [withoutZone = ''] = address.split('%', 1);
  const [left = '', right] = withoutZone.split('::');
  const before = groupsOf(left);
  if (right === undefined) return before;
  const after = groupsOf(right);
  return [...before, ...new Array<number>(Math.max(0, 8 - before.length - after.length)).fill(0), ...after];
}

function groupsOf(part: string): number[] {
  if (part === '') return [];
  return part.split(':').flatMap((group) => {
    if (!group.includes('.')) return [Number.parseInt(group, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
    return [(a << 8) | b, (c << 8) | d];
  });
}
