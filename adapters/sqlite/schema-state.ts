import { StorageUnavailable } from '../../src/errors.ts';
import type { SqliteConnection } from './connection.ts';

/** The tables of a file. */
export interface Schema {
  /** Marks the file as ours (`PRAGMA application_id`). */
  readonly applicationId: number;
  /** That of the tables (`PRAGMA user_version`). */
  readonly version: number;
  /** A former version, whose tables `tables` drops: nothing in them needs to be kept. */
  readonly replaces?: number;
  /** SQL that creates all of them. */
  readonly tables: string;
}

/**
 * `empty`: nothing in the file needs to be kept. `foreign`: it belongs to another program. `other`: it has tables of ours of
 * another version.
 */
export type SchemaState = 'empty' | 'foreign' | 'other' | 'current';

/** Returns how a file compares with the schema. Reads only. */
export function schemaStateOf(
  connection: SqliteConnection,
  { applicationId, version, replaces }: Schema,
): SchemaState {
  if (pragmaOf(connection, 'application_id') === applicationId) {
    const found = pragmaOf(connection, 'user_version');
    if (found === version) return 'current';
    return found === replaces ? 'empty' : 'other';
  }
  return connection.get('SELECT 1 FROM sqlite_schema LIMIT 1') === undefined ? 'empty' : 'foreign';
}

/**
 * Creates the tables of an empty file in one transaction: processes that start together on it wait for each other, and one that
 * dies leaves it empty. Throws StorageUnavailable if the file belongs to another program, or has another version.
 */
export function createTables(connection: SqliteConnection, schema: Schema, file: string): void {
  if (schemaStateOf(connection, schema) === 'empty') {
    connection.transaction(() => {
      // Another process may have created them meanwhile.
      if (schemaStateOf(connection, schema) !== 'empty') return;
      const { tables, applicationId, version } = schema;
      connection.script(
        `${tables}; PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${version};`,
      );
    });
  }
  if (schemaStateOf(connection, schema) !== 'current') throw wrongSchemaError(connection, schema, file);
}

/** Returns the error for a file of another program, or with tables of ours of another version. */
export function wrongSchemaError(
  connection: SqliteConnection,
  schema: Schema,
  file: string,
): StorageUnavailable {
  return new StorageUnavailable(
    schemaStateOf(connection, schema) === 'foreign'
      ? `The SQLite file ${file} holds something else. Give mailproof a file of its own.`
      : `The SQLite file ${file} has the tables of another release or build of mailproof (version ${pragmaOf(connection, 'user_version')}; this one has version ${schema.version}). Name a new file, which begins empty, or install the release that wrote this one.`,
  );
}

function pragmaOf(connection: SqliteConnection, name: 'application_id' | 'user_version'): number {
  const { value } = connection.get(`SELECT ${name} AS value FROM pragma_${name}`) as { value: number };
  return value;
}
