import type { Cache, Clock } from '../ports.ts';
import { type DomainPatterns, nothingKnown, readDomainPatterns } from './domain-patterns.ts';
import { learned, type SearchOutcome } from './learning.ts';
import type { PersonName } from './names/person-name.ts';

/** Companies seldom change how they make their addresses. */
const keptMs = 180 * 86_400_000;

/** As many strangers are remembered: more than are looked for at once before anybody was found. */
const mostStrangers = 32;

/** How domains make their addresses, as searches have shown: kept in the store, for all processes that share it. */
export class DomainKnowledge {
  readonly #cache: Cache;
  readonly #clock: Clock;
  /** The last change under way of each domain. */
  readonly #changes = new Map<string, Promise<void>>();

  constructor(cache: Cache, clock: Clock) {
    this.#cache = cache;
    this.#clock = clock;
  }

  /** `domain` in A-labels. */
  async recall(domain: string): Promise<DomainPatterns> {
    const entry = await this.#cache.get(keyOf(domain));
    return entry === undefined ? nothingKnown : readDomainPatterns(entry.value);
  }

  /**
   * Adds what one search has shown, one after the other within a process. Of two processes at the very same moment
   * the last one's is kept: that costs a question later, and never an answer. Who was not found counts once: a
   * search that is done again, after a crash or another day, shows nothing new.
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
    const strangers = entry === undefined ? [] : readStrangers(entry.value);
    const person = textOf(name);
    const notFound = outcome.accepted === undefined;
    if (notFound && strangers.includes(person)) return;
    const kept = {
      ...learned(before, name, outcome),
      strangers: notFound ? [...strangers, person].slice(-mostStrangers) : strangers,
    };
    const expiresAt = this.#clock.now() + keptMs;
    await this.#cache.set(keyOf(domain), { value: JSON.stringify(kept), expiresAt });
  }
}

function keyOf(domain: string): string {
  return `lookup-patterns:${domain}`;
}

function textOf({ given, family }: PersonName): string {
  return [...given, ...family.flatMap(({ particles, core }) => [...particles, core])].join(' ');
}

/** Nobody where the text is something else. */
function readStrangers(text: string): readonly string[] {
  try {
    const value: { strangers?: unknown } | null = JSON.parse(text);
    const strangers: readonly unknown[] = Array.isArray(value?.strangers) ? value.strangers : [];
    return strangers.filter((one) => typeof one === 'string').slice(-mostStrangers);
  } catch {
    return [];
  }
}
