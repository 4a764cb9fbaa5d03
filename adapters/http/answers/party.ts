import type { KeyRecord } from '../../../src/ports/key-store.ts';

/** Whose limits count. `name` is that of one party alone, and `kind` is for messages. */
export interface Party {
  readonly name: string;
  readonly kind: 'account' | 'test key' | 'operator';
}

export const operatorParty: Party = { name: 'operator', kind: 'operator' };

/** Returns whose limits a request of the console counts against: those of an account, or of the operator (null). */
export function partyOf(account: string | null): Party {
  return account === null ? operatorParty : { name: `account ${account}`, kind: 'account' };
}

/** Returns whose limits a request with a key counts against. Keys of an account share its limits; test keys have their own. */
export function partyOfKey({ id, account, test }: Pick<KeyRecord, 'id' | 'account' | 'test'>): Party {
  return test ? { name: `test key ${id}`, kind: 'test key' } : partyOf(account);
}
