/** Whose limits count. `name` is that of one party alone, and `kind` is for messages. */
export interface Party {
  readonly name: string;
  readonly kind: 'account' | 'operator';
}

export const operatorParty: Party = { name: 'operator', kind: 'operator' };

/** Returns whose limits count: those of an account, whichever key or session of it asks, or of the operator (null). */
export function partyOf(account: string | null): Party {
  return account === null ? operatorParty : { name: `account ${account}`, kind: 'account' };
}
