/** Characters of a name. On the wire it has 255 octets, with length octets and root (RFC 1035 §3.1). */
const maxNameLength = 253;
const maxLabelLength = 63;

/**
 * Returns the name for a query: lower case, no trailing dot. Undefined for names that DNS cannot hold or that would
 * need escaping: empty or overlong labels, an overlong name, anything but printable ASCII.
 */
export function toQueryName(name: string): string | undefined {
  const plain = name.endsWith('.') ? name.slice(0, -1) : name;
  if (plain.length > maxNameLength || !/^[!-[\]-~]+$/.test(plain)) return undefined;
  if (plain.split('.').some((label) => label.length === 0 || label.length > maxLabelLength)) return undefined;
  return plain.toLowerCase();
}

/**
 * Normalises a received name: lower case, no trailing dot, the root as the empty string. Octets that are not
 * printable ASCII become `\DDD` (RFC 1035 §5.1), so that the name is no valid host name.
 */
export function fromWireName(name: string): string {
  const escaped = name.replace(/[^!-[\]-~]/gu, (character) =>
    [...Buffer.from(character)].map((octet) => `\\${String(octet).padStart(3, '0')}`).join(''),
  );
  return (escaped.endsWith('.') ? escaped.slice(0, -1) : escaped).toLowerCase();
}
