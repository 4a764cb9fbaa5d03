import { describe, expect, it } from 'vitest';
import { memoryStores } from '../../adapters/memory/index.ts';
import { grantCredits, listAccounts, subtractCredits } from '../../src/credits/corrections.ts';
import { StorageUnavailable } from '../../src/errors.ts';
import { ManualClock } from '../support/manual-clock.ts';

async function scene() {
  const clock = new ManualClock();
  const { ledger } = memoryStores({ clock });
  await ledger.grant({ id: 'g', account: 'acme', milliCredits: 1_000, reason: 'purchase' });
  const subtract = (milliCredits: number, id = 'correction 1') =>
    subtractCredits(ledger, { id, account: 'acme', milliCredits });
  return { clock, ledger, subtract };
}

describe('Granting credits', () => {
  it('adds them once per id', async () => {
    const { ledger } = await scene();
    const grant = { id: 'order 2', account: 'acme', milliCredits: 500 };
    expect(await grantCredits(ledger, grant)).toBe(1_500);
    expect(await grantCredits(ledger, grant)).toBe(1_500);
  });

  it('refuses the id of a refund, as which it would count', async () => {
    const { ledger } = await scene();
    const grant = { id: 'refund:order 2', account: 'acme', milliCredits: 500 };
    await expect(grantCredits(ledger, grant)).rejects.toMatchObject({
      code: 'invalid_argument',
      parameter: 'id',
      message: expect.stringMatching(/refund:.*Choose another one for this addition/),
    });
    expect((await ledger.balance('acme')).available).toBe(1_000);
  });

  it('refuses what is no id, and says what one is like', async () => {
    const { ledger } = await scene();
    const grant = { id: 4711 as unknown as string, account: 'acme', milliCredits: 500 };
    await expect(grantCredits(ledger, grant)).rejects.toMatchObject({
      code: 'invalid_argument',
      parameter: 'id',
      message: expect.stringContaining("such as 'order 4711'"),
    });
  });
});

describe('Subtracting credits', () => {
  it('takes them once per id, and says so in the journal', async () => {
    const { ledger, subtract } = await scene();
    expect(await subtract(300)).toBe(700);
    expect(await subtract(300)).toBe(700);
    expect(await subtract(200, 'correction 2')).toBe(500);
    expect(await ledger.balance('acme')).toEqual({ available: 500, held: 0 });
    const [newest] = await ledger.entries('acme', { limit: 1 });
    expect(newest).toMatchObject({ kind: 'capture', purpose: { kind: 'correction', count: 1, keyId: null } });
  });

  it('takes all there is, but never more, nor what is held', async () => {
    const { ledger, subtract } = await scene();
    await ledger.hold({ id: 'h', account: 'acme', milliCredits: 400, expiresInMs: 60_000 });
    await expect(subtract(601)).rejects.toMatchObject({
      code: 'insufficient_credits',
      availableMilliCredits: 600,
      requiredMilliCredits: 601,
    });
    expect(await ledger.balance('acme')).toEqual({ available: 600, held: 400 });
    expect(await subtract(600)).toBe(0);
  });

  it('refuses an id that was used for another amount', async () => {
    const { ledger, subtract } = await scene();
    await subtract(300);
    await expect(subtract(301)).rejects.toMatchObject({ code: 'conflict' });
    expect((await ledger.balance('acme')).available).toBe(700);
  });

  it.each(['g', 'job'])('takes them although a purchase or a charge has its id (%s)', async (id) => {
    const { ledger, subtract } = await scene();
    const charge = { id: 'job', account: 'acme', milliCredits: 300, expiresInMs: 60_000 };
    await ledger.hold(charge);
    await ledger.capture('job');
    expect(await subtract(300, id)).toBe(400);
    expect(await ledger.balance('acme')).toEqual({ available: 400, held: 0 });
  });

  it.each(['', 12 as unknown as string])('refuses %j as an id, and says what one is like', async (id) => {
    const { subtract } = await scene();
    await expect(subtract(300, id)).rejects.toMatchObject({
      code: 'invalid_argument',
      parameter: 'id',
      message: expect.stringMatching(/^id must .*such as 'invoice 12'/),
    });
  });

  it('leaves the charge of work under way that has its id open', async () => {
    const { ledger, subtract } = await scene();
    await ledger.hold({ id: 'job', account: 'acme', milliCredits: 300, expiresInMs: 60_000 });
    expect(await subtract(300, 'job')).toBe(400);
    expect(await ledger.balance('acme')).toEqual({ available: 400, held: 300 });
    expect(await ledger.release('job')).toBe('released');
  });

  it('is completed by a repeat within a day if its process died in between', async () => {
    const { clock, ledger } = await scene();
    const subtraction = { id: 'c', account: 'acme', milliCredits: 300 };
    const dying = {
      ...ledger,
      hold: ledger.hold.bind(ledger),
      balance: ledger.balance.bind(ledger),
      capture: () => Promise.reject(new StorageUnavailable('The process dies here.')),
    };
    await expect(subtractCredits(dying, subtraction)).rejects.toThrow(StorageUnavailable);
    clock.leap(86_400_000 - 1);
    expect(await ledger.sweep({ limit: 10 })).toBe(0);
    expect(await subtractCredits(ledger, subtraction)).toBe(700);
  });

  it('takes nothing if it is not completed within a day, and begins anew then', async () => {
    const { clock, ledger, subtract } = await scene();
    const purpose = { kind: 'correction', count: 1, keyId: null } as const;
    const begun = {
      id: 'correction:1',
      account: 'acme',
      milliCredits: 300,
      expiresInMs: 86_400_000,
      purpose,
    };
    await ledger.hold(begun);
    clock.leap(86_400_000);
    await ledger.sweep({ limit: 10 });
    expect((await ledger.balance('acme')).available).toBe(1_000);
    expect(await subtract(300, '1')).toBe(700);
  });

  it('takes them once if several ask at the same time', async () => {
    const { ledger, subtract } = await scene();
    await Promise.all(Array.from({ length: 10 }, () => subtract(300)));
    expect(await ledger.balance('acme')).toEqual({ available: 700, held: 0 });
  });
});

describe('The list of accounts', () => {
  it('has each account once, over many pages', async () => {
    const { ledger } = await scene();
    for (let number = 0; number < 1_100; number += 1)
      await ledger.grant({ id: `${number}`, account: `a${number}`, milliCredits: 1, reason: 'purchase' });
    const names = [];
    for await (const { account } of listAccounts(ledger)) names.push(account);
    expect(names).toHaveLength(1_101);
    expect(new Set(names).size).toBe(1_101);
  });
});
