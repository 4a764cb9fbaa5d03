/** Longest name in characters: 255 octets on the wire (RFC 1035 §3.1), length octets and root included. */
const longestName = 253;
const longestLabel = 63;

/**
 * A name as it is asked for: lower case, without a trailing dot. Undefined for what DNS cannot hold or what would
 * need escaping: empty or overlong labels, an overlong name, anything but printable ASCII.
 */
export function askableName(name: string): string | undefined {
  const plain = name.endsWith('.') ? name.slice(0, -1) : name;
  if (plain.length > longestName || !/^[!-[\]-~]+$/.test(plain)) return undefined;
  if (plain.split('.').some((label) => label.length === 0 || label.length > longestLabel)) return undefined;
  return plain.toLowerCase();
}

/**
 * A name as it was received: lower case, no trailing dot, the root as the empty string. Octets that are not
 * printable ASCII are written as `\DDD` (RFC 1035 §5.1), so that nobody takes them for a host name.
 */
export function receivedName(name: string): string {
  const escaped = name.replace(/[^!-[\]-~]/gu, (character) =>
    [...Buffer.from(character)].map((octet) => `\\${String(octet).padStart(3, '0')}`).join(''),
  );
  return (escaped.endsWith('.') ? escaped.slice(0, -1) : escaped).toLowerCase();
}
