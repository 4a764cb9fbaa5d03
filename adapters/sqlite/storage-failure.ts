import { StorageUnavailable } from '../../src/errors.ts';

export interface StorageFailure {
  readonly error: StorageUnavailable;
  readonly effect: ResultCode['effect'];
}

/** Translates an error of the driver. Returns undefined for errors that do not come from SQLite. */
export function storageFailureOf(error: unknown, file: string): StorageFailure | undefined {
  if (error instanceof StorageUnavailable) return { error, effect: 'broken' };
  const found = resultCodeOf(error);
  if (found === undefined) return undefined;
  const { effect, advice } = found;
  const message = `The SQLite file ${file} ${advice}; what still runs then goes on by itself.`;
  return { error: new StorageUnavailable(message, { cause: error }), effect };
}

/** True for an error that says that the file was locked for too long. */
export function isLocked(error: unknown): boolean {
  return error instanceof StorageUnavailable && storageFailureOf(error.cause, '')?.effect === 'busy';
}

const unknownCode: Omit<ResultCode, 'name' | 'number'> = {
  effect: 'broken',
  advice: 'cannot be used: see the cause of this error. Remove that cause',
};

function resultCodeOf(error: unknown): Omit<ResultCode, 'name' | 'number'> | undefined {
  if (!(error instanceof Error)) return undefined;
  const number = numberOf(error);
  if (number !== undefined) return resultCodes.find((known) => known.number === number) ?? unknownCode;
  const name = nameOf(error);
  return name === undefined ? undefined : (resultCodes.find((known) => known.name === name) ?? unknownCode);
}

/** The primary code is the low byte of an extended one. For a failure to open, libsql has it only in the message. */
function numberOf(error: Error): number | undefined {
  if ('rawCode' in error && typeof error.rawCode === 'number') return error.rawCode & 0xff;
  const opening = /^ConnectionFailed\(.*: (\d+)"?\)$/s.exec(error.message)?.[1];
  return opening === undefined ? undefined : Number(opening) & 0xff;
}

/** "FULL" of SQLITE_FULL, "IOERR" of SQLITE_IOERR_WRITE. */
function nameOf(error: Error): string | undefined {
  if (!('code' in error) || typeof error.code !== 'string') return undefined;
  return /^SQLITE_([A-Z]+)/.exec(error.code)?.[1];
}

/** A primary result code of SQLite (sqlite.org/rescode.html), with advice for the person who runs the storage. */
interface ResultCode {
  readonly name: string;
  readonly number: number;
  /** Follows the name of the file in the message. */
  readonly advice: string;
  /**
   * `busy`: retry at once. `refused`: this write failed, but the connection is usable. `damaged`: the file is not a
   * valid database. `broken`: the connection is unusable; a new one may work.
   */
  readonly effect: 'busy' | 'refused' | 'damaged' | 'broken';
}

const locked =
  'is locked by another process. Nothing has to be done if that is at work; end it if it hangs, and keep other tools from holding the file open for long';

const resultCodes: readonly ResultCode[] = [
  {
    name: 'PERM',
    number: 3,
    effect: 'broken',
    advice: 'may not be accessed. Give this process the permission to read and write it',
  },
  { name: 'BUSY', number: 5, effect: 'busy', advice: locked },
  { name: 'LOCKED', number: 6, effect: 'busy', advice: locked },
  { name: 'NOMEM', number: 7, effect: 'refused', advice: 'needs more memory than there is. Free some' },
  {
    name: 'READONLY',
    number: 8,
    effect: 'broken',
    advice: 'cannot be written. Give this process the permission to write the file and its directory',
  },
  {
    name: 'IOERR',
    number: 10,
    effect: 'broken',
    advice: 'cannot be read or written: the disk reports an error. Check the disk and the mount',
  },
  {
    name: 'CORRUPT',
    number: 11,
    effect: 'damaged',
    advice: 'is damaged. Put back a backup, with no -wal and -shm file beside it',
  },
  {
    name: 'FULL',
    number: 13,
    effect: 'refused',
    advice: 'cannot grow: the disk or the quota is full. Make room',
  },
  {
    name: 'CANTOPEN',
    number: 14,
    effect: 'broken',
    advice:
      'cannot be opened. It must be a file that this process may read and write, or not exist yet, in a directory that it may write to',
  },
  { name: 'CONSTRAINT', number: 19, effect: 'refused', advice: 'refused the change as inconsistent' },
  { name: 'TOOBIG', number: 18, effect: 'refused', advice: 'cannot hold a value of this size' },
  {
    name: 'NOTADB',
    number: 26,
    effect: 'damaged',
    advice: 'is not a SQLite database. Name another file, or put back a backup',
  },
];
