import assert from 'node:assert/strict';
import type { Balance, CreditLedger, LedgerEntry } from '../../src/ports/credit-ledger.ts';

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
  assert.deepEqual(balanceOf(await journalOf(ledger, account)), balance);
  return balance;
}

function balanceOf(journal: readonly LedgerEntry[]): Balance {
  const openHolds = new Map<string, number>();
  const ids = new Set<string>();
  let available = 0;
  let held = 0;
  let sequence = Number.NEGATIVE_INFINITY;
  for (const entry of journal) {
    assert(entry.sequence > sequence, 'sequences grow');
    sequence = entry.sequence;
    if (entry.kind === 'opening') {
      assert.equal(entry, journal[0], 'nothing precedes the opening balance');
      ({ milliCredits: available, heldMilliCredits: held } = entry);
      continue;
    }
    const { kind, id, milliCredits } = entry;
    if (kind === 'grant' || kind === 'hold') {
      assert(!ids.has(id), `${id} is entered once`);
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
          assert.equal(openHolds.get(id), milliCredits, `${id} is resolved once, and for what was held`);
        openHolds.delete(id);
        held -= milliCredits;
        if (kind === 'release') available += milliCredits;
        break;
    }
    assert(available >= 0 && held >= 0, 'nothing falls below zero');
  }
  return { available, held };
}
