import type { Cache, CacheEntry } from '../../src/ports/cache.ts';
import type { Clock } from '../../src/ports/clock.ts';
import {
  checkCacheEntry,
  checkPositiveInteger,
  checkReplacement,
  checkText,
} from '../stores/argument-checks.ts';
import { systemClock } from '../system-clock.ts';
import type { RedisConnection } from './connection.ts';
import { asInteger, asList, asText } from './reply-values.ts';
import { cacheAdd } from './scripts/cache-add.ts';
import { cacheGroup } from './scripts/cache-group.ts';
import { cacheReplace } from './scripts/cache-replace.ts';

/** The longest time to live that Redis accepts. */
const longestTtlMs = 2 ** 52;
/** With an injected clock: entries must not expire in Redis before that clock says they have. */
const extraTtlMs = 24 * 3_600_000;

/** Entries of a group removed per round. */
const groupedAtOnce = '200';

/**
 * A cache whose entries are text: "expiresAt value". Without a clock, the server measures how long they last, so that the
 * clocks of the processes may differ, or be set. With one, entries expire by that clock, and Redis deletes them later.
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
    const ttl = this.#ttl(entry.expiresAt);
    // First, so that no entry is without its group.
    if (group !== undefined && ttl !== undefined)
      await this.#redis.run(cacheGroup, this.#groupPrefix + group, key, ttl);
    if (ttl === undefined) await this.#redis.command('DEL', name);
    else await this.#redis.command('SET', name, textOf(entry), 'PX', ttl);
  }

  async add(key: string, entry: CacheEntry): Promise<CacheEntry> {
    checkCacheEntry(key, entry.value);
    const ttl = this.#ttl(entry.expiresAt);
    if (ttl === undefined) return (await this.get(key)) ?? entry;
    const reply = await this.#redis.run(cacheAdd, this.#prefix + key, textOf(entry), ttl, this.#now());
    return entryOf(asText(reply));
  }

  async replace(key: string, expected: string | undefined, entry: CacheEntry): Promise<boolean> {
    checkReplacement(key, expected, entry.value);
    const reply = await this.#redis.run(
      cacheReplace,
      this.#prefix + key,
      textOf(entry),
      this.#ttl(entry.expiresAt) ?? '',
      this.#now(),
      ...(expected === undefined ? [] : [expected]),
    );
    return asInteger(reply) === 1;
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

  /** Empty if Redis itself measures how long entries last. */
  #now(): string {
    return this.#clock === undefined ? '' : String(this.#clock.now());
  }

  /** Returns the milliseconds until this time; undefined if it has come. */
  #ttl(expiresAt: number): string | undefined {
    const remainingMs = expiresAt - (this.#clock ?? systemClock).now();
    if (!(remainingMs > 0)) return undefined;
    // Redis still returns a key in the millisecond of its expiry.
    const ttlMs = Math.ceil(remainingMs) + (this.#clock === undefined ? -1 : extraTtlMs);
    return String(Math.min(Math.max(ttlMs, 1), longestTtlMs));
  }
}

function textOf({ expiresAt, value }: CacheEntry): string {
  return `${expiresAt} ${value}`;
}

function entryOf(text: string): CacheEntry {
  const space = text.indexOf(' ');
  return { expiresAt: Number(text.slice(0, space)), value: text.slice(space + 1) };
}
