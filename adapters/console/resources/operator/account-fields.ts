import * as z from 'zod';
import { isStorableText } from '../../../../src/argument-checks.ts';
import { toCredits } from '../../../../src/credit-units.ts';
import { isoTimeOrNull } from '../../../../src/iso-time.ts';
import { Problem } from '../../../http/problem.ts';
import type { RequestView } from '../../../http/request-view.ts';
import type { ConsoleEngine } from '../../console-engine.ts';
import { answerSchemas, credits, time } from '../named-schemas.ts';

export const accountFields = z
  .object({
    account: z.string(),
    available: credits,
    held: credits,
    keys: z.int().min(0).describe('API keys that are not revoked.'),
    last_activity_at: time.nullable().describe('The last change of its balance.'),
  })
  .register(answerSchemas, { id: 'Account' });

export type AccountFields = z.output<typeof accountFields>;

export const accountPath = z.object({ account: z.string().describe('Its name, percent-encoded.') });

/**
 * Returns the account in the path. The routes compare a path that is decoded once, and leave what stands for a slash as it is; a
 * name may have both. Throws a Problem with status 400 if it cannot be the name of an account.
 */
export function readAccount({ target }: Pick<RequestView, 'target'>): string {
  const [path = ''] = target.split(/[?#]/, 1);
  const [, encoded = ''] = /.*\/api\/accounts\/([^/]*)/s.exec(path) ?? [];
  const account = decodeName(encoded);
  if (account !== undefined && isStorableText(account)) return account;
  throw new Problem(400, 'The name of the account is not percent-encoded UTF-8 without NUL.');
}

/** Returns undefined for what is not percent-encoded UTF-8. */
function decodeName(encoded: string): string | undefined {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}

/** Returns what the operator sees of an account. */
export async function showAccount(
  { accounts, keys }: ConsoleEngine,
  account: string,
): Promise<AccountFields> {
  const [{ available, held }, [newest], records] = await Promise.all([
    accounts.balance(account),
    accounts.entries(account, { limit: 1 }),
    keys.list(account),
  ]);
  return {
    account,
    available: toCredits(available),
    held: toCredits(held),
    keys: records.filter(({ revokedAt }) => revokedAt === null).length,
    last_activity_at: isoTimeOrNull(newest?.at),
  };
}

/** Throws a Problem with status 404 for an account that was never granted anything, and has no key. */
export async function requireAccount({ accounts, keys }: ConsoleEngine, account: string): Promise<void> {
  const [entries, records] = await Promise.all([accounts.entries(account, { limit: 1 }), keys.list(account)]);
  if (entries.length === 0 && records.length === 0)
    throw new Problem(404, 'There is no such account: the first grant or key makes it.');
}
