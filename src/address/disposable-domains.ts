import { getPublicSuffix } from 'tldts';
import { InvalidArgument } from '../errors.ts';
import { onFirstUse, remembered } from '../first-use.ts';
import { neverDisposable, sharedSuffixes } from './disposable-allowlist.ts';
import { exchangeNames, opponentLabel, serviceLabel, serviceNames } from './disposable-exchanges.ts';
import { broadNames, curatedNames, type NameSet } from './disposable-names.ts';
import { parseDomain } from './domain.ts';
import { freeProviders } from './free-providers.ts';
import { likelyDomain } from './suggestion/likely-domain.ts';

/** The host's own corrections to the lists. Names are of domains or of their exchanges, and count for what is below them. */
export interface DisposableOptions {
  /** Further names that count as disposable. */
  add?: readonly string[] | undefined;
  /** Names that never do, whatever a list or `add` says of a name above them. */
  allow?: readonly string[] | undefined;
}

/** Lists that people collect. */
export interface DisposableLists {
  /** The small list, which people review. */
  readonly curated: NameSet;
  /** The large list, which is collected automatically. */
  readonly broad: NameSet;
}

/**
 * `never`: overrides the other lists. `curated`: on the small list, which people review, on one of ours, or by its
 * own name. `shared`: the broad list does not count for its subdomains. `broad`: on the large list, which is collected
 * automatically.
 */
type Listing = 'never' | 'curated' | 'shared' | 'broad';

/** They are unpacked when they are asked for: not every process needs them. */
const bundled = onFirstUse((): DisposableLists => ({ curated: curatedNames(), broad: broadNames() }));

const suffixOptions = { extractHostname: false, allowPrivateDomains: true };

const corrections = onFirstUse(() => ({
  never: new Set([...neverDisposable, ...freeProviders]),
  ours: new Set([...serviceNames, ...exchangeNames]),
  shared: new Set(sharedSuffixes),
}));

/** Knows which domains belong to disposable email services, by their names and by their exchanges. */
export class DisposableDomains {
  readonly #allow: ReadonlySet<string>;
  readonly #add: ReadonlySet<string>;
  #lists: DisposableLists | undefined;
  /** Answers that were asked for before, by these lists. */
  #known = this.#remember();

  /** Throws InvalidArgument for what is no domain name. */
  constructor({ add, allow }: DisposableOptions = {}) {
    this.#allow = namesIn('disposable.allow', allow);
    this.#add = namesIn('disposable.add', add);
  }

  /** Replaces the lists; undefined for the bundled ones. */
  useLists(lists: DisposableLists | undefined): void {
    this.#lists = lists;
    this.#known = this.#remember();
  }

  /**
   * Returns whether the domain belongs to a disposable email service. A listed domain counts for its subdomains, except
   * if it is a public suffix, private ones included. If no list names the domain, its exchange decides. `domain` is in lower-case
   * A-labels.
   */
  isDisposable(domain: string, exchange?: string): boolean {
    const { decisionOf, isServiceExchange } = this.#known;
    return decisionOf(domain) ?? (exchange !== undefined && isServiceExchange(exchange.toLowerCase()));
  }

  #remember() {
    return {
      decisionOf: remembered((domain) => this.#decide(domain)),
      isServiceExchange: remembered((host) => this.#isServiceExchange(host)),
    };
  }

  /** The most specific name decides. Undefined if no list has any. */
  #decide(domain: string): boolean | undefined {
    for (const name of namesAbove(domain)) {
      const listing = this.#listingOf(name);
      if (listing !== undefined) return decidedBy(listing, name, domain);
    }
    return undefined;
  }

  /** The broad list does not count: it has names of hosters because of a few of their customers. */
  #isServiceExchange(host: string): boolean {
    for (const name of namesAbove(host)) {
      const listing = this.#listingOf(name);
      if (listing !== undefined && listing !== 'broad') return listing === 'curated';
    }
    return false;
  }

  /**
   * The lists also name typos of large providers, such as `gmial.com`. Who types one has no disposable address, but one at the
   * provider.
   */
  #listingOf(name: string): Listing | undefined {
    if (this.#allow.has(name)) return 'never';
    if (this.#add.has(name)) return 'curated';
    const { never, ours, shared } = corrections();
    const { curated, broad } = this.#lists ?? bundled();
    if (never.has(name)) return 'never';
    const isService = ours.has(name) || curated.has(name) || namesItselfDisposable(name);
    const listing = isService ? 'curated' : listingIn({ shared, broad }, name);
    return listing !== undefined && likelyDomain(name) !== undefined ? 'never' : listing;
  }
}

function listingIn<Name extends Listing>(
  sets: Readonly<Record<Name, NameSet>>,
  name: string,
): Name | undefined {
  return (Object.keys(sets) as Name[]).find((listing) => sets[listing].has(name));
}

/** A label below the domain of somebody else says nothing: `tempmail.example.org` is a server for the time of a move. */
function namesItselfDisposable(name: string): boolean {
  if (!serviceLabel.test(name) || opponentLabel.test(name)) return false;
  return name.slice(name.indexOf('.') + 1) === getPublicSuffix(name, suffixOptions);
}

/** Yields the name, and those above it. */
function* namesAbove(domain: string): Iterable<string> {
  for (let at = -1; ; ) {
    yield domain.slice(at + 1);
    at = domain.indexOf('.', at + 1);
    if (at === -1) return;
  }
}

/** One that is a public suffix counts only for itself, and on the small list: it says nothing of what is below it. */
function decidedBy(listing: Listing, name: string, domain: string): boolean | undefined {
  if (listing !== 'never' && name.length <= (getPublicSuffix(domain, suffixOptions)?.length ?? 0))
    return (name === domain && listing === 'curated') || undefined;
  return listing === 'curated' || listing === 'broad';
}

function namesIn(parameter: string, names: readonly string[] = []): ReadonlySet<string> {
  return new Set(
    names.map((name, index) => {
      const parsed = parseDomain(name);
      if (parsed.kind !== 'invalid') return parsed.domain;
      throw new InvalidArgument(
        `${parameter}[${index}]`,
        `${parameter} has ${JSON.stringify(name)}, which is no domain name. Pass names such as 'example.org'.`,
      );
    }),
  );
}
