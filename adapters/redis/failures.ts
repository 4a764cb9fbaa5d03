/** Translates errors of Redis and its client into errors for the caller. */
import { MailproofError, StorageUnavailable } from '../../src/errors.ts';

/** Advice for error replies, by their first word. */
const remedies: Readonly<Record<string, string>> = {
  BUSY: 'A script of somebody else is blocking Redis.',
  CLUSTERDOWN: 'The Redis cluster is down: not every slot is served.',
  CROSSSLOT: 'Redis refused keys of several slots: do not change the hash tags of the keys.',
  LOADING: 'Redis is loading its data. It will be back on its own.',
  MASTERDOWN: 'The replica has lost its master.',
  MISCONF: 'Redis cannot write to its disk. See its log.',
  NOAUTH: 'Redis asks for a password. Put it into the URL: redis://user:password@host:port.',
  NOPERM: 'The Redis user may not run a command that is needed. Allow +@all on the keys of the prefix.',
  NOREPLICAS: 'Redis has fewer replicas than min-replicas-to-write demands.',
  OOM: 'Redis has reached maxmemory and takes no more writes. Raise maxmemory, or shorten what is kept.',
  READONLY: 'This Redis is a read-only replica. Connect to the primary.',
  WRONGPASS: 'Redis refused the user name or password of the URL.',
  WRONGTYPE: 'A key of the prefix is used by something else. Give the stores a prefix of their own.',
};

/** True for the error replies that only writes get, while reads still succeed. */
export function isWriteRefusal(error: unknown): boolean {
  return /^(?:OOM|MISCONF|READONLY|NOREPLICAS)\b/.test(messageOf(error));
}

/** Returns the error for a failed call. */
export function toStorageError(error: unknown): MailproofError {
  if (error instanceof MailproofError) return error;
  return remediedError(error) ?? new StorageUnavailable(`Redis failed: ${messageOf(error)}`, causeOf(error));
}

/** Returns the error for a failed attempt to connect. */
export function unreachableError(address: string, error: unknown): StorageUnavailable {
  const reason = error === undefined ? '' : `: ${messageOf(error)}`;
  const advice = 'Start it, or correct the URL; it is tried again by itself.';
  return (
    remediedError(error) ??
    new StorageUnavailable(`Redis at ${address} is out of reach${reason}. ${advice}`, causeOf(error))
  );
}

function remediedError(error: unknown): StorageUnavailable | undefined {
  const said = messageOf(error);
  const remedy = remedies[/^[A-Z]+/.exec(said)?.[0] ?? ''];
  if (remedy === undefined) return undefined;
  return new StorageUnavailable(`${remedy} (Redis: ${said})`, causeOf(error));
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Removes the command from the client's errors: its arguments may include the password, which must not be logged. */
function causeOf(error: unknown): { cause: unknown } {
  if (!(error instanceof Error) || !('command' in error)) return { cause: error };
  const cause = new Error(error.message);
  cause.name = error.name;
  return { cause };
}

export function timeoutError(address: string, waitedMs: number): StorageUnavailable {
  return new StorageUnavailable(`Redis at ${address} did not answer within ${waitedMs} ms.`);
}

export function closedError(): StorageUnavailable {
  return new StorageUnavailable('These stores were closed. Create new ones to go on.');
}

export function evictionError(policy: string): StorageUnavailable {
  return new StorageUnavailable(
    `Redis may evict keys (maxmemory-policy ${policy}), and credits and limits with them. ` +
      'Set "maxmemory-policy noeviction" in its configuration, or now: CONFIG SET maxmemory-policy noeviction.',
  );
}
