import assert from 'node:assert/strict';
import type { Cache, Clock } from '../src/ports.ts';
import { ManualClock } from './manual-clock.ts';
import type { ContractRunner } from './runner.ts';

export interface CacheContractSubject {
  readonly name: string;
  /** An empty cache that goes by this clock. */
  start(options: { clock: Clock }): Promise<{ cache: Cache; stop(): Promise<void> }>;
}

/** What every Cache keeps to. */
export function cacheContract(runner: ContractRunner, subject: CacheContractSubject): void {
  const { describe, it } = runner;
  const test = (name: string, body: (cache: Cache, clock: ManualClock) => Promise<void>) =>
    it(name, async () => {
      const clock = new ManualClock();
      const { cache, stop } = await subject.start({ clock });
      try {
        await body(cache, clock);
      } finally {
        await stop();
      }
    });

  describe(`${subject.name} as a cache`, () => {
    test('gives back what was set', async (cache, clock) => {
      const entry = { value: '{"status":"safe","name":"Zoë"}', expiresAt: clock.now() + 1_000 };
      await cache.set('verification:zoë@example.org', entry);
      assert.deepEqual(await cache.get('verification:zoë@example.org'), entry);
    });

    test('knows nothing of a key that was never set', async (cache) => {
      assert.equal(await cache.get('absent'), undefined);
    });

    test('forgets an entry at its expiry, to the millisecond', async (cache, clock) => {
      await cache.set('key', { value: 'value', expiresAt: clock.now() + 1_000 });
      clock.leap(999);
      assert.equal((await cache.get('key'))?.value, 'value');
      clock.leap(1);
      assert.equal(await cache.get('key'), undefined);
    });

    test('keeps the last of several values, with its own expiry', async (cache, clock) => {
      await cache.set('key', { value: 'first', expiresAt: clock.now() + 1_000 });
      await cache.set('key', { value: 'second', expiresAt: clock.now() + 5_000 });
      clock.leap(2_000);
      assert.equal((await cache.get('key'))?.value, 'second');
    });

    test('removes an entry that is set to have expired already', async (cache, clock) => {
      await cache.set('key', { value: 'value', expiresAt: clock.now() + 1_000 });
      await cache.set('key', { value: 'value', expiresAt: clock.now() });
      assert.equal(await cache.get('key'), undefined);
    });

    test('takes an entry again after it expired', async (cache, clock) => {
      await cache.set('key', { value: 'old', expiresAt: clock.now() + 10 });
      clock.leap(10);
      await cache.set('key', { value: 'new', expiresAt: clock.now() + 10 });
      assert.equal((await cache.get('key'))?.value, 'new');
    });

    test('keeps keys apart that differ only in case, in length or by a separator', async (cache, clock) => {
      const keys = ['a', 'A', 'a:', 'a:b', 'ab', 'a b', 'a%b', 'a*'];
      const expiresAt = clock.now() + 1_000;
      for (const key of keys) await cache.set(key, { value: `value of ${key}`, expiresAt });
      for (const key of keys) assert.equal((await cache.get(key))?.value, `value of ${key}`);
    });

    test('holds a long value, and an empty one', async (cache, clock) => {
      const expiresAt = clock.now() + 1_000;
      await cache.set('long', { value: 'é'.repeat(100_000), expiresAt });
      await cache.set('empty', { value: '', expiresAt });
      assert.equal((await cache.get('long'))?.value.length, 100_000);
      assert.deepEqual(await cache.get('empty'), { value: '', expiresAt });
    });

    test('serves many callers at once', async (cache, clock) => {
      const expiresAt = clock.now() + 1_000;
      const keys = Array.from({ length: 500 }, (_, index) => `key ${index}`);
      await Promise.all(keys.map((key) => cache.set(key, { value: key, expiresAt })));
      const entries = await Promise.all(keys.map((key) => cache.get(key)));
      assert.deepEqual(
        entries.map((entry) => entry?.value),
        keys,
      );
    });
  });
}
