import assert from 'node:assert/strict';
import type { CreditLedger } from '../../src/ports/credit-ledger.ts';
import type { JobItemState } from '../../src/ports/job-store.ts';
import type { Stores } from '../../src/ports/stores.ts';
import type { BulkAddress } from './bulk-sandbox.ts';

/** The price of an address, in milli-credits. */
export const price = 200;

/**
 * Checks the journal of an account on which all work has ended: one grant, every hold captured once, and a balance that is
 * their sum, with nothing held. Throws otherwise. Returns the charges by hold.
 */
export async function chargesOf(
  ledger: CreditLedger,
  { account, granted }: { account: string; granted: number },
): Promise<ReadonlyMap<string, number>> {
  const [grant, ...rest] = [...(await ledger.entries(account, { limit: 1_000 }))].reverse();
  assert.equal(grant?.kind, 'grant', `${account}: begins with its grant`);
  assert.equal(grant.milliCredits, granted, account);
  const charges = new Map<string, number>();
  for (const { kind, id, milliCredits } of rest) {
    assert.equal(kind, 'capture', `${id}: nothing was to be refunded or folded`);
    assert.ok(!charges.has(id), `${id}: captured once`);
    charges.set(id, milliCredits);
  }
  const cost = [...charges.values()].reduce((sum, milliCredits) => sum + milliCredits, 0);
  assert.deepEqual(await ledger.balance(account), { available: granted - cost, held: 0 }, account);
  return charges;
}

/** Reads every item of a job from the store. */
export async function itemsOf({ jobs }: Pick<Stores, 'jobs'>, jobId: string): Promise<JobItemState[]> {
  const items: JobItemState[] = [];
  for (;;) {
    const page = await jobs.page(jobId, { offset: items.length, limit: 1_000 });
    if (page.length === 0) return items;
    items.push(...page);
  }
}

/** Returns the items with a wrong final state, each with the address that it should be about. */
export function wrongItems(items: readonly JobItemState[], addresses: readonly BulkAddress[]): object[] {
  return addresses.flatMap((address, position): object[] => {
    const state = items[position];
    if (state === undefined) return [{ position, address, state: 'missing' }];
    const { item, result, retryAt, attempts } = state;
    const inPlace = state.position === position && 'email' in item && item.email === address.email;
    // A killed process may have passed the greylist without recording its attempt.
    const final = retryAt === null && (attempts === 1 || address.greylisted);
    return inPlace && final && isCorrect(result, address) ? [] : [{ position, address, state }];
  });
}

function isCorrect(result: JobItemState['result'], { email, status, substatus }: BulkAddress): boolean {
  if (result === undefined || !('substatus' in result)) return false;
  return result.email === email && result.status === status && result.substatus === substatus;
}
