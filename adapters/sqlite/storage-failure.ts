import { StorageUnavailable } from '../../src/errors.ts';
import { type ResultCode, resultCodes } from './result-codes.ts';

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
