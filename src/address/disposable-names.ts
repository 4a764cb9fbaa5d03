import merged from 'disposable-domains/index.json' with { type: 'json' };
import curated from 'disposable-email-domains-js/dist/dict/disposable_email_blocklist.json' with {
  type: 'json',
};
import observed from 'fakefilter/json/data.json' with { type: 'json' };
import mailchecker from 'mailchecker';
import { toAscii } from './domain.ts';

// The build replaces what this file exports by sets with the same names that are packed, and are unpacked when these
// functions are called (build/disposable-names.mjs).

/** Names in lower-case A-labels. */
export interface NameSet {
  has(name: string): boolean;
}

/** Returns the large list of domains of disposable email services: what others merge and observe automatically. */
export function broadNames(): ReadonlySet<string> {
  return new Set([...merged, ...mailchecker.blacklist(), ...Object.keys(observed.domains)].map(asciiName));
}

/** Returns the small list, which people review. */
export function curatedNames(): ReadonlySet<string> {
  return new Set(curated);
}

/** Returns the name in A-labels: the broad list contains a few names in Unicode. */
function asciiName(name: string): string {
  return /[^\0-\x7F]/.test(name) ? (toAscii(name) ?? name) : name;
}
