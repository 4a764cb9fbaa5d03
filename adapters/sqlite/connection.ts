import type { SqliteDatabase, SqliteStatement, SqliteValue } from './driver.ts';

/** One open connection to a file, with its prepared statements and transactions. */
export class SqliteConnection {
  /** Identifies this connection without keeping it alive. */
  readonly id = Symbol('connection');
  readonly #database: SqliteDatabase;
  readonly #statements = new Map<string, SqliteStatement>();

  constructor(database: SqliteDatabase) {
    this.#database = database;
  }

  /** Returns the first row, or undefined. The SQL text determines its columns. */
  get(sql: string, ...values: SqliteValue[]): unknown {
    return this.#statement(sql).get(...values);
  }

  /** Returns a number that changes whenever any other connection commits (SQLite, PRAGMA data_version). */
  dataVersion(): number {
    const { data_version: version } = this.get('PRAGMA data_version') as { data_version: number };
    return version;
  }

  /** Returns all rows. */
  all(sql: string, ...values: SqliteValue[]): unknown[] {
    return this.#statement(sql).all(...values);
  }

  /** Returns the number of rows changed. */
  run(sql: string, ...values: SqliteValue[]): number {
    return this.#statement(sql).run(...values).changes;
  }

  /** Runs several statements without values and results. */
  script(sql: string): void {
    this.#database.exec(sql);
  }

  /**
   * Runs `work` in one transaction, and rolls it back if `work` throws. The transaction takes the write lock at its
   * beginning: taking it after a read fails if another process has written in between.
   */
  transaction<T>(work: () => T): T {
    this.run('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.run('COMMIT');
      return result;
    } catch (error) {
      // After some failures, such as a full disk, SQLite has already rolled back.
      if (this.#database.inTransaction) this.run('ROLLBACK');
      throw error;
    }
  }

  /** Runs `work`, which only reads, so that all its reads see the same state of the file. */
  snapshot<T>(work: () => T): T {
    this.run('BEGIN');
    try {
      return work();
    } finally {
      // With libsql, a COMMIT fails after a BEGIN IMMEDIATE for which the file was locked, and leaves the transaction open.
      this.run('ROLLBACK');
    }
  }

  /** Runs `work` inside a transaction. If it throws, only its own changes are rolled back. */
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

  /** Drops the statements first: libsql releases the file only when they are garbage-collected. */
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
