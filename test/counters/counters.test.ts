import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { systemRandom } from '../../adapters/system-random.ts';
import { race } from '../../contract/until.ts';
import { type CounterCount, Counters, type DeduplicationRecord } from '../../src/counters/counters.ts';
import type { Cache } from '../../src/ports/cache.ts';
import type { Stores } from '../../src/ports/stores.ts';
import { storeKinds } from '../stores/store-kinds.ts';
import { ManualClock } from '../support/manual-clock.ts';

interface Scene {
  readonly counters: Counters;
  /** As another process has them, if the stores are shared. */
  readonly other: Counters;
  readonly clock: ManualClock;
  readonly stores: Stores;
}

const room = { maxBytes: 1_000_000 };
const bytesBesideName = 32;

async function countsIn(counters: Counters, counter: string): Promise<Record<string, number>> {
  const counts = await counters.read(counter);
  return Object.fromEntries(counts.map(({ name, count }) => [name, count]));
}

function bytesOf(counts: readonly CounterCount[]): number {
  return counts.reduce((sum, { name }) => sum + Buffer.byteLength(name) + bytesBesideName, 0);
}

/** Returns the options of a call that sets the record `key` for a second, after `clock`. */
function recordOnce(
  clock: ManualClock,
  { key = 'key', expected, value = 'value' }: Partial<DeduplicationRecord> = {},
): { readonly maxBytes: number; readonly record: DeduplicationRecord } {
  return { ...room, record: { key, expected, value, expiresAt: clock.now() + 1_000 } };
}

describe.each(Object.entries(storeKinds()))('counters in %s', (_, open) => {
  const test = (name: string, body: (scene: Scene) => Promise<void>) =>
    it(name, async () => {
      const clock = new ManualClock();
      const { stores, second } = await open(clock);
      const [counters, other] = [stores, second].map(
        ({ cache }) => new Counters({ cache, clock, random: systemRandom }),
      );
      await body({ counters: counters!, other: other!, clock, stores });
    });

  test('a counter adds up what is counted, whoever counts', async ({ counters, other }) => {
    assert.deepEqual(await counters.read('fruit'), []);
    await counters.add('fruit', [{ name: 'apple', by: 2 }], room);
    await other.add(
      'fruit',
      [
        { name: 'apple', by: 1 },
        { name: 'pear', by: 1_000_000 },
      ],
      room,
    );
    assert.deepEqual(await countsIn(counters, 'fruit'), { apple: 3, pear: 1_000_000 });
    assert.deepEqual(await countsIn(other, 'fruit'), { apple: 3, pear: 1_000_000 });
  });

  test('counters are apart, and names are told apart exactly', async ({ counters }) => {
    const names = ['a', 'A', ' a', 'a ', 'a:b', '{a}', 'ä', 'a\u0308', '*', "'", '0', '__proto__', '日本'];
    for (const name of names) await counters.add('one', [{ name, by: 1 }], room);
    await counters.add('One', [{ name: 'a', by: 5 }], room);
    const counts = await counters.read('one');
    assert.deepEqual(counts.map(({ name }) => name).sort(), [...names].sort());
    assert.deepEqual([...new Set(counts.map(({ count }) => count))], [1]);
    assert.deepEqual(await countsIn(counters, 'One'), { a: 5 });
  });

  test('a count that falls to 0 is removed, and none is ever below', async ({ counters, other }) => {
    await counters.add('t', [{ name: 'a', by: 2 }], room);
    await counters.add('t', [{ name: 'b', by: 2 }], room);
    await other.add('t', [{ name: 'a', by: -2 }], room);
    await other.add(
      't',
      [
        { name: 'b', by: -5 },
        { name: 'c', by: -1 },
      ],
      room,
    );
    assert.deepEqual(await counters.read('t'), []);
    await counters.add('t', [{ name: 'b', by: 1 }], room);
    assert.deepEqual(await countsIn(other, 't'), { b: 1 });
  });

  test('loses nothing of what many callers count at once', async ({ counters, other }) => {
    await race(40, (racer) =>
      (racer % 2 === 0 ? counters : other).add(
        't',
        [
          { name: 'all', by: 1 },
          { name: `racer ${racer % 5}`, by: 2 },
        ],
        room,
      ),
    );
    const expected = Object.fromEntries(Array.from({ length: 5 }, (_, index) => [`racer ${index}`, 16]));
    assert.deepEqual(await countsIn(other, 't'), { all: 40, ...expected });
  });

  test('moves from one count to another at once leave their sum as it is', async ({ counters, other }) => {
    await counters.add('t', [{ name: 'from', by: 30 }], room);
    await race(20, (racer) =>
      (racer % 2 === 0 ? counters : other).add(
        't',
        [
          { name: 'from', by: -1 },
          { name: 'to', by: 1 },
        ],
        room,
      ),
    );
    assert.deepEqual(await countsIn(other, 't'), { from: 10, to: 20 });
  });

  test('never takes more bytes than allowed, and keeps what is counted often', async (context) => {
    const { counters, other } = context;
    const most = { maxBytes: 10 * (bytesBesideName + 10) };
    await counters.add('t', [{ name: 'often', by: 50 }], most);
    for (let number = 0; number < 60; number += 1) {
      await other.add('t', [{ name: `name é${String(number).padStart(3, '0')}`, by: 1 }], most);
      const bytes = bytesOf(await counters.read('t'));
      assert.ok(bytes <= most.maxBytes, `${bytes} bytes`);
    }
    const { often = 0 } = await countsIn(counters, 't');
    assert.ok(often >= 50 - 60 / 9, `the frequent name has the count ${often}`);
  });

  test('subtracts from all counts the least by which enough of them fall to 0', async ({ counters }) => {
    const most = { maxBytes: 3 * (bytesBesideName + 1) };
    await counters.add(
      't',
      [
        { name: 'a', by: 2 },
        { name: 'b', by: 2 },
        { name: 'c', by: 7 },
      ],
      most,
    );
    await counters.add('t', [{ name: 'd', by: 5 }], most);
    assert.deepEqual(await countsIn(counters, 't'), { c: 5, d: 3 });
    await counters.add('t', [{ name: 'a', by: 1 }], most);
    await counters.add('t', [{ name: 'b', by: 1 }], most);
    assert.deepEqual(await countsIn(counters, 't'), { c: 4, d: 2 });
  });

  test('takes as many bytes as a name has in UTF-8, and no name that does not fit', async ({ counters }) => {
    const exactly = { maxBytes: bytesBesideName + 4 };
    await counters.add('t', [{ name: 'éé', by: 1 }], exactly);
    assert.deepEqual(await countsIn(counters, 't'), { éé: 1 });
    await counters.add('t', [{ name: 'ééé', by: 9 }], exactly);
    assert.deepEqual(await counters.read('t'), []);
  });

  test('is cleared alone, and counts again after that', async ({ counters, other }) => {
    for (const counter of ['t', 'u']) await counters.add(counter, [{ name: 'a', by: 3 }], room);
    await other.clear('t');
    await other.clear('never used');
    assert.deepEqual(await counters.read('t'), []);
    assert.deepEqual(await countsIn(counters, 'u'), { a: 3 });
    const exactly = { maxBytes: bytesBesideName + 1 };
    await counters.add('t', [{ name: 'b', by: 1 }], exactly);
    assert.deepEqual(await countsIn(other, 't'), { b: 1 });
  });

  const one = { name: 'a', by: 1 };

  test('sets a record and counts together, or does neither', async ({ counters, other, clock }) => {
    assert.equal(await counters.readRecord('t', 'key'), undefined);
    const unmet = recordOnce(clock, { expected: 'value' });
    assert.equal(await counters.addOnce('t', [one], unmet), false);
    assert.deepEqual(await counters.read('t'), []);
    assert.equal(await counters.addOnce('t', [one], recordOnce(clock, { value: '' })), true);
    assert.equal(await other.readRecord('t', 'key'), '');
    assert.equal(await other.addOnce('t', [one], recordOnce(clock)), false);
    assert.deepEqual(await countsIn(other, 't'), { a: 1 });
    const move = [
      { name: 'a', by: -1 },
      { name: 'b', by: 1 },
    ];
    const next = recordOnce(clock, { expected: '', value: 'zwölf = 12 ' });
    assert.equal(await other.addOnce('t', move, next), true);
    assert.equal(await counters.readRecord('t', 'key'), 'zwölf = 12 ');
    assert.deepEqual(await countsIn(counters, 't'), { b: 1 });
  });

  test('sets a record without any change, in its turn too', async ({ counters, other, clock }) => {
    await counters.addOnce('t', [one], recordOnce(clock));
    assert.equal(await other.addOnce('t', [], recordOnce(clock)), false);
    assert.equal(await other.addOnce('t', [], recordOnce(clock, { expected: 'value', value: 'next' })), true);
    assert.equal(await counters.readRecord('t', 'key'), 'next');
    assert.deepEqual(await countsIn(counters, 't'), { a: 1 });
    assert.equal(await counters.addOnce('u', [], recordOnce(clock)), true);
    assert.deepEqual(await other.read('u'), []);
  });

  test('of all that set one record at once, counts one', async ({ counters, other, clock }) => {
    const results = await race(20, (racer) =>
      (racer % 2 === 0 ? counters : other).addOnce(
        't',
        [{ name: `racer ${racer}`, by: 1 }],
        recordOnce(clock, { value: String(racer) }),
      ),
    );
    const winner = results.indexOf(true);
    assert.equal(results.filter(Boolean).length, 1);
    assert.equal(await counters.readRecord('t', 'key'), String(winner));
    assert.deepEqual(await countsIn(other, 't'), { [`racer ${winner}`]: 1 });
  });

  test('records are apart by counter and by key, and are no counts', async ({ counters, clock }) => {
    const places = ['t', 'T', 'a:b', 'a}', '{a}', '%7B', ' '].flatMap((counter) =>
      ['t', 'record', 'a:b', '{a}', ' ', '__proto__', '日本'].map((key) => ({ counter, key })),
    );
    for (const { counter, key } of places)
      assert.equal(
        await counters.addOnce(counter, [one], recordOnce(clock, { key, value: `${counter} ${key}` })),
        true,
      );
    for (const { counter, key } of places)
      assert.equal(await counters.readRecord(counter, key), `${counter} ${key}`);
    assert.deepEqual(await countsIn(counters, 'a}'), { a: 7 });
  });

  test('a record expires to the millisecond, and is then set anew', async ({ counters, clock }) => {
    await counters.addOnce('t', [one], recordOnce(clock));
    clock.leap(999);
    assert.equal(await counters.readRecord('t', 'key'), 'value');
    assert.equal(await counters.addOnce('t', [one], recordOnce(clock)), false);
    clock.leap(1);
    assert.equal(await counters.readRecord('t', 'key'), undefined);
    assert.equal(await counters.addOnce('t', [one], recordOnce(clock, { expected: 'value' })), false);
    assert.equal(await counters.addOnce('t', [one], recordOnce(clock)), true);
    assert.deepEqual(await countsIn(counters, 't'), { a: 2 });
  });

  test('a record that has expired already is removed instead', async ({ counters, clock }) => {
    await counters.addOnce('t', [one], recordOnce(clock));
    const { record } = recordOnce(clock, { expected: 'value' });
    const expired = { ...room, record: { ...record, expiresAt: clock.now() } };
    assert.equal(await counters.addOnce('t', [one], expired), true);
    assert.equal(await counters.readRecord('t', 'key'), undefined);
    assert.deepEqual(await countsIn(counters, 't'), { a: 2 });
  });

  test('a record can be removed without its count, and stays when the counts are cleared', async (context) => {
    const { counters, other, clock } = context;
    for (const key of ['one', 'two']) await counters.addOnce('t', [one], recordOnce(clock, { key }));
    await other.removeRecord('t', 'one');
    await other.removeRecord('t', 'never set');
    assert.equal(await counters.readRecord('t', 'one'), undefined);
    assert.deepEqual(await countsIn(counters, 't'), { a: 2 });
    await other.clear('t');
    assert.equal(await counters.readRecord('t', 'two'), 'value');
  });

  test('counts with a record within the same bounds', async ({ counters, clock }) => {
    const exactly = { ...recordOnce(clock), maxBytes: bytesBesideName + 1 };
    await counters.add('t', [{ name: 'b', by: 3 }], exactly);
    assert.equal(await counters.addOnce('t', [one], exactly), true);
    assert.deepEqual(await countsIn(counters, 't'), { b: 2 });
  });

  test('what a process that died has recorded is counted once, by whoever reads the record next', async (context) => {
    const { counters, other, clock, stores } = context;
    for (let died = 0; ; died += 1) {
      const [counter, key] = [`died ${died}`, `{${died}}`];
      let left = died;
      const cache: Cache = Object.assign(Object.create(stores.cache), {
        get: (name: string) => stores.cache.get(name),
        replace: async (...args: Parameters<Cache['replace']>) => {
          if (left === 0) throw new Error('The process has died.');
          left -= 1;
          return stores.cache.replace(...args);
        },
      });
      const dying = new Counters({ cache, clock, random: systemRandom });
      const outcome = await dying.addOnce(counter, [one], recordOnce(clock, { key })).catch(() => 'died');
      const values = await race(6, (racer) => (racer % 2 === 0 ? counters : other).readRecord(counter, key));
      const isRecorded = values[0] === 'value';
      assert.equal(new Set(values).size, 1);
      assert.equal((await other.read(counter)).length, isRecorded ? 1 : 0);
      assert.equal(await other.addOnce(counter, [one], recordOnce(clock, { key })), !isRecorded);
      assert.deepEqual(await countsIn(counters, counter), { a: 1 });
      if (outcome === true) return assert.equal(died, 4);
    }
  });

  test('what was counted with records is not remembered beside them', async (context) => {
    const { counters, other, clock, stores } = context;
    await race(60, (racer) =>
      (racer % 2 === 0 ? counters : other).addOnce(
        't',
        [one],
        recordOnce(clock, { key: `key ${racer % 40}` }),
      ),
    );
    const { value } = (await stores.cache.get('counter:t'))!;
    assert.deepEqual(JSON.parse(value), { counts: [['a', 40]], open: [] });
  });

  test('a record that changes hands all the time is counted as often as it did', async (context) => {
    const { counters, other, clock } = context;
    const moves = await race(60, async (racer) => {
      const handle = racer % 2 === 0 ? counters : other;
      const expected = await handle.readRecord('t', 'key');
      const record = recordOnce(clock, { expected, value: String(racer) });
      return handle.addOnce('t', [one], record);
    });
    assert.deepEqual(await countsIn(other, 't'), { a: moves.filter(Boolean).length });
  });
});
