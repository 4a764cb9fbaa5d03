import assert from 'node:assert/strict';
import { journalOf } from './audit.ts';
import type { LedgerTest } from './ledger-test.ts';

export function sweepsContract(test: LedgerTest): void {
  test('a sweep releases open holds from the millisecond they expire', async (context) => {
    const { ledger, clock, fund, placeHold } = context;
    await fund('acme', 1_000);
    await placeHold({ id: 'h1', account: 'acme', milliCredits: 200, expiresInMs: 10 });
    await placeHold({ id: 'h2', account: 'acme', milliCredits: 300, expiresInMs: 11 });
    clock.leap(9);
    assert.equal(await ledger.sweep({ limit: 100 }), 0);
    clock.leap(1);
    assert.equal(await ledger.sweep({ limit: 100 }), 1);
    assert.deepEqual(await ledger.balance('acme'), { available: 700, held: 300 });
    assert.equal(await ledger.capture('h1'), 'unknown');
    assert.equal(await ledger.capture('h2'), 'captured');
  });

  test('a sweep does not change resolved holds', async ({ ledger, clock, fund, placeHold }) => {
    await fund('acme', 1_000);
    for (const id of ['h1', 'h2']) await placeHold({ id, account: 'acme', milliCredits: 100 });
    await ledger.capture('h1');
    await ledger.release('h2');
    clock.leap(86_400_000);
    assert.equal(await ledger.sweep({ limit: 100 }), 0);
    assert.equal(await ledger.capture('h1'), 'captured');
    assert.equal((await journalOf(ledger, 'acme')).length, 2);
  });

  test('a sweep releases the holds of all accounts', async ({ ledger, clock, fund, placeHold, handle }) => {
    const accounts = ['acme', 'umbrella', 'stark:1'];
    for (const account of accounts) {
      await fund(account, 100);
      await placeHold({ id: `hold of ${account}`, account, milliCredits: 60, expiresInMs: 1 });
    }
    clock.leap(1);
    assert.equal(await handle(1).sweep({ limit: 100 }), 3);
    for (const account of accounts) {
      assert.deepEqual(await ledger.balance(account), { available: 100, held: 0 });
    }
  });

  test('a sweep releases at most `limit` holds, and later sweeps the rest', async (context) => {
    const { ledger, clock, fund, placeHold } = context;
    await fund('acme', 1_000);
    for (let number = 0; number < 25; number += 1) {
      const expiresInMs = 1 + (number % 3);
      await placeHold({ id: `h${number}`, account: 'acme', milliCredits: 10, expiresInMs });
    }
    await placeHold({ id: 'later', account: 'acme', milliCredits: 10 });
    clock.leap(5);
    const swept = [];
    for (let pass = 0; pass < 4; pass += 1) swept.push(await ledger.sweep({ limit: 10 }));
    assert.deepEqual(swept, [10, 10, 5, 0]);
    assert.deepEqual(await ledger.balance('acme'), { available: 990, held: 10 });
  });

  test('a swept hold leaves no trace', async ({ ledger, clock, fund, placeHold }) => {
    await fund('acme', 1_000);
    await placeHold({ id: 'h1', account: 'acme', milliCredits: 200, expiresInMs: 10 });
    clock.leap(25);
    await ledger.sweep({ limit: 1 });
    assert.deepEqual(
      (await journalOf(ledger, 'acme')).map(({ kind }) => kind),
      ['grant'],
    );
    await placeHold({ id: 'h1', account: 'acme', milliCredits: 1_000 });
  });

  test('an empty ledger has nothing to sweep', async ({ ledger }) => {
    assert.equal(await ledger.sweep({ limit: 1 }), 0);
  });
}
