import type { Cache, CacheEntry } from '../../src/ports/cache.ts';
import type { Clock } from '../../src/ports/clock.ts';
import { systemClock } from '../system-clock.ts';
import type { RedisScript } from './client.ts';
import type { RedisConnection } from './connection.ts';
import { asInteger, asList, asText } from './reply-values.ts';
import { prelude } from './scripts/prelude.ts';

/**
 * Writes an entry of the cache, unless there is one.
 *
 * KEYS[1] the entry: "expiresAt value"
 * ARGV[1] the new entry   [2] how many ms it lasts   [3] now, or empty if Redis has deleted what has expired
 *
 * Output: the entry that is there
 */
const cacheAdd: RedisScript = {
  name: 'mailproofCacheAdd',
  numberOfKeys: 1,
  lua: `
local found = redis.call('GET', KEYS[1])
if found and (ARGV[3] == '' or tonumber(string.match(found, '^%S+')) > tonumber(ARGV[3])) then return found end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return ARGV[1]
`,
};

/**
 * Adds the key of an entry to its group. The group lasts as long as the last of its entries.
 *
 * KEYS[1] set of keys
 * ARGV[1] key   [2] how many ms the entry lasts
 *
 * Output: 1
 */
const cacheGroup: RedisScript = {
  name: 'mailproofCacheGroup',
  numberOfKeys: 1,
  lua: `${prelude}
redis.call('SADD', KEYS[1], ARGV[1])
extendTtl(KEYS[1], tonumber(ARGV[2]) + 1000)
return 1
`,
};

/**
 * Replaces an entry of the cache that has a certain value, or is missing.
 *
 * KEYS[1] the entry: "expiresAt value"
 * ARGV[1] the new entry   [2] how many ms it lasts, or empty to remove the entry
 * [3] now, or empty if Redis has deleted what has expired   [4] the value to be replaced; left out: no entry
 *
 * Output: 1, or 0 if another entry is there
 */
const cacheReplace: RedisScript = {
  name: 'mailproofCacheReplace',
  numberOfKeys: 1,
  lua: `
local found = redis.call('GET', KEYS[1])
local value = nil
if found then
  local space = string.find(found, ' ', 1, true)
  local expiresAt = tonumber(string.sub(found, 1, space - 1))
  if ARGV[3] == '' or expiresAt > tonumber(ARGV[3]) then value = string.sub(found, space + 1) end
end
if value ~= ARGV[4] then return 0 end
if ARGV[2] == '' then redis.call('DEL', KEYS[1]) else redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2]) end
return 1
`,
};

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
    this.#redis.define(cacheAdd, cacheGroup, cacheReplace);
  }

  async get(key: string): Promise<CacheEntry | undefined> {
    const reply = await this.#redis.command('GET', this.#prefix + key);
    if (reply === null) return undefined;
    return this.#expiry.current(asText(reply));
  }

  async set(key: string, entry: CacheEntry, { group }: { group?: string } = {}): Promise<void> {
    const name = this.#prefix + key;
    const ttl = this.#expiry.ttl(entry.expiresAt);
    await this.#addToGroup(group, key, ttl);
    if (ttl === undefined) await this.#redis.command('DEL', name);
    else await this.#redis.command('SET', name, writeText(entry), 'PX', ttl);
  }

  async add(key: string, entry: CacheEntry): Promise<CacheEntry> {
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
  async removeExpired(): Promise<number> {
    return 0;
  }
}

/** The longest time to live that Redis accepts. */
const longestTtlMs = 2 ** 52;
/** With an injected clock: entries must not expire in Redis before that clock says they have. */
const extraTtlMs = 24 * 3_600_000;

/** A text, and when it expires. */
interface ExpiringText {
  readonly value: string;
  readonly expiresAt: number;
}

/**
 * When texts expire that are kept as "expiresAt value". Without a clock, the server measures how long they
 * last, so that the clocks of the processes may differ, or be set. With one, they expire by that clock, and
 * Redis deletes them later.
 */
class TextExpiry {
  readonly #clock: Clock | undefined;

  constructor(clock: Clock | undefined) {
    this.#clock = clock;
  }

  /** The time for scripts. Empty if Redis itself measures how long texts last. */
  now(): string {
    return this.#clock === undefined ? '' : String(this.#clock.now());
  }

  /** Returns the milliseconds until this time; undefined if it has come. */
  ttl(expiresAt: number): string | undefined {
    const remainingMs = expiresAt - (this.#clock ?? systemClock).now();
    if (!(remainingMs > 0)) return undefined;
    // Redis still returns a key in the millisecond of its expiry.
    const ttlMs = Math.ceil(remainingMs) + (this.#clock === undefined ? -1 : extraTtlMs);
    return String(Math.min(Math.max(ttlMs, 1), longestTtlMs));
  }

  /** Returns what Redis has kept, or undefined if it has expired. */
  current(kept: string): ExpiringText | undefined {
    const text = parseText(kept);
    return this.#clock !== undefined && text.expiresAt <= this.#clock.now() ? undefined : text;
  }
}

/** Returns what Redis keeps. */
function writeText({ expiresAt, value }: ExpiringText): string {
  return `${expiresAt} ${value}`;
}

/** Parses what Redis has kept. */
function parseText(kept: string): ExpiringText {
  const space = kept.indexOf(' ');
  return { expiresAt: Number(kept.slice(0, space)), value: kept.slice(space + 1) };
}
