import type { Clock } from '../../src/ports/clock.ts';
import type { Tallies, TallyChange, TallyCount, TallyMark } from '../../src/ports/tallies.ts';
import { checkPositiveInteger } from '../stores/argument-checks.ts';
import {
  bytesBesideName,
  checkTally,
  checkTallyChanges,
  checkTallyKey,
  excessOf,
} from '../stores/tally-rules.ts';
import type { SqliteConnection } from './connection.ts';
import type { DatabaseFile } from './database-file.ts';
import type { SqliteStoreDependencies } from './store-dependencies.ts';
import type { WriteBatch } from './write-batch.ts';

/** Tallies in the SQLite file. */
export class SqliteTallies implements Tallies {
  readonly #file: DatabaseFile;
  readonly #writes: WriteBatch;
  readonly #clock: Clock;

  constructor(dependencies: SqliteStoreDependencies) {
    this.#file = dependencies.file;
    this.#writes = dependencies.writes;
    this.#clock = dependencies.clock;
  }

  async add(
    tally: string,
    changes: readonly TallyChange[],
    { maxBytes }: { readonly maxBytes: number },
  ): Promise<void> {
    checkTallyChanges(tally, changes, { maxBytes });
    await this.#writes.write((connection) => changeCounts(connection, tally, { changes, maxBytes }));
  }

  async addMarked(
    tally: string,
    changes: readonly TallyChange[],
    { maxBytes, mark }: { readonly maxBytes: number; readonly mark: TallyMark },
  ): Promise<boolean> {
    checkTallyChanges(tally, changes, { maxBytes, mark });
    return this.#writes.write((connection) => {
      const now = this.#clock.now();
      if (markOf(connection, { tally, key: mark.key, now }) !== mark.expected) return false;
      setMark(connection, tally, { ...mark, now });
      changeCounts(connection, tally, { changes, maxBytes });
      return true;
    });
  }

  async readMark(tally: string, key: string): Promise<string | undefined> {
    checkTally(tally);
    checkTallyKey(key);
    const now = this.#clock.now();
    return this.#file.use((connection) => markOf(connection, { tally, key, now }));
  }

  async removeMark(tally: string, key: string): Promise<void> {
    checkTally(tally);
    checkTallyKey(key);
    await this.#writes.write((connection) => removeMark(connection, tally, key));
  }

  async removeExpired({ limit }: { readonly limit: number }): Promise<number> {
    checkPositiveInteger('limit', limit);
    const now = this.#clock.now();
    // Reading first: most calls find nothing, and then need no transaction.
    const isAny = await this.#file.use(
      (connection) =>
        connection.get('SELECT 1 FROM tally_marks WHERE expires_at <= ? LIMIT 1', now) !== undefined,
    );
    if (!isAny) return 0;
    return this.#writes.write((connection) =>
      connection.run(
        `DELETE FROM tally_marks WHERE (tally, key) IN
           (SELECT tally, key FROM tally_marks WHERE expires_at <= ? ORDER BY expires_at LIMIT ?)`,
        now,
        limit,
      ),
    );
  }

  async read(tally: string): Promise<readonly TallyCount[]> {
    checkTally(tally);
    return this.#file.use((connection) => readCounts(connection, tally));
  }

  async clear(tally: string): Promise<void> {
    checkTally(tally);
    await this.#writes.write((connection) => connection.run('DELETE FROM tallies WHERE tally = ?', tally));
  }
}

function markOf(
  connection: SqliteConnection,
  { tally, key, now }: { readonly tally: string; readonly key: string; readonly now: number },
): string | undefined {
  const found = connection.get(
    'SELECT value FROM tally_marks WHERE tally = ? AND key = ? AND expires_at > ?',
    tally,
    key,
    now,
  ) as { value: string } | undefined;
  return found?.value;
}

function setMark(
  connection: SqliteConnection,
  tally: string,
  { key, value, expiresAt, now }: TallyMark & { readonly now: number },
): void {
  if (expiresAt > now)
    connection.run(
      'INSERT OR REPLACE INTO tally_marks (tally, key, value, expires_at) VALUES (?, ?, ?, ?)',
      tally,
      key,
      value,
      expiresAt,
    );
  else removeMark(connection, tally, key);
}

function removeMark(connection: SqliteConnection, tally: string, key: string): void {
  connection.run('DELETE FROM tally_marks WHERE tally = ? AND key = ?', tally, key);
}

function changeCounts(
  connection: SqliteConnection,
  tally: string,
  { changes, maxBytes }: { readonly changes: readonly TallyChange[]; readonly maxBytes: number },
): void {
  let isLarger = false;
  for (const change of changes) isLarger = changeCount(connection, tally, change) || isLarger;
  if (isLarger && bytesOf(connection, tally) > maxBytes)
    subtract(connection, tally, excessOf(readCounts(connection, tally), maxBytes));
}

/** Returns whether the tally takes more bytes now. */
function changeCount(connection: SqliteConnection, tally: string, { name, by }: TallyChange): boolean {
  const found = connection.get('SELECT count FROM tallies WHERE tally = ? AND name = ?', tally, name) as
    | { count: number }
    | undefined;
  const count = (found?.count ?? 0) + by;
  if (count <= 0) connection.run('DELETE FROM tallies WHERE tally = ? AND name = ?', tally, name);
  else
    connection.run(
      'INSERT OR REPLACE INTO tallies (tally, name, count) VALUES (?, ?, ?)',
      tally,
      name,
      count,
    );
  return count > 0 && found === undefined;
}

function bytesOf(connection: SqliteConnection, tally: string): number {
  const { bytes } = connection.get(
    `SELECT coalesce(sum(length(CAST(name AS BLOB)) + ${bytesBesideName}), 0) AS bytes FROM tallies WHERE tally = ?`,
    tally,
  ) as { bytes: number };
  return bytes;
}

function subtract(connection: SqliteConnection, tally: string, excess: number): void {
  connection.run('DELETE FROM tallies WHERE tally = ? AND count <= ?', tally, excess);
  connection.run('UPDATE tallies SET count = count - ? WHERE tally = ?', excess, tally);
}

function readCounts(connection: SqliteConnection, tally: string): readonly TallyCount[] {
  return connection.all('SELECT name, count FROM tallies WHERE tally = ?', tally) as TallyCount[];
}
