import { StorageUnavailable } from '../../src/errors.ts';
import type { Session } from './session.ts';

/** What a file holds, and how it came to that. */
export interface Schema {
  /** Marks the file as ours (`PRAGMA application_id`). */
  readonly applicationId: number;
  /** The step at index n leads from `user_version` n to n + 1. Steps that were published never change. */
  readonly migrations: readonly string[];
}

/**
 * Brings a file to the newest version, each step in a transaction of its own, so that processes that start at
 * once on one file take turns. Throws StorageUnavailable for a file that is newer, or not ours.
 */
export function migrate(session: Session, schema: Schema, file: string): void {
  const newest = schema.migrations.length;
  while (versionOf(session) !== newest) session.transaction(() => step(session, schema, file));
  if (!isOurs(session, schema)) throw notOurs(file);
}

function step(session: Session, schema: Schema, file: string): void {
  const version = versionOf(session);
  const newest = schema.migrations.length;
  if (!isOurs(session, schema) && !isEmpty(session)) throw notOurs(file);
  if (version > newest) {
    throw new StorageUnavailable(
      `The SQLite file ${file} was written by a newer release of mailproof (version ${version} of the file, this release knows ${newest}). Install that release, or name another file.`,
    );
  }
  const migration = schema.migrations[version];
  if (migration === undefined) return;
  session.script(migration);
  session.script(`PRAGMA application_id = ${schema.applicationId}; PRAGMA user_version = ${version + 1};`);
}

function versionOf(session: Session): number {
  const { version } = session.get('SELECT user_version AS version FROM pragma_user_version') as {
    version: number;
  };
  return version;
}

function isOurs(session: Session, { applicationId }: Schema): boolean {
  const { id } = session.get('SELECT application_id AS id FROM pragma_application_id') as { id: number };
  return id === applicationId;
}

function isEmpty(session: Session): boolean {
  return session.get('SELECT 1 FROM sqlite_schema LIMIT 1') === undefined;
}

function notOurs(file: string): StorageUnavailable {
  return new StorageUnavailable(
    `The SQLite file ${file} holds something else. Give mailproof a file of its own.`,
  );
}
