import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readSync, renameSync, rmSync } from 'node:fs';
import { InvalidArgument, StorageUnavailable } from '../../src/errors.ts';
import { partialFile, publishFile, removePartialFiles, syncFolder } from '../partial-file.ts';
import { systemClock } from '../system-clock.ts';
import { SqliteConnection } from './connection.ts';
import { libsqlDriver } from './driver.ts';
import { mainSchema } from './schema.ts';
import { schemaStateOf, wrongSchemaError } from './schema-state.ts';
import { isLocked, storageFailureOf } from './storage-failure.ts';

/** What a database has, in numbers. */
export interface StoreContent {
  readonly accounts: number;
  /** Of all accounts, with what is held. */
  readonly milliCredits: number;
  readonly keys: number;
  readonly jobs: number;
}

/** A copy that was not written for so long is of a process that was killed, not of another backup to the same file. */
const longestCopyMs = 24 * 60 * 60 * 1_000;

/** Nothing else runs in a process that copies: SQLite itself may wait for locks. */
const busyTimeoutMs = 10_000;

/**
 * Copies a database as it is at one moment, with what is in its `-wal`, also while other processes write to it. Creates `target`, for
 * its owner only, once the copy is complete, and checks it. Throws InvalidArgument if `target` exists or `file` does not,
 * StorageUnavailable if `file` is damaged, locked for ten seconds or not of this release, or `target` cannot be written.
 */
export function backUpDatabase(file: string, target: string): StoreContent {
  if (existsSync(target)) throw fileNotCreated(target);
  withCopy(file, target, (copy) => {
    try {
      publishFile(copy, target);
    } catch (cause) {
      throw fileNotCreated(target, cause);
    }
  });
  try {
    // Only now: Windows cannot rename a file before the driver's handle is garbage-collected.
    return checkDatabase(target);
  } catch (error) {
    rmSync(target, { force: true });
    throw error;
  }
}

/**
 * Puts a backup in the place of a database, once a copy of it was checked. Throws as `backUpDatabase` does; InvalidArgument also if a
 * process has `file` open, or `file` has accounts, keys or jobs and `overwrite` is not set.
 */
export function restoreDatabase(
  backup: string,
  file: string,
  { overwrite }: { readonly overwrite: boolean },
): StoreContent {
  if (existsSync(backup)) checkDatabase(backup);
  return withCopy(backup, file, (copy) => {
    const content = checkDatabase(copy);
    if (existsSync(file)) giveUp(file, overwrite);
    for (const rest of ['-wal', '-shm', '-journal']) rmSync(`${file}${rest}`, { force: true });
    renameSync(copy, file);
    syncFolder(file);
    return content;
  });
}

/** Removes the copies that killed processes left, makes a complete copy beside `target`, calls `use`, and removes it. */
function withCopy<Result>(file: string, target: string, use: (copy: string) => Result): Result {
  if (!existsSync(file)) throw new InvalidArgument('file', `There is no file ${file}.`);
  const copy = partialFile(target, randomUUID());
  try {
    createFile(copy, target);
    withDatabase(file, (connection) => {
      requireOurs(connection, file);
      try {
        connection.run('VACUUM INTO ?', copy);
      } catch (error) {
        // A full disk is that of the copy.
        const failure = storageFailureOf(error, target);
        throw failure?.effect === 'refused' ? failure.error : error;
      }
    });
    syncFile(copy);
    return use(copy);
  } finally {
    rmSync(copy, { force: true });
  }
}

/** Throws InvalidArgument or StorageUnavailable unless the database may be replaced. */
function giveUp(file: string, overwrite: boolean): void {
  try {
    withDatabase(file, (connection) => requireReplaceable(connection, file, overwrite));
  } catch (error) {
    // Its tables cannot be read: backups are for such files.
    if (!overwrite || !isDamaged(error) || applicationIdOf(file) !== mainSchema.applicationId) throw error;
  }
}

function isDamaged(error: unknown): boolean {
  return error instanceof StorageUnavailable && storageFailureOf(error.cause, '')?.effect === 'damaged';
}

/** Reads it from the header of the file (sqlite.org/fileformat.html, section 1.3). */
function applicationIdOf(file: string): number {
  const id = Buffer.alloc(4);
  const descriptor = openSync(file, 'r');
  try {
    readSync(descriptor, id, 0, id.length, 68);
    return id.readInt32BE();
  } finally {
    closeSync(descriptor);
  }
}

function requireReplaceable(connection: SqliteConnection, file: string, overwrite: boolean): void {
  const state = schemaStateOf(connection, mainSchema);
  if (state === 'foreign') throw wrongSchemaError(connection, mainSchema, file);
  const isEmpty = () => state === 'empty' || (state === 'current' && isWithoutContent(contentOf(connection)));
  if (!overwrite && !isEmpty())
    throw new InvalidArgument(
      'store',
      `${file} has accounts, keys or jobs. Back it up, then add --overwrite to replace them.`,
    );
  try {
    // SQLite leaves WAL only if no other connection has the file open, and moves the log into the file.
    connection.get('PRAGMA journal_mode = DELETE');
    connection.run('BEGIN EXCLUSIVE');
    connection.run('ROLLBACK');
  } catch (error) {
    if (!isLocked(storageFailureOf(error, file)?.error)) throw error;
    throw new InvalidArgument(
      'store',
      `A process has ${file} open. End all servers, workers and commands that use it, then try again.`,
    );
  }
}

/** Reads the whole file. Throws StorageUnavailable if it is damaged, or not of this release. */
function checkDatabase(file: string): StoreContent {
  return withDatabase(file, (connection) => {
    requireOurs(connection, file);
    const { integrity_check: found } = connection.get('PRAGMA integrity_check(1)') as {
      integrity_check: string;
    };
    if (found === 'ok') return contentOf(connection);
    throw new StorageUnavailable(`The SQLite file ${file} is damaged. Take another backup.`, {
      cause: new Error(found),
    });
  });
}

function requireOurs(connection: SqliteConnection, file: string): void {
  const state = schemaStateOf(connection, mainSchema);
  if (state === 'empty') throw new StorageUnavailable(`The SQLite file ${file} has no data of mailproof.`);
  if (state !== 'current') throw wrongSchemaError(connection, mainSchema, file);
}

function contentOf(connection: SqliteConnection): StoreContent {
  return connection.get(`SELECT
    (SELECT count(*) FROM accounts) AS accounts,
    (SELECT coalesce(sum(available + held), 0) FROM accounts) AS milliCredits,
    (SELECT count(*) FROM keys) AS keys,
    (SELECT count(*) FROM jobs) AS jobs`) as StoreContent;
}

function isWithoutContent({ accounts, keys, jobs }: StoreContent): boolean {
  return accounts + keys + jobs === 0;
}

function withDatabase<Result>(file: string, run: (connection: SqliteConnection) => Result): Result {
  let connection: SqliteConnection | undefined;
  try {
    connection = new SqliteConnection(new (libsqlDriver())(file, { timeout: busyTimeoutMs }));
    return run(connection);
  } catch (error) {
    throw storageFailureOf(error, file)?.error ?? error;
  } finally {
    connection?.close();
  }
}

/** Creates an empty file, for its owner only, into which SQLite may copy. */
function createFile(copy: string, target: string): void {
  try {
    removePartialFiles(target, systemClock.now() - longestCopyMs);
    closeSync(openSync(copy, 'wx', 0o600));
  } catch (cause) {
    throw fileNotCreated(target, cause);
  }
}

function fileNotCreated(file: string, cause?: unknown): InvalidArgument {
  const advice = existsSync(file)
    ? 'There is one already: name another.'
    : 'Check the folder and its permissions.';
  return new InvalidArgument('file', `The file ${file} cannot be created. ${advice}`, { cause });
}

function syncFile(file: string): void {
  const descriptor = openSync(file, 'r+');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
