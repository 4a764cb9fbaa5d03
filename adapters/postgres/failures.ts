/** Translates errors of PostgreSQL and its driver into errors for the caller. */
import { MailproofError, StorageUnavailable } from '../../src/errors.ts';

const standby = 'This PostgreSQL is a read-only standby. Connect to the primary.';
const overtaken = 'Another transaction came first. Roll back, and begin again.';

/** Advice for errors of the server, by the beginning of their SQLSTATE and message. The longest that fits counts. */
const remedies: Readonly<Record<string, string>> = {
  '08': 'The connection to PostgreSQL was lost. It is opened again by itself.',
  '08P01': 'The server, or the pooler before it, refused what the URL asks for.',
  '0A000 cannot access temporary or unlogged relations during recovery': standby,
  '25006': standby,
  '23505': overtaken,
  '25P01': 'Begin a transaction on this client first.',
  '28': 'PostgreSQL refused the user name or password of the URL.',
  '3D000': 'PostgreSQL has no database of this name. Create it, or correct the URL.',
  '40': overtaken,
  '3F000': 'There is no schema. Restart mailproof to create it, or run what "mailproof store schema" prints.',
  '42501':
    'The user of PostgreSQL may not do what is needed. Let it create schemas, or run what "mailproof store schema" prints; with --name mailproof_test for test keys, --name mailproof_simulated for --sandbox.',
  '42P01': 'A table is missing. Restart mailproof to create it, or run what "mailproof store schema" prints.',
  '53': 'PostgreSQL has run out of a resource. See the cause of this error and the log of the server.',
  '53100': 'The disk of PostgreSQL is full. Make room.',
  '53300': 'PostgreSQL has no connection left. Raise max_connections, or use a pooler such as PgBouncer.',
  '55P03': 'A lock was not granted in time.',
  '57': 'PostgreSQL ended the call. It is shutting down or starting, or its statement_timeout has passed.',
  '58': 'PostgreSQL cannot use its disk. See its log.',
};

/** True for an error after which a statement or transaction may be run again: others were in its way. */
export function isPassing(error: unknown): boolean {
  return ['40001', '40P01'].includes(sqlStateOf(error) ?? '');
}

/** True if there is a row with the same key. */
export function isDuplicate(error: unknown): boolean {
  return sqlStateOf(error) === '23505';
}

/** True for an error that a statement with several requests gets because of the values of one: of a value, or a constraint. */
export function isAboutOneRequest(error: unknown): boolean {
  return /^2[23]/.test(sqlStateOf(error instanceof StorageUnavailable ? error.cause : error) ?? '');
}

/** True for the errors that only writes get, while reads still succeed. */
export function isWriteRefusal(error: unknown): boolean {
  return /^(?:0A000|25006|53|58)/.test(sqlStateOf(error) ?? '');
}

/** True if the connection can be used for other statements after the error. */
export function leavesConnection(error: unknown): boolean {
  if (error instanceof StorageUnavailable) return leavesConnection(error.cause);
  const state = sqlStateOf(error);
  if (state !== undefined) return !/^(?:08|57P)/.test(state);
  return error instanceof MailproofError;
}

/** True for the answer to a query of a table or schema that does not exist. */
export function isMissing(error: unknown): boolean {
  return ['42P01', '3F000'].includes(sqlStateOf(error) ?? '');
}

/** Returns the error for a failed call of the driver. */
export function storageError(error: unknown, address: string): StorageUnavailable {
  const said = error instanceof Error ? error.message : String(error);
  const state = sqlStateOf(error);
  if (said === 'Query read timeout')
    return new StorageUnavailable(
      `PostgreSQL at ${address} has not answered within callTimeoutMs. Find out what it waits for: pg_stat_activity says so.`,
      { cause: error },
    );
  if (state === undefined)
    return new StorageUnavailable(
      `PostgreSQL at ${address} is out of reach: ${said || 'it refused the connection'}. Start it, or correct the URL; it is tried again by itself.`,
      { cause: error },
    );
  const remedy = Object.keys(remedies)
    .filter((prefix) => `${state} ${said}`.startsWith(prefix))
    .sort((one, other) => other.length - one.length)
    .map((prefix) => remedies[prefix])[0];
  return new StorageUnavailable(`${remedy ?? 'PostgreSQL failed.'} (PostgreSQL: ${state} ${said})`, {
    cause: error,
  });
}

export function closedError(): StorageUnavailable {
  return new StorageUnavailable('These stores were closed. Create new ones to go on.');
}

/** Returns the SQLSTATE of an error that the server sent; undefined for those of the driver, such as a lost connection. */
function sqlStateOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('severity' in error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
