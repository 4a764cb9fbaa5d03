import assert from 'node:assert/strict';
import type { LedgerEntry } from '../../src/ports/credit-ledger.ts';
import { expectThat } from '../failure/contract-failure.ts';
import { race } from '../until.ts';
import { auditedBalance, journalOf } from './audit.ts';
import { hourMs, type LedgerTest } from './ledger-test.ts';

const dayMs = 24 * hourMs;
const olderThanMs = dayMs;

export function retentionContract(test: LedgerTest): void {
  test('old entries become the opening balance, and the balance stays the same', async (context) => {
    const { ledger, clock, fund, placeHold } = context;
    await fund('acme', 1_000);
    await placeHold({ id: 'h1', account: 'acme', milliCredits: 200 });
    await ledger.capture('h1');
    await placeHold({ id: 'h2', account: 'acme', milliCredits: 300 });
    await ledger.release('h2');
    const start = clock.now();
    clock.leap(dayMs);
    await fund('acme', 50);
    const [newest] = await ledger.entries('acme', { limit: 1 });
    assert.equal(await ledger.foldJournal({ olderThanMs, limit: 100 }), 2);
    const opening = { kind: 'opening', id: '', milliCredits: 800, at: start };
    assert.deepEqual(withoutSequence(await ledger.entries('acme', { limit: 100 })), [
      ...withoutSequence(newest === undefined ? [] : [newest]),
      opening,
    ]);
    assert.deepEqual(await ledger.balance('acme'), { available: 850, held: 0 });
  });

  test('entries are folded from the millisecond they reach the age', async ({ ledger, clock, fund }) => {
    await fund('acme', 100);
    clock.leap(1);
    await fund('acme', 10);
    clock.leap(dayMs - 2);
    assert.equal(await ledger.foldJournal({ olderThanMs, limit: 100 }), 0);
    clock.leap(1);
    assert.equal(await ledger.foldJournal({ olderThanMs, limit: 100 }), 1);
    assert.equal(await ledger.foldJournal({ olderThanMs, limit: 100 }), 0);
    assert.deepEqual(
      (await journalOf(ledger, 'acme')).map(({ kind, milliCredits }) => [kind, milliCredits]),
      [
        ['opening', 100],
        ['grant', 10],
      ],
    );
  });

  test('sequences continue after entries were folded', async ({ ledger, clock, fund }) => {
    for (let number = 0; number < 3; number += 1) await fund('acme', 1);
    const [last] = await ledger.entries('acme', { limit: 1 });
    clock.leap(dayMs);
    await ledger.foldJournal({ olderThanMs, limit: 100 });
    const [opening] = await ledger.entries('acme', { limit: 1 });
    assert.equal(opening?.kind, 'opening');
    assert.equal(opening?.sequence, last?.sequence);
    await fund('acme', 1);
    const [next] = await ledger.entries('acme', { limit: 1 });
    expectThat(
      (next?.sequence ?? 0) > (opening?.sequence ?? 0),
      `a sequence above ${opening?.sequence}`,
      next,
    );
  });

  test('pages end with the opening balance, without gaps or repeats', async ({ ledger, clock, fund }) => {
    for (let number = 1; number <= 4; number += 1) await fund('acme', number);
    clock.leap(dayMs);
    for (let number = 5; number <= 9; number += 1) await fund('acme', number);
    await ledger.foldJournal({ olderThanMs, limit: 100 });
    for (const limit of [1, 2, 3, 5, 6, 7, 100]) {
      const amounts: number[] = [];
      let before: number | undefined;
      for (;;) {
        const page = await ledger.entries('acme', before === undefined ? { limit } : { limit, before });
        expectThat(page.length <= limit, `at most ${limit} entries on a page`, page);
        amounts.push(...page.map(({ milliCredits }) => milliCredits));
        if (page.length === 0) break;
        before = page.at(-1)?.sequence;
      }
      assert.deepEqual(amounts, [9, 8, 7, 6, 5, 10]);
    }
  });

  test('at most `limit` entries are folded, and later calls fold the rest', async (context) => {
    const { ledger, clock, fund } = context;
    const accounts = ['acme', 'umbrella', 'stark:1'];
    for (let number = 0; number < 10; number += 1) {
      for (const account of accounts) await fund(account, 1);
    }
    clock.leap(dayMs);
    const folded: number[] = [];
    for (let pass = 0; pass < 4; pass += 1) {
      folded.push(await ledger.foldJournal({ olderThanMs, limit: 12 }));
      for (const account of accounts) assert.equal((await auditedBalance(ledger, account)).available, 10);
    }
    assert.deepEqual(folded, [12, 12, 6, 0]);
    for (const account of accounts) assert.equal((await journalOf(ledger, account)).length, 1);
  });

  test('an opening balance takes up later entries', async ({ ledger, clock, fund, placeHold }) => {
    for (let day = 0; day < 5; day += 1) {
      await fund('acme', 100);
      await placeHold({ id: `h${day}`, account: 'acme', milliCredits: 30 });
      await ledger.capture(`h${day}`);
      clock.leap(dayMs);
      await ledger.foldJournal({ olderThanMs, limit: 100 });
      const journal = await journalOf(ledger, 'acme');
      assert.deepEqual(
        journal.map(({ kind, milliCredits }) => [kind, milliCredits]),
        [['opening', 70 * (day + 1)]],
      );
    }
  });

  test('the id of a charge is free again once its entry is folded, and not before', async (context) => {
    const { ledger, clock, fund } = context;
    await fund('acme', 1_000);
    const hold = { id: 'h1', account: 'acme', milliCredits: 200, expiresInMs: hourMs };
    await ledger.hold(hold);
    await ledger.capture('h1');
    clock.leap(dayMs - 1);
    await ledger.foldJournal({ olderThanMs, limit: 100 });
    assert.deepEqual(await ledger.hold(hold), { kind: 'captured', available: 800 });
    await assert.rejects(ledger.grant({ ...hold, reason: 'purchase' }), { code: 'conflict' });
    clock.leap(1);
    await ledger.foldJournal({ olderThanMs, limit: 100 });
    assert.equal(await ledger.grant({ ...hold, reason: 'purchase' }), 1_000);
  });

  test('a purchase is made once, however long ago its entry was folded; the id of a refund is free again', async (context) => {
    const { ledger, clock, handle } = context;
    const order = { id: 'order 4711', account: 'acme', milliCredits: 1_000, reason: 'purchase' } as const;
    const refund = { ...order, id: 'refund:1', milliCredits: 300, reason: 'refund' } as const;
    await ledger.grant(order);
    await ledger.grant(refund);
    for (let year = 0; year < 2; year += 1) {
      clock.leap(365 * dayMs);
      await ledger.foldJournal({ olderThanMs, limit: 100 });
      assert.equal(await handle(1).grant(order), 1_000);
      await assert.rejects(ledger.grant({ ...order, milliCredits: 2_000 }), { code: 'conflict' });
      await assert.rejects(ledger.hold({ ...order, expiresInMs: hourMs }), { code: 'conflict' });
      assert.equal(await ledger.capture(order.id), 'unknown');
    }
    assert.equal(await ledger.grant(refund), 1_600);
  });

  test('a folded hold is unknown to a late capture or release, which change nothing', async (context) => {
    const { ledger, clock, fund, placeHold } = context;
    await fund('acme', 1_000);
    await placeHold({ id: 'h1', account: 'acme', milliCredits: 200 });
    await placeHold({ id: 'h2', account: 'acme', milliCredits: 300 });
    await ledger.capture('h1');
    await ledger.release('h2');
    clock.leap(dayMs);
    await ledger.foldJournal({ olderThanMs, limit: 100 });
    for (const id of ['h1', 'h2', 'fund:1']) {
      assert.equal(await ledger.capture(id), 'unknown');
      assert.equal(await ledger.release(id), 'unknown');
    }
    assert.deepEqual(await ledger.balance('acme'), { available: 800, held: 0 });
  });

  test('an open hold outlives the retention, and can be captured, released or swept', async (context) => {
    const { ledger, clock, fund, placeHold } = context;
    await fund('acme', 1_000);
    const longLived = 2 * dayMs;
    for (const id of ['h1', 'h2', 'h3']) {
      await placeHold({ id, account: 'acme', milliCredits: 100, expiresInMs: longLived });
    }
    clock.leap(dayMs);
    assert.equal(await ledger.foldJournal({ olderThanMs, limit: 100 }), 1);
    assert.deepEqual(withoutSequence(await ledger.entries('acme', { limit: 100 })), [
      { kind: 'opening', id: '', milliCredits: 1_000, at: clock.now() - dayMs },
    ]);
    const repeat = { id: 'h1', account: 'acme', milliCredits: 100, expiresInMs: longLived };
    assert.equal((await ledger.hold(repeat)).kind, 'held');
    assert.equal(await ledger.capture('h1'), 'captured');
    assert.equal(await ledger.release('h2'), 'released');
    assert.deepEqual(await auditedBalance(ledger, 'acme'), { available: 800, held: 100 });
    clock.leap(dayMs);
    assert.equal(await ledger.foldJournal({ olderThanMs, limit: 100 }), 1);
    assert.equal(await ledger.capture('h1'), 'unknown');
    assert.equal(await ledger.sweep({ limit: 100 }), 1);
    assert.deepEqual(await auditedBalance(ledger, 'acme'), { available: 900, held: 0 });
  });

  test('an empty ledger has nothing to fold', async ({ ledger }) => {
    assert.equal(await ledger.foldJournal({ olderThanMs: 0, limit: 1 }), 0);
    assert.deepEqual(await ledger.entries('acme', { limit: 1 }), []);
  });

  test('concurrent folds fold each entry once, while others charge', async (context) => {
    const { ledger, clock, fund, placeHold, handle } = context;
    await fund('acme', 100_000);
    for (let number = 0; number < 100; number += 1) {
      await placeHold({ id: `old ${number}`, account: 'acme', milliCredits: 10 });
      await ledger.capture(`old ${number}`);
    }
    clock.leap(dayMs);
    const expiresInMs = hourMs;
    const folded = await race(30, async (racer) => {
      const id = `new ${racer}`;
      await handle(racer).hold({ id, account: 'acme', milliCredits: 1, expiresInMs });
      const count = await handle(racer + 1).foldJournal({ olderThanMs, limit: 9 });
      await handle(racer).capture(id);
      return count;
    });
    assert.equal(
      folded.reduce((sum, count) => sum + count, 0),
      101,
    );
    assert.deepEqual(await auditedBalance(ledger, 'acme'), { available: 98_970, held: 0 });
    assert.equal((await journalOf(ledger, 'acme')).length, 31);
  });
}

function withoutSequence(entries: readonly LedgerEntry[]): Omit<LedgerEntry, 'sequence'>[] {
  return entries.map(({ sequence: _, ...entry }) => entry);
}
