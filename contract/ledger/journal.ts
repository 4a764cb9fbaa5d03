import assert from 'node:assert/strict';
import { expectThat } from '../failure/contract-failure.ts';
import { auditedBalance } from './audit.ts';
import type { LedgerTest } from './ledger-test.ts';

/** Distinct names that a store might fold, split, trim or match as a pattern. */
const oddNames = [
  'acme',
  'ACME',
  'acme ',
  ' acme',
  'acme:',
  'acme:acme',
  'acme:journal',
  'acme:hold:1',
  '{acme}',
  'acme*',
  'acm?',
  '%',
  '_',
  "o'neill; drop table holds",
  '"quoted"',
  'back\\slash',
  'new\nline',
  'tab\t',
  '0',
  '00',
  '1e3',
  '-1',
  'null',
  'undefined',
  '__proto__',
  'constructor',
  'Zoë',
  // Looks like the one above, but has a combining diaeresis.
  'Zoe\u0308',
  '株式会社',
  '🧾🧾',
  '\u202eemca',
  'é'.repeat(5_000),
  `${'é'.repeat(5_000)}!`,
];

export function journalContract(test: LedgerTest): void {
  test('entries record grants and captures, newest first, and no other hold', async ({ ledger, clock }) => {
    const start = clock.now();
    await ledger.grant({ id: 'g1', account: 'acme', milliCredits: 1_000, reason: 'purchase' });
    clock.leap(1);
    await ledger.hold({ id: 'h1', account: 'acme', milliCredits: 200, expiresInMs: 60_000 });
    await ledger.hold({ id: 'h2', account: 'acme', milliCredits: 300, expiresInMs: 60_000 });
    clock.leap(1);
    await ledger.release('h2');
    await ledger.capture('h1');
    const entries = await ledger.entries('acme', { limit: 100 });
    assert.deepEqual(
      entries.map(({ kind, id, milliCredits, at }) => ({ kind, id, milliCredits, at: at - start })),
      [
        { kind: 'capture', id: 'h1', milliCredits: 200, at: 2 },
        { kind: 'grant', id: 'g1', milliCredits: 1_000, at: 0 },
      ],
    );
    for (const entry of entries) {
      assert.deepEqual(Object.keys(entry).sort(), [
        'at',
        'id',
        'kind',
        'milliCredits',
        'purpose',
        'sequence',
      ]);
    }
  });

  test('entries say what a charge or a refund was for, if that is known', async ({ ledger, handle }) => {
    const single = { kind: 'verification', count: 1, keyId: 'key_1' } as const;
    const bulk = { kind: 'bulk_lookup', count: 10_000, keyId: null } as const;
    const odd = { kind: 'correction', count: 1, keyId: 'Zoë’s key: 1\n%' } as const;
    const grant = { account: 'acme', milliCredits: 1_000 } as const;
    const hold = { account: 'acme', milliCredits: 10, expiresInMs: 60_000 } as const;
    await ledger.grant({ ...grant, id: 'g', reason: 'purchase' });
    await ledger.hold({ ...hold, id: 'single', purpose: single });
    await handle(1).hold({ ...hold, id: 'bulk', purpose: bulk });
    await ledger.hold({ ...hold, id: 'odd', purpose: odd });
    await ledger.hold({ ...hold, id: 'plain' });
    // A repeat keeps the first purpose.
    assert.equal((await ledger.hold({ ...hold, id: 'single', purpose: bulk })).kind, 'held');
    for (const id of ['single', 'plain', 'odd', 'bulk']) await handle(1).capture(id);
    await ledger.grant({ ...grant, id: 'refund', reason: 'refund', purpose: { ...bulk, count: 3 } });
    for (const reader of [ledger, handle(1)]) {
      const entries = await reader.entries('acme', { limit: 100 });
      assert.deepEqual(
        entries.map((entry) => [entry.kind, entry.id, entry.kind === 'opening' ? null : entry.purpose]),
        [
          ['grant', 'refund', { ...bulk, count: 3 }],
          ['capture', 'bulk', bulk],
          ['capture', 'odd', odd],
          ['capture', 'plain', null],
          ['capture', 'single', single],
          ['grant', 'g', null],
        ],
      );
    }
  });

  test('what a charge is for is known however long it was held', async ({ ledger, clock, fund }) => {
    const purpose = { kind: 'lookup', count: 1, keyId: 'key_1' } as const;
    await fund('acme', 1_000);
    await ledger.hold({ id: 'h', account: 'acme', milliCredits: 10, expiresInMs: 60_000, purpose });
    clock.leap(10);
    assert.equal(await ledger.foldJournal({ olderThanMs: 10, limit: 10 }), 1);
    await ledger.capture('h');
    const [capture] = await ledger.entries('acme', { limit: 10 });
    assert.deepEqual(capture?.kind === 'capture' && capture.purpose, purpose);
  });

  test('accounts are listed once, with their balances, page by page', async (context) => {
    const { ledger, handle, fund, clock } = context;
    const listed = async () => {
      const all = [];
      for (let after: string | undefined; ; ) {
        const page = await handle(1).accounts(after === undefined ? { limit: 5 } : { limit: 5, after });
        expectThat(page.length <= 5, 'at most 5 accounts on a page', page);
        all.push(...page);
        if (page.length < 5) return all;
        after = page.at(-1)?.account;
      }
    };
    assert.deepEqual(await listed(), []);
    for (const [index, name] of oddNames.entries()) await fund(name, 1_000 + index);
    await fund('acme', 5);
    await context.placeHold({ id: 'h', account: 'acme', milliCredits: 105 });
    await ledger.hold({ id: 'nothing', account: 'nobody', milliCredits: 1, expiresInMs: 1 });
    const first = await listed();
    assert.deepEqual(new Set(first.map(({ account }) => account)), new Set(oddNames));
    assert.equal(first.length, oddNames.length);
    for (const { account, available, held } of first) {
      if (account === 'acme') assert.deepEqual({ available, held }, { available: 900, held: 105 });
      else assert.deepEqual({ available, held }, { available: 1_000 + oddNames.indexOf(account), held: 0 });
    }
    await ledger.release('h');
    clock.leap(1);
    await ledger.foldJournal({ olderThanMs: 0, limit: 1_000 });
    assert.deepEqual(
      (await listed()).map(({ account }) => account),
      first.map(({ account }) => account),
    );
  });

  test('sequences are growing integers, whether or not the clock advances', async (context) => {
    const { ledger, clock, fund } = context;
    for (let number = 0; number < 30; number += 1) {
      await fund('acme', 1);
      await fund('umbrella', 1);
      if (number % 10 === 9) clock.leap(1);
    }
    const entries = await ledger.entries('acme', { limit: 100 });
    assert.equal(entries.length, 30);
    for (const [index, { sequence }] of entries.entries()) {
      expectThat(Number.isSafeInteger(sequence), 'a sequence that is a safe integer', sequence);
      const older = entries[index + 1];
      if (older !== undefined)
        expectThat(older.sequence < sequence, `an older entry with a sequence below ${sequence}`, older);
    }
  });

  test('pages have no gaps or repeats, also while entries are added', async (context) => {
    const { ledger, fund } = context;
    for (let number = 1; number <= 23; number += 1) await fund('acme', number);
    const amounts: number[] = [];
    let before: number | undefined;
    for (;;) {
      const page = await ledger.entries('acme', before === undefined ? { limit: 5 } : { limit: 5, before });
      expectThat(page.length <= 5, 'at most 5 entries on a page', page);
      amounts.push(...page.map(({ milliCredits }) => milliCredits));
      if (page.length === 0) break;
      before = page.at(-1)?.sequence;
      await fund('acme', 1_000);
    }
    assert.deepEqual(
      amounts,
      Array.from({ length: 23 }, (_, index) => 23 - index),
    );
  });

  test('no entries precede the first', async ({ ledger, fund }) => {
    await fund('acme', 1);
    const [first] = await ledger.entries('acme', { limit: 1 });
    expectThat(first !== undefined, 'the entry of the grant', first);
    assert.deepEqual(await ledger.entries('acme', { limit: 10, before: first.sequence }), []);
    assert.deepEqual(await ledger.entries('acme', { limit: 10, before: first.sequence - 1 }), []);
    assert.equal((await ledger.entries('acme', { limit: 10, before: first.sequence + 1 })).length, 1);
    assert.equal((await ledger.entries('acme', { limit: 10, before: Number.MAX_SAFE_INTEGER })).length, 1);
  });

  test('changing a returned page does not change the ledger', async ({ ledger, fund }) => {
    await fund('acme', 1);
    const page = (await ledger.entries('acme', { limit: 10 })) as unknown[];
    page.length = 0;
    assert.equal((await ledger.entries('acme', { limit: 10 })).length, 1);
  });

  test('accounts and ids of any text are distinct and returned unchanged', async (context) => {
    const { ledger, clock, handle } = context;
    for (const [index, name] of oddNames.entries()) {
      await ledger.grant({ id: `g ${name}`, account: name, milliCredits: 1_000 + index, reason: 'purchase' });
      const hold = { id: name, account: name, milliCredits: 1 + index, expiresInMs: 1 };
      assert.deepEqual(await ledger.hold(hold), { kind: 'held', available: 999 });
    }
    for (const [index, name] of oddNames.entries()) {
      assert.deepEqual(await handle(1).balance(name), { available: 999, held: 1 + index });
    }
    const swept = oddNames.slice(-3);
    for (const name of oddNames.slice(0, -3)) {
      assert.equal(await ledger.capture(name), 'captured');
      const [capture, grant] = await handle(1).entries(name, { limit: 10 });
      assert.equal(capture?.id, name);
      assert.equal(grant?.id, `g ${name}`);
    }
    clock.leap(1);
    assert.equal(await ledger.sweep({ limit: 1_000 }), swept.length);
  });

  test('balance and journal agree after every step', async ({ ledger, clock, fund, placeHold }) => {
    const steps: (() => Promise<unknown>)[] = [
      () => fund('acme', 500),
      () => placeHold({ id: 'h1', account: 'acme', milliCredits: 100 }),
      () => placeHold({ id: 'h2', account: 'acme', milliCredits: 150, expiresInMs: 1 }),
      () => ledger.capture('h1'),
      () => ledger.release('h1'),
      () => fund('acme', 7),
      async () => clock.leap(1),
      () => ledger.sweep({ limit: 10 }),
      () => ledger.capture('h2'),
    ];
    const balances = [];
    for (const step of steps) {
      await step();
      balances.push(await auditedBalance(ledger, 'acme'));
    }
    assert.deepEqual(
      balances.map(({ available, held }) => [available, held]),
      [
        [500, 0],
        [400, 100],
        [250, 250],
        [250, 150],
        [250, 150],
        [257, 150],
        [257, 150],
        [407, 0],
        [407, 0],
      ],
    );
  });
}
