import { expect, it } from 'vitest';
import { MemoryCache } from '../../adapters/memory/cache.ts';
import { ManualClock } from '../support/manual-clock.ts';

const build = () => {
  const clock = new ManualClock(1_000);
  return { clock, cache: new MemoryCache({ clock, maxBytes: 10_000 }) };
};

it.each(['set', 'add'] as const)(
  'a cache removes an entry of `%s` that expires before all that it had when it was last cleaned up',
  async (method) => {
    const { clock, cache } = build();
    await cache.set('late', { value: 'late', expiresAt: 5_000 });
    expect(await cache.removeExpired({ limit: 5 })).toBe(0);
    await cache[method]('early', { value: 'early', expiresAt: 2_000 });
    clock.leap(1_000);
    expect(await cache.removeExpired({ limit: 5 })).toBe(1);
    expect(await cache.removeExpired({ limit: 5 })).toBe(0);
    clock.leap(3_000);
    expect(await cache.removeExpired({ limit: 5 })).toBe(1);
  },
);

it('a cache finds those that expired since the clean-up before, however few it removed then', async () => {
  const { clock, cache } = build();
  for (const at of [2_000, 3_000, 4_000]) await cache.set(`${at}`, { value: '', expiresAt: at });
  clock.leap(2_000);
  expect(await cache.removeExpired({ limit: 1 })).toBe(1);
  expect(await cache.removeExpired({ limit: 1 })).toBe(1);
  expect(await cache.removeExpired({ limit: 1 })).toBe(0);
  clock.leap(1_000);
  expect(await cache.removeExpired({ limit: 1 })).toBe(1);
});

it('a cache looks at each entry about once while it is cleaned up, wherever the expired ones are', async () => {
  const clock = new ManualClock(1_000);
  const cache = new MemoryCache({ clock, maxBytes: 100_000_000 });
  for (let number = 0; number < 30_000; number += 1) {
    const expired = number >= 10_000 && number < 20_000;
    await cache.set(`key ${number}`, { value: '', expiresAt: expired ? 2_000 : 9_000 });
  }
  clock.leap(1_000);
  // Cleaning up yields to the event loop once for so many entries.
  let yields = 0;
  let done = false;
  const count = () => {
    yields += 1;
    if (!done) setImmediate(count);
  };
  setImmediate(count);
  let removed = 0;
  for (let some = 100; some === 100; removed += some) some = await cache.removeExpired({ limit: 100 });
  done = true;
  expect(removed).toBe(10_000);
  expect(yields).toBeLessThan(20);
});

it('a cache takes no more memory than it may, however long the texts are', async () => {
  const cache = new MemoryCache({ clock: new ManualClock(1_000), maxBytes: 1_000_000 });
  const value = 'é'.repeat(10_000);
  for (let number = 0; number < 200; number += 1)
    await cache.set(`key ${number}`, { value, expiresAt: 9_000 });
  const kept = await Promise.all(Array.from({ length: 200 }, (_, number) => cache.get(`key ${number}`)));
  expect(kept.lastIndexOf(undefined)).toBe(150);
});
