import { describe, expect, it } from 'vitest';
import { bulkFixture } from './bulk-fixture.ts';

/** A list that counts how often its elements were read: once each to count them, and once each to normalise them. */
function watched<Item>(list: readonly Item[]) {
  let reads = 0;
  return {
    list: new Proxy(list, {
      get(target, name) {
        if (typeof name === 'string' && /^\d+$/.test(name)) reads += 1;
        return Reflect.get(target, name) as unknown;
      },
    }),
    normalised: () => reads - list.length,
  };
}

const costly = Array.from({ length: 5_000 }, (_, n) => `user${n}@${'中国'.repeat(20)}${n}.com`);
const people = Array.from({ length: 100 }, (_, n) => ({
  first_name: 'Ann',
  last_name: `Baker${n}`,
  domain: 'example.com',
}));

/** An account with this many milli-credits. */
async function start(milliCredits: number) {
  const fixture = bulkFixture(() => 'safe');
  await fixture.ledger.grant({ id: 'g', account: 'acme', milliCredits, reason: 'purchase' });
  return { ...fixture, account: 'acme' };
}

describe('A list that its account cannot pay for', () => {
  it('is normalised no further than to the first address beyond its credits', async () => {
    const { bulk, account } = await start(1_000);
    const { list, normalised } = watched(costly);
    await expect(bulk.submit(list, { account })).rejects.toMatchObject({
      code: 'insufficient_credits',
      availableMilliCredits: 1_000,
      requiredMilliCredits: 1_000_000,
    });
    expect(normalised()).toBe(6);
  });

  it('is normalised no further than to the first person beyond its credits', async () => {
    const { bulk, account } = await start(3_999);
    const { list, normalised } = watched(people);
    await expect(bulk.submitLookup(list, { account })).rejects.toMatchObject({
      code: 'insufficient_credits',
    });
    expect(normalised()).toBe(4);
  });

  it('is refused with what it costs without its repeats', async () => {
    const { bulk, account } = await start(500);
    const list = [
      'ann@example.com',
      'bob@example.com',
      'Ann@Example.com',
      ' bob@example.com',
      'eve@example.com',
    ];
    await expect(bulk.submit(list, { account })).rejects.toMatchObject({ requiredMilliCredits: 600 });
  });

  it('may be paid for once its repeats are removed', async () => {
    const { bulk, account } = await start(400);
    const list = ['ann@example.com', 'bob@example.com', 'Ann@Example.com', ' bob@example.com'];
    expect(await bulk.submit(list, { account })).toMatchObject({ total: 2, milliCredits: 400 });
  });

  it('gets the first receipt if it is a repeat under its idempotency key', async () => {
    const { bulk, account } = await start(400);
    const list = ['ann@example.com', 'bob@example.com'];
    const options = { account, idempotencyKey: 'order 7' };
    const receipt = await bulk.submit(list, options);
    expect(await bulk.submit(list, options)).toEqual(receipt);
    await expect(bulk.submit(['ann@example.com'], options)).rejects.toMatchObject({ code: 'conflict' });
    const longer = watched([...list, 'eve@example.com', 'kim@example.com']);
    await expect(bulk.submit(longer.list, options)).rejects.toMatchObject({ code: 'conflict' });
    // All four are read to compare them with the first submission, and three are normalised.
    expect(longer.normalised()).toBe(4 + 3);
  });

  it('may be paid for with credits that are held now', async () => {
    const { bulk, account, ledger } = await start(400);
    await ledger.hold({ id: 'h', account, milliCredits: 400, expiresInMs: 1_000 });
    const submitted = bulk.submit(['ann@example.com', 'bob@example.com'], { account });
    await ledger.release('h');
    expect(await submitted).toMatchObject({ total: 2 });
  });
});

describe('The lists of one account', () => {
  it('are normalised one after another, whatever others submit', async () => {
    const { bulk, ledger, clock, advanceUntilSettled } = await start(1_000_000);
    await ledger.grant({ id: 'g2', account: 'another', milliCredits: 1_000_000, reason: 'purchase' });
    const order: string[] = [];
    const slow = (name: string) =>
      new Proxy(costly.slice(0, 40), {
        get(target, key) {
          if (typeof key === 'string' && /^\d+$/.test(key)) {
            clock.leap(1);
            order.push(name);
          }
          return Reflect.get(target, key) as unknown;
        },
      });
    const submissions = [
      bulk.submit(slow('first'), { account: 'acme' }),
      bulk.submit(slow('second'), { account: 'acme' }),
      bulk.submit(slow('another'), { account: 'another' }),
    ];
    await advanceUntilSettled(Promise.all(submissions));
    expect(order.indexOf('second')).toBeGreaterThan(order.lastIndexOf('first'));
    expect(order.indexOf('another')).toBeLessThan(order.lastIndexOf('first'));
  });
});

describe('Lists of an account that come to nothing', () => {
  const tooLong = Array.from({ length: 50_000 }, (_, n) => `user${n}@example.com`);
  const beyond = { code: 'budget_exceeded', budget: 'fruitless_items', retryAfterMs: 60_000 };

  it('are refused unread once they have had 500,000 items within a minute, those of others are not', async () => {
    const { bulk, account, ledger, clock } = await start(1_000);
    for (let n = 0; n < 10; n += 1)
      await expect(bulk.submit(tooLong, { account })).rejects.toMatchObject({ code: 'insufficient_credits' });
    await expect(bulk.checkCredits('verification', { account })).rejects.toMatchObject(beyond);
    const { list, normalised } = watched(['ann@example.com']);
    await expect(bulk.submit(list, { account })).rejects.toMatchObject(beyond);
    expect(normalised()).toBe(-1);
    await ledger.grant({ id: 'g2', account: 'another', milliCredits: 1_000, reason: 'purchase' });
    expect(await bulk.submit(['ann@example.com'], { account: 'another' })).toMatchObject({ total: 1 });
    clock.leap(60_000);
    expect(await bulk.submit(['ann@example.com'], { account })).toMatchObject({ total: 1 });
  });

  it('are refused although they were submitted at once', async () => {
    const { bulk, account } = await start(1_000);
    const submitted = Array.from({ length: 14 }, () => bulk.submit(tooLong, { account }));
    const refused = (await Promise.allSettled(submitted)).map((each) =>
      each.status === 'rejected' ? each.reason.code : 'created',
    );
    expect(refused.filter((code) => code === 'insufficient_credits')).toHaveLength(10);
    expect(refused.filter((code) => code === 'budget_exceeded')).toHaveLength(4);
  });

  it('are repeats, too, of what is paid for or not, but no lists that become jobs', async () => {
    for (const unpaid of [true, false]) {
      const { bulk, account } = await start(1e9);
      const options = { account, unpaid, idempotencyKey: 'one' };
      const list = tooLong.slice(0, 40_000);
      for (let n = 0; n < 20 && !unpaid; n += 1) await bulk.submit(list, { account });
      for (let n = 0; n < 14; n += 1) await bulk.submit(list, options);
      await expect(bulk.submit(list, options)).rejects.toMatchObject(beyond);
    }
  });
});

describe('A repeat under an idempotency key', () => {
  it('is known by its texts, without being normalised', async () => {
    const { bulk, account } = await start(1_000_000);
    const options = { account, idempotencyKey: 'order 7' };
    const [first, repeat] = [watched(costly.slice(0, 40)), watched(costly.slice(0, 40))];
    const receipt = await bulk.submit(first.list, options);
    expect(first.normalised()).toBe(40);
    expect(await bulk.submit(repeat.list, options)).toEqual(receipt);
    expect(repeat.normalised()).toBe(0);
  });

  it('is normalised if it is spelled otherwise', async () => {
    const { bulk, account } = await start(1_000_000);
    const options = { account, idempotencyKey: 'order 7' };
    const receipt = await bulk.submit(['ann@example.com', 'bob@example.com'], options);
    expect(await bulk.submit(['ann@Example.com', 'bob@example.com'], options)).toEqual(receipt);
    await expect(bulk.submit(['ann@example.com'], options)).rejects.toMatchObject({ code: 'conflict' });
  });
});
