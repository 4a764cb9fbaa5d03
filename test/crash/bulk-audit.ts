import assert from 'node:assert/strict';
import type { CreditLedger, JobItemState, LedgerEntry, Stores } from '../../src/ports.ts';
import type { Person } from './bulk-world.ts';

/** What an address costs, in milli-credits. */
export const price = 200;

interface Hold {
  readonly milliCredits: number;
  readonly state: 'open' | 'captured' | 'released';
}

/**
 * Reads the journal of an account on which all work has ended, and throws unless it is in order: one grant, every
 * hold resolved exactly once, and the balance is what all of it adds up to. Returns what was charged, by hold.
 */
export async function chargesOf(
  ledger: CreditLedger,
  { account, granted }: { account: string; granted: number },
): Promise<ReadonlyMap<string, number>> {
  const [grant, ...rest] = [...(await ledger.entries(account, { limit: 1_000 }))].reverse();
  assert.equal(grant?.kind, 'grant', `${account}: begins with its grant`);
  assert.equal(grant.milliCredits, granted, account);
  const holds = new Map<string, Hold>();
  for (const entry of rest) holds.set(entry.id, after(entry, holds.get(entry.id)));
  assert.ok(![...holds.values()].some(({ state }) => state === 'open'), `${account}: no hold is left`);
  const captured = [...holds].filter(([, { state }]) => state === 'captured');
  const charges = new Map(captured.map(([id, { milliCredits }]) => [id, milliCredits]));
  const cost = captured.reduce((sum, [, { milliCredits }]) => sum + milliCredits, 0);
  assert.deepEqual(await ledger.balance(account), { available: granted - cost, held: 0 }, account);
  return charges;
}

function after({ kind, id, milliCredits }: LedgerEntry, before: Hold | undefined): Hold {
  if (kind === 'grant') throw new Error(`${id}: nothing was to be refunded`);
  if (kind === 'hold') {
    assert.equal(before, undefined, `${id}: held once`);
    return { milliCredits, state: 'open' };
  }
  assert.deepEqual(before, { milliCredits, state: 'open' }, `${id}: resolved once, all of it`);
  return { milliCredits, state: kind === 'capture' ? 'captured' : 'released' };
}

/** Every item of a job, as the store has it. */
export async function itemsOf({ jobs }: Pick<Stores, 'jobs'>, jobId: string): Promise<JobItemState[]> {
  const items: JobItemState[] = [];
  for (;;) {
    const page = await jobs.page(jobId, { offset: items.length, limit: 1_000 });
    if (page.length === 0) return items;
    items.push(...page);
  }
}

/** The items that are not as they must be at the end, each beside the person it should tell of. */
export function wrongItems(items: readonly JobItemState[], people: readonly Person[]): object[] {
  return people.flatMap((person, position): object[] => {
    const state = items[position];
    if (state === undefined) return [{ position, person, state: 'missing' }];
    const { item, result, retryAt, attempts } = state;
    const placed = state.position === position && 'email' in item && item.email === person.email;
    // An attempt that nobody lived to record lets the next one through a greylist.
    const final = retryAt === null && (attempts === 1 || person.greylisted);
    return placed && final && isTrue(result, person) ? [] : [{ position, person, state }];
  });
}

function isTrue(result: JobItemState['result'], { email, status, substatus }: Person): boolean {
  if (result === undefined || !('substatus' in result)) return false;
  return result.email === email && result.status === status && result.substatus === substatus;
}
