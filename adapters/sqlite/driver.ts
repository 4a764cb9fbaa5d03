import { createRequire } from 'node:module';
import { InvalidArgument } from '../../src/errors.ts';

/** A value of a column or parameter. */
export type SqliteValue = string | number | null | Uint8Array;

/** The class that opens a database: better-sqlite3, libsql, or any class with the same interface. */
export type SqliteDriver = new (file: string, options: { timeout: number }) => SqliteDatabase;

/** What the stores need of an open database; better-sqlite3 and libsql have it. */
export interface SqliteDatabase {
  readonly inTransaction: boolean;
  prepare(sql: string): SqliteStatement;
  exec(sql: string): unknown;
  close(): unknown;
}

/** What the stores need of a prepared statement. */
export interface SqliteStatement {
  run(...values: SqliteValue[]): { changes: number };
  get(...values: SqliteValue[]): unknown;
  all(...values: SqliteValue[]): unknown[];
}

/** Loads the optional dependency libsql. Throws InvalidArgument if it is missing or cannot be loaded. */
export function libsqlDriver(): SqliteDriver {
  const require = createRequire(import.meta.url);
  try {
    const libsql: SqliteDriver = require('libsql');
    return libsql;
  } catch (cause) {
    const detail = cause instanceof Error ? cause.message.split('\n', 1)[0] : String(cause);
    throw new InvalidArgument(
      'driver',
      `The SQLite storage needs the package libsql 0.5: run "npm install libsql@0.5", or pass better-sqlite3 as the option "driver". (${detail})`,
    );
  }
}
