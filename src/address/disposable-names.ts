import broadIndex from 'disposable-email-domains/index.json' with { type: 'json' };
import broadWildcards from 'disposable-email-domains/wildcard.json' with { type: 'json' };
import curated from 'disposable-email-domains-js/dist/dict/disposable_email_blocklist.json' with {
  type: 'json',
};
import { toAscii } from './domain.ts';

// The build replaces what this file exports by sets with the same names that are packed, and are unpacked when these
// functions are called (build/disposable-names.mjs).

/** Names in lower-case A-labels. */
export interface NameSet {
  has(name: string): boolean;
}

/** Returns the large list of domains of disposable email services. It is collected automatically. */
export function broadNames(): ReadonlySet<string> {
  return new Set([...broadIndex, ...broadWildcards].map(asciiName));
}

/** Returns the small list, which people review. */
export function curatedNames(): ReadonlySet<string> {
  return new Set(curated);
}

/** Returns the name in A-labels: the broad list contains a few names in Unicode. */
function asciiName(name: string): string {
  return /[^\0-\x7F]/.test(name) ? (toAscii(name) ?? name) : name;
}
