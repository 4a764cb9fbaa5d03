// A cache in PostgreSQL. Every method is one statement, or repeats one until it is clear who came first.
import { cacheChecks, checkedStore } from 'mailproof/stores';
import { digest } from './database.mjs';

export const cacheTables = `
  CREATE TABLE IF NOT EXISTS cache (
    key bytea PRIMARY KEY,                -- a digest
    value bytea NOT NULL,                 -- not text: values may contain NUL
    entry_group bytea,                    -- a digest
    expires_at double precision NOT NULL
  );
  CREATE INDEX IF NOT EXISTS cache_groups ON cache (entry_group);
  CREATE INDEX IF NOT EXISTS cache_expiry ON cache (expires_at);
`;

/** Returns a cache. Its calls with wrong arguments reject before a method is called. */
export const pgCache = (options) => checkedStore(new PgCache(options), cacheChecks);

class PgCache {
  #database;
  #clock;

  constructor({ database, clock = { now: () => Date.now() } }) {
    this.#database = database;
    this.#clock = clock;
  }

  async get(key) {
    const row = await this.#row('SELECT value, expires_at FROM cache WHERE key = $1 AND expires_at > $2', [
      digest(key),
      this.#clock.now(),
    ]);
    return row && { value: row.value.toString(), expiresAt: row.expires_at };
  }

  async set(key, entry, options = {}) {
    const { value, expiresAt } = entry;
    if (expiresAt <= this.#clock.now()) {
      await this.#row('DELETE FROM cache WHERE key = $1', [digest(key)]);
      return;
    }
    const group = options.group === undefined ? null : digest(options.group);
    await this.#row(
      `INSERT INTO cache (key, value, expires_at, entry_group) VALUES ($1, $2, $3, $4)
         ON CONFLICT (key) DO UPDATE
         SET value = excluded.value, expires_at = excluded.expires_at, entry_group = excluded.entry_group`,
      [digest(key), Buffer.from(value), expiresAt, group],
    );
  }

  async add(key, entry) {
    for (;;) {
      if (await this.#insert(key, entry)) return { value: entry.value, expiresAt: entry.expiresAt };
      const found = await this.get(key);
      if (found !== undefined) return found; // otherwise it has expired or was removed since: try again
    }
  }

  async replace(key, expected, entry, { group } = {}) {
    const now = this.#clock.now();
    const isExpired = entry.expiresAt <= now;
    if (expected === undefined)
      return isExpired ? (await this.get(key)) === undefined : this.#insert(key, entry, group);
    const unchanged = 'key = $1 AND value = $2 AND expires_at > $3';
    const values = [digest(key), Buffer.from(expected), now];
    const row = isExpired
      ? await this.#row(`DELETE FROM cache WHERE ${unchanged} RETURNING 1`, values)
      : await this.#row(
          `UPDATE cache SET value = $4, expires_at = $5, entry_group = $6 WHERE ${unchanged} RETURNING 1`,
          [...values, Buffer.from(entry.value), entry.expiresAt, group === undefined ? null : digest(group)],
        );
    return row !== undefined;
  }

  /** Locks the entries in the order of their keys, so that two calls cannot wait for each other. */
  async removeGroup(group) {
    const { removed } = await this.#row(
      `WITH found AS (SELECT key FROM cache WHERE entry_group = $1 ORDER BY key FOR UPDATE),
         gone AS (DELETE FROM cache WHERE key IN (SELECT key FROM found) RETURNING 1)
       SELECT count(*) AS removed FROM gone`,
      [digest(group)],
    );
    return removed;
  }

  async removeExpired(options) {
    const { removed } = await this.#row(
      `WITH found AS (SELECT key FROM cache WHERE expires_at <= $1 LIMIT $2 FOR UPDATE SKIP LOCKED),
         gone AS (DELETE FROM cache WHERE key IN (SELECT key FROM found) RETURNING 1)
       SELECT count(*) AS removed FROM gone`,
      [this.#clock.now(), options.limit],
    );
    return removed;
  }

  /** Writes the entry where there is none, or an expired one. Resolves with whether it did. */
  async #insert(key, { value, expiresAt }, group) {
    const row = await this.#row(
      `INSERT INTO cache (key, value, expires_at, entry_group) VALUES ($1, $2, $3, $5)
         ON CONFLICT (key) DO UPDATE
         SET value = excluded.value, expires_at = excluded.expires_at, entry_group = excluded.entry_group
         WHERE cache.expires_at <= $4
         RETURNING 1`,
      [
        digest(key),
        Buffer.from(value),
        expiresAt,
        this.#clock.now(),
        group === undefined ? null : digest(group),
      ],
    );
    return row !== undefined;
  }

  async #row(sql, values) {
    return (await this.#database.query(sql, values))[0];
  }
}
