/** Whose limits count. `name` is that of one party alone, and `kind` is for messages. */
export interface Party {
  readonly name: string;
  readonly kind: 'account' | 'client address' | 'operator';
}

export const operatorParty: Party = { name: 'operator', kind: 'operator' };

/** Returns whose limits count: those of an account, whichever key or session of it asks, or of the operator (null). */
export function partyOf(account: string | null): Party {
  return account === null ? operatorParty : { name: `account ${account}`, kind: 'account' };
}

/** Returns whose limits count for what anybody may ask for. */
export function strangerParty(client: string): Party {
  return { name: `client address ${client}`, kind: 'client address' };
}
