import Libsql from 'libsql';
import type { SqliteDatabase, SqliteDriver, SqliteStatement } from '../../adapters/sqlite/index.ts';

/** Returns a libsql driver that records its connections and counts how often each statement runs. */
export function watchedDriver(): {
  driver: SqliteDriver;
  connections: SqliteDatabase[];
  runs(sql: string): number;
} {
  const connections: SqliteDatabase[] = [];
  const counts = new Map<string, number>();

  class Watched implements SqliteDatabase {
    readonly #database: SqliteDatabase;

    constructor(file: string, options: { timeout: number }) {
      this.#database = new Libsql(file, options);
      connections.push(this);
    }

    get inTransaction(): boolean {
      return this.#database.inTransaction;
    }

    prepare(sql: string): SqliteStatement {
      const statement = this.#database.prepare(sql);
      return {
        run: (...values) => {
          counts.set(sql, (counts.get(sql) ?? 0) + 1);
          return statement.run(...values);
        },
        get: (...values) => statement.get(...values),
        all: (...values) => statement.all(...values),
      };
    }

    exec(sql: string): void {
      this.#database.exec(sql);
    }

    close(): void {
      this.#database.close();
    }
  }

  return { driver: Watched, connections, runs: (sql) => counts.get(sql) ?? 0 };
}
