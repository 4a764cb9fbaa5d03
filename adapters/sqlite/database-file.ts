import { rmSync, statSync } from 'node:fs';
import { StorageUnavailable } from '../../src/errors.ts';
import type { Clock } from '../../src/ports.ts';
import type { SqliteDatabase, SqliteDriver } from './driver.ts';
import { migrate, type Schema } from './migration.ts';
import { Session } from './session.ts';
import { storageFailureOf } from './storage-failure.ts';

/** How long SQLite itself may wait for a lock; the event loop stands still meanwhile. */
const blockingMs = 10;

/** Waits between one attempt and the next while the file is locked: five seconds in all. */
const retryDelaysMs = [1, 2, 5, 10, 20, 50, ...Array<number>(49).fill(100)];

/** A connection that failed is not replaced more often than this. */
const reopenAfterMs = 250;

export interface DatabaseFileOptions {
  /** Absolute path. */
  readonly path: string;
  readonly driver: SqliteDriver;
  readonly clock: Clock;
  readonly schema: Schema;
  readonly synchronous: 'FULL' | 'OFF';
  /** Nothing in it is worth keeping: it is made anew when it is lost or damaged. */
  readonly disposable: boolean;
}

interface Opened {
  readonly session: Session;
  /** Which file it is, whatever its name has become. */
  readonly identity: FileIdentity;
}

interface FileIdentity {
  readonly device: number;
  readonly inode: number;
}

/** One SQLite file: opened when first used, and again after it was lost, replaced or out of order. */
export class DatabaseFile {
  readonly #options: DatabaseFileOptions;
  #opened: Opened | undefined;
  /** From the first opening on, a missing file is a loss and not a beginning. */
  #known = false;
  #lastFailure: { error: StorageUnavailable; at: number } | undefined;
  #closed = false;

  constructor(options: DatabaseFileOptions) {
    this.#options = options;
  }

  /**
   * Runs `work` at once if nothing is in the way; while the file is locked, again and again for five seconds. So
   * it must be a read or one transaction. Rejects with StorageUnavailable, or with what `work` itself throws.
   */
  async use<T>(work: (session: Session) => T): Promise<T> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return work(this.#session());
      } catch (error) {
        const { again, failure } = this.#judge(error);
        const delayMs = retryDelaysMs[attempt];
        if (!again || delayMs === undefined) throw failure;
        await new Promise<void>((resolve) => this.#options.clock.after(delayMs, resolve));
      }
    }
  }

  /** Closes the connection. Every later use rejects. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    try {
      // The file alone is then the whole database; where others are at work, the last of them sees to it.
      this.#opened?.session.script('PRAGMA wal_checkpoint(TRUNCATE)');
    } catch {
      // What is left in the log is read from there at the next opening.
    }
    this.#drop();
  }

  #session(): Session {
    const { path, disposable } = this.#options;
    if (this.#closed) throw new StorageUnavailable(`The SQLite storage ${path} was closed by this process.`);
    const present = identityOf(path);
    if (this.#opened !== undefined) {
      if (present !== undefined && isSame(present, this.#opened.identity)) return this.#opened.session;
      this.#drop();
    }
    if (present === undefined && this.#known && !disposable) throw goneError(path);
    this.#holdBack();
    this.#opened = this.#open();
    this.#known = true;
    return this.#opened.session;
  }

  /** While a failure is fresh it is the answer: connections cost file handles until they are collected. */
  #holdBack(): void {
    if (this.#lastFailure === undefined) return;
    const sinceMs = this.#options.clock.now() - this.#lastFailure.at;
    if (sinceMs >= 0 && sinceMs < reopenAfterMs) throw this.#lastFailure.error;
    this.#lastFailure = undefined;
  }

  #open(): Opened {
    const { path, driver, schema, synchronous } = this.#options;
    const session = new Session(connect(driver, path));
    try {
      session.script(
        `PRAGMA journal_mode = WAL; PRAGMA synchronous = ${synchronous}; PRAGMA foreign_keys = ON; PRAGMA journal_size_limit = 67108864;`,
      );
      migrate(session, schema, path);
      const identity = identityOf(path);
      if (identity === undefined) throw goneError(path);
      return { session, identity };
    } catch (error) {
      session.close();
      // A file that is refused as it is, such as one of a newer release.
      if (error instanceof StorageUnavailable) this.#lastFailure = { error, at: this.#options.clock.now() };
      throw error;
    }
  }

  /** What to tell the caller, and whether to try once more; lets go of a connection that is of no more use. */
  #judge(error: unknown): { again: boolean; failure: unknown } {
    const { path, disposable, clock } = this.#options;
    const found = storageFailureOf(error, path);
    if (found === undefined) return { again: false, failure: error };
    const failure = found.error;
    switch (found.effect) {
      case 'busy':
        return { again: true, failure };
      case 'refused':
        return { again: false, failure };
      case 'damaged':
      case 'broken': {
        this.#drop();
        if (found.effect === 'damaged' && disposable) return { again: removed(path), failure };
        if (error !== failure) this.#lastFailure = { error: failure, at: clock.now() };
        return { again: false, failure };
      }
    }
  }

  #drop(): void {
    const opened = this.#opened;
    this.#opened = undefined;
    try {
      opened?.session.close();
    } catch {
      // Closing an unusable connection may fail as well; nothing more can be done about it.
    }
  }
}

/** Some drivers have errors of their own for what SQLite would call SQLITE_CANTOPEN. */
function connect(Driver: SqliteDriver, path: string): SqliteDatabase {
  try {
    return new Driver(path, { timeout: blockingMs });
  } catch (cause) {
    if (storageFailureOf(cause, path) !== undefined) throw cause;
    throw new StorageUnavailable(
      `The SQLite file ${path} cannot be opened: see the cause of this error. Once it is removed, work goes on by itself.`,
      { cause },
    );
  }
}

function identityOf(path: string): FileIdentity | undefined {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    return found === undefined ? undefined : { device: found.dev, inode: found.ino };
  } catch (cause) {
    throw new StorageUnavailable(
      `The SQLite file ${path} cannot be reached. Check its directory, the mount and the permissions; work then goes on by itself.`,
      { cause },
    );
  }
}

function isSame(first: FileIdentity, second: FileIdentity): boolean {
  return first.inode === second.inode && first.device === second.device;
}

function goneError(path: string): StorageUnavailable {
  return new StorageUnavailable(
    `The SQLite file ${path} is gone. Put it back, with its -wal file if there is one; work then goes on by itself.`,
    { cause: new Error(`no such file: ${path}`) },
  );
}

function removed(path: string): boolean {
  try {
    for (const name of [`${path}-wal`, `${path}-shm`, path]) rmSync(name, { force: true });
    return true;
  } catch {
    return false;
  }
}
