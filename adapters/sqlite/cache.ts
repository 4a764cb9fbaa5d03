import type { Cache, CacheEntry } from '../../src/ports/cache.ts';
import type { Clock } from '../../src/ports/clock.ts';
import {
  checkCacheEntry,
  checkPositiveInteger,
  checkReplacement,
  checkText,
} from '../stores/argument-checks.ts';
import type { SqliteConnection } from './connection.ts';
import type { DatabaseFile } from './database-file.ts';
import { cutFreePages, hasFreePages } from './free-space.ts';
import type { SqliteStoreDependencies } from './store-dependencies.ts';
import type { WriteBatch } from './write-batch.ts';

/** Most transactions per call that cut free pages off. */
const cutsPerCall = 500;

/** How many expired entries each write removes. */
const expiredPerWrite = 4;

/** How many entries of a group each write removes. */
const groupedPerWrite = 500;

/** A cache in the SQLite file. */
export class SqliteCache implements Cache {
  readonly #file: DatabaseFile;
  readonly #writes: WriteBatch;
  readonly #clock: Clock;

  constructor(dependencies: SqliteStoreDependencies) {
    this.#file = dependencies.file;
    this.#writes = dependencies.writes;
    this.#clock = dependencies.clock;
  }

  async get(key: string): Promise<CacheEntry | undefined> {
    checkText('key', key);
    return this.#file.use((connection) => readEntry(connection, key, this.#clock.now()));
  }

  async set(key: string, entry: CacheEntry, { group }: { group?: string } = {}): Promise<void> {
    checkCacheEntry(key, entry.value);
    if (group !== undefined) checkText('group', group);
    await this.#writes.write((connection) => {
      const now = this.#clock.now();
      if (entry.expiresAt > now) put(connection, key, { ...entry, group });
      else connection.run('DELETE FROM cache WHERE key = ?', key);
      connection.run(
        `DELETE FROM cache WHERE key IN
           (SELECT key FROM cache WHERE expires_at <= ? ORDER BY expires_at LIMIT ${expiredPerWrite})`,
        now,
      );
    });
  }

  async add(key: string, entry: CacheEntry): Promise<CacheEntry> {
    checkCacheEntry(key, entry.value);
    return this.#writes.write((connection) => {
      const found = readEntry(connection, key, this.#clock.now());
      if (found === undefined) put(connection, key, { ...entry, group: undefined });
      return found ?? entry;
    });
  }

  async replace(
    key: string,
    expected: string | undefined,
    entry: CacheEntry,
    { group }: { group?: string } = {},
  ): Promise<boolean> {
    checkReplacement(key, expected, entry.value, group);
    return this.#writes.write((connection) => {
      const now = this.#clock.now();
      if (readEntry(connection, key, now)?.value !== expected) return false;
      if (entry.expiresAt > now) put(connection, key, { ...entry, group });
      else connection.run('DELETE FROM cache WHERE key = ?', key);
      return true;
    });
  }

  async removeGroup(group: string): Promise<number> {
    checkText('group', group);
    for (let removed = 0; ; ) {
      const some = await this.#writes.write((connection) =>
        connection.run(
          'DELETE FROM cache WHERE key IN (SELECT key FROM cache WHERE entry_group = ? LIMIT ?)',
          group,
          groupedPerWrite,
        ),
      );
      removed += some;
      if (some < groupedPerWrite) return removed;
    }
  }

  async removeExpired({ limit }: { limit: number }): Promise<number> {
    checkPositiveInteger('limit', limit);
    const removed = await this.#removeExpired(limit);
    if (removed < limit) await this.#giveSpaceBack();
    return removed;
  }

  /** Cuts free pages off the file, in short transactions, other writes in between. The next call continues. */
  async #giveSpaceBack(): Promise<void> {
    for (let writes = 0; writes < cutsPerCall && (await this.#file.use(hasFreePages)); writes += 1)
      await this.#writes.write(cutFreePages);
  }

  async #removeExpired(limit: number): Promise<number> {
    const now = this.#clock.now();
    // Reading first: most calls find nothing, and then need no transaction.
    const isAny = await this.#file.use(
      (connection) => connection.get('SELECT 1 FROM cache WHERE expires_at <= ? LIMIT 1', now) !== undefined,
    );
    if (!isAny) return 0;
    return this.#writes.write((connection) =>
      connection.run(
        'DELETE FROM cache WHERE key IN (SELECT key FROM cache WHERE expires_at <= ? ORDER BY expires_at LIMIT ?)',
        now,
        limit,
      ),
    );
  }
}

/** Returns an entry that has not expired. */
export function readEntry(connection: SqliteConnection, key: string, now: number): CacheEntry | undefined {
  const row = connection.get('SELECT value, expires_at AS expiresAt FROM cache WHERE key = ?', key) as
    | { value: Uint8Array; expiresAt: number }
    | undefined;
  if (row === undefined || row.expiresAt <= now) return undefined;
  return { value: Buffer.from(row.value).toString(), expiresAt: row.expiresAt };
}

function put(
  connection: SqliteConnection,
  key: string,
  { value, expiresAt, group }: CacheEntry & { readonly group: string | undefined },
): void {
  connection.run(
    `INSERT INTO cache (key, value, expires_at, entry_group) VALUES (?, ?, ?, ?)
       ON CONFLICT (key) DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at,
         entry_group = excluded.entry_group`,
    key,
    Buffer.from(value),
    expiresAt,
    group ?? null,
  );
}
