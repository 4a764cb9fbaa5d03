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
  /** Beats both lists. */
  readonly never: ReadonlySet<string>;
  /** Small and checked by people: certain. */
  readonly curated: ReadonlySet<string>;
  /** Names about whose customers the broad list says nothing. */
  readonly shared: ReadonlySet<string>;
  /** Large and collected by machines. */
  readonly broad: ReadonlySet<string>;
}

let lists: DisposableLists | undefined;
let free: ReadonlySet<string> | undefined;

/** Indexes the lists, some 40 ms of work, so that the first address asked about does not wait for it. */
export function loadDomainFacts(): void {
  lists ??= disposableLists();
  free ??= new Set(freeProviders);
}

/**
 * Whether mail to the domain is thrown away after minutes or days. A listed domain speaks for the names below it;
 * the public suffix, its private part included, speaks for nobody. Takes lower-case A-labels.
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

/** Whether anybody can have a mailbox at the domain, without cost or with their internet access. */
export function isFree(domain: string): boolean {
  free ??= new Set(freeProviders);
  return free.has(domain);
}

/** The domain and its parents, most specific first, down to the registrable name. */
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

/** The broad list holds a few names in Unicode. */
function asciiName(name: string): string {
  return /[^\0-\x7F]/.test(name) ? (toAscii(name) ?? name) : name;
}
