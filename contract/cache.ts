import assert from 'node:assert/strict';
import type { Cache } from '../src/ports/cache.ts';
import type { Clock } from '../src/ports/clock.ts';
import { expectThat } from './failure/contract-failure.ts';
import { longId } from './long-id.ts';
import { ManualClock } from './manual-clock.ts';
import type { ContractRunner } from './runner.ts';
import { prepareSuite } from './suite.ts';
import { race } from './until.ts';

/** A started cache. */
export interface RunningCache {
  readonly cache: Cache;
  stop(): Promise<void>;
  /** Opens the same cache as another process would. `stop` closes it too. */
  openSecond?(): Promise<Cache>;
}

/** The adapter under test. */
export interface CacheContractSubject {
  readonly name: string;
  /** Starts an empty cache that uses this clock. */
  start(options: { clock: Clock }): Promise<RunningCache>;
}

/** Returns one of the handles on the cache: the first for even numbers, the second, if there is one, for odd ones. */
type CacheHandle = (racer: number) => Cache;

/** Tests a Cache: values, expiry to the millisecond, separate keys, and refused text. */
export function cacheContract(runner: ContractRunner, subject: CacheContractSubject): void {
  const suite = prepareSuite('Cache', runner, subject, { part: 'cache' });
  const { describe, it } = suite.runner;
  const test = (
    name: string,
    body: (cache: Cache, clock: ManualClock, handle: CacheHandle) => Promise<void>,
  ) =>
    it(name, async () => {
      const clock = new ManualClock();
      const running = await suite.subject.start({ clock });
      try {
        const other = (await running.openSecond?.()) ?? running.cache;
        await body(running.cache, clock, (racer) => (racer % 2 === 0 ? running.cache : other));
      } finally {
        await running.stop();
      }
    });

  describe(`Cache contract: ${subject.name}`, () => {
    test('returns the entry that was set', async (cache, clock) => {
      const entry = { value: '{"status":"safe","name":"Zoë"}', expiresAt: clock.now() + 1_000 };
      await cache.set('verification:zoë@example.org', entry);
      assert.deepEqual(await cache.get('verification:zoë@example.org'), entry);
    });

    test('returns undefined for a key that was never set', async (cache) => {
      assert.equal(await cache.get('absent'), undefined);
    });

    test('expires an entry to the millisecond', async (cache, clock) => {
      await cache.set('key', { value: 'value', expiresAt: clock.now() + 1_000 });
      clock.leap(999);
      assert.equal((await cache.get('key'))?.value, 'value');
      clock.leap(1);
      assert.equal(await cache.get('key'), undefined);
    });

    test('keeps an expiry with a fraction of a millisecond', async (cache, clock) => {
      const entry = { value: 'value', expiresAt: clock.now() + 1_000.25 };
      await cache.set('key', entry);
      assert.deepEqual(await cache.get('key'), entry);
      assert.deepEqual(await cache.add('key', { ...entry, value: 'other' }), entry);
      clock.leap(1_001);
      assert.equal(await cache.get('key'), undefined);
    });

    test('shows all processes the same entries and groups', async (cache, clock, handle) => {
      const other = handle(1);
      const entry = { value: 'value', expiresAt: clock.now() + 1_000 };
      await cache.set('key', entry, { group: 'group' });
      assert.deepEqual(await other.get('key'), entry);
      const replaced = { value: 'replaced', expiresAt: clock.now() + 2_000 };
      await other.set('key', replaced, { group: 'group' });
      assert.deepEqual(await cache.get('key'), replaced);
      assert.equal(await cache.removeGroup('group'), 1);
      assert.equal(await other.get('key'), undefined);
      await other.set('brief', entry);
      clock.leap(1_000);
      assert.equal(await cache.get('brief'), undefined);
    });

    test('replaces an entry and its expiry', async (cache, clock) => {
      await cache.set('key', { value: 'first', expiresAt: clock.now() + 1_000 });
      await cache.set('key', { value: 'second', expiresAt: clock.now() + 5_000 });
      clock.leap(2_000);
      assert.equal((await cache.get('key'))?.value, 'second');
    });

    test('removes an entry that is replaced by an expired one', async (cache, clock) => {
      await cache.set('key', { value: 'value', expiresAt: clock.now() + 1_000 });
      await cache.set('key', { value: 'value', expiresAt: clock.now() });
      assert.equal(await cache.get('key'), undefined);
    });

    test('accepts a new entry after the old one expired', async (cache, clock) => {
      await cache.set('key', { value: 'old', expiresAt: clock.now() + 10 });
      clock.leap(10);
      await cache.set('key', { value: 'new', expiresAt: clock.now() + 10 });
      assert.equal((await cache.get('key'))?.value, 'new');
    });

    test('distinguishes keys that differ only in case, length or a separator', async (cache, clock) => {
      const keys = ['a', 'A', 'a:', 'a:b', 'ab', 'a b', 'a%b', 'a*'];
      const expiresAt = clock.now() + 1_000;
      for (const key of keys) await cache.set(key, { value: `value of ${key}`, expiresAt });
      for (const key of keys) assert.equal((await cache.get(key))?.value, `value of ${key}`);
    });

    test('distinguishes keys and groups of thousands of characters by the last of them', async (cache, clock) => {
      const expiresAt = clock.now() + 1_000;
      const [key, group] = [longId(1), longId(2)];
      const others = [`${key.slice(0, -1)}!`, `${group.slice(0, -1)}!`] as const;
      await cache.set(key, { value: 'one', expiresAt }, { group });
      await cache.set(others[0], { value: 'other', expiresAt }, { group: others[1] });
      assert.equal((await cache.get(key))?.value, 'one');
      assert.equal(await cache.removeGroup(group), 1);
      assert.equal(await cache.get(key), undefined);
      assert.equal((await cache.get(others[0]))?.value, 'other');
    });

    test('rejects text that UTF-8 cannot encode, instead of mixing it up with other text', async (cache, clock) => {
      const expiresAt = clock.now() + 1_000;
      await cache.set('a\uFFFD', { value: 'replacement character', expiresAt });
      for (const key of ['a\uD800', 'a\uDC00', 'a\0']) {
        const entry = { value: 'other', expiresAt };
        await assert.rejects(cache.set(key, entry), { code: 'invalid_argument', parameter: 'key' });
        await assert.rejects(cache.get(key), { code: 'invalid_argument', parameter: 'key' });
      }
      const torn = { value: '\uD800', expiresAt };
      await assert.rejects(cache.set('a\uFFFD', torn), { code: 'invalid_argument', parameter: 'value' });
      assert.equal((await cache.get('a\uFFFD'))?.value, 'replacement character');
    });

    test('stores long and empty values, and values with NUL', async (cache, clock) => {
      const expiresAt = clock.now() + 1_000;
      await cache.set('nul', { value: 'a\0b\0', expiresAt });
      assert.deepEqual(await cache.get('nul'), { value: 'a\0b\0', expiresAt });
      await cache.set('long', { value: 'é'.repeat(100_000), expiresAt });
      await cache.set('empty', { value: '', expiresAt });
      assert.equal((await cache.get('long'))?.value.length, 100_000);
      assert.deepEqual(await cache.get('empty'), { value: '', expiresAt });
    });

    test('adds an entry where there is none, or an expired one', async (cache, clock) => {
      const first = { value: 'first', expiresAt: clock.now() + 10 };
      assert.deepEqual(await cache.add('key', first), first);
      assert.deepEqual(await cache.get('key'), first);
      clock.leap(10);
      const second = { value: 'second', expiresAt: clock.now() + 10 };
      assert.deepEqual(await cache.add('key', second), second);
      assert.deepEqual(await cache.get('key'), second);
    });

    test('keeps the entry that is there, and returns it, when another one is added', async (cache, clock) => {
      const first = { value: 'first', expiresAt: clock.now() + 1_000 };
      await cache.set('key', first);
      assert.deepEqual(await cache.add('key', { value: 'second', expiresAt: clock.now() + 5_000 }), first);
      assert.deepEqual(await cache.get('key'), first);
    });

    test('keeps one of the entries that are added at once', async (cache, clock, handle) => {
      const expiresAt = clock.now() + 1_000;
      const kept = await race(50, (racer) =>
        handle(racer).add('key', { value: `value ${racer}`, expiresAt }),
      );
      assert.equal(new Set(kept.map(({ value }) => value)).size, 1);
      assert.deepEqual(await cache.get('key'), kept[0]);
    });

    test('replaces an entry only if it has the expected value', async (cache, clock) => {
      const first = { value: 'first value', expiresAt: clock.now() + 1_000 };
      const second = { value: 'second', expiresAt: clock.now() + 5_000 };
      await cache.set('key', first);
      for (const other of [undefined, '', 'first', 'second'])
        assert.equal(await cache.replace('key', other, second), false);
      assert.deepEqual(await cache.get('key'), first);
      assert.equal(await cache.replace('key', 'first value', second), true);
      assert.deepEqual(await cache.get('key'), second);
    });

    test('replaces no entry, or an expired one, if none is expected', async (cache, clock) => {
      const first = { value: '', expiresAt: clock.now() + 10 };
      assert.equal(await cache.replace('key', '', first), false);
      assert.equal(await cache.get('key'), undefined);
      assert.equal(await cache.replace('key', undefined, first), true);
      assert.deepEqual(await cache.get('key'), first);
      clock.leap(10);
      const second = { value: 'second', expiresAt: clock.now() + 10 };
      assert.equal(await cache.replace('key', '', second), false);
      assert.equal(await cache.replace('key', undefined, second), true);
      assert.deepEqual(await cache.get('key'), second);
    });

    test('removes an entry of the expected value that is replaced by an expired one', async (cache, clock) => {
      await cache.set('key', { value: 'value', expiresAt: clock.now() + 1_000 });
      const expired = { value: 'value', expiresAt: clock.now() };
      assert.equal(await cache.replace('key', 'other', expired), false);
      assert.equal((await cache.get('key'))?.value, 'value');
      assert.equal(await cache.replace('key', 'value', expired), true);
      assert.equal(await cache.get('key'), undefined);
    });

    test('removes an entry that has replaced another one with its own group only', async (cache, clock) => {
      const expiresAt = clock.now() + 1_000;
      await cache.set('key', { value: 'first', expiresAt }, { group: 'old' });
      await cache.replace('key', 'first', { value: 'second', expiresAt }, { group: 'new' });
      assert.equal((await cache.get('key'))?.value, 'second');
      assert.equal(await cache.removeGroup('new'), 1);
      assert.equal(await cache.get('key'), undefined);
      await cache.replace('key', undefined, { value: 'third', expiresAt });
      await cache.removeGroup('new');
      assert.equal((await cache.get('key'))?.value, 'third');
    });

    test('loses nothing of what many callers replace at once', async (cache, clock, handle) => {
      const expiresAt = clock.now() + 100_000;
      await race(20, async (racer) => {
        for (;;) {
          const found = (await handle(racer).get('list'))?.value;
          const value = found === undefined ? `${racer}` : `${found} ${racer}`;
          if (await handle(racer).replace('list', found, { value, expiresAt })) return;
        }
      });
      const racers = (await cache.get('list'))?.value.split(' ').map(Number) ?? [];
      assert.deepEqual(
        racers.sort((a, b) => a - b),
        Array.from({ length: 20 }, (_, racer) => racer),
      );
    });

    test('lets no value be replaced by text that UTF-8 cannot encode', async (cache, clock) => {
      const expiresAt = clock.now() + 1_000;
      await assert.rejects(cache.replace('a\0', undefined, { value: 'value', expiresAt }), {
        code: 'invalid_argument',
        parameter: 'key',
      });
      await assert.rejects(cache.replace('key', '\uD800', { value: 'value', expiresAt }), {
        code: 'invalid_argument',
        parameter: 'expected',
      });
    });

    test('removes expired entries, and no others', async (cache, clock) => {
      const soon = clock.now() + 10;
      for (let number = 0; number < 7; number += 1)
        await cache.set(`old ${number}`, { value: 'value', expiresAt: soon });
      const kept = { value: 'value', expiresAt: clock.now() + 1_000 };
      await cache.set('kept', kept);
      assert.equal(await cache.removeExpired({ limit: 3 }), 0);
      clock.leap(10);
      for (let pass = 0; pass < 4; pass += 1) {
        const removed = await cache.removeExpired({ limit: 3 });
        expectThat(removed <= 3, 'at most 3 entries removed by a call', removed);
      }
      assert.equal(await cache.removeExpired({ limit: 3 }), 0);
      assert.deepEqual(await cache.get('kept'), kept);
      assert.equal(await cache.get('old 1'), undefined);
    });

    test('removes a group of entries, also expired ones, and no others', async (cache, clock) => {
      const lasting = { value: 'value', expiresAt: clock.now() + 1_000 };
      const members = Array.from({ length: 700 }, (_, number) => `member ${number}`);
      await Promise.all(members.map((member) => cache.set(member, lasting, { group: 'zoë@example.org' })));
      await cache.set('brief', { value: 'value', expiresAt: clock.now() + 10 }, { group: 'zoë@example.org' });
      await cache.set('other', lasting, { group: 'zoe@example.org' });
      await cache.set('alone', lasting);
      clock.leap(10);
      const removed = await cache.removeGroup('zoë@example.org');
      expectThat(removed >= 700, 'at least the 700 entries that have not expired', removed);
      for (const key of ['member 0', 'member 699', 'brief']) assert.equal(await cache.get(key), undefined);
      for (const key of ['other', 'alone']) assert.deepEqual(await cache.get(key), lasting);
      assert.equal(await cache.removeGroup('zoë@example.org'), 0);
      assert.equal(await cache.removeGroup('nobody'), 0);
    });

    test('removes a group for as long as the last of its entries', async (cache, clock) => {
      await cache.set('long', { value: 'value', expiresAt: clock.now() + 100_000 }, { group: 'group' });
      await cache.set('brief', { value: 'value', expiresAt: clock.now() + 10 }, { group: 'group' });
      clock.leap(50_000);
      const removed = await cache.removeGroup('group');
      expectThat(removed >= 1, 'the entry that has not expired', removed);
      assert.equal(await cache.get('long'), undefined);
    });

    test('an entry is in the group with which it was set last', async (cache, clock) => {
      const entry = { value: 'value', expiresAt: clock.now() + 1_000 };
      await cache.set('key', entry, { group: 'first' });
      await cache.set('key', entry, { group: 'second' });
      assert.equal(await cache.removeGroup('second'), 1);
      assert.equal(await cache.get('key'), undefined);
      await assert.rejects(cache.removeGroup('a\0'), { code: 'invalid_argument', parameter: 'group' });
    });

    test('serves many concurrent callers', async (cache, clock) => {
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
