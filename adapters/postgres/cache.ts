import type { Cache, CacheEntry } from '../../src/ports/cache.ts';
import type { Clock } from '../../src/ports/clock.ts';
import { Gathering } from '../stores/gathering.ts';
import type { Database } from './database.ts';
import { isAboutOneRequest } from './failures.ts';
import { digest } from './statements.ts';

type Options = { readonly group?: string };

interface Put {
  readonly key: string;
  readonly entry: CacheEntry;
  readonly options: Options;
}

/**
 * A cache in a table. Every method is one statement, which calls that come together share, or repeats one until it is clear
 * who came first.
 */
export class PostgresCache implements Cache {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #gets = new Gathering((keys: readonly string[]) => this.#read(keys), isAboutOneRequest);
  /** In the groups 'any' and 'none', by what an entry may replace: `none` but one that has expired. */
  readonly #puts = new Gathering(
    (puts: readonly Put[], replaced) => this.#write(puts, replaced === 'any'),
    isAboutOneRequest,
  );

  /** `clock`: that of those who set the expiry of entries. */
  constructor({ database, clock }: { readonly database: Database; readonly clock: Clock }) {
    this.#database = database;
    this.#clock = clock;
  }

  get(key: string): Promise<CacheEntry | undefined> {
    return this.#gets.add(key);
  }

  async #read(keys: readonly string[]): Promise<(CacheEntry | undefined)[]> {
    const digests = keys.map(digest);
    const rows = await this.#database.query(
      'SELECT key, value, expires_at FROM mailproof.cache WHERE key = ANY ($1) AND expires_at > $2',
      [digests, this.#clock.now()],
    );
    const found = new Map(
      rows.map((row) => [
        row.key.toString('hex'),
        { value: row.value.toString(), expiresAt: row.expires_at },
      ]),
    );
    return digests.map((key) => found.get(key.toString('hex')));
  }

  async set(key: string, entry: CacheEntry, options: Options = {}): Promise<void> {
    if (entry.expiresAt > this.#clock.now()) await this.#puts.add({ key, entry, options }, 'any');
    else await this.#database.query('DELETE FROM mailproof.cache WHERE key = $1', [digest(key)]);
  }

  async add(key: string, entry: CacheEntry): Promise<CacheEntry> {
    for (;;) {
      if (await this.#putIfNone(key, entry, {})) return { value: entry.value, expiresAt: entry.expiresAt };
      const found = await this.get(key);
      // Otherwise it has expired or was removed since.
      if (found !== undefined) return found;
    }
  }

  async replace(
    key: string,
    expected: string | undefined,
    entry: CacheEntry,
    options: Options = {},
  ): Promise<boolean> {
    const now = this.#clock.now();
    const isExpired = entry.expiresAt <= now;
    if (expected === undefined)
      return isExpired ? (await this.get(key)) === undefined : this.#putIfNone(key, entry, options);
    const unchanged = 'key = $1 AND value = $2 AND expires_at > $3';
    const values = [digest(key), Buffer.from(expected), now];
    const changed = isExpired
      ? await this.#database.query(`DELETE FROM mailproof.cache WHERE ${unchanged} RETURNING 1`, values)
      : await this.#database.query(
          `UPDATE mailproof.cache SET value = $4, expires_at = $5, entry_group = $6 WHERE ${unchanged} RETURNING 1`,
          [...values, ...columnsOf(entry, options)],
        );
    return changed.length > 0;
  }

  async removeGroup(group: string): Promise<number> {
    // Locked in the order of their keys, so that two calls do not wait for each other.
    return this.#remove('entry_group = $1 ORDER BY key FOR UPDATE', [digest(group)]);
  }

  async removeExpired({ limit }: { limit: number }): Promise<number> {
    return this.#remove('expires_at <= $1 ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED', [
      this.#clock.now(),
      limit,
    ]);
  }

  /** Writes the entry where there is none, or an expired one. Returns whether it did. */
  #putIfNone(key: string, entry: CacheEntry, options: Options): Promise<boolean> {
    return this.#puts.add({ key, entry, options }, 'none');
  }

  /** Of several puts with one key, makes the last one if they replace any entry, otherwise the first. */
  async #write(puts: readonly Put[], replacesAny: boolean): Promise<boolean[]> {
    const made = new Map<string, Put>();
    for (const put of puts) if (replacesAny || !made.has(put.key)) made.set(put.key, put);
    // In one order, so that two processes do not wait for each other.
    const rows = [...made.values()]
      .map((put) => ({ put, key: digest(put.key), columns: columnsOf(put.entry, put.options) }))
      .sort((one, other) => one.key.compare(other.key));
    const written = await this.#database.query(
      `INSERT INTO mailproof.cache AS known (key, value, expires_at, entry_group)
         SELECT * FROM unnest($1::bytea[], $2::bytea[], $3::float8[], $4::bytea[])
         ON CONFLICT (key) DO UPDATE
         SET value = excluded.value, expires_at = excluded.expires_at, entry_group = excluded.entry_group
         WHERE $5 OR known.expires_at <= $6 RETURNING key`,
      [
        rows.map(({ key }) => key),
        ...[0, 1, 2].map((column) => rows.map(({ columns }) => columns[column])),
        ...[replacesAny, this.#clock.now()],
      ],
    );
    const keys = new Set(written.map(({ key }) => key.toString('hex')));
    return puts.map((put) => made.get(put.key) === put && keys.has(digest(put.key).toString('hex')));
  }

  async #remove(found: string, values: readonly unknown[]): Promise<number> {
    const [{ removed }] = await this.#database.query(
      `WITH found AS (SELECT key FROM mailproof.cache WHERE ${found}),
         gone AS (DELETE FROM mailproof.cache WHERE key IN (SELECT key FROM found) RETURNING 1)
       SELECT count(*) AS removed FROM gone`,
      values,
    );
    return removed;
  }
}

function columnsOf({ value, expiresAt }: CacheEntry, { group }: Options): unknown[] {
  return [Buffer.from(value), expiresAt, group === undefined ? null : digest(group)];
}
