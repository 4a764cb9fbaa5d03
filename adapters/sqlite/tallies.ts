import type { Tallies, TallyChange, TallyCount } from '../../src/ports/tallies.ts';
import { bytesBesideName, checkTally, checkTallyChanges, excessOf } from '../stores/tally-rules.ts';
import type { SqliteConnection } from './connection.ts';
import type { DatabaseFile } from './database-file.ts';
import type { SqliteStoreDependencies } from './store-dependencies.ts';
import type { WriteBatch } from './write-batch.ts';

/** Tallies in the SQLite file. */
export class SqliteTallies implements Tallies {
  readonly #file: DatabaseFile;
  readonly #writes: WriteBatch;

  constructor(dependencies: SqliteStoreDependencies) {
    this.#file = dependencies.file;
    this.#writes = dependencies.writes;
  }

  async add(
    tally: string,
    changes: readonly TallyChange[],
    { maxBytes }: { readonly maxBytes: number },
  ): Promise<void> {
    checkTallyChanges(tally, changes, maxBytes);
    await this.#writes.write((connection) => {
      let isLarger = false;
      for (const change of changes) isLarger = changeCount(connection, tally, change) || isLarger;
      if (isLarger && bytesOf(connection, tally) > maxBytes)
        subtract(connection, tally, excessOf(readCounts(connection, tally), maxBytes));
    });
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
