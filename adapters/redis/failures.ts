/** Translates errors of Redis and its client into errors for the caller. */
import { MailproofError, StorageUnavailable } from '../../src/errors.ts';

/** Advice for error replies, by their first word. */
const remedies: Readonly<Record<string, string>> = {
  ASK: 'The cluster slot of this key is being moved to another node. It will be back when that is done.',
  BUSY: 'A script of somebody else is blocking Redis.',
  CLUSTERDOWN: 'The Redis cluster is down: not every slot is served.',
  CROSSSLOT: 'Redis refused keys of several slots: do not change the hash tags of the keys.',
  LOADING: 'Redis is loading its data. It will be back on its own.',
  MASTERDOWN: 'The replica has lost its master.',
  MOVED: 'This Redis is a node of a cluster. Write redis+cluster:// instead of redis:// in its URL.',
  MISCONF: 'Redis cannot write to its disk. See its log.',
  NOAUTH: 'Redis asks for a password. Put it into the URL: redis://user:password@host:port.',
  NOPERM: 'The Redis user may not run a command that is needed. Allow +@all on the keys of the prefix.',
  NOREPLICAS: 'Redis has fewer replicas than min-replicas-to-write demands.',
  OOM: 'Redis has reached maxmemory and takes no more writes. Raise maxmemory, or shorten what is kept.',
  READONLY: 'This Redis is a read-only replica. Connect to the primary.',
  TRYAGAIN:
    'The cluster slot of these keys is being moved to another node. It will be back when that is done.',
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
  // Some messages of the client end with a full stop.
  const reason = error === undefined ? '' : `: ${messageOf(error).replace(/\.$/, '')}`;
  const advice = 'Start it, or correct the URL; it is tried again by itself.';
  return (
    remediedError(error) ??
    new StorageUnavailable(`Redis at ${address} is out of reach${reason}. ${advice}`, causeOf(error))
  );
}

function remediedError(error: unknown): StorageUnavailable | undefined {
  const said = messageOf(error);
  if (said.includes('cluster support disabled'))
    return new StorageUnavailable(
      `This Redis is not part of a cluster. Write redis:// instead of redis+cluster:// in its URL. (Redis: ${said})`,
      causeOf(error),
    );
  const remedy = remedies[/^[A-Z]+/.exec(said)?.[0] ?? ''];
  if (remedy === undefined) return undefined;
  return new StorageUnavailable(`${remedy} (Redis: ${said})`, causeOf(error));
}

/** A client of a cluster says with its error what the last of the nodes answered. */
function messageOf(error: unknown): string {
  if (error instanceof Error && 'lastNodeError' in error && error.lastNodeError instanceof Error)
    return error.lastNodeError.message;
  return error instanceof Error ? error.message : String(error);
}

/** Removes the command from the client's errors: its arguments may include the password, which must not be logged. */
function causeOf(error: unknown): { cause: unknown } {
  if (!(error instanceof Error)) return { cause: error };
  if ('lastNodeError' in error) return causeOf(error.lastNodeError);
  if (!('command' in error)) return { cause: error };
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
