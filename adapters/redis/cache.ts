import type { Cache, CacheEntry } from '../../src/ports/cache.ts';
import type { Clock } from '../../src/ports/clock.ts';
import {
  checkCacheEntry,
  checkPositiveInteger,
  checkReplacement,
  checkText,
} from '../stores/argument-checks.ts';
import type { RedisConnection } from './connection.ts';
import { parseText, TextExpiry, writeText } from './expiring-texts.ts';
import { asInteger, asList, asText } from './reply-values.ts';
import { cacheAdd, cacheGroup, cacheReplace } from './scripts/cache.ts';

/** Entries of a group removed per round. */
const groupedAtOnce = '200';

/** A cache whose entries are text: "expiresAt value". */
export class RedisCache implements Cache {
  readonly #redis: RedisConnection;
  readonly #expiry: TextExpiry;
  readonly #prefix: string;
  readonly #groupPrefix: string;

  constructor(options: { redis: RedisConnection; clock: Clock | undefined; prefix: string }) {
    this.#redis = options.redis;
    this.#expiry = new TextExpiry(options.clock);
    this.#prefix = `${options.prefix}:cache:`;
    this.#groupPrefix = `${options.prefix}:cache-group:`;
  }

  async get(key: string): Promise<CacheEntry | undefined> {
    checkText('key', key);
    const reply = await this.#redis.command('GET', this.#prefix + key);
    if (reply === null) return undefined;
    return this.#expiry.current(asText(reply));
  }

  async set(key: string, entry: CacheEntry, { group }: { group?: string } = {}): Promise<void> {
    checkCacheEntry(key, entry.value);
    if (group !== undefined) checkText('group', group);
    const name = this.#prefix + key;
    const ttl = this.#expiry.ttl(entry.expiresAt);
    await this.#addToGroup(group, key, ttl);
    if (ttl === undefined) await this.#redis.command('DEL', name);
    else await this.#redis.command('SET', name, writeText(entry), 'PX', ttl);
  }

  async add(key: string, entry: CacheEntry): Promise<CacheEntry> {
    checkCacheEntry(key, entry.value);
    const ttl = this.#expiry.ttl(entry.expiresAt);
    if (ttl === undefined) return (await this.get(key)) ?? entry;
    const reply = await this.#redis.run(
      cacheAdd,
      this.#prefix + key,
      writeText(entry),
      ttl,
      this.#expiry.now(),
    );
    return parseText(asText(reply));
  }

  async replace(
    key: string,
    expected: string | undefined,
    entry: CacheEntry,
    { group }: { group?: string } = {},
  ): Promise<boolean> {
    checkReplacement(key, expected, entry.value, group);
    const ttl = this.#expiry.ttl(entry.expiresAt);
    await this.#addToGroup(group, key, ttl);
    const reply = await this.#redis.run(
      cacheReplace,
      this.#prefix + key,
      writeText(entry),
      ttl ?? '',
      this.#expiry.now(),
      ...(expected === undefined ? [] : [expected]),
    );
    return asInteger(reply) === 1;
  }

  /** To be called before the entry is written, so that none is without its group. */
  async #addToGroup(group: string | undefined, key: string, ttl: string | undefined): Promise<void> {
    if (group !== undefined && ttl !== undefined)
      await this.#redis.run(cacheGroup, this.#groupPrefix + group, key, ttl);
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
}
