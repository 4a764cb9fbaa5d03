/**
 * Top-level names reserved for special use, which never receive mail from the internet (RFC 6761;
 * `local` RFC 6762, `onion` RFC 7686, `arpa` RFC 3172, `alt` RFC 9476; `internal` by ICANN, 2024).
 */
const specialUseNames: ReadonlySet<string> = new Set(
  'alt arpa example internal invalid local localhost onion test'.split(' '),
);

/**
 * True for a special-use name and all names below it: they are never looked up in the DNS. `domain` is in lower-case
 * A-labels. `example.com`, `.net` and `.org` exist in the DNS and are not special here.
 */
export function isSpecialUse(domain: string): boolean {
  return specialUseNames.has(domain.slice(domain.lastIndexOf('.') + 1));
}
