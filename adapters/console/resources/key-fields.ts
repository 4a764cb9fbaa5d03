import * as z from 'zod';
import { isStorableText } from '../../../src/argument-checks.ts';
import { isoTime, isoTimeOrNull } from '../../../src/iso-time.ts';
import type { KeyRecord, KeyStore } from '../../../src/ports/key-store.ts';
import { text } from '../../http/parameter-schemas.ts';
import { Problem } from '../../http/problem.ts';
import type { ConsoleEngine } from '../console-engine.ts';
import { answerSchemas, bodySchemas, time } from './named-schemas.ts';

const keyFields = z
  .object({
    id: z.string(),
    name: z.string().nullable(),
    test: z.boolean().describe('Whether it is answered from a sandbox, and charged nothing.'),
    created_at: time,
    rotated_at: time.nullable().describe('When its secret was last replaced.'),
    previous_valid_until: time.nullable().describe('When the secret before ends, or has ended.'),
    revoked_at: time.nullable(),
    last_used_at: time
      .nullable()
      .describe(
        'The last charge of it among the newest 1,000 changes of the balance; null if there is none.',
      ),
  })
  .register(answerSchemas, { id: 'Key' });

export const keyList = z.object({ keys: z.array(keyFields) }).register(answerSchemas, { id: 'Keys' });

export const newKey = z
  .object({
    key: keyFields,
    secret: z.string().describe('What callers send as X-API-Key. It is shown this once.'),
    old_key_valid_until: time.nullable().describe('When the secret before ends; null for a new key.'),
  })
  .register(answerSchemas, { id: 'NewKey' });

export const newKeyBody = z
  .object(
    {
      name: text({ minLength: 1, maxLength: 100 }).refine(
        isStorableText,
        'must be well-formed Unicode text without NUL',
      ),
      test: z.boolean({ error: 'must be true or false' }).default(false),
    },
    { error: 'must be an object' },
  )
  .register(bodySchemas, { id: 'NewKeyRequest' });

export const keyPath = z.object({ id: z.string().describe('The id of the key.') });

const dayMs = 86_400_000;
/** Keys of one account that are not revoked. */
const mostValidKeys = 100;
/** Revoked ones included: all are kept, and read whenever the account is shown a job, its usage or its keys. */
const mostKeys = 500;

/** Returns the keys of an account, revoked ones included. */
export async function listKeys({ keys }: ConsoleEngine, account: string): Promise<z.output<typeof keyList>> {
  const records = await keys.list(account);
  return { keys: records.map(keyOf) };
}

/**
 * Creates a key. Throws a Problem with status 409 if the account has as many keys as it may have, and BudgetExceeded if it has created
 * too many in the last hour. Calls at the same time, by any processes, do not pass the limit of valid keys: each
 * counts again once its key is there, and revokes it if there are too many, or they cannot be counted.
 */
export async function createKey(
  { keys, budgets }: ConsoleEngine,
  account: string,
  { name, test }: z.output<typeof newKeyBody>,
): Promise<z.output<typeof newKey>> {
  const records = await keys.list(account);
  if (records.length >= mostKeys)
    throw new Problem(
      409,
      `An account has at most ${mostKeys} keys here, revoked ones included: give one a new secret, or let the operator make one by the command keys create.`,
    );
  if (countValid(records) >= mostValidKeys) throw tooManyKeys();
  await budgets.take('console_new_keys', account);
  const { key, record } = await keys.create({ account, label: name, test });
  try {
    if (countValid(await keys.list(account)) > mostValidKeys) throw tooManyKeys();
  } catch (error) {
    await keys.revoke(record.id);
    throw error;
  }
  return { key: keyOf(record), secret: key, old_key_valid_until: null };
}

function countValid(records: readonly KeyRecord[]): number {
  return records.filter(({ revokedAt }) => revokedAt === null).length;
}

function tooManyKeys(): Problem {
  return new Problem(409, `An account has at most ${mostValidKeys} keys here: revoke one first.`);
}

/**
 * The secret so far stays valid for a day, and takes as much room as a new key: rotations count as those do. Throws BudgetExceeded,
 * or a Problem with status 404 if the account has no such key, or revoked it.
 */
export async function rotateKey(
  { keys, budgets }: ConsoleEngine,
  account: string,
  keyId: string,
): Promise<z.output<typeof newKey>> {
  await findKey(keys, account, keyId);
  await budgets.take('console_new_keys', account);
  const rotated = await keys.rotate(keyId, { oldValidForMs: dayMs });
  if (rotated === undefined) throw keyNotFound();
  const { key, record } = rotated;
  const { previousValidUntil } = record;
  return { key: keyOf(record), secret: key, old_key_valid_until: isoTimeOrNull(previousValidUntil) };
}

/** Throws a Problem with status 404 if the account has no such key. One that was revoked before stays so. */
export async function revokeKey({ keys }: ConsoleEngine, account: string, keyId: string): Promise<void> {
  await findKey(keys, account, keyId);
  await keys.revoke(keyId);
}

async function findKey(keys: ConsoleEngine['keys'], account: string, keyId: string): Promise<void> {
  const records = await keys.list(account);
  if (!records.some(({ id }) => id === keyId)) throw keyNotFound();
}

function keyNotFound(): Problem {
  return new Problem(404, 'There is no such key, or it was revoked.');
}

function keyOf(record: KeyRecord): z.output<typeof keyFields> {
  const { id, label, test, createdAt, rotatedAt, previousValidUntil, revokedAt, lastUsedAt } = record;
  return {
    id,
    name: label,
    test,
    created_at: isoTime(createdAt),
    rotated_at: isoTimeOrNull(rotatedAt),
    previous_valid_until: isoTimeOrNull(previousValidUntil),
    revoked_at: isoTimeOrNull(revokedAt),
    last_used_at: isoTimeOrNull(lastUsedAt),
  };
}

/** Returns the names of the keys of an account by their ids. */
export async function keyNamesOf(
  keys: Pick<KeyStore, 'list'>,
  account: string,
): Promise<ReadonlyMap<string, string | null>> {
  return new Map((await keys.list(account)).map(({ id, label }) => [id, label]));
}
