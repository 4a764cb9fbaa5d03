import assert from 'node:assert/strict';
import type { ChargeKind, GrantReason } from '../../src/ports/credit-ledger.ts';
import type { LedgerTest } from './ledger-test.ts';

const badAmounts = [
  0,
  -0,
  -1,
  0.2,
  1.5,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  Number.MAX_SAFE_INTEGER + 1,
  1e21,
  '200' as unknown as number,
  undefined as unknown as number,
];
const badTimes = [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 1e300];
/** Empty; a NUL; halves of a surrogate pair, which no UTF-8 text can hold. */
const badNames = ['', 'ac\0me', 'acme\ud83e', '\uddfeacme'];

export function argumentsContract(test: LedgerTest): void {
  const grant = { id: 'g', account: 'acme', milliCredits: 1_000, reason: 'purchase' } as const;
  const invalid = (parameter: string) => ({ code: 'invalid_argument', parameter });

  test('an amount must be a positive safe integer', async ({ ledger, fund }) => {
    await fund('acme', 1_000);
    for (const milliCredits of badAmounts) {
      await assert.rejects(ledger.grant({ ...grant, milliCredits }), invalid('milliCredits'));
      const hold = { id: 'h', account: 'acme', milliCredits, expiresInMs: 1 };
      await assert.rejects(ledger.hold(hold), invalid('milliCredits'));
    }
    assert.deepEqual(await ledger.balance('acme'), { available: 1_000, held: 0 });
    assert.equal((await ledger.entries('acme', { limit: 10 })).length, 1);
  });

  test('invalid arguments are refused before the id is looked up', async (context) => {
    const { ledger } = context;
    await ledger.grant(grant);
    await context.placeHold({ id: 'h', account: 'acme', milliCredits: 1 });
    await assert.rejects(ledger.grant({ ...grant, milliCredits: -1 }), invalid('milliCredits'));
    const hold = { id: 'h', account: 'acme', milliCredits: 0.5, expiresInMs: 0 };
    await assert.rejects(ledger.hold(hold), invalid('milliCredits'));
  });

  test('the id of a refused call can be used again', async ({ ledger }) => {
    await assert.rejects(ledger.grant({ ...grant, milliCredits: 0 }), invalid('milliCredits'));
    assert.equal(await ledger.grant(grant), 1_000);
  });

  test('ids and accounts must be text that can be stored unchanged', async ({ ledger }) => {
    const hold = { id: 'h', account: 'acme', milliCredits: 1, expiresInMs: 1 };
    for (const name of badNames) {
      await assert.rejects(ledger.grant({ ...grant, id: name }), invalid('id'));
      await assert.rejects(ledger.grant({ ...grant, account: name }), invalid('account'));
      await assert.rejects(ledger.hold({ ...hold, id: name }), invalid('id'));
      await assert.rejects(ledger.hold({ ...hold, account: name }), invalid('account'));
      await assert.rejects(ledger.capture(name), invalid('holdId'));
      await assert.rejects(ledger.release(name), invalid('holdId'));
      await assert.rejects(ledger.balance(name), invalid('account'));
      await assert.rejects(ledger.entries(name, { limit: 1 }), invalid('account'));
      await assert.rejects(ledger.accounts({ limit: 1, after: name }), invalid('after'));
      if (name === '') continue;
      const purpose = { kind: 'lookup', count: 1, keyId: name } as const;
      await assert.rejects(ledger.hold({ ...hold, purpose }), invalid('keyId'));
    }
  });

  test('times, limits and reasons are checked', async ({ ledger, fund }) => {
    await fund('acme', 1_000);
    for (const time of badTimes) {
      const hold = { id: 'h', account: 'acme', milliCredits: 1, expiresInMs: time };
      await assert.rejects(ledger.hold(hold), invalid('expiresInMs'));
    }
    for (const limit of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      await assert.rejects(ledger.sweep({ limit }), invalid('limit'));
      await assert.rejects(ledger.entries('acme', { limit }), invalid('limit'));
      await assert.rejects(ledger.accounts({ limit }), invalid('limit'));
      await assert.rejects(ledger.foldJournal({ olderThanMs: 1, limit }), invalid('limit'));
    }
    for (const olderThanMs of [-1, 0.5, Number.NaN]) {
      await assert.rejects(ledger.foldJournal({ olderThanMs, limit: 1 }), invalid('olderThanMs'));
    }
    for (const before of [0.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      await assert.rejects(ledger.entries('acme', { limit: 1, before }), invalid('before'));
    }
    const hold = { id: 'h', account: 'acme', milliCredits: 1, expiresInMs: 1 };
    for (const count of [0, -1, 0.5, Number.NaN]) {
      const purpose = { kind: 'lookup', count, keyId: null } as const;
      await assert.rejects(ledger.hold({ ...hold, purpose }), invalid('purpose.count'));
      await assert.rejects(ledger.grant({ ...grant, purpose }), invalid('purpose.count'));
    }
    const kind = 'ann@example.org' as ChargeKind;
    const purpose = { kind, count: 1, keyId: null };
    await assert.rejects(ledger.hold({ ...hold, purpose }), invalid('purpose.kind'));
    const reason = 'gift' as GrantReason;
    await assert.rejects(ledger.grant({ ...grant, reason }), invalid('reason'));
  });
}
