/**
 * Top-level names reserved for special use, under which nobody can receive mail from the internet (RFC 6761;
 * `local` RFC 6762, `onion` RFC 7686, `arpa` RFC 3172, `alt` RFC 9476).
 */
const specialUseNames: ReadonlySet<string> = new Set([
  'alt',
  'arpa',
  'example',
  'invalid',
  'local',
  'localhost',
  'onion',
  'test',
]);

/**
 * True for a special-use name and everything below it: no question to the network can tell anything about it.
 * The domain is in lower-case A-labels. `example.com` and its siblings exist in the DNS and are not meant.
 */
export function isSpecialUse(domain: string): boolean {
  return specialUseNames.has(domain.slice(domain.lastIndexOf('.') + 1));
}
