import type { Cache, CacheEntry } from '../../src/ports/cache.ts';
import type { Clock } from '../../src/ports/clock.ts';
import { checkCacheEntry, checkPositiveInteger, checkText } from '../stores/argument-checks.ts';
import type { RedisConnection } from './connection.ts';
import { asInteger, asList, asText } from './reply-values.ts';
import { cacheAdd } from './scripts/cache-add.ts';
import { cacheGroup } from './scripts/cache-group.ts';

/** The latest expiry that Redis accepts. */
const latestExpiry = 2 ** 52;
/** With an injected clock: entries must not expire in Redis before that clock says they have. */
const extraTtlMs = 24 * 3_600_000;

/** Entries of a group removed per round. */
const groupedAtOnce = '200';

/**
 * A cache whose entries are text: "expiresAt value". Without a clock, entries expire by the server's time; with one, by
 * the clock, and Redis deletes them later.
 */
export class RedisCache implements Cache {
  readonly #redis: RedisConnection;
  readonly #clock: Clock | undefined;
  readonly #prefix: string;
  readonly #groupPrefix: string;

  constructor(options: { redis: RedisConnection; clock: Clock | undefined; prefix: string }) {
    this.#redis = options.redis;
    this.#clock = options.clock;
    this.#prefix = `${options.prefix}:cache:`;
    this.#groupPrefix = `${options.prefix}:cache-group:`;
  }

  async get(key: string): Promise<CacheEntry | undefined> {
    checkText('key', key);
    const reply = await this.#redis.command('GET', this.#prefix + key);
    if (reply === null) return undefined;
    const entry = entryOf(asText(reply));
    const expired = this.#clock !== undefined && entry.expiresAt <= this.#clock.now();
    return expired ? undefined : entry;
  }

  async set(key: string, entry: CacheEntry, { group }: { group?: string } = {}): Promise<void> {
    checkCacheEntry(key, entry.value);
    if (group !== undefined) checkText('group', group);
    const name = this.#prefix + key;
    const expiry = this.#expiry(entry.expiresAt);
    // First, so that no entry is without its group.
    if (group !== undefined && expiry !== undefined)
      await this.#redis.run(cacheGroup, this.#groupPrefix + group, key, ...expiry);
    if (expiry === undefined) await this.#redis.command('DEL', name);
    else await this.#redis.command('SET', name, textOf(entry), ...expiry);
  }

  async add(key: string, entry: CacheEntry): Promise<CacheEntry> {
    checkCacheEntry(key, entry.value);
    const expiry = this.#expiry(entry.expiresAt);
    if (expiry === undefined) return (await this.get(key)) ?? entry;
    const now = this.#clock === undefined ? '' : String(this.#clock.now());
    const reply = await this.#redis.run(cacheAdd, this.#prefix + key, textOf(entry), ...expiry, now);
    return entryOf(asText(reply));
  }

  /** The index goes last: if the process dies before that, the next call finds all entries again. */
  async removeGroup(group: string): Promise<number> {
    checkText('group', group);
    const index = this.#groupPrefix + group;
    for (let removed = 0; ; ) {
      const members = asList(await this.#redis.command('SRANDMEMBER', index, groupedAtOnce)).map(asText);
      if (members.length === 0) return removed;
      const deleted = await Promise.all(members.map((key) => this.#redis.command('DEL', this.#prefix + key)));
      await this.#redis.command('SREM', index, ...members);
      removed += deleted.filter((count) => asInteger(count) === 1).length;
    }
  }

  /** Redis removes them by itself. */
  async removeExpired({ limit }: { limit: number }): Promise<number> {
    checkPositiveInteger('limit', limit);
    return 0;
  }

  /** Returns the option of SET for this expiry; undefined if the entry has already expired. */
  #expiry(expiresAt: number): [option: 'PXAT' | 'PX', milliseconds: string] | undefined {
    if (this.#clock === undefined) {
      // Redis still returns a key in the millisecond of its expiry, and rejects times before 1970.
      const lastMs = Math.min(Math.ceil(expiresAt) - 1, latestExpiry);
      return lastMs < 1 ? undefined : ['PXAT', String(lastMs)];
    }
    const remainingMs = expiresAt - this.#clock.now();
    return remainingMs > 0
      ? ['PX', String(Math.min(Math.ceil(remainingMs) + extraTtlMs, latestExpiry))]
      : undefined;
  }
}

function textOf({ expiresAt, value }: CacheEntry): string {
  return `${expiresAt} ${value}`;
}

function entryOf(text: string): CacheEntry {
  const space = text.indexOf(' ');
  return { expiresAt: Number(text.slice(0, space)), value: text.slice(space + 1) };
}
