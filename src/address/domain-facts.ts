import { getPublicSuffix } from 'tldts';
import { onFirstUse, remembered } from '../first-use.ts';
import { neverDisposable, sharedSuffixes } from './disposable-allowlist.ts';
import { broadNames, curatedNames, type NameSet } from './disposable-names.ts';
import { freeProviders } from './free-providers.ts';
import { likelyDomain } from './suggestion/likely-domain.ts';

/**
 * `never`: overrides the other lists. `curated`: on the small list, which people review. `shared`: the broad list does not
 * count for its subdomains. `broad`: on the large list, which is collected automatically.
 */
type Listing = 'never' | 'curated' | 'shared' | 'broad';

/** The lists in the order in which they are asked. They are loaded when they are: not every process needs them. */
const lists = onFirstUse((): ReadonlyMap<Listing, NameSet> => {
  return new Map<Listing, NameSet>([
    ['never', new Set(neverDisposable)],
    ['curated', curatedNames()],
    ['shared', new Set(sharedSuffixes)],
    ['broad', broadNames()],
  ]);
});

const free = onFirstUse((): ReadonlySet<string> => new Set(freeProviders));

/**
 * Returns whether the domain belongs to a disposable email service. A listed domain counts for its subdomains, except
 * if it is a public suffix, private ones included. `domain` is in lower-case A-labels.
 */
export function isDisposable(domain: string): boolean {
  return rememberedDisposable(domain);
}

const rememberedDisposable = remembered(isListed);

function isListed(domain: string): boolean {
  for (let name = domain; ; ) {
    const listing = listingOf(name);
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
  return free().has(domain);
}

/**
 * The lists also name typos of large providers, such as `gmial.com`. Who types one has no disposable address, but one at the
 * provider.
 */
function listingOf(name: string): Listing | undefined {
  for (const [listing, names] of lists())
    if (names.has(name)) return likelyDomain(name) === undefined ? listing : undefined;
  return undefined;
}
