import { StorageUnavailable } from '../../src/errors.ts';
import type { SqliteConnection } from './connection.ts';

/** The tables of a file, as a list of migrations. */
export interface Schema {
  /** Marks the file as ours (`PRAGMA application_id`). */
  readonly applicationId: number;
  /** The migration at index n leads from `user_version` n to n + 1. Published migrations never change. */
  readonly migrations: readonly string[];
}

/**
 * Migrates a file to the newest version in one transaction, which ends on the disk once: processes that start together on
 * one file wait for each other, and one that dies leaves the file as it was. Throws StorageUnavailable if the file is newer or belongs to another program.
 */
export function migrate(connection: SqliteConnection, schema: Schema, file: string): void {
  if (versionOf(connection) !== schema.migrations.length)
    connection.transaction(() => migrateAll(connection, schema, file));
  if (!isOurs(connection, schema)) throw notOursError(file);
}

function migrateAll(connection: SqliteConnection, { applicationId, migrations }: Schema, file: string): void {
  // Read again: another process may have migrated it meanwhile.
  const version = versionOf(connection);
  const newest = migrations.length;
  if (!isOurs(connection, { applicationId }) && !isEmpty(connection)) throw notOursError(file);
  if (version > newest) {
    throw new StorageUnavailable(
      `The SQLite file ${file} was written by a newer release of mailproof (version ${version} of the file, this release knows ${newest}). Install that release, or name another file.`,
    );
  }
  for (const migration of migrations.slice(version)) connection.script(migration);
  connection.script(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${newest};`);
}

/** `foreign`: the file belongs to another program. `older` and `newer`: by the migrations that this release knows. */
export type SchemaState = 'empty' | 'foreign' | 'older' | 'current' | 'newer';

/** Returns how a file compares with the schema. Reads only. */
export function schemaStateOf(connection: SqliteConnection, schema: Schema): SchemaState {
  if (!isOurs(connection, schema)) return isEmpty(connection) ? 'empty' : 'foreign';
  const version = versionOf(connection);
  const newest = schema.migrations.length;
  if (version === newest) return 'current';
  return version < newest ? 'older' : 'newer';
}

function versionOf(connection: SqliteConnection): number {
  const { version } = connection.get('SELECT user_version AS version FROM pragma_user_version') as {
    version: number;
  };
  return version;
}

function isOurs(connection: SqliteConnection, { applicationId }: Pick<Schema, 'applicationId'>): boolean {
  const { id } = connection.get('SELECT application_id AS id FROM pragma_application_id') as { id: number };
  return id === applicationId;
}

function isEmpty(connection: SqliteConnection): boolean {
  return connection.get('SELECT 1 FROM sqlite_schema LIMIT 1') === undefined;
}

function notOursError(file: string): StorageUnavailable {
  return new StorageUnavailable(
    `The SQLite file ${file} holds something else. Give mailproof a file of its own.`,
  );
}
