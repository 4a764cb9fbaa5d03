import assert from 'node:assert/strict';
import { expectThat } from '../failure/contract-failure.ts';
import { race } from '../until.ts';
import { auditedBalance, journalOf } from './audit.ts';
import { hourMs, type LedgerTest, tally } from './ledger-test.ts';

export function racesContract(test: LedgerTest): void {
  test('of 50 concurrent holds on a balance for 10, exactly 10 succeed', async (context) => {
    const { ledger, fund, handle } = context;
    await fund('acme', 2_199);
    const expiresInMs = hourMs;
    const results = await race(50, (racer) =>
      handle(racer).hold({ id: `h${racer}`, account: 'acme', milliCredits: 200, expiresInMs }),
    );
    assert.deepEqual(tally(results), { held: 10, insufficient: 40 });
    const left = results.filter(({ kind }) => kind === 'held').map(({ available }) => available);
    assert.deepEqual(
      left.sort((a, b) => b - a),
      [1999, 1799, 1599, 1399, 1199, 999, 799, 599, 399, 199],
    );
    assert.deepEqual(await ledger.balance('acme'), { available: 199, held: 2_000 });
  });

  test('30 concurrent calls with the same hold make one hold and return the same result', async (context) => {
    const { ledger, fund, handle } = context;
    await fund('acme', 1_000);
    const hold = { id: 'h1', account: 'acme', milliCredits: 600, expiresInMs: hourMs };
    const results = await race(30, (racer) => handle(racer).hold({ ...hold }));
    for (const result of results) assert.deepEqual(result, { kind: 'held', available: 400 });
    assert.deepEqual(await ledger.balance('acme'), { available: 400, held: 600 });
  });

  test('30 concurrent calls with the same grant make one grant', async ({ ledger, handle }) => {
    const grant = { id: 'g1', account: 'acme', milliCredits: 500, reason: 'purchase' } as const;
    const results = await race(30, (racer) => handle(racer).grant({ ...grant }));
    assert.deepEqual(new Set(results), new Set([500]));
    assert.deepEqual(await ledger.balance('acme'), { available: 500, held: 0 });
  });

  test('of concurrent different holds with one id, exactly one is made', async (context) => {
    const { fund, handle } = context;
    await fund('acme', 100_000);
    const results = await race(20, (racer) =>
      handle(racer)
        .hold({ id: 'h1', account: 'acme', milliCredits: 1 + racer, expiresInMs: 1 })
        .then(
          ({ kind }) => kind,
          (error: { code?: string }) => error.code,
        ),
    );
    assert.equal(results.filter((outcome) => outcome === 'held').length, 1);
    assert.equal(results.filter((outcome) => outcome === 'conflict').length, 19);
  });

  test('of concurrent different grants with one id, exactly one is made', async ({ ledger, handle }) => {
    const results = await race(20, (racer) =>
      handle(racer)
        .grant({ id: 'g1', account: `account ${racer}`, milliCredits: 10, reason: 'purchase' })
        .catch((error: { code?: string }) => error.code),
    );
    assert.equal(results.filter((outcome) => outcome === 10).length, 1);
    assert.equal(results.filter((outcome) => outcome === 'conflict').length, 19);
    const balances = await race(20, (racer) => ledger.balance(`account ${racer}`));
    assert.equal(
      balances.reduce((sum, { available }) => sum + available, 0),
      10,
    );
  });

  test('concurrent grants to one account are all recorded', async ({ ledger, handle }) => {
    const results = await race(40, (racer) =>
      handle(racer).grant({ id: `g${racer}`, account: 'acme', milliCredits: 10, reason: 'purchase' }),
    );
    assert.deepEqual(
      [...results].sort((a, b) => a - b),
      Array.from({ length: 40 }, (_, index) => 10 * (index + 1)),
    );
    assert.deepEqual(await ledger.balance('acme'), { available: 400, held: 0 });
  });

  test('of concurrent captures and releases exactly one wins, and the others find what it left', async (context) => {
    const { ledger, fund, placeHold, handle } = context;
    await fund('acme', 3_000);
    let captured = 0;
    for (let round = 0; round < 30; round += 1) {
      const id = `h${round}`;
      await placeHold({ id, account: 'acme', milliCredits: 100 });
      const outcomes = await race(12, (racer) => {
        const captures = (racer + round) % 2 === 0;
        const chosen = handle(Math.floor(racer / 2));
        return captures ? chosen.capture(id) : chosen.release(id);
      });
      const released = outcomes.filter((outcome) => outcome === 'released').length;
      const others = released === 0 ? 'captured' : 'unknown';
      assert.equal(outcomes.filter((outcome) => outcome === others).length, 12 - released, `${outcomes}`);
      assert(released <= 1, `${outcomes}`);
      captured += 1 - released;
    }
    assert.deepEqual(await ledger.balance('acme'), { available: 3_000 - 100 * captured, held: 0 });
    assert.equal((await journalOf(ledger, 'acme')).length, 1 + captured);
  });

  test('of a concurrent sweep and capture exactly one wins', async (context) => {
    const { ledger, clock, fund, placeHold, handle } = context;
    await fund('acme', 4_000);
    for (let number = 0; number < 40; number += 1) {
      await placeHold({ id: `h${number}`, account: 'acme', milliCredits: 100, expiresInMs: 1 });
    }
    clock.leap(1);
    const sweeps: Promise<number>[] = [];
    const outcomes = await race(40, (racer) => {
      if (racer % 4 === 0) sweeps.push(handle(racer / 4).sweep({ limit: 3 }));
      return handle(racer).capture(`h${racer}`);
    });
    const swept = (await Promise.all(sweeps)).reduce((sum, count) => sum + count, 0);
    const captured = outcomes.filter((outcome) => outcome === 'captured').length;
    assert.equal(outcomes.filter((outcome) => outcome === 'unknown').length, swept);
    assert.equal(captured + swept, 40);
    assert.deepEqual(await ledger.balance('acme'), { available: 4_000 - 100 * captured, held: 0 });
  });

  test('concurrent sweeps release each expired hold once', async (context) => {
    const { ledger, clock, fund, placeHold, handle } = context;
    await fund('acme', 5_000);
    for (let number = 0; number < 50; number += 1) {
      await placeHold({ id: `h${number}`, account: 'acme', milliCredits: 100, expiresInMs: 1 });
    }
    clock.leap(1);
    const counts = await race(10, (racer) => handle(racer).sweep({ limit: 100 }));
    assert.equal(
      counts.reduce((sum, count) => sum + count, 0),
      50,
    );
    assert.deepEqual(await ledger.balance('acme'), { available: 5_000, held: 0 });
  });

  test('concurrent readers never see a balance below zero', async (context) => {
    const { fund, handle } = context;
    await fund('acme', 1_000);
    const looks: Promise<void>[] = [];
    await race(60, async (racer) => {
      const own = handle(racer);
      const id = `h${racer}`;
      const hold = { id, account: 'acme', milliCredits: 150, expiresInMs: hourMs };
      const { kind } = await own.hold(hold);
      looks.push(
        handle(racer + 1)
          .balance('acme')
          .then(({ available, held }) => {
            expectThat(
              available >= 0 && held >= 0 && available + held <= 1_000,
              'neither amount below zero, and not more than the 1,000 that were granted',
              { available, held },
            );
          }),
      );
      if (kind === 'held') await (racer % 3 === 0 ? own.capture(id) : own.release(id));
    });
    await Promise.all(looks);
    assert.equal((await auditedBalance(handle(0), 'acme')).held, 0);
  });
}
