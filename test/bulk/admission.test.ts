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
    await expect(bulk.submitLookups(list, { account })).rejects.toMatchObject({
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
    expect(await bulk.submit(list, { account })).toMatchObject({ total_emails: 2, estimated_cost: 0.4 });
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
    expect(longer.normalised()).toBe(3);
  });

  it('may be paid for with credits that are held now', async () => {
    const { bulk, account, ledger } = await start(400);
    await ledger.hold({ id: 'h', account, milliCredits: 400, expiresInMs: 1_000 });
    const submitted = bulk.submit(['ann@example.com', 'bob@example.com'], { account });
    await ledger.release('h');
    expect(await submitted).toMatchObject({ total_emails: 2 });
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
