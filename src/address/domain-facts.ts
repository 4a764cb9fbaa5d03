import broadIndex from 'disposable-email-domains/index.json' with { type: 'json' };
import broadWildcards from 'disposable-email-domains/wildcard.json' with { type: 'json' };
import curatedNames from 'disposable-email-domains-js/dist/dict/disposable_email_blocklist.json' with {
  type: 'json',
};
import { getPublicSuffix } from 'tldts';
import { neverDisposable, sharedSuffixes } from './disposable-allowlist.ts';
import { toAscii } from './domain.ts';
import { freeProviders } from './free-providers.ts';

interface DisposableLists {
  /** Overrides both lists. */
  readonly never: ReadonlySet<string>;
  /** Small, and reviewed by people. */
  readonly curated: ReadonlySet<string>;
  /** Names for whose subdomains the broad list does not count. */
  readonly shared: ReadonlySet<string>;
  /** Large, and collected automatically. */
  readonly broad: ReadonlySet<string>;
}

let lists: DisposableLists | undefined;
let free: ReadonlySet<string> | undefined;

/** Indexes the lists. This takes about 40 ms, and would otherwise delay the first verification. */
export function loadDomainFacts(): void {
  lists ??= disposableLists();
  free ??= new Set(freeProviders);
}

/**
 * Returns whether the domain belongs to a disposable email service. A listed domain counts for its subdomains, except
 * if it is a public suffix, private ones included. `domain` is in lower-case A-labels.
 */
export function isDisposable(domain: string): boolean {
  lists ??= disposableLists();
  const { never, curated, shared, broad } = lists;
  for (const name of namesAboveSuffix(domain)) {
    if (never.has(name)) return false;
    if (curated.has(name)) return true;
    if (shared.has(name)) return false;
    if (broad.has(name)) return true;
  }
  return curated.has(domain) && !never.has(domain);
}

/** Returns whether anyone can get a mailbox at the domain, for free or with their internet access. */
export function isFree(domain: string): boolean {
  free ??= new Set(freeProviders);
  return free.has(domain);
}

/** Yields the domain and its parents, most specific first, down to the registrable name. */
function* namesAboveSuffix(domain: string): Generator<string> {
  const options = { extractHostname: false, allowPrivateDomains: true };
  const suffixLength = getPublicSuffix(domain, options)?.length ?? 0;
  let name = domain;
  while (name.length > suffixLength) {
    yield name;
    const dot = name.indexOf('.');
    if (dot === -1) return;
    name = name.slice(dot + 1);
  }
}

function disposableLists(): DisposableLists {
  return {
    never: new Set(neverDisposable),
    curated: new Set(curatedNames),
    shared: new Set(sharedSuffixes),
    broad: new Set([...broadIndex, ...broadWildcards].map(asciiName)),
  };
}

/** Returns the name in A-labels: the broad list contains a few names in Unicode. */
function asciiName(name: string): string {
  return /[^\0-\x7F]/.test(name) ? (toAscii(name) ?? name) : name;
}
