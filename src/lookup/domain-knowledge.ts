import { ForgottenAddresses, localPartDigest } from '../credits/forgotten-addresses.ts';
import type { Cache } from '../ports/cache.ts';
import type { Clock } from '../ports/clock.ts';
import { textDigest } from '../text-digest.ts';
import { mayOwn, type OwnerDigests, ownerDigests } from './address-owner.ts';
import { type DomainPatterns, fadedPatterns, nothingKnown, readDomainPatterns } from './domain-patterns.ts';
import { patternsAfterSearch, type SearchOutcome } from './learning.ts';
import type { PersonName } from './names/person-name.ts';

/** Long, because companies rarely change how they form addresses. */
const retentionMs = 180 * 86_400_000;

/** Most people per domain who were not found, and most addresses that were, that are remembered as digests. */
const maxDigests = 64;

/** What is stored of a domain. */
interface StoredKnowledge {
  readonly patterns: DomainPatterns;
  /** Digests of people who were not found, the latest last. */
  readonly notFound: readonly string[];
  /** Digests of local parts that were accepted, the latest last. */
  readonly found: readonly string[];
  /** For whom they were accepted first. */
  readonly owners: Readonly<Record<string, OwnerDigests>>;
}

/** What an outcome says beside what is learned from it. */
export interface LearnedOutcome {
  /** Whether the accepted address was found for a person of another name before. Then nothing was learned. */
  readonly isAnothers: boolean;
}

/** What searches have found out about the addresses of domains, shared by all processes of a store for 180 days. */
export class DomainKnowledge {
  readonly #cache: Cache;
  readonly #clock: Clock;
  readonly #forgotten: ForgottenAddresses;
  /** The last pending change of each domain. */
  readonly #changes = new Map<string, Promise<unknown>>();

  constructor(cache: Cache, clock: Clock) {
    this.#cache = cache;
    this.#clock = clock;
    this.#forgotten = new ForgottenAddresses(cache, clock);
  }

  /** Returns what is known of a domain, given in A-labels. */
  async recall(domain: string): Promise<DomainPatterns> {
    return (await this.#read(domain)).patterns;
  }

  /**
   * Adds the outcome of one search. Changes by one process are made one after another. If two processes write at the
   * same time, the last one wins, which may cost a probe later. A person who was not found counts once, however
   * often the search is repeated, and an address that was found counts once, however many names fit it. Of an address
   * that was forgotten, nothing is learned.
   */
  learn(domain: string, name: PersonName, outcome: SearchOutcome): Promise<LearnedOutcome> {
    return this.#oneAtATime(domain, () => this.#change(domain, name, outcome));
  }

  /** Forgets that a local part was accepted, and for whom: their digests. How many people have which pattern stays. */
  forget(domain: string, localPart: string): Promise<void> {
    return this.#oneAtATime(domain, async () => {
      const entry = await this.#cache.get(keyOf(domain));
      const digest = localPartDigest(localPart);
      const found = entry === undefined ? [] : digestsIn(readFields(entry.value).found);
      if (entry === undefined || !found.includes(digest)) return;
      const fields = readFields(entry.value);
      const kept = {
        ...fields,
        found: found.filter((one) => one !== digest),
        owners: ownersIn(fields.owners),
      };
      await this.#store(domain, kept, entry.expiresAt);
    });
  }

  async #oneAtATime<Result>(domain: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.#changes.get(domain) ?? Promise.resolve();
    const change = before.catch(() => {}).then(work);
    this.#changes.set(domain, change);
    try {
      return await change;
    } finally {
      if (this.#changes.get(domain) === change) this.#changes.delete(domain);
    }
  }

  async #change(domain: string, name: PersonName, outcome: SearchOutcome): Promise<LearnedOutcome> {
    const stored = await this.#read(domain);
    const { accepted } = outcome;
    if (accepted === undefined) {
      const person = textDigest(name.text);
      if (!stored.notFound.includes(person))
        await this.#keep(domain, {
          ...stored,
          patterns: patternsAfterSearch(stored.patterns, name, outcome),
          notFound: [...stored.notFound, person].slice(-maxDigests),
        });
      return { isAnothers: false };
    }
    const digest = localPartDigest(accepted);
    const address = `${digest}@${domain}`;
    if (stored.found.includes(digest))
      return { isAnothers: !mayOwn(name, address, stored.owners[digest] ?? []) };
    const isForgotten = (await this.#forgotten.withoutForgotten(domain, [digest])).length === 0;
    if (!isForgotten)
      await this.#keep(domain, {
        ...stored,
        patterns: patternsAfterSearch(stored.patterns, name, outcome),
        found: [...stored.found, digest].slice(-maxDigests),
        owners: { ...stored.owners, [digest]: ownerDigests(name, address) },
      });
    return { isAnothers: false };
  }

  #keep(domain: string, { patterns, notFound, found, owners }: StoredKnowledge): Promise<void> {
    const now = this.#clock.now();
    return this.#store(domain, { ...patterns, at: now, notFound, found, owners }, now + retentionMs);
  }

  /**
   * Stores what is known, without the digests of addresses that were forgotten meanwhile. Another process may forget one
   * between a look at its mark and the write, so it looks again afterwards.
   */
  async #store<Kept extends Pick<StoredKnowledge, 'found' | 'owners'>>(
    domain: string,
    kept: Kept,
    expiresAt: number,
  ): Promise<void> {
    let written: readonly string[] | undefined;
    for (let { found } = kept; ; ) {
      found = await this.#forgotten.withoutForgotten(domain, found);
      if (found.length === written?.length) return;
      const owners = Object.fromEntries(found.flatMap((digest) => ownerEntry(digest, kept.owners)));
      await this.#cache.set(keyOf(domain), { value: JSON.stringify({ ...kept, found, owners }), expiresAt });
      written = found;
    }
  }

  async #read(domain: string): Promise<StoredKnowledge> {
    const entry = await this.#cache.get(keyOf(domain));
    if (entry === undefined) return { patterns: nothingKnown, notFound: [], found: [], owners: {} };
    const { at, notFound, found, owners } = readFields(entry.value);
    const elapsedMs = typeof at === 'number' ? this.#clock.now() - at : 0;
    return {
      patterns: fadedPatterns(readDomainPatterns(entry.value), elapsedMs),
      notFound: digestsIn(notFound),
      found: digestsIn(found),
      owners: ownersIn(owners),
    };
  }
}

function keyOf(domain: string): string {
  return `lookup-patterns:${domain}`;
}

/** Returns the fields of stored knowledge; none for any other text. */
function readFields(text: string): { at?: unknown; notFound?: unknown; found?: unknown; owners?: unknown } {
  try {
    const value: object | null = JSON.parse(text);
    return value ?? {};
  } catch {
    return {};
  }
}

function digestsIn(value: unknown): readonly string[] {
  const texts: readonly unknown[] = Array.isArray(value) ? value : [];
  return texts.filter((one) => typeof one === 'string').slice(-maxDigests);
}

/** Returns what is stored of the owners of addresses; none for any other value, and of addresses whose owner is not known. */
function ownersIn(value: unknown): StoredKnowledge['owners'] {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return Object.fromEntries(
    entries.slice(0, maxDigests).map(([digest, owner]) => [digest, digestsIn(owner)]),
  );
}

function ownerEntry(
  digest: string,
  owners: StoredKnowledge['owners'],
): readonly (readonly [string, OwnerDigests])[] {
  const owner = owners[digest];
  return owner === undefined ? [] : [[digest, owner]];
}
