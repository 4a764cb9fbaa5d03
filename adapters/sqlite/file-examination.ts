import { constants, existsSync } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { reportFailure, reportOk, reportWarning } from '../../src/assessment.ts';
import { StorageUnavailable } from '../../src/errors.ts';
import type { CacheEntry } from '../../src/ports/cache.ts';
import type { Assessment, StorageCondition } from '../../src/ports/storage-diagnosis.ts';
import { readEntry } from './cache.ts';
import { SqliteConnection } from './connection.ts';
import type { SqliteDriver } from './driver.ts';
import { type Schema, type SchemaState, schemaStateOf } from './schema-state.ts';
import { storageFailureOf } from './storage-failure.ts';

interface ExaminedFile {
  /** Absolute path. */
  readonly path: string;
  readonly driver: SqliteDriver;
  readonly schema: Schema;
}

/** How long SQLite itself may wait for a lock, which blocks the event loop. */
const busyTimeoutMs = 10;

const servesVerdicts = 'Verdicts, credits and jobs can be stored.';
const storesNothing =
  'No request that needs the store is answered: it gets StorageUnavailable, over HTTP 502.';

/**
 * Examines a file on a connection of its own: does not create it, and writes nothing. Rejects with
 * StorageUnavailable if the file cannot be created, opened or locked.
 */
export async function examineFile(
  file: ExaminedFile,
  options: { minFreeBytes: number },
): Promise<readonly StorageCondition[]> {
  const folder = dirname(file.path);
  const conditions = existsSync(file.path)
    ? examineExistingFile(file)
    : await examineFolder(folder, file.path);
  return [...conditions, { aspect: 'space', ...(await assessSpace(folder, options.minFreeBytes)) }];
}

/**
 * Returns entries of the cache on a connection of its own, without creating the file; undefined for each that is not
 * there. Throws StorageUnavailable.
 */
export function readCacheOf(
  { path, driver: Driver, schema }: ExaminedFile,
  keys: readonly string[],
  now: number,
): readonly (CacheEntry | undefined)[] {
  const none = keys.map(() => undefined);
  if (!existsSync(path)) return none;
  let connection: SqliteConnection | undefined;
  try {
    const opened = new SqliteConnection(new Driver(path, { timeout: busyTimeoutMs }));
    connection = opened;
    if (schemaStateOf(opened, schema) !== 'current') return none;
    return keys.map((key) => readEntry(opened, key, now));
  } catch (error) {
    throw storageFailureOf(error, path)?.error ?? error;
  } finally {
    connection?.close();
  }
}

/** Examines whether a file that does not exist yet can be created. */
async function examineFolder(folder: string, path: string): Promise<StorageCondition[]> {
  try {
    await access(folder, constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw new StorageUnavailable(
      `The SQLite file ${path} cannot be created. Create its directory, and give this process the permission to write there.`,
      { cause },
    );
  }
  const summary = `The file ${path} does not exist yet; its directory can be written.`;
  return [{ aspect: 'access', ...reportOk(summary, servesVerdicts) }];
}

function examineExistingFile({ path, driver: Driver, schema }: ExaminedFile): StorageCondition[] {
  let connection: SqliteConnection | undefined;
  try {
    connection = new SqliteConnection(new Driver(path, { timeout: busyTimeoutMs }));
    const state = schemaStateOf(connection, schema);
    const version: StorageCondition = { aspect: 'version', ...assessVersion(state, path) };
    if (state === 'foreign' || state === 'other') return [version];
    const journal: StorageCondition = { aspect: 'journal', ...assessJournal(connection) };
    return [assessWriting(connection, path), version, ...(state === 'empty' ? [] : [journal])];
  } catch (error) {
    throw storageFailureOf(error, path)?.error ?? error;
  } finally {
    connection?.close();
  }
}

/** Takes the write lock and gives it back. If another process has it, the file can be written. */
function assessWriting(connection: SqliteConnection, path: string): StorageCondition {
  try {
    connection.run('BEGIN IMMEDIATE');
    connection.run('ROLLBACK');
  } catch (error) {
    if (storageFailureOf(error, path)?.effect !== 'busy') throw error;
  }
  return { aspect: 'access', ...reportOk(`The file ${path} can be read and written.`, servesVerdicts) };
}

function assessVersion(state: SchemaState, path: string): Assessment {
  switch (state) {
    case 'foreign':
      return reportFailure(
        `The file ${path} holds something else than data of mailproof.`,
        storesNothing,
        'Give mailproof a file of its own.',
      );
    case 'other':
      return reportFailure(
        `The file ${path} has the tables of another release or build of mailproof.`,
        storesNothing,
        'Name a new file, which begins empty, or install the release that wrote this one.',
      );
    case 'current':
      return reportOk('The file has the tables of this release.', servesVerdicts);
    case 'empty':
      return reportOk('The file gets the tables of this release when it is first used.', servesVerdicts);
  }
}

function assessJournal(connection: SqliteConnection): Assessment {
  const { journal_mode: mode } = connection.get('PRAGMA journal_mode') as { journal_mode: string };
  if (mode === 'wal')
    return reportOk('The journal mode is WAL.', 'Reads and writes do not wait for each other.');
  return reportWarning(
    `The journal mode is "${mode}" instead of WAL, which mailproof sets when it opens a file.`,
    'Reads and writes wait for each other: answers are slow, or the store is unavailable, while jobs run.',
    'Put the file on a local disk. WAL does not work on network file systems, nor if another tool turns it off.',
  );
}

async function assessSpace(folder: string, minFreeBytes: number): Promise<Assessment> {
  const { bavail, bsize } = await statfs(folder);
  const freeBytes = bavail * bsize;
  const summary = `${gigabytes(freeBytes)} are free on the disk of ${folder}.`;
  if (freeBytes >= minFreeBytes) return reportOk(summary, 'There is room for results.');
  const report = freeBytes < minFreeBytes / 10 ? reportFailure : reportWarning;
  return report(
    summary,
    'Once the disk is full, nothing can be stored, and requests get StorageUnavailable.',
    `Free some of it, or move the file: at least ${gigabytes(minFreeBytes)} should be free.`,
  );
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(1)} GB`;
}
