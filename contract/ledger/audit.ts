import type { Balance, CreditLedger, LedgerEntry } from '../../src/ports/credit-ledger.ts';
import { expectThat } from '../failure/contract-failure.ts';

/** Returns the whole journal of an account, oldest first. */
export async function journalOf(ledger: CreditLedger, account: string): Promise<LedgerEntry[]> {
  const newestFirst: LedgerEntry[] = [];
  for (;;) {
    const last = newestFirst.at(-1);
    const page = await ledger.entries(account, {
      limit: 50,
      ...(last === undefined ? {} : { before: last.sequence }),
    });
    newestFirst.push(...page);
    if (page.length < 50) return newestFirst.reverse();
  }
}

/**
 * Checks the balance of an idle account against its journal and returns it: no id was entered twice, nothing ever fell below
 * zero, and the entries add up to what is owned.
 */
export async function auditedBalance(ledger: CreditLedger, account: string): Promise<Balance> {
  const balance = await ledger.balance(account);
  const journal = await journalOf(ledger, account);
  const owned = sumOf(journal);
  expectThat(
    owned === balance.available + balance.held && balance.available >= 0 && balance.held >= 0,
    `the balance to be what the journal adds up to: ${owned}, available and held together`,
    { balance, journal },
  );
  return balance;
}

function sumOf(journal: readonly LedgerEntry[]): number {
  const ids = new Set<string>();
  let owned = 0;
  let sequence = Number.NEGATIVE_INFINITY;
  for (const entry of journal) {
    const { kind, id, milliCredits } = entry;
    expectThat(entry.sequence > sequence, `sequences that grow: one above ${sequence}`, entry);
    sequence = entry.sequence;
    if (kind === 'opening')
      expectThat(entry === journal[0], 'no entry that precedes the opening balance', journal);
    else expectThat(!ids.has(id), `one grant or capture of "${id}" in the journal`, journal);
    ids.add(id);
    owned += kind === 'capture' ? -milliCredits : milliCredits;
    expectThat(owned >= 0, 'a journal in which nothing falls below zero', journal);
  }
  return owned;
}
