import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { memoryStores } from '../../adapters/memory/index.ts';
import { systemClock } from '../../adapters/system-clock.ts';
import { PendingCalls } from '../../src/concurrency/pending-calls.ts';
import { accountsOf } from '../../src/credits/accounts.ts';
import { readUsage } from '../../src/credits/usage.ts';
import type { ChargePurpose, CreditLedger } from '../../src/ports/credit-ledger.ts';
import { ManualClock } from '../support/manual-clock.ts';

const dayMs = 86_400_000;
const firstDay = Date.UTC(2030, 0, 1);

/** A ledger in which acme has credits, and a function that charges it. */
async function scene() {
  const clock = new ManualClock(firstDay);
  const { ledger } = memoryStores({ clock });
  await ledger.grant({ id: 'g', account: 'acme', milliCredits: 1_000_000, reason: 'purchase' });
  let charges = 0;
  const charge = async (milliCredits: number, purpose?: ChargePurpose) => {
    charges += 1;
    const id = `charge ${charges}`;
    const hold = { id, account: 'acme', milliCredits, expiresInMs: 1_000 };
    await ledger.hold(purpose === undefined ? hold : { ...hold, purpose });
    await ledger.capture(id);
    return id;
  };
  const usage = (days: number, from = firstDay) =>
    readUsage({ ledger, clock: systemClock }, 'acme', { from, to: from + days * dayMs });
  return { clock, ledger, charge, usage };
}

const single = { kind: 'verification', count: 1, keyId: 'key_1' } as const;
const none = { refundedCount: 0, refundedMilliCredits: 0 };

describe('The usage of an account', () => {
  it('adds up what was captured, by day, key and kind', async () => {
    const { clock, charge, usage } = await scene();
    await charge(200, single);
    await charge(200, single);
    await charge(200, { ...single, keyId: null });
    await charge(1_000, { ...single, kind: 'lookup' });
    clock.leap(dayMs);
    await charge(600, { kind: 'bulk_verification', count: 3, keyId: 'key_2' });
    expect(await usage(2)).toEqual({
      missingUntil: null,
      rows: [
        { day: '2030-01-01', keyId: null, kind: 'verification', count: 1, milliCredits: 200, ...none },
        { day: '2030-01-01', keyId: 'key_1', kind: 'lookup', count: 1, milliCredits: 1_000, ...none },
        { day: '2030-01-01', keyId: 'key_1', kind: 'verification', count: 2, milliCredits: 400, ...none },
        {
          day: '2030-01-02',
          keyId: 'key_2',
          kind: 'bulk_verification',
          count: 3,
          milliCredits: 600,
          ...none,
        },
      ],
    });
  });

  it('has neither purchases, nor what is held or was released', async () => {
    const { ledger, usage } = await scene();
    for (const id of ['open', 'released'])
      await ledger.hold({ id, account: 'acme', milliCredits: 200, expiresInMs: 1_000, purpose: single });
    await ledger.release('released');
    expect(await usage(1)).toEqual({ rows: [], missingUntil: null });
  });

  it('shows refunds on the day on which they were given', async () => {
    const { clock, ledger, charge, usage } = await scene();
    const purpose = { kind: 'bulk_lookup', count: 5, keyId: null } as const;
    const id = await charge(5_000, purpose);
    clock.leap(dayMs);
    const refund = { id: `refund:${id}`, account: 'acme', milliCredits: 2_000, reason: 'refund' } as const;
    await ledger.grant({ ...refund, purpose: { ...purpose, count: 2 } });
    const { rows } = await usage(2);
    const row = { keyId: null, kind: 'bulk_lookup' };
    expect(rows).toEqual([
      { ...row, day: '2030-01-01', count: 5, milliCredits: 5_000, ...none },
      { ...row, day: '2030-01-02', count: 0, milliCredits: 0, refundedCount: 2, refundedMilliCredits: 2_000 },
    ]);
  });

  it('calls unknown what was charged before it was recorded what for', async () => {
    const { ledger, charge, usage } = await scene();
    const id = await charge(200);
    await ledger.grant({ id: `refund:${id}`, account: 'acme', milliCredits: 200, reason: 'refund' });
    const { rows } = await usage(1);
    expect(rows).toEqual([
      {
        day: '2030-01-01',
        keyId: null,
        kind: 'unknown',
        count: 0,
        milliCredits: 200,
        refundedCount: 0,
        refundedMilliCredits: 200,
      },
    ]);
  });

  it('keeps to its period, to the millisecond, however long the journal is', async () => {
    const { clock, charge, usage } = await scene();
    await charge(1, single);
    clock.leap(dayMs - 1);
    await charge(2, single);
    clock.leap(1);
    for (let number = 0; number < 1_200; number += 1) await charge(3, single);
    clock.leap(dayMs);
    await charge(4, single);
    const amounts = async (days: number, from: number) =>
      (await usage(days, from)).rows.map(({ milliCredits }) => milliCredits);
    expect(await amounts(1, firstDay)).toEqual([3]);
    expect(await amounts(1, firstDay + dayMs)).toEqual([3_600]);
    expect(await amounts(1, firstDay + 2 * dayMs)).toEqual([4]);
    expect(await amounts(3, firstDay)).toEqual([3, 3_600, 4]);
  });

  it('says until when charges are missing because the journal was folded', async () => {
    const { clock, ledger, charge, usage } = await scene();
    await charge(1, single);
    clock.leap(dayMs);
    await ledger.foldJournal({ olderThanMs: 1, limit: 100 });
    await charge(2, single);
    expect(await usage(2)).toMatchObject({ rows: [{ milliCredits: 2 }], missingUntil: firstDay });
    expect(await usage(1, firstDay + dayMs)).toMatchObject({ missingUntil: null });
  });

  it('is empty for an account that was never granted anything', async () => {
    const { ledger } = await scene();
    expect(await readUsage({ ledger, clock: systemClock }, 'nobody', { from: 0, to: dayMs })).toEqual({
      rows: [],
      missingUntil: null,
    });
  });

  it.each([Number.NaN, 0.5, Number.POSITIVE_INFINITY])('refuses the time %d', async (time) => {
    const { ledger } = await scene();
    await expect(
      readUsage({ ledger, clock: systemClock }, 'acme', { from: time, to: dayMs }),
    ).rejects.toMatchObject({
      code: 'invalid_argument',
      parameter: 'from',
      message: 'from must be a time in whole milliseconds since the epoch.',
    });
    await expect(
      readUsage({ ledger, clock: systemClock }, 'acme', { from: 0, to: time }),
    ).rejects.toMatchObject({ parameter: 'to' });
  });

  it('refuses a period that ends before it begins', async () => {
    const { ledger } = await scene();
    const refused = readUsage({ ledger, clock: systemClock }, 'acme', { from: 10, to: 9 });
    await expect(refused).rejects.toMatchObject({
      code: 'invalid_argument',
      parameter: 'to',
      message: 'to must not be before from. Exchange the two.',
    });
    expect((await readUsage({ ledger, clock: systemClock }, 'acme', { from: 10, to: 10 })).rows).toEqual([]);
  });
});

describe('Usage reports', () => {
  it('take turns after each page, and read no further once their signal fires', async () => {
    const reads: string[] = [];
    const entry = { kind: 'capture', id: 'c', milliCredits: 1, at: firstDay, purpose: null } as const;
    const { ledger } = await scene();
    const entries: CreditLedger['entries'] = async (account, { limit, before = 0 }) => {
      reads.push(account);
      await setImmediate();
      const isLast = account === 'globex' && before === -2;
      return Array.from({ length: isLast ? 1 : limit }, () => ({ ...entry, sequence: before - 1 }));
    };
    const accounts = accountsOf(
      { ledger: { ...ledger, entries }, clock: systemClock },
      new PendingCalls(),
      async () => 0,
    );
    const period = { from: firstDay, to: firstDay + dayMs };
    const gone = new AbortController();
    const endless = Promise.allSettled(
      [1, 2].map(() => accounts.usage('acme', { ...period, signal: gone.signal })),
    );
    const { rows } = await accounts.usage('globex', period);
    expect(rows[0]?.milliCredits).toBe(2_001);
    expect(reads.join(' ')).toMatch(/^(acme )+globex (acme )+globex (acme )+globex/);
    expect(reads.length).toBeLessThan(15);
    const reason = new Error('gone');
    gone.abort(reason);
    expect(await endless).toEqual([1, 2].map(() => ({ status: 'rejected', reason })));
    const before = reads.length;
    await setImmediate();
    expect(reads).toHaveLength(before);
  });
});
