import { beforeEach, describe, expect, it } from 'vitest';
import { memoryStores } from '../../adapters/memory/index.ts';
import { DisposableDomains } from '../../src/address/disposable-domains.ts';
import {
  DisposableUpdates,
  storeDisposableLists,
  storedListsIn,
  storedListsKey,
} from '../../src/address/disposable-updates.ts';
import type { Cache } from '../../src/ports/cache.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { withResolvers } from '../support/until.ts';

let clock: ManualClock;
let cache: Cache;

beforeEach(() => {
  clock = new ManualClock();
  ({ cache } = memoryStores({ clock }));
});

function reader() {
  const domains = new DisposableDomains();
  return { domains, updates: new DisposableUpdates({ cache, clock, domains }) };
}

const sources = [{ name: 'some-list', version: '1.2.3', names: 2 }];
const many = Array.from({ length: 60_000 }, (_, index) => `throwaway-${index}.example`);

describe('lists in the store', () => {
  it('take the place of those that came with mailproof, however long they are', async () => {
    await storeDisposableLists({ cache, clock }, { curated: ['new.example'], broad: many, sources });
    const { domains, updates } = reader();
    await updates.refresh();
    expect(['new.example', many[0], many.at(-1)].map((name) => domains.isDisposable(name ?? ''))).toEqual([
      true,
      true,
      true,
    ]);
    expect(domains.isDisposable('mailinator.com')).toBe(false);
    expect(storedListsIn(await cache.get(storedListsKey))).toMatchObject({ fetchedAt: clock.now(), sources });
  });

  it('are taken up within a minute, and so are later ones', async () => {
    const { domains, updates } = reader();
    const settled = async () => {
      updates.refreshIfDue();
      // The cache in memory answers at once.
      for (let turn = 0; turn < 100; turn += 1) await Promise.resolve();
    };
    await settled();
    await storeDisposableLists({ cache, clock }, { curated: ['one.example'], broad: [], sources });
    await clock.advance(59_000);
    await settled();
    expect(domains.isDisposable('one.example')).toBe(false);
    await clock.advance(1_000);
    await settled();
    expect(domains.isDisposable('one.example')).toBe(true);
    await storeDisposableLists({ cache, clock }, { curated: ['two.example'], broad: [], sources });
    await clock.advance(60_000);
    await settled();
    expect(domains.isDisposable('one.example')).toBe(false);
    expect(domains.isDisposable('two.example')).toBe(true);
  });

  it('hold up the first verdicts for two seconds at most, and count once a slow store has read them', async () => {
    await storeDisposableLists({ cache, clock }, { curated: ['new.example'], broad: [], sources });
    const { promise: answered, resolve: answer } = withResolvers();
    const domains = new DisposableDomains();
    const slow: Pick<Cache, 'get'> = { get: (key) => answered.then(() => cache.get(key)) };
    const updates = new DisposableUpdates({ cache: slow, clock, domains });
    const first = updates.refreshIfDue();
    await clock.advance(1_999);
    expect(updates.refreshIfDue()).toBe(first);
    await clock.advance(1);
    expect(updates.refreshIfDue()).toBeUndefined();
    await first;
    expect(domains.isDisposable('mailinator.com')).toBe(true);
    answer();
    for (let turn = 0; turn < 100; turn += 1) await Promise.resolve();
    expect(domains.isDisposable('new.example')).toBe(true);
  });

  it('are not used if the store has dropped a part of them', async () => {
    await storeDisposableLists({ cache, clock }, { curated: ['new.example'], broad: many, sources });
    const { domains, updates } = reader();
    await cache.removeGroup(`${storedListsKey}:${clock.now()}`);
    await updates.refresh();
    expect(domains.isDisposable('new.example')).toBe(false);
    expect(domains.isDisposable('mailinator.com')).toBe(true);
  });

  it('leave nothing of those before in the store', async () => {
    await storeDisposableLists({ cache, clock }, { curated: ['one.example'], broad: [], sources });
    const first = clock.now();
    await clock.advance(1_000);
    await storeDisposableLists({ cache, clock }, { curated: ['two.example'], broad: [], sources });
    expect(await cache.removeGroup(`${storedListsKey}:${first}`)).toBe(0);
  });
});
