import { auditedBalance, journalOf } from '../../../contract/ledger/audit.ts';
import type { CreditLedger } from '../../../src/ports/credit-ledger.ts';

/** A charge in the journal of an account. */
export interface Charge {
  readonly holdId: string;
  readonly account: string;
  /** What was captured, less what was refunded. */
  readonly milliCredits: number;
}

/** What the journal of an account says. */
export interface AccountBook {
  readonly account: string;
  /** Purchases, together. */
  readonly bought: number;
  readonly available: number;
  readonly held: number;
  /** By hold, those that cost something. */
  readonly charges: ReadonlyMap<string, Charge>;
}

const refundPrefix = 'refund:';

/** Reads the journal of an account. Throws if it contradicts itself, or the balance. */
export async function readAccountBook(ledger: CreditLedger, account: string): Promise<AccountBook> {
  const { available, held } = await auditedBalance(ledger, account);
  const costs = new Map<string, number>();
  let bought = 0;
  for (const { kind, id, milliCredits } of await journalOf(ledger, account)) {
    const refunded = id.startsWith(refundPrefix) ? id.slice(refundPrefix.length) : undefined;
    if (kind === 'capture') costs.set(id, milliCredits);
    else if (kind === 'grant' && refunded !== undefined)
      costs.set(refunded, (costs.get(refunded) ?? 0) - milliCredits);
    else if (kind === 'grant') bought += milliCredits;
  }
  const charges = [...costs]
    .filter(([, milliCredits]) => milliCredits !== 0)
    .map(([holdId, milliCredits]) => [holdId, { holdId, account, milliCredits }] as const);
  return { account, bought, available, held, charges: new Map(charges) };
}
