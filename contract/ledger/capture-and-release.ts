import assert from 'node:assert/strict';
import { longId } from '../long-id.ts';
import { journalOf } from './audit.ts';
import { hourMs, type LedgerTest } from './ledger-test.ts';

export function captureAndReleaseContract(test: LedgerTest): void {
  test('a capture makes the charge final', async ({ ledger, fund, placeHold, handle }) => {
    await fund('acme', 1_000);
    await placeHold({ id: 'h1', account: 'acme', milliCredits: 200 });
    assert.equal(await handle(1).capture('h1'), 'captured');
    assert.deepEqual(await ledger.balance('acme'), { available: 800, held: 0 });
  });

  test('a release gives the credits back', async ({ ledger, fund, placeHold, handle }) => {
    await fund('acme', 1_000);
    await placeHold({ id: 'h1', account: 'acme', milliCredits: 200 });
    assert.equal(await handle(1).release('h1'), 'released');
    assert.deepEqual(await ledger.balance('acme'), { available: 1_000, held: 0 });
  });

  test('a captured hold stays captured, and a released one is unknown', async (context) => {
    const { ledger, fund, placeHold, handle } = context;
    await fund('acme', 1_000);
    await placeHold({ id: 'kept', account: 'acme', milliCredits: 200 });
    await placeHold({ id: 'back', account: 'acme', milliCredits: 300 });
    await ledger.capture('kept');
    await ledger.release('back');
    for (const racer of [0, 1, 2]) {
      assert.equal(await handle(racer).capture('kept'), 'captured');
      assert.equal(await handle(racer).release('kept'), 'captured');
      assert.equal(await handle(racer).release('back'), 'unknown');
      assert.equal(await handle(racer).capture('back'), 'unknown');
    }
    assert.deepEqual(await ledger.balance('acme'), { available: 800, held: 0 });
    assert.equal((await journalOf(ledger, 'acme')).length, 2);
  });

  test('the id of a missing hold is unknown, and so is the id of a grant', async ({ ledger, fund }) => {
    await fund('acme', 1_000);
    for (const id of ['h1', 'fund:1', 'acme', 'H1', '*', '%', 'x'.repeat(2_000)]) {
      assert.equal(await ledger.capture(id), 'unknown');
      assert.equal(await ledger.release(id), 'unknown');
    }
    assert.deepEqual(await ledger.balance('acme'), { available: 1_000, held: 0 });
  });

  test('ids and accounts may have thousands of characters, and differ in the last of them', async (context) => {
    const { ledger } = context;
    const [grant, hold, account] = [longId(1), longId(2), longId(3)];
    assert.equal(await ledger.grant({ id: grant, account, milliCredits: 1_000, reason: 'purchase' }), 1_000);
    for (const id of [hold, `${hold.slice(0, -1)}!`])
      await ledger.hold({ id, account, milliCredits: 100, expiresInMs: hourMs });
    assert.equal(await ledger.capture(hold), 'captured');
    assert.deepEqual(await ledger.balance(account), { available: 800, held: 100 });
    assert.deepEqual(await ledger.balance(`${account.slice(0, -1)}!`), { available: 0, held: 0 });
    const [newest] = await ledger.entries(account, { limit: 1 });
    assert.equal(newest?.id, hold);
  });

  test('holds whose ids differ only in case or by a space are different', async (context) => {
    const { ledger, fund, placeHold } = context;
    await fund('acme', 1_000);
    const ids = ['hold', 'Hold', 'hold ', ' hold', 'hold:1', 'hold:10'];
    for (const id of ids) await placeHold({ id, account: 'acme', milliCredits: 10 });
    assert.equal(await ledger.capture('Hold'), 'captured');
    for (const id of ids.filter((other) => other !== 'Hold')) {
      assert.equal(await ledger.release(id), 'released');
    }
    assert.deepEqual(await ledger.balance('acme'), { available: 990, held: 0 });
  });

  test('an open hold past its expiry can still be captured, and released', async (context) => {
    const { ledger, clock, fund, placeHold } = context;
    await fund('acme', 1_000);
    await placeHold({ id: 'h1', account: 'acme', milliCredits: 200 });
    await placeHold({ id: 'h2', account: 'acme', milliCredits: 300 });
    clock.leap(30 * 24 * hourMs);
    assert.deepEqual(await ledger.balance('acme'), { available: 500, held: 500 });
    assert.equal(await ledger.capture('h1'), 'captured');
    assert.equal(await ledger.release('h2'), 'released');
    assert.equal(await ledger.sweep({ limit: 100 }), 0);
    assert.deepEqual(await ledger.balance('acme'), { available: 800, held: 0 });
  });

  test('a hold that expires at once can still be captured', async ({ ledger, fund, placeHold }) => {
    await fund('acme', 1_000);
    await placeHold({ id: 'h1', account: 'acme', milliCredits: 200, expiresInMs: 0 });
    assert.equal(await ledger.capture('h1'), 'captured');
  });
}

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
