import { describe, expect, it } from 'vitest';
import { memoryStores } from '../../adapters/memory/index.ts';
import { ResultCache } from '../../src/credits/result-cache.ts';
import type { Cache } from '../../src/ports/cache.ts';
import { ManualClock } from '../support/manual-clock.ts';

interface Found {
  readonly text: string;
  readonly conclusive: boolean;
  readonly ofEgresses: boolean;
}

const sure: Found = { text: 'sure', conclusive: true, ofEgresses: false };
const vague: Found = { text: 'vague', conclusive: false, ofEgresses: false };
const blocked: Found = { text: 'blocked', conclusive: false, ofEgresses: true };

const key = 'things:a';
/** What a process finds where nothing is stored. */
const nothing = { kind: 'none', stored: undefined } as const;
const dayMs = 86_400_000;

/** Caches of processes on one store, each with its own egresses. */
function processes() {
  const clock = new ManualClock();
  const { cache } = memoryStores({ clock });
  const start = (...egresses: readonly string[]) =>
    new ResultCache<Found>({
      cache,
      clock,
      egresses,
      field: 'finding',
      keyPrefix: 'things',
      maxKeyLength: 3,
      isConclusive: ({ conclusive }) => conclusive,
      isOfEgresses: ({ ofEgresses }) => ofEgresses,
      addressKeyOf: () => undefined,
      captureHold: async () => true,
    });
  const stored = async (of = key) => JSON.parse((await cache.get(of))?.value ?? 'null');
  return { clock, cache, start, stored };
}

/** Lets another process change the entry before each of the next `times` replacements. Returns how many were tried. */
function disturb(cache: Cache, times: number, change: (attempt: number) => Promise<void>): () => number {
  const replace = cache.replace.bind(cache);
  let tries = 0;
  cache.replace = async (...args) => {
    tries += 1;
    if (tries <= times) await change(tries);
    return replace(...args);
  };
  return () => tries;
}

describe('a result that may be due to the egresses of its process', () => {
  it('is noted with them, and others are not', async () => {
    const { start, stored } = processes();
    const cache = start('x', 'y');
    await cache.store('a', blocked, { patienceMs: 5 });
    expect(await stored()).toEqual({ finding: blocked, patienceMs: 5, egresses: ['x', 'y'] });
    await cache.storeCharged('b', sure, { patienceMs: 5, holdId: 'hold', replaced: nothing });
    expect(await stored('things:b')).toEqual({ finding: sure, patienceMs: 5, holdId: 'hold' });
  });

  it('may be improved by a process with another egress only', async () => {
    const { start } = processes();
    await start('x', 'y').store('a', blocked, { patienceMs: 5 });
    const mayImprove = async (...egresses: readonly string[]) => {
      const found = await start(...egresses).find('a', 5);
      return found?.kind === 'found' ? found.mayImprove : undefined;
    };
    expect(await mayImprove('x')).toBe(false);
    expect(await mayImprove('y', 'x')).toBe(false);
    expect(await mayImprove()).toBe(false);
    expect(await mayImprove('z')).toBe(true);
    expect(await mayImprove('x', 'z')).toBe(true);
  });

  it('is none if it is not due to any', async () => {
    const { start } = processes();
    await start('x').store('a', vague, { patienceMs: 5 });
    expect(await start('z').find('a', 5)).toEqual({ kind: 'found', result: vague, mayImprove: false });
  });
});

describe('what another process finds out about such a result', () => {
  it('replaces it if it is conclusive', async () => {
    const { start, stored } = processes();
    await start('x').store('a', blocked, { patienceMs: 5 });
    await start('z').storeImprovement('a', sure, { patienceMs: 7 });
    expect(await stored()).toEqual({ finding: sure, patienceMs: 7 });
  });

  it('otherwise only adds its egresses, each once, and prolongs nothing', async () => {
    const { clock, cache, start, stored } = processes();
    await start('x', 'y').storeCharged('a', blocked, { patienceMs: 5, holdId: 'hold', replaced: nothing });
    const expiresAt = clock.now() + dayMs;
    clock.leap(1_000);
    await start('y', 'z').storeImprovement('a', vague, { patienceMs: 7 });
    expect(await stored()).toEqual({
      finding: blocked,
      patienceMs: 5,
      holdId: 'hold',
      egresses: ['x', 'y', 'z'],
    });
    expect((await cache.get(key))?.expiresAt).toBe(expiresAt);
  });

  it('is lost if the result is gone, or another one by now, or has no place in the store', async () => {
    const { cache, start, stored } = processes();
    const other = start('z');
    await other.storeImprovement('a', blocked, { patienceMs: 5 });
    expect(await stored()).toBeNull();
    await start('x').store('a', vague, { patienceMs: 5 });
    await other.storeImprovement('a', blocked, { patienceMs: 5 });
    expect(await stored()).toEqual({ finding: vague, patienceMs: 5 });
    let asked = 0;
    cache.get = async () => {
      asked += 1;
      return undefined;
    };
    await other.storeImprovement('long', blocked, { patienceMs: 5 });
    expect(asked).toBe(0);
  });

  it('is added to what others add at the same time', async () => {
    const { cache, start, stored } = processes();
    await start('x').store('a', blocked, { patienceMs: 5 });
    const tries = disturb(cache, 1, () => start('y').storeImprovement('a', vague, { patienceMs: 5 }));
    await start('z').storeImprovement('a', vague, { patienceMs: 5 });
    expect((await stored()).egresses).toEqual(['x', 'y', 'z']);
    // One of the two processes had to try again.
    expect(tries()).toBe(3);
  });
});

describe.each([
  ['an improvement', 'storeImprovement', blocked],
  ['an inconclusive result', 'store', vague],
] as const)('%s that others change each time', (_, method, result) => {
  const change = (cache: Cache, clock: ManualClock) => (attempt: number) =>
    cache.set(key, {
      value: JSON.stringify({ finding: blocked, patienceMs: attempt, egresses: ['x'] }),
      expiresAt: clock.now() + 1_000,
    });

  it('is tried five times', async () => {
    const { cache, clock, start, stored } = processes();
    await change(cache, clock)(0);
    const tries = disturb(cache, 10, change(cache, clock));
    await start('z')[method]('a', result, { patienceMs: 9 });
    expect(tries()).toBe(5);
    expect(await stored()).toMatchObject({ finding: blocked, patienceMs: 5, egresses: ['x'] });
  });

  it('is stored once they have ended', async () => {
    const { cache, clock, start, stored } = processes();
    await change(cache, clock)(0);
    const tries = disturb(cache, 4, change(cache, clock));
    await start('z')[method]('a', result, { patienceMs: 9 });
    expect(tries()).toBe(5);
    const egresses = (await stored()).egresses ?? [];
    expect(method === 'store' ? (await stored()).finding : egresses).toEqual(
      method === 'store' ? vague : ['x', 'z'],
    );
  });
});

it('An inconclusive result is not tried again where a conclusive one has come', async () => {
  const { cache, start, stored } = processes();
  const tries = disturb(cache, 1, () => start('x').store('a', sure, { patienceMs: 5 }));
  await start('z').store('a', vague, { patienceMs: 9 });
  expect(tries()).toBe(1);
  expect((await stored()).finding).toEqual(sure);
});
