/** Which error a caller sees, for everything that Redis, its client or a script can say. */
import { MailproofError, StorageUnavailable } from '../../src/errors.ts';

/** What to do about an error reply, by its first word. */
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

/** The error for whatever a call to Redis was rejected with. */
export function storageFailure(error: unknown): MailproofError {
  if (error instanceof MailproofError) return error;
  return remedied(error) ?? new StorageUnavailable(`Redis failed: ${saidBy(error)}`, causeOf(error));
}

/** The error for a connection that cannot be made. */
export function outOfReach(place: string, error: unknown): StorageUnavailable {
  const reason = error === undefined ? '' : `: ${saidBy(error)}`;
  const advice = 'Start it, or correct the URL; it is tried again by itself.';
  return (
    remedied(error) ??
    new StorageUnavailable(`Redis at ${place} is out of reach${reason}. ${advice}`, causeOf(error))
  );
}

function remedied(error: unknown): StorageUnavailable | undefined {
  const said = saidBy(error);
  const remedy = remedies[/^[A-Z]+/.exec(said)?.[0] ?? ''];
  if (remedy === undefined) return undefined;
  return new StorageUnavailable(`${remedy} (Redis: ${said})`, causeOf(error));
}

function saidBy(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The client's errors carry the command with its words, of which one may be the password: no log must have them. */
function causeOf(error: unknown): { cause: unknown } {
  if (!(error instanceof Error) || !('command' in error)) return { cause: error };
  const cause = new Error(error.message);
  cause.name = error.name;
  return { cause };
}

export function noAnswer(place: string, waitedMs: number): StorageUnavailable {
  return new StorageUnavailable(`Redis at ${place} did not answer within ${waitedMs} ms.`);
}

export function closedStores(): StorageUnavailable {
  return new StorageUnavailable('These stores were closed. Create new ones to go on.');
}

export function mayEvict(policy: string): StorageUnavailable {
  return new StorageUnavailable(
    `Redis may evict keys (maxmemory-policy ${policy}), and credits and limits with them. ` +
      'Set "maxmemory-policy noeviction" in its configuration, or now: CONFIG SET maxmemory-policy noeviction.',
  );
}
