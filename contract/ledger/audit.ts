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
 * Checks the balance of an idle account against its journal and returns it: nothing ever fell below zero, no hold was
 * resolved twice or for another amount, and the entries add up to the balance.
 */
export async function auditedBalance(ledger: CreditLedger, account: string): Promise<Balance> {
  const balance = await ledger.balance(account);
  const journal = await journalOf(ledger, account);
  const sum = balanceOf(journal);
  expectThat(
    sum.available === balance.available && sum.held === balance.held,
    `the balance to be what the journal adds up to: available ${sum.available}, held ${sum.held}`,
    { balance, journal },
  );
  return balance;
}

function balanceOf(journal: readonly LedgerEntry[]): Balance {
  const openHolds = new Map<string, number>();
  const ids = new Set<string>();
  let available = 0;
  let held = 0;
  let sequence = Number.NEGATIVE_INFINITY;
  for (const entry of journal) {
    expectThat(entry.sequence > sequence, `sequences that grow: one above ${sequence}`, entry);
    sequence = entry.sequence;
    if (entry.kind === 'opening') {
      expectThat(entry === journal[0], 'no entry that precedes the opening balance', journal);
      ({ milliCredits: available, heldMilliCredits: held } = entry);
      continue;
    }
    const { kind, id, milliCredits } = entry;
    if (kind === 'grant' || kind === 'hold') {
      expectThat(!ids.has(id), `one grant or hold "${id}" in the journal`, journal);
      ids.add(id);
    }
    switch (kind) {
      case 'grant':
        available += milliCredits;
        break;
      case 'hold':
        openHolds.set(id, milliCredits);
        available -= milliCredits;
        held += milliCredits;
        break;
      case 'capture':
      case 'release':
        // A hold may be part of the opening balance, and its resolution not.
        if (ids.has(id) || journal[0]?.kind !== 'opening')
          expectThat(
            openHolds.get(id) === milliCredits,
            `an entry of the hold "${id}", open and for the same amount, before the one that ends it`,
            journal,
          );
        openHolds.delete(id);
        held -= milliCredits;
        if (kind === 'release') available += milliCredits;
        break;
    }
    expectThat(available >= 0 && held >= 0, 'a journal in which nothing falls below zero', journal);
  }
  return { available, held };
}
