import { abortable, startDeadline } from '../concurrency/deadline.ts';
import { steadyNow } from '../concurrency/steady-time.ts';
import type { Cache, CacheEntry } from '../ports/cache.ts';
import type { Clock } from '../ports/clock.ts';
import type { DisposableDomains } from './disposable-domains.ts';
import { PackedNames, packNames } from './packed-names.ts';

/** A list that was fetched. */
export interface ListSource {
  /** The package that it is from. */
  readonly name: string;
  readonly version: string;
  /** How many names it has. */
  readonly names: number;
}

/** What is known of the lists in a store. */
export interface StoredLists {
  readonly fetchedAt: number;
  readonly sources: readonly ListSource[];
  /** How many entries each of the two lists has. */
  readonly parts: Readonly<Record<'curated' | 'broad', number>>;
}

/** The entry that says which lists are there. */
export const storedListsKey = 'disposable-lists';

/** Entries of the cache are meant for some hundred thousand characters. */
const partLength = 200_000;

/** How often a process looks for other lists. */
const refreshMs = 60_000;

/** A store that hangs must not hold up the first verdicts: the lists that came with mailproof count meanwhile. */
const longestFirstLookMs = 2_000;

/** They are replaced, not expired. */
const keptMs = 10 * 365 * 86_400_000;

/** Keeps lists of domains in lower-case A-labels, for all processes of the store. Rejects if the store fails. */
export async function storeDisposableLists(
  { cache, clock }: { readonly cache: Cache; readonly clock: Clock },
  {
    sources,
    ...lists
  }: Readonly<Record<'curated' | 'broad', Iterable<string>>> & { readonly sources: readonly ListSource[] },
): Promise<void> {
  const before = storedListsIn(await cache.get(storedListsKey));
  const fetchedAt = Math.max(clock.now(), (before?.fetchedAt ?? 0) + 1);
  const expiresAt = clock.now() + keptMs;
  const store = async (list: 'curated' | 'broad') => {
    const parts = partsOf(packNames(lists[list]));
    for (const [index, value] of parts.entries())
      await cache.set(partKey(fetchedAt, list, index), { value, expiresAt }, { group: groupOf(fetchedAt) });
    return parts.length;
  };
  const parts = { curated: await store('curated'), broad: await store('broad') };
  const value = JSON.stringify({ fetchedAt, sources, parts } satisfies StoredLists);
  await cache.set(storedListsKey, { value, expiresAt });
  if (before !== undefined) await cache.removeGroup(groupOf(before.fetchedAt));
}

/** Reads what an entry says of the lists in the store; undefined if there are none. */
export function storedListsIn(entry: CacheEntry | undefined): StoredLists | undefined {
  return entry === undefined ? undefined : JSON.parse(entry.value);
}

/** Takes up the lists that a store has, and others that are stored there later. */
export class DisposableUpdates {
  readonly #cache: Pick<Cache, 'get'>;
  readonly #clock: Clock;
  readonly #domains: DisposableDomains;
  #dueAt = Number.NEGATIVE_INFINITY;
  #usedFetchedAt: number | undefined;
  /** Until the lists were looked for once, but not for long. */
  #firstLook: Promise<void> | undefined;

  constructor({
    cache,
    clock,
    domains,
  }: {
    readonly cache: Pick<Cache, 'get'>;
    readonly clock: Clock;
    readonly domains: DisposableDomains;
  }) {
    this.#cache = cache;
    this.#clock = clock;
    this.#domains = domains;
  }

  /**
   * Looks for other lists in the background if that was last done a minute ago. If a store fails, the next minute tries again.
   * Returns the first look while it lasts, at most two seconds: until then, nobody knows which lists count.
   */
  refreshIfDue(): Promise<void> | undefined {
    const now = steadyNow(this.#clock);
    if (now < this.#dueAt) return this.#firstLook;
    const isFirst = this.#dueAt === Number.NEGATIVE_INFINITY;
    this.#dueAt = now + refreshMs;
    const look = this.refresh().catch(() => {});
    if (isFirst) this.#firstLook = this.#endOfFirst(look);
    return this.#firstLook;
  }

  async #endOfFirst(look: Promise<void>): Promise<void> {
    const deadline = startDeadline(this.#clock, longestFirstLookMs);
    await abortable(look, deadline.signal).catch(() => {});
    deadline.clear();
    this.#firstLook = undefined;
  }

  /** Rejects if the store fails. */
  async refresh(): Promise<void> {
    const stored = storedListsIn(await this.#cache.get(storedListsKey));
    if (stored === undefined || stored.fetchedAt === this.#usedFetchedAt) return;
    const [curated, broad] = await Promise.all([this.#read(stored, 'curated'), this.#read(stored, 'broad')]);
    // While they are being replaced, or where a store has dropped some of them, the lists of before go on.
    if (curated === undefined || broad === undefined) return;
    this.#domains.useLists({ curated, broad });
    this.#usedFetchedAt = stored.fetchedAt;
  }

  async #read(
    { fetchedAt, parts }: StoredLists,
    list: 'curated' | 'broad',
  ): Promise<PackedNames | undefined> {
    const keys = Array.from({ length: parts[list] }, (_, index) => partKey(fetchedAt, list, index));
    const entries = await Promise.all(keys.map((key) => this.#cache.get(key)));
    if (entries.includes(undefined)) return undefined;
    return new PackedNames(entries.map((entry) => entry?.value ?? '').join(''));
  }
}

function partKey(fetchedAt: number, list: 'curated' | 'broad', index: number): string {
  return `${groupOf(fetchedAt)}:${list}:${index}`;
}

function groupOf(fetchedAt: number): string {
  return `${storedListsKey}:${fetchedAt}`;
}

function partsOf(text: string): readonly string[] {
  const count = Math.max(1, Math.ceil(text.length / partLength));
  return Array.from({ length: count }, (_, index) =>
    text.slice(index * partLength, (index + 1) * partLength),
  );
}
