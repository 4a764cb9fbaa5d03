import assert from 'node:assert/strict';
import { systemClock } from '../../adapters/system-clock.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { CreditLedger, LedgerEntry } from '../../src/ports/credit-ledger.ts';
import type { Stores } from '../../src/ports/stores.ts';

/** The grant of each account, in milli-credits. */
export const granted = 100_000;
/** The price of a verification, in milli-credits. */
const price = 200;

/**
 * Checks the journal of an account on which all work has ended: one grant, every hold captured or released once and
 * after it was placed, no other captures and releases, and a balance that is their sum. Throws otherwise. Returns the
 * number of charges.
 */
export async function auditAccount(ledger: CreditLedger, account: string): Promise<number> {
  const journal = [...(await ledger.entries(account, { limit: 10_000 }))].reverse();
  const sequences = journal.map(({ sequence }) => sequence);
  assert.deepEqual(
    sequences,
    [...new Set(sequences)].sort((a, b) => a - b),
    `${account}: order of entries`,
  );

  const [grant, ...rest] = journal;
  assert.equal(grant?.kind, 'grant', `${account}: begins with its grant`);
  assert.equal(grant.milliCredits, granted);
  const states = new Map<string, 'open' | 'captured' | 'released'>();
  for (const entry of rest) states.set(entry.id, stateAfter(entry, states.get(entry.id)));

  const captures = [...states.values()].filter((state) => state === 'captured').length;
  assert.ok(![...states.values()].includes('open'), `${account}: no hold is left`);
  const expected = { available: granted - price * captures, held: 0 };
  assert.deepEqual(await ledger.balance(account), expected, `${account}: the balance equals the journal`);
  return captures;
}

function stateAfter(
  { kind, id, milliCredits }: LedgerEntry,
  before: 'open' | 'captured' | 'released' | undefined,
): 'open' | 'captured' | 'released' {
  assert.equal(milliCredits, price, `${kind} ${id}: the price of a verification`);
  switch (kind) {
    case 'opening':
      throw new Error('nothing was to be folded');
    case 'grant':
      throw new Error(`${id}: nothing was to be refunded`);
    case 'hold':
      assert.equal(before, undefined, `${id}: held once`);
      return 'open';
    case 'capture':
      assert.equal(before, 'open', `${id}: captured only while held`);
      return 'captured';
    case 'release':
      assert.equal(before, 'open', `${id}: released only while held`);
      return 'released';
  }
}

/** The time a day from now, when every hold has expired. */
const tomorrow: Clock = {
  now: () => systemClock.now() + 24 * 3_600_000,
  after: (delayMs, task) => systemClock.after(delayMs, task),
};

/** Releases every hold, even those that have not expired. Returns how many there were. */
export async function releaseAllHolds(open: (options: { clock: Clock }) => Stores): Promise<number> {
  const { ledger, close } = open({ clock: tomorrow });
  try {
    let swept = 0;
    for (;;) {
      const count = await ledger.sweep({ limit: 1_000 });
      swept += count;
      if (count === 0) return swept;
    }
  } finally {
    await close();
  }
}
