import type { KeyStore } from '../../../src/ports/key-store.ts';
import type { ClientAction } from '../../simulation/clients/client-action.ts';

/** Pays for those who have no account: HTTP knows nobody without a key. */
export const houseAccount = 'House';

/** The keys of an account. */
export interface AccountKeys {
  /** Jobs belong to the key under which they were submitted. */
  readonly jobs: string;
  /** Several, because the requests of each are limited. */
  readonly requests: readonly string[];
}

const requestKeys = 4;

/** Creates keys for all who do something. Returns them by account. */
export async function createAccountKeys(
  store: Pick<KeyStore, 'create'>,
  actions: readonly ClientAction[],
): Promise<ReadonlyMap<string, AccountKeys>> {
  const create = async (account: string) => (await store.create({ account })).key;
  const keys = new Map<string, AccountKeys>();
  for (const action of actions) {
    if (action.kind === 'forget' || action.kind === 'books') continue;
    const { account = houseAccount } = action;
    if (keys.has(account)) continue;
    const requests: string[] = [];
    while (requests.length < requestKeys) requests.push(await create(account));
    keys.set(account, { jobs: await create(account), requests });
  }
  return keys;
}
