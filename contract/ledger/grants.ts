import assert from 'node:assert/strict';
import { journalOf } from './audit.ts';
import type { LedgerTest } from './ledger-test.ts';

export function grantsContract(test: LedgerTest): void {
  const first = { id: 'g1', account: 'acme', milliCredits: 100_000, reason: 'purchase' } as const;

  test('an account without grants has a balance of zero', async ({ ledger }) => {
    assert.deepEqual(await ledger.balance('acme'), { available: 0, held: 0 });
    assert.deepEqual(await ledger.entries('acme', { limit: 10 }), []);
  });

  test('a grant adds credits and returns the available balance', async ({ ledger }) => {
    assert.equal(await ledger.grant(first), 100_000);
    const refund = { id: 'g2', account: 'acme', milliCredits: 200, reason: 'refund' } as const;
    assert.equal(await ledger.grant(refund), 100_200);
    assert.deepEqual(await ledger.balance('acme'), { available: 100_200, held: 0 });
  });

  test('held credits are not available after a grant', async ({ ledger, placeHold }) => {
    await ledger.grant(first);
    await placeHold({ id: 'h1', account: 'acme', milliCredits: 40_000 });
    assert.equal(await ledger.grant({ ...first, id: 'g2', milliCredits: 5_000 }), 65_000);
    assert.deepEqual(await ledger.balance('acme'), { available: 65_000, held: 40_000 });
  });

  test('a repeated grant adds nothing and returns the first result', async (context) => {
    const { ledger, clock } = context;
    await ledger.grant(first);
    await ledger.grant({ ...first, id: 'g2', milliCredits: 1 });
    await context.placeHold({ id: 'h1', account: 'acme', milliCredits: 500 });
    clock.leap(86_400_000);
    assert.equal(await context.handle(1).grant({ ...first }), 100_000);
    assert.deepEqual(await ledger.balance('acme'), { available: 99_501, held: 500 });
    assert.equal((await journalOf(ledger, 'acme')).length, 2);
  });

  test('a grant with a used id and other arguments is a conflict', async ({ ledger, handle }) => {
    await ledger.grant(first);
    const others = [
      { ...first, account: 'umbrella' },
      { ...first, account: 'Acme' },
      { ...first, milliCredits: 100_001 },
      { ...first, reason: 'refund' as const },
    ];
    for (const [racer, other] of others.entries()) {
      await assert.rejects(handle(racer).grant(other), { code: 'conflict' });
    }
    assert.deepEqual(await ledger.balance('acme'), { available: 100_000, held: 0 });
    assert.deepEqual(await ledger.balance('umbrella'), { available: 0, held: 0 });
    assert.equal((await journalOf(ledger, 'acme')).length, 1);
  });

  test('a grant with the id of a hold is a conflict, and vice versa', async (context) => {
    const { ledger } = context;
    await ledger.grant(first);
    await context.placeHold({ id: 'h1', account: 'acme', milliCredits: 100 });
    await assert.rejects(ledger.grant({ ...first, id: 'h1', milliCredits: 100 }), { code: 'conflict' });
    const hold = { id: 'g1', account: 'acme', milliCredits: 100_000, expiresInMs: 1 };
    await assert.rejects(ledger.hold(hold), { code: 'conflict' });
    assert.deepEqual(await ledger.balance('acme'), { available: 99_900, held: 100 });
  });

  test('the largest safe integer is stored exactly', async ({ ledger, placeHold }) => {
    const most = Number.MAX_SAFE_INTEGER;
    assert.equal(await ledger.grant({ ...first, milliCredits: most - 1 }), most - 1);
    assert.equal(await ledger.grant({ ...first, id: 'g2', milliCredits: 1 }), most);
    await placeHold({ id: 'h1', account: 'acme', milliCredits: most - 2 });
    assert.deepEqual(await ledger.balance('acme'), { available: 2, held: most - 2 });
    assert.equal(await ledger.release('h1'), 'released');
    assert.deepEqual(await ledger.balance('acme'), { available: most, held: 0 });
    await placeHold({ id: 'h2', account: 'acme', milliCredits: most - 2 });
    await ledger.capture('h2');
    const [entry] = await ledger.entries('acme', { limit: 1 });
    assert.equal(entry?.milliCredits, most - 2);
  });

  test('a grant beyond the largest safe integer is refused, counting held credits', async (context) => {
    const { ledger, placeHold } = context;
    await ledger.grant({ ...first, milliCredits: Number.MAX_SAFE_INTEGER - 10 });
    await placeHold({ id: 'h1', account: 'acme', milliCredits: 1_000_000 });
    const more = { ...first, id: 'g2', milliCredits: 11 };
    await assert.rejects(ledger.grant(more), { code: 'invalid_argument', parameter: 'milliCredits' });
    assert.equal((await journalOf(ledger, 'acme')).length, 1);
    await ledger.grant({ ...more, milliCredits: 10 });
  });
}
