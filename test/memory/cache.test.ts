import { expect, it } from 'vitest';
import { MemoryCache } from '../../adapters/memory/cache.ts';
import { ManualClock } from '../support/manual-clock.ts';

const build = () => {
  const clock = new ManualClock(1_000);
  return { clock, cache: new MemoryCache({ clock, maxEntries: 10 }) };
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
