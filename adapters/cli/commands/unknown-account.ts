import type { Accounts } from '../../../src/credits/accounts.ts';
import type { KeyStore } from '../../../src/ports/key-store.ts';
import { printable } from '../output/printable.ts';
import { type StoreLocation, storeName } from '../settings/stores.ts';

interface AccountSources {
  readonly accounts: Pick<Accounts, 'balance' | 'entries'>;
  readonly keys: Pick<KeyStore, 'list'>;
}

/** Returns whether nothing is known of an account: mostly its name is mistyped. */
export async function isUnknownAccount(
  { accounts, keys }: AccountSources,
  account: string,
): Promise<boolean> {
  const { available, held } = await accounts.balance(account);
  if (available !== 0 || held !== 0) return false;
  if ((await accounts.entries(account, { limit: 1 })).length > 0) return false;
  return (await keys.list(account)).length === 0;
}

export function unknownAccountText(account: string, location: StoreLocation): string {
  return `There is no account ${printable(account)} (no credits, no keys) in ${printable(storeName(location))}.\n`;
}
