import { chmodSync, closeSync, openSync, rmSync, statSync } from 'node:fs';
import { StorageUnavailable } from '../../src/errors.ts';
import type { Clock } from '../../src/ports/clock.ts';
import { SqliteConnection } from './connection.ts';
import type { SqliteDatabase, SqliteDriver } from './driver.ts';
import { createTables, type Schema } from './schema-state.ts';
import { isLocked, storageFailureOf } from './storage-failure.ts';

/** How long SQLite itself may wait for a lock, which blocks the event loop. */
const busyTimeoutMs = 10;

/**
 * Delays between attempts while the file is locked: ten seconds in total. Short ones at first, because processes that
 * write all the time leave the file unlocked for moments only.
 */
const retryDelaysMs = [1, 2, 5, 10, 20, ...Array<number>(20).fill(50), ...Array<number>(90).fill(100)];

/** Shortest time between a failure and the next attempt to open the file. */
const reopenDelayMs = 250;

export interface DatabaseFileOptions {
  /** Absolute path. */
  readonly path: string;
  readonly driver: SqliteDriver;
  readonly clock: Clock;
  readonly schema: Schema;
  readonly synchronous: 'FULL' | 'OFF';
  /** Recreate the file when it is lost or damaged: it holds nothing worth keeping. */
  readonly disposable: boolean;
}

interface OpenFile {
  readonly connection: SqliteConnection;
  /** Identifies the file even after it was renamed. */
  readonly identity: FileIdentity;
}

interface FileIdentity {
  readonly device: number;
  readonly inode: number;
}

/** One SQLite file. Opens at its first use, and reopens after it was lost, replaced or unusable. */
export class DatabaseFile {
  readonly #options: DatabaseFileOptions;
  #opened: OpenFile | undefined;
  /** The file was opened before: if it is missing now, it was lost. */
  #existed = false;
  #lastFailure: { error: StorageUnavailable; at: number } | undefined;
  /** The write that tries again while the file is locked. */
  #lockedWrite: Promise<unknown> | undefined;
  #closed = false;

  constructor(options: DatabaseFileOptions) {
    this.#options = options;
  }

  /**
   * Runs `work`, and retries it for ten seconds while the file is locked: it must be a read or a single transaction.
   * Rejects with StorageUnavailable, or with the error that `work` throws.
   */
  use<T>(work: (connection: SqliteConnection) => T): Promise<T> {
    return this.#attempt(work, () => {});
  }

  /**
   * Like `use`, for work that writes. While the file is locked, one caller tries and the others wait for it: each attempt
   * blocks the event loop. If it gives up, so do they.
   */
  async write<T>(work: (connection: SqliteConnection) => T): Promise<T> {
    while (this.#lockedWrite !== undefined) await this.#lockedWrite.catch(throwIfLocked);
    let waits = false;
    const written = this.#attempt(work, () => {
      waits = true;
    });
    // The first attempt was made synchronously.
    if (!waits) return written;
    this.#lockedWrite = written;
    return written.finally(() => {
      this.#lockedWrite = undefined;
    });
  }

  async #attempt<T>(work: (connection: SqliteConnection) => T, onWait: () => void): Promise<T> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return work(this.#currentConnection());
      } catch (error) {
        const { retry, failure } = this.#handleFailure(error);
        const delayMs = retryDelaysMs[attempt];
        if (!retry || delayMs === undefined) throw failure;
        onWait();
        await new Promise<void>((resolve) => this.#options.clock.after(delayMs, resolve));
      }
    }
  }

  /** Closes the connection. Later calls of `use` reject. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    try {
      // Moves the log into the file, which is then the whole database. With other processes, the last one does it.
      this.#opened?.connection.script('PRAGMA wal_checkpoint(TRUNCATE)');
    } catch {
      // The next opening reads the log.
    }
    this.#closeConnection();
  }

  #currentConnection(): SqliteConnection {
    const { path, disposable } = this.#options;
    if (this.#closed) throw new StorageUnavailable(`The SQLite storage ${path} was closed by this process.`);
    const present = identityOf(path);
    if (this.#opened !== undefined) {
      if (present !== undefined && isSame(present, this.#opened.identity)) return this.#opened.connection;
      this.#closeConnection();
    }
    if (present === undefined && this.#existed && !disposable) throw missingFileError(path);
    this.#throwRecentFailure();
    if (present === undefined) createPrivateFile(path);
    withdrawPermissions(path);
    this.#opened = this.#open();
    this.#existed = true;
    return this.#opened.connection;
  }

  /** Limits how often the file is opened: each connection holds file handles until it is garbage-collected. */
  #throwRecentFailure(): void {
    if (this.#lastFailure === undefined) return;
    const sinceMs = this.#options.clock.now() - this.#lastFailure.at;
    if (sinceMs >= 0 && sinceMs < reopenDelayMs) throw this.#lastFailure.error;
    this.#lastFailure = undefined;
  }

  #open(): OpenFile {
    const { path, driver, schema, synchronous } = this.#options;
    const connection = new SqliteConnection(connect(driver, path));
    try {
      // Foreign keys are documentation: enforcing them would search the whole journal for each id that is forgotten.
      connection.script(
        `PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL; PRAGMA synchronous = ${synchronous}; PRAGMA foreign_keys = OFF; PRAGMA journal_size_limit = 67108864;`,
      );
      createTables(connection, schema, path);
      const identity = identityOf(path);
      if (identity === undefined) throw missingFileError(path);
      return { connection, identity };
    } catch (error) {
      connection.close();
      // The file cannot be used, for example because another release wrote it.
      if (error instanceof StorageUnavailable) this.#lastFailure = { error, at: this.#options.clock.now() };
      throw error;
    }
  }

  /** Returns the error for the caller and whether to retry. Closes a connection that has become unusable. */
  #handleFailure(error: unknown): { retry: boolean; failure: unknown } {
    const { path, disposable, clock } = this.#options;
    const found = storageFailureOf(error, path);
    if (found === undefined) return { retry: false, failure: error };
    const failure = found.error;
    switch (found.effect) {
      case 'busy':
        return { retry: true, failure };
      case 'refused':
        return { retry: false, failure };
      case 'damaged':
      case 'broken': {
        this.#closeConnection();
        if (found.effect === 'damaged' && disposable) return { retry: removeFile(path), failure };
        if (error !== failure) this.#lastFailure = { error: failure, at: clock.now() };
        return { retry: false, failure };
      }
    }
  }

  #closeConnection(): void {
    const opened = this.#opened;
    this.#opened = undefined;
    try {
      opened?.connection.close();
    } catch {
      // Closing an unusable connection may fail too.
    }
  }
}

/** Some drivers throw errors of their own where SQLite would report SQLITE_CANTOPEN. */
function connect(Driver: SqliteDriver, path: string): SqliteDatabase {
  try {
    return new Driver(path, { timeout: busyTimeoutMs });
  } catch (cause) {
    if (storageFailureOf(cause, path) !== undefined) throw cause;
    throw new StorageUnavailable(
      `The SQLite file ${path} cannot be opened: see the cause of this error. Once it is removed, what still runs goes on by itself.`,
      { cause },
    );
  }
}

function throwIfLocked(error: unknown): void {
  if (isLocked(error)) throw error;
}

function identityOf(path: string): FileIdentity | undefined {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    return found === undefined ? undefined : { device: found.dev, inode: found.ino };
  } catch (cause) {
    throw new StorageUnavailable(
      `The SQLite file ${path} cannot be reached. Check its directory, the mount and the permissions; what still runs then goes on by itself.`,
      { cause },
    );
  }
}

function isSame(first: FileIdentity, second: FileIdentity): boolean {
  return first.inode === second.inode && first.device === second.device;
}

function missingFileError(path: string): StorageUnavailable {
  return new StorageUnavailable(
    `The SQLite file ${path} is gone. Put it back, with its -wal file if there is one; what still runs then goes on by itself.`,
    { cause: new Error(`no such file: ${path}`) },
  );
}

function removeFile(path: string): boolean {
  try {
    for (const name of [`${path}-wal`, `${path}-shm`, path]) rmSync(name, { force: true });
    return true;
  } catch {
    return false;
  }
}

const ownerOnly = 0o600;
const groupMayWrite = 0o020;

/**
 * Creates an SQLite file that only its owner may read and write, as SQLite then does with its `-wal` and `-shm`: there is no moment
 * at which others can open it. Does nothing if it cannot be created, which SQLite reports.
 */
function createPrivateFile(path: string): void {
  try {
    closeSync(openSync(path, 'a', ownerOnly));
  } catch {}
}

/**
 * Takes away the permissions that others have for the files of a database, such as one put back from a backup. A group that may write
 * them was chosen by somebody, and keeps its own. Does nothing for a file of another user.
 *
 * Goes by names: to open and close a file would release the locks that SQLite has on it in this process.
 */
function withdrawPermissions(path: string): void {
  for (const name of [path, `${path}-wal`, `${path}-shm`]) {
    try {
      const found = statSync(name);
      const mode = found.mode & 0o777;
      const kept = mode & groupMayWrite ? mode & 0o770 : mode & 0o700;
      if (found.isFile() && kept !== mode) chmodSync(name, kept);
    } catch {}
  }
}
