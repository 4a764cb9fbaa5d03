import { describe, expect, it } from 'vitest';
import { memoryStores } from '../../adapters/memory/index.ts';
import {
  ForgottenAddresses,
  forgottenMarkOf,
  localPartDigest,
} from '../../src/credits/forgotten-addresses.ts';
import type { Cache } from '../../src/ports/cache.ts';
import { changedPort } from '../stores/changed-port.ts';
import { ManualClock } from '../support/manual-clock.ts';

/** A cache in memory that counts what is read. */
function countedCache(clock: ManualClock): { readonly cache: Cache; readonly read: string[] } {
  const { cache } = memoryStores({ clock });
  const read: string[] = [];
  return {
    read,
    cache: changedPort(cache, {
      get: (key) => {
        read.push(key);
        return cache.get(key);
      },
    }),
  };
}

function world() {
  const clock = new ManualClock();
  const counted = countedCache(clock);
  return { clock, ...counted, forgotten: new ForgottenAddresses(counted.cache, clock) };
}

describe('forgotten addresses', () => {
  it('are known until the mark has expired, and others are not', async () => {
    const { clock, cache, forgotten } = world();
    await forgotten.mark('ann@example.org');
    expect(await forgotten.has('ann@example.org')).toBe(true);
    expect(await forgotten.has('bob@example.org')).toBe(false);
    expect(await forgotten.has('ann@example.com')).toBe(false);
    const { expiresAt } = (await cache.get(forgottenMarkOf('ann@example.org'))) ?? { expiresAt: 0 };
    clock.leap(expiresAt - clock.now());
    expect(await forgotten.has('ann@example.org')).toBe(false);
  });

  it('may be texts that are no address', async () => {
    const { forgotten } = world();
    await forgotten.mark('no address');
    expect(await forgotten.has('no address')).toBe(true);
    expect(await forgotten.has('no addresss')).toBe(false);
    expect(await forgotten.has('no addres')).toBe(false);
  });

  it('are left out of the local parts of their domain, whatever their case', async () => {
    const { forgotten } = world();
    await forgotten.mark('ann@example.org');
    const [ann, bob] = [localPartDigest('Ann'), localPartDigest('bob')];
    expect(await forgotten.withoutForgotten('example.org', [ann, bob])).toEqual([bob]);
    expect(await forgotten.withoutForgotten('example.org', [ann])).toEqual([]);
    expect(await forgotten.withoutForgotten('example.com', [ann, bob])).toEqual([ann, bob]);
  });

  it('cost one look at a domain without any, and none where there is nothing to leave out', async () => {
    const { forgotten, read } = world();
    const digests = ['ann', 'bob', 'cay'].map(localPartDigest);
    expect(await forgotten.withoutForgotten('example.org', digests)).toEqual(digests);
    expect(read).toHaveLength(1);
    await forgotten.mark('ann@example.org');
    read.length = 0;
    expect(await forgotten.withoutForgotten('example.org', [])).toEqual([]);
    expect(read).toEqual([]);
  });

  it('cost one look at a domain without any also while there are some at another one', async () => {
    const { forgotten, read } = world();
    const digests = ['ann', 'bob', 'cay'].map(localPartDigest);
    await forgotten.mark('ann@example.com');
    expect(await forgotten.withoutForgotten('example.org', digests)).toEqual(digests);
    expect(read).toHaveLength(1);
  });

  it('are remembered for as long as the clock that is ahead says', async () => {
    const { clock, cache, forgotten } = world();
    const key = forgottenMarkOf('ann@example.org');
    const expiryOf = async () => (await cache.get(key))?.expiresAt ?? 0;
    await forgotten.mark('ann@example.org');
    const first = await expiryOf();
    clock.leap(1_000);
    await forgotten.mark('ann@example.org');
    expect(await expiryOf()).toBe(first + 1_000);
    clock.adjust(-60_000);
    await forgotten.mark('ann@example.org');
    expect(await expiryOf()).toBe(first + 1_000);
  });
});
