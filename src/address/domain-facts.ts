import broadIndex from 'disposable-email-domains/index.json' with { type: 'json' };
import broadWildcards from 'disposable-email-domains/wildcard.json' with { type: 'json' };
import curatedNames from 'disposable-email-domains-js/dist/dict/disposable_email_blocklist.json' with {
  type: 'json',
};
import { getPublicSuffix } from 'tldts';
import { neverDisposable, sharedSuffixes } from './disposable-allowlist.ts';
import { toAscii } from './domain.ts';
import { freeProviders } from './free-providers.ts';

/**
 * `never`: overrides both lists. `curated`: on the small list, which people review. `shared`: the broad list does not
 * count for its subdomains. `broad`: on the large list, which is collected automatically.
 */
type Listing = 'never' | 'curated' | 'shared' | 'broad';

let listings: ReadonlyMap<string, Listing> | undefined;
let free: ReadonlySet<string> | undefined;

/** Indexes the lists. This takes about 40 ms, and would otherwise delay the first verification. */
export function loadDomainFacts(): void {
  listings ??= disposableListings();
  free ??= new Set(freeProviders);
}

/**
 * Returns whether the domain belongs to a disposable email service. A listed domain counts for its subdomains, except
 * if it is a public suffix, private ones included. `domain` is in lower-case A-labels.
 */
export function isDisposable(domain: string): boolean {
  listings ??= disposableListings();
  for (let name = domain; ; ) {
    const listing = listings.get(name);
    if (listing !== undefined) return decidedBy(listing, name, domain);
    const dot = name.indexOf('.');
    if (dot === -1) return false;
    name = name.slice(dot + 1);
  }
}

/** The most specific name decides. One that is a public suffix counts only for itself, and on the small list. */
function decidedBy(listing: Listing, name: string, domain: string): boolean {
  const options = { extractHostname: false, allowPrivateDomains: true };
  if (name.length <= (getPublicSuffix(domain, options)?.length ?? 0))
    return name === domain && listing === 'curated';
  return listing === 'curated' || listing === 'broad';
}

/** Returns whether anyone can get a mailbox at the domain, for free or with their internet access. */
export function isFree(domain: string): boolean {
  free ??= new Set(freeProviders);
  return free.has(domain);
}

/** The strongest listing of a name is entered last, and stays. */
function disposableListings(): ReadonlyMap<string, Listing> {
  const all = new Map<string, Listing>();
  const enter = (names: readonly string[], listing: Listing) => {
    for (const name of names) all.set(name, listing);
  };
  enter(broadIndex.map(asciiName), 'broad');
  enter(broadWildcards.map(asciiName), 'broad');
  enter(sharedSuffixes, 'shared');
  enter(curatedNames, 'curated');
  enter(neverDisposable, 'never');
  return all;
}

/** Returns the name in A-labels: the broad list contains a few names in Unicode. */
function asciiName(name: string): string {
  return /[^\0-\x7F]/.test(name) ? (toAscii(name) ?? name) : name;
}
