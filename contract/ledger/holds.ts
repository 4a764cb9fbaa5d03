import assert from 'node:assert/strict';
import { journalOf } from './audit.ts';
import { hourMs, type LedgerTest } from './ledger-test.ts';

export function holdsContract(test: LedgerTest): void {
  test('a hold sets credits aside and returns the available balance', async ({ ledger, fund }) => {
    await fund('acme', 1_000);
    const hold = { id: 'h1', account: 'acme', milliCredits: 200, expiresInMs: hourMs };
    assert.deepEqual(await ledger.hold(hold), { kind: 'held', available: 800 });
    assert.deepEqual(await ledger.balance('acme'), { available: 800, held: 200 });
  });

  test('a hold may take the whole balance', async ({ ledger, fund }) => {
    await fund('acme', 1_000);
    const hold = { id: 'h1', account: 'acme', milliCredits: 1_000, expiresInMs: hourMs };
    assert.deepEqual(await ledger.hold(hold), { kind: 'held', available: 0 });
  });

  test('a hold of more than the available balance is insufficient and changes nothing', async (context) => {
    const { ledger, fund } = context;
    await fund('acme', 1_000);
    await context.placeHold({ id: 'h1', account: 'acme', milliCredits: 700 });
    const hold = { id: 'h2', account: 'acme', milliCredits: 301, expiresInMs: hourMs };
    assert.deepEqual(await ledger.hold(hold), { kind: 'insufficient', available: 300, required: 301 });
    assert.deepEqual(await ledger.balance('acme'), { available: 300, held: 700 });
    assert.equal((await journalOf(ledger, 'acme')).length, 1);
    assert.equal(await ledger.capture('h2'), 'unknown');
  });

  test('a hold on an unknown account is insufficient', async ({ ledger }) => {
    const hold = { id: 'h1', account: 'nobody', milliCredits: 1, expiresInMs: hourMs };
    assert.deepEqual(await ledger.hold(hold), { kind: 'insufficient', available: 0, required: 1 });
    assert.deepEqual(await ledger.balance('nobody'), { available: 0, held: 0 });
  });

  test('an insufficient hold can be retried with the same id', async ({ ledger, fund, handle }) => {
    await fund('acme', 100);
    const hold = { id: 'h1', account: 'acme', milliCredits: 200, expiresInMs: hourMs };
    assert.equal((await ledger.hold(hold)).kind, 'insufficient');
    assert.equal((await ledger.hold(hold)).kind, 'insufficient');
    await fund('acme', 150);
    assert.deepEqual(await handle(1).hold(hold), { kind: 'held', available: 50 });
  });

  test('the id of an insufficient hold can be used with other arguments', async (context) => {
    const { ledger, fund } = context;
    await fund('acme', 100);
    const hold = { id: 'x', account: 'acme', milliCredits: 200, expiresInMs: hourMs };
    assert.equal((await ledger.hold(hold)).kind, 'insufficient');
    assert.equal((await ledger.hold({ ...hold, milliCredits: 60 })).kind, 'held');
    await assert.rejects(ledger.hold(hold), { code: 'conflict' });
  });

  test('a repeated hold sets nothing aside and returns the first result', async (context) => {
    const { ledger, clock, fund, handle } = context;
    await fund('acme', 1_000);
    const hold = { id: 'h1', account: 'acme', milliCredits: 600, expiresInMs: hourMs };
    const first = await ledger.hold(hold);
    await fund('acme', 50);
    clock.leap(hourMs + 1);
    assert.deepEqual(await handle(1).hold({ ...hold }), first);
    assert.deepEqual(await ledger.balance('acme'), { available: 450, held: 600 });
  });

  test('a repeat of a captured hold says so, and one of a released hold is a new one', async (context) => {
    const { ledger, fund, handle } = context;
    await fund('acme', 1_000);
    const hold = { id: 'h1', account: 'acme', milliCredits: 600, expiresInMs: hourMs };
    const other = { ...hold, id: 'h2', milliCredits: 300 };
    await ledger.hold(hold);
    await ledger.hold(other);
    await ledger.capture('h1');
    await ledger.release('h2');
    assert.deepEqual(await ledger.hold(hold), { kind: 'captured', available: 400 });
    assert.deepEqual(await handle(1).hold(other), { kind: 'held', available: 100 });
    assert.deepEqual(await ledger.balance('acme'), { available: 100, held: 300 });
    await ledger.release('h2');
    assert.equal(await ledger.grant({ ...other, reason: 'purchase' }), 700);
  });

  test('a repeat keeps the first expiry', async ({ ledger, clock, fund, handle }) => {
    await fund('acme', 1_000);
    const hold = { id: 'h1', account: 'acme', milliCredits: 600, expiresInMs: 1_000 };
    const first = await ledger.hold(hold);
    clock.leap(999);
    assert.deepEqual(await handle(1).hold({ ...hold, expiresInMs: hourMs }), first);
    assert.equal(await ledger.sweep({ limit: 10 }), 0);
    clock.leap(1);
    assert.equal(await ledger.sweep({ limit: 10 }), 1);
  });

  test('a hold with a used id and other arguments is a conflict', async (context) => {
    const { ledger, fund, handle } = context;
    await fund('acme', 1_000);
    await fund('umbrella', 1_000);
    const hold = { id: 'h1', account: 'acme', milliCredits: 600, expiresInMs: hourMs };
    await ledger.hold(hold);
    const others = [
      { ...hold, account: 'umbrella' },
      { ...hold, milliCredits: 601 },
      { ...hold, milliCredits: 1_000_000 },
    ];
    const conflicts = async () => {
      for (const [racer, other] of others.entries()) {
        await assert.rejects(handle(racer).hold(other), { code: 'conflict' });
      }
    };
    await conflicts();
    await ledger.capture('h1');
    await conflicts();
    assert.deepEqual(await ledger.balance('acme'), { available: 400, held: 0 });
    assert.deepEqual(await ledger.balance('umbrella'), { available: 1_000, held: 0 });
  });

  test('accounts are independent', async (context) => {
    const { ledger, fund } = context;
    await fund('acme', 1_000);
    await fund('umbrella', 50);
    await context.placeHold({ id: 'h1', account: 'acme', milliCredits: 1_000 });
    const hold = { id: 'h2', account: 'umbrella', milliCredits: 51, expiresInMs: hourMs };
    assert.deepEqual(await ledger.hold(hold), { kind: 'insufficient', available: 50, required: 51 });
    await ledger.capture('h1');
    assert.deepEqual(await ledger.balance('umbrella'), { available: 50, held: 0 });
    assert.equal((await journalOf(ledger, 'umbrella')).length, 1);
  });
}
