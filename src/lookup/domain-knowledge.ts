import { ForgottenAddresses, localPartDigest } from '../credits/forgotten-addresses.ts';
import type { Cache } from '../ports/cache.ts';
import type { Clock } from '../ports/clock.ts';
import { textDigest } from '../text-digest.ts';
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
}

/** What searches have found out about the addresses of domains, shared by all processes of a store for 180 days. */
export class DomainKnowledge {
  readonly #cache: Cache;
  readonly #clock: Clock;
  readonly #forgotten: ForgottenAddresses;
  /** The last pending change of each domain. */
  readonly #changes = new Map<string, Promise<void>>();

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
  learn(domain: string, name: PersonName, outcome: SearchOutcome): Promise<void> {
    return this.#oneAtATime(domain, () => this.#change(domain, name, outcome));
  }

  /** Forgets that a local part was accepted: its digest. How many people have which pattern stays. */
  forget(domain: string, localPart: string): Promise<void> {
    return this.#oneAtATime(domain, async () => {
      const entry = await this.#cache.get(keyOf(domain));
      const digest = localPartDigest(localPart);
      const found = entry === undefined ? [] : digestsIn(readFields(entry.value).found);
      if (entry === undefined || !found.includes(digest)) return;
      const kept = { ...readFields(entry.value), found: found.filter((one) => one !== digest) };
      await this.#store(domain, kept, entry.expiresAt);
    });
  }

  async #oneAtATime(domain: string, work: () => Promise<void>): Promise<void> {
    const before = this.#changes.get(domain) ?? Promise.resolve();
    const change = before.catch(() => {}).then(work);
    this.#changes.set(domain, change);
    try {
      await change;
    } finally {
      if (this.#changes.get(domain) === change) this.#changes.delete(domain);
    }
  }

  async #change(domain: string, name: PersonName, outcome: SearchOutcome): Promise<void> {
    const { patterns, notFound, found } = await this.#read(domain);
    const { accepted } = outcome;
    const digest = accepted === undefined ? textDigest(name.text) : localPartDigest(accepted);
    if ((accepted === undefined ? notFound : found).includes(digest)) return;
    const isForgotten =
      accepted !== undefined && (await this.#forgotten.withoutForgotten(domain, [digest])).length === 0;
    if (isForgotten) return;
    const after = patternsAfterSearch(patterns, name, outcome);
    const kept = {
      ...after,
      at: this.#clock.now(),
      notFound: accepted === undefined ? [...notFound, digest].slice(-maxDigests) : notFound,
      found: accepted === undefined ? found : [...found, digest].slice(-maxDigests),
    };
    await this.#store(domain, kept, this.#clock.now() + retentionMs);
  }

  /**
   * Stores what is known, without the digests of addresses that were forgotten meanwhile. Another process may forget one
   * between a look at its mark and the write, so it looks again afterwards.
   */
  async #store<Kept extends { readonly found: readonly string[] }>(
    domain: string,
    kept: Kept,
    expiresAt: number,
  ): Promise<void> {
    let written: readonly string[] | undefined;
    for (let { found } = kept; ; ) {
      found = await this.#forgotten.withoutForgotten(domain, found);
      if (found.length === written?.length) return;
      await this.#cache.set(keyOf(domain), { value: JSON.stringify({ ...kept, found }), expiresAt });
      written = found;
    }
  }

  async #read(domain: string): Promise<StoredKnowledge> {
    const entry = await this.#cache.get(keyOf(domain));
    if (entry === undefined) return { patterns: nothingKnown, notFound: [], found: [] };
    const { at, notFound, found } = readFields(entry.value);
    const elapsedMs = typeof at === 'number' ? this.#clock.now() - at : 0;
    return {
      patterns: fadedPatterns(readDomainPatterns(entry.value), elapsedMs),
      notFound: digestsIn(notFound),
      found: digestsIn(found),
    };
  }
}

function keyOf(domain: string): string {
  return `lookup-patterns:${domain}`;
}

/** Returns the fields of stored knowledge; none for any other text. */
function readFields(text: string): { at?: unknown; notFound?: unknown; found?: unknown } {
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
