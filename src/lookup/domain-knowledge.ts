import type { Cache, Clock } from '../ports.ts';
import { type DomainPatterns, nothingKnown, readDomainPatterns } from './domain-patterns.ts';
import { patternsAfterSearch, type SearchOutcome } from './learning.ts';
import type { PersonName } from './names/person-name.ts';

/** Long, because companies rarely change how they form addresses. */
const retentionMs = 180 * 86_400_000;

/** Most people per domain who were not found, and are remembered. */
const maxNotFound = 32;

/** What searches have found out about the addresses of domains, shared by all processes of a store for 180 days. */
export class DomainKnowledge {
  readonly #cache: Cache;
  readonly #clock: Clock;
  /** The last pending change of each domain. */
  readonly #changes = new Map<string, Promise<void>>();

  constructor(cache: Cache, clock: Clock) {
    this.#cache = cache;
    this.#clock = clock;
  }

  /** Returns what is known of a domain, given in A-labels. */
  async recall(domain: string): Promise<DomainPatterns> {
    const entry = await this.#cache.get(keyOf(domain));
    return entry === undefined ? nothingKnown : readDomainPatterns(entry.value);
  }

  /**
   * Adds the outcome of one search. Changes by one process are made one after another. If two processes write at the
   * same time, the last one wins, which may cost a probe later. A person who was not found counts once, however
   * often the search is repeated.
   */
  async learn(domain: string, name: PersonName, outcome: SearchOutcome): Promise<void> {
    const before = this.#changes.get(domain) ?? Promise.resolve();
    const change = before.catch(() => {}).then(() => this.#change(domain, name, outcome));
    this.#changes.set(domain, change);
    try {
      await change;
    } finally {
      if (this.#changes.get(domain) === change) this.#changes.delete(domain);
    }
  }

  async #change(domain: string, name: PersonName, outcome: SearchOutcome): Promise<void> {
    const entry = await this.#cache.get(keyOf(domain));
    const before = entry === undefined ? nothingKnown : readDomainPatterns(entry.value);
    const peopleNotFound = entry === undefined ? [] : readNotFound(entry.value);
    const person = textOf(name);
    const notFound = outcome.accepted === undefined;
    if (notFound && peopleNotFound.includes(person)) return;
    const kept = {
      ...patternsAfterSearch(before, name, outcome),
      strangers: notFound ? [...peopleNotFound, person].slice(-maxNotFound) : peopleNotFound,
    };
    const expiresAt = this.#clock.now() + retentionMs;
    await this.#cache.set(keyOf(domain), { value: JSON.stringify(kept), expiresAt });
  }
}

function keyOf(domain: string): string {
  return `lookup-patterns:${domain}`;
}

function textOf({ given, family }: PersonName): string {
  return [...given, ...family.flatMap(({ particles, core }) => [...particles, core])].join(' ');
}

/** Returns the people who were not found, stored as `strangers`. Returns none for any other text. */
function readNotFound(text: string): readonly string[] {
  try {
    const value: { strangers?: unknown } | null = JSON.parse(text);
    const people: readonly unknown[] = Array.isArray(value?.strangers) ? value.strangers : [];
    return people.filter((one) => typeof one === 'string').slice(-maxNotFound);
  } catch {
    return [];
  }
}
