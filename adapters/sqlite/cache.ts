import type { Cache, CacheEntry } from '../../src/ports/cache.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { SqliteConnection } from './connection.ts';
import type { DatabaseFile } from './database-file.ts';
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
    return this.#file.use((connection) => readEntry(connection, key, this.#clock.now()));
  }

  async set(key: string, entry: CacheEntry, { group }: { group?: string } = {}): Promise<void> {
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
    return this.#writes.write((connection) => {
      const now = this.#clock.now();
      if (readEntry(connection, key, now)?.value !== expected) return false;
      if (entry.expiresAt > now) put(connection, key, { ...entry, group });
      else connection.run('DELETE FROM cache WHERE key = ?', key);
      return true;
    });
  }

  async removeGroup(group: string): Promise<number> {
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

/** Free pages that are kept for new rows: at least a megabyte, or this share of the file. */
const minKeptPages = 256;
const keptShare = 1 / 16;
/** Pages cut off per transaction: about three milliseconds on a busy machine, where 64 take twelve. */
const pagesPerWrite = 16;

/**
 * Gives some of the space of deleted rows back to the file system. SQLite keeps freed pages for later rows;
 * with `auto_vacuum = INCREMENTAL` they can be moved to the end of the file and cut off.
 */
function cutFreePages(connection: SqliteConnection): void {
  connection.script(`PRAGMA incremental_vacuum(${pagesPerWrite})`);
}

/** Tells whether more pages are free than are worth keeping, and can be cut off. */
function hasFreePages(connection: SqliteConnection): boolean {
  const { pages, free, mode } = connection.get(
    `SELECT page_count AS pages, freelist_count AS free, auto_vacuum AS mode
       FROM pragma_page_count, pragma_freelist_count, pragma_auto_vacuum`,
  ) as { pages: number; free: number; mode: number };
  // 0: another tool has written the file anew without that ability.
  return mode !== 0 && free > Math.max(minKeptPages, pages * keptShare);
}
