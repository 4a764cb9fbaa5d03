import { describe, expect, it } from 'vitest';
import { memoryStores } from '../../adapters/memory/index.ts';
import { ForgottenAddresses } from '../../src/credits/forgotten-addresses.ts';
import { ResultCache } from '../../src/credits/result-cache.ts';
import { ManualClock } from '../support/manual-clock.ts';

interface Found {
  readonly text: string;
  readonly conclusive: boolean;
  readonly address?: string;
}

const dayMs = 86_400_000;
const minuteMs = 60_000;
const found: Found = { text: 'found', conclusive: true };
const vague: Found = { text: 'vague', conclusive: false };

/** Caches of several processes on one store. Holds are captured unless a test says that they were released. */
function processes(options: { maxKeyLength?: number } = {}) {
  const clock = new ManualClock();
  const { cache } = memoryStores({ clock });
  const released = new Set<string>();
  const captured: string[] = [];
  const start = (own: { maxPeekEntries?: number } = { maxPeekEntries: 10 }) =>
    new ResultCache<Found>({
      cache,
      clock,
      field: 'finding',
      keyPrefix: 'things',
      isConclusive: ({ conclusive }) => conclusive,
      addressKeyOf: ({ address }) => address,
      captureHold: async (holdId) => {
        captured.push(holdId);
        return !released.has(holdId);
      },
      ...options,
      ...own,
    });
  return { clock, cache, released, captured, start };
}

/** What a process finds where nothing is stored. */
const nothing = { kind: 'none', stored: undefined } as const;

describe('a stored result', () => {
  it('is found by all processes for a day', async () => {
    const { clock, start } = processes();
    const [one, other] = [start(), start()];
    await one.store('a', found, { patienceMs: 1_000 });
    clock.leap(dayMs - 1);
    expect(await one.find('a', 1_000)).toMatchObject({ result: found });
    expect(await other.find('a', 1_000)).toMatchObject({ result: found });
    expect(await other.find('b', 1_000)).toMatchObject({ kind: 'none' });
    clock.leap(1);
    expect(await one.find('a', 1_000)).toMatchObject({ kind: 'none' });
  });

  it('that is inconclusive is found by callers who are not more patient', async () => {
    const { start } = processes();
    const cache = start();
    await cache.store('a', vague, { patienceMs: 1_000 });
    expect(await cache.find('a', 1_000)).toMatchObject({ result: vague });
    expect(await cache.find('a', 1_001)).toMatchObject({ kind: 'none', provisional: { patienceMs: 1_000 } });
  });

  it('does not exist under a key that is too long', async () => {
    const { start } = processes({ maxKeyLength: 3 });
    const cache = start();
    await cache.store('abc', found, { patienceMs: 1_000 });
    expect(await cache.find('abc', 1_000)).toMatchObject({ result: found });
    expect(cache.peek('abc')).toEqual(found);
    await cache.store('abcd', found, { patienceMs: 1_000 });
    expect(await cache.find('abcd', 1_000)).toMatchObject({ kind: 'none' });
    expect(cache.peek('abcd')).toBeUndefined();
    cache.keepForPeek('abcd', found);
    expect(cache.peek('abcd')).toBeUndefined();
    expect(cache.storeKey('abcd')).toBeUndefined();
    expect(await cache.forget('abcd')).toBe(0);
  });
});

describe('a result for a more patient caller, stored in the place of another one', () => {
  const hasty: Found = { text: 'hasty', conclusive: false };

  /** A result that was paid for, and one that a more patient caller was to pay for. */
  async function replaced(result: Found) {
    const world = processes();
    const cache = world.start({});
    await cache.storeCharged('a', hasty, { patienceMs: 1_000, holdId: 'first', replaced: nothing });
    world.clock.leap(minuteMs);
    const store = async (patienceMs: number, holdId: string) => {
      const known = await cache.find('a', patienceMs);
      if (known.kind === 'found') throw new Error('There is a result already.');
      expect(await cache.storeCharged('a', result, { patienceMs, holdId, replaced: known })).toBe(true);
    };
    await store(2_000, 'second');
    return { ...world, store, find: (patienceMs: number) => cache.find('a', patienceMs) };
  }

  it.each([found, vague])('counts once it is paid for: %o', async (result) => {
    const { find } = await replaced(result);
    expect(await find(1_000)).toMatchObject({ result });
    expect(await find(2_000)).toMatchObject({ result });
  });

  it.each([found, vague])(
    'leaves that one to its own callers if it is never paid for: %o',
    async (result) => {
      const { find, store, released, clock } = await replaced(result);
      released.add('second');
      expect(await find(1_000)).toMatchObject({ result: hasty });
      expect(await find(2_000)).toMatchObject({ kind: 'none', provisional: { patienceMs: 1_000 } });
      await store(2_000, 'third');
      released.add('third');
      expect(await find(1_000)).toMatchObject({ result: hasty });
      clock.leap(dayMs - minuteMs);
      expect(await find(1_000)).toMatchObject({ kind: 'none' });
    },
  );

  it('keeps the last two that were replaced', async () => {
    const { find, store, released, cache } = await replaced(vague);
    for (const patienceMs of [3_000, 4_000, 5_000]) await store(patienceMs, `of ${patienceMs}`);
    const depth = (entry: { former?: object }): number =>
      1 + (entry.former === undefined ? 0 : depth(entry.former));
    expect(depth(JSON.parse((await cache.get('things:a'))?.value ?? '{}'))).toBe(3);
    released.add('of 5000');
    expect(await find(3_000)).toMatchObject({ result: vague });
  });
});

describe('a result that was found once', () => {
  it('is returned without asking the store for a minute, frozen', async () => {
    const { clock, start } = processes();
    const cache = start();
    await cache.store('a', found, { patienceMs: 1_000 });
    expect(cache.peek('a')).toBeUndefined();
    await cache.find('a', 1_000);
    expect(cache.peek('a')).toEqual(found);
    expect(Object.isFrozen(cache.peek('a'))).toBe(true);
    expect(Object.isFrozen(found)).toBe(false);
    clock.leap(minuteMs - 1);
    expect(cache.peek('a')).toEqual(found);
    clock.leap(1);
    expect(cache.peek('a')).toBeUndefined();
    await cache.find('a', 1_000);
    expect(cache.peek('a')).toEqual(found);
  });

  it('is not returned longer than it is stored', async () => {
    const { clock, start } = processes();
    const cache = start();
    await cache.store('a', found, { patienceMs: 1_000 });
    clock.leap(dayMs - 10);
    await cache.find('a', 1_000);
    clock.leap(9);
    expect(cache.peek('a')).toEqual(found);
    clock.leap(1);
    expect(cache.peek('a')).toBeUndefined();
  });

  it('is not returned if it is inconclusive, or if nothing is to be kept in the process', async () => {
    const { start } = processes();
    const cache = start();
    await cache.store('a', vague, { patienceMs: 1_000 });
    await cache.find('a', 1_000);
    expect(cache.peek('a')).toBeUndefined();
    for (const own of [{}, { maxPeekEntries: 0 }]) {
      const bare = start(own);
      await bare.store('b', found, { patienceMs: 1_000 });
      expect(await bare.find('b', 1_000)).toMatchObject({ result: found });
      expect(bare.peek('b')).toBeUndefined();
    }
  });

  it('is not returned if its hold was not captured', async () => {
    const { start, released } = processes();
    const cache = start();
    released.add('hold');
    await cache.storeCharged('a', found, { patienceMs: 1_000, holdId: 'hold', replaced: nothing });
    await cache.find('a', 1_000);
    expect(cache.peek('a')).toBeUndefined();
    cache.keepForPeek('a', found);
    expect(cache.peek('a')).toEqual(found);
  });
});

describe('a result that is charged', () => {
  it('is stored only in the place of what was found before', async () => {
    const { start } = processes();
    const [one, other] = [start(), start()];
    expect(
      await one.storeCharged('a', vague, { patienceMs: 1_000, holdId: 'first', replaced: nothing }),
    ).toBe(true);
    expect(
      await other.storeCharged('a', found, { patienceMs: 1_000, holdId: 'second', replaced: nothing }),
    ).toBe(false);
    expect(await other.find('a', 1_000)).toMatchObject({ result: vague });
    const known = await other.find('a', 2_000);
    if (known.kind === 'found') throw new Error('There is a result already.');
    expect(
      await other.storeCharged('a', found, { patienceMs: 2_000, holdId: 'second', replaced: known }),
    ).toBe(true);
    expect(await one.find('a', 1_000)).toMatchObject({ result: found });
  });

  it('counts for others once its hold is captured, which they do', async () => {
    const { start, captured } = processes();
    const cache = start();
    await cache.storeCharged('a', found, { patienceMs: 1_000, holdId: 'hold', replaced: nothing });
    expect(await cache.find('a', 1_000)).toMatchObject({ result: found });
    expect(captured).toEqual(['hold']);
    expect(await cache.withdraw('hold')).toBe(false);
  });

  it('does not count if its hold was released', async () => {
    const { start, released } = processes();
    const cache = start();
    released.add('hold');
    await cache.storeCharged('a', found, { patienceMs: 1_000, holdId: 'hold', replaced: nothing });
    expect(await cache.find('a', 1_000)).toMatchObject({ kind: 'none' });
    expect(await cache.withdraw('hold')).toBe(true);
  });

  it('does not count once it was withdrawn, for as long as it is stored', async () => {
    const { start, clock } = processes();
    const cache = start();
    await cache.storeCharged('a', found, { patienceMs: 1_000, holdId: 'hold', replaced: nothing });
    expect(await cache.withdraw('hold')).toBe(true);
    expect(await cache.withdraw('hold')).toBe(true);
    clock.leap(dayMs - 1);
    expect(await cache.find('a', 1_000)).toMatchObject({ kind: 'none' });
  });

  it('is not captured for a caller who may not reuse it', async () => {
    const { start, captured } = processes();
    const cache = start();
    await cache.storeCharged('a', vague, { patienceMs: 1_000, holdId: 'hold', replaced: nothing });
    await cache.find('a', 2_000);
    expect(captured).toEqual([]);
  });
});

describe('forgetting an address', () => {
  it('removes the results that name it, and those under it, and counts them', async () => {
    const { start } = processes();
    const cache = start();
    const naming = { ...found, address: 'ann' };
    await cache.store('ann', naming, { patienceMs: 1_000 });
    await cache.find('ann', 1_000);
    await cache.store('row', naming, { patienceMs: 1_000 });
    await cache.store('bob', { ...found, address: 'bob' }, { patienceMs: 1_000 });
    expect(await cache.forget('ann')).toBe(2);
    expect(cache.peek('ann')).toBeUndefined();
    expect(await cache.find('ann', 1_000)).toMatchObject({ kind: 'none' });
    expect(await cache.find('row', 1_000)).toMatchObject({ kind: 'none' });
    expect(await cache.find('bob', 1_000)).toMatchObject({ result: { ...found, address: 'bob' } });
    expect(await cache.forget('ann')).toBe(0);
  });

  it('removes them also where the process keeps nothing of them', async () => {
    const { start } = processes();
    const bare = start({});
    await bare.store('ann', { ...found, address: 'ann' }, { patienceMs: 1_000 });
    expect(await bare.forget('ann')).toBe(1);
    expect(await bare.find('ann', 1_000)).toMatchObject({ kind: 'none' });
  });

  it('keeps results that name other addresses', async () => {
    const { start } = processes();
    const cache = start();
    await cache.store('row of bob', { ...found, address: 'bob' }, { patienceMs: 1_000 });
    expect(await cache.forget('ann')).toBe(0);
    expect(await cache.find('row of bob', 1_000)).toMatchObject({ result: { ...found, address: 'bob' } });
  });

  it('keeps work that began before from bringing the address back', async () => {
    const { start, cache: store, clock } = processes();
    const cache = start();
    await new ForgottenAddresses(store, clock).mark('ann');
    await cache.store('row', { ...found, address: 'ann' }, { patienceMs: 1_000 });
    await cache.store('ann', { ...found, address: 'ann' }, { patienceMs: 1_000 });
    for (const key of ['row', 'ann']) {
      expect(await cache.find(key, 1_000)).toMatchObject({ kind: 'none' });
      expect(cache.peek(key)).toBeUndefined();
    }
    await cache.store('other', found, { patienceMs: 1_000 });
    expect(await cache.find('other', 1_000)).toMatchObject({ result: found });
  });
});
