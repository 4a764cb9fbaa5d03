import type { SqliteDatabase, SqliteStatement, SqliteValue } from './driver.ts';

/** One open connection: its statements, each prepared once, and its transactions. */
export class Session {
  /** Tells one connection from the next without holding on to it. */
  readonly id = Symbol('session');
  readonly #database: SqliteDatabase;
  readonly #statements = new Map<string, SqliteStatement>();

  constructor(database: SqliteDatabase) {
    this.#database = database;
  }

  /** The first row, or undefined. Column names and types are those of the SQL text. */
  get(sql: string, ...values: SqliteValue[]): unknown {
    return this.#statement(sql).get(...values);
  }

  /** Changes whenever another connection, of this process or another, has committed (SQLite, PRAGMA data_version). */
  dataVersion(): number {
    const { data_version: version } = this.get('PRAGMA data_version') as { data_version: number };
    return version;
  }

  all(sql: string, ...values: SqliteValue[]): unknown[] {
    return this.#statement(sql).all(...values);
  }

  /** Returns how many rows were changed. */
  run(sql: string, ...values: SqliteValue[]): number {
    return this.#statement(sql).run(...values).changes;
  }

  /** Several statements without values and without results. */
  script(sql: string): void {
    this.#database.exec(sql);
  }

  /**
   * Runs `work` as one transaction that has the right to write from its beginning: reading first and asking for
   * it later fails if another process has written in between. What `work` throws undoes all of it.
   */
  transaction<T>(work: () => T): T {
    this.run('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.run('COMMIT');
      return result;
    } catch (error) {
      // SQLite has rolled back already after some failures, such as a full disk.
      if (this.#database.inTransaction) this.run('ROLLBACK');
      throw error;
    }
  }

  /** Runs `work` inside a transaction; what it throws undoes its own changes only. */
  savepoint<T>(work: () => T): T {
    this.run('SAVEPOINT part');
    try {
      const result = work();
      this.run('RELEASE part');
      return result;
    } catch (error) {
      if (this.#database.inTransaction) {
        this.run('ROLLBACK TO part');
        this.run('RELEASE part');
      }
      throw error;
    }
  }

  /** libsql lets go of the file when the statements are collected, so they are forgotten first. */
  close(): void {
    this.#statements.clear();
    this.#database.close();
  }

  #statement(sql: string): SqliteStatement {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}
