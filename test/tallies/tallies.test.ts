import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { systemRandom } from '../../adapters/system-random.ts';
import { race } from '../../contract/race.ts';
import type { Cache } from '../../src/ports/cache.ts';
import type { Stores } from '../../src/ports/stores.ts';
import { Tallies, type TallyCount, type TallyMark } from '../../src/tallies/tallies.ts';
import { storeKinds } from '../stores/store-kinds.ts';
import { ManualClock } from '../support/manual-clock.ts';

interface Scene {
  readonly tallies: Tallies;
  /** As another process has them, if the stores are shared. */
  readonly other: Tallies;
  readonly clock: ManualClock;
  readonly stores: Stores;
}

const room = { maxBytes: 1_000_000 };
const bytesBesideName = 32;

async function countsIn(tallies: Tallies, tally: string): Promise<Record<string, number>> {
  const counts = await tallies.read(tally);
  return Object.fromEntries(counts.map(({ name, count }) => [name, count]));
}

function bytesOf(counts: readonly TallyCount[]): number {
  return counts.reduce((sum, { name }) => sum + Buffer.byteLength(name) + bytesBesideName, 0);
}

/** Returns the options of a call that sets the mark `key` for a second, after `clock`. */
function marking(
  clock: ManualClock,
  { key = 'key', expected, value = 'value' }: Partial<TallyMark> = {},
): { readonly maxBytes: number; readonly mark: TallyMark } {
  return { ...room, mark: { key, expected, value, expiresAt: clock.now() + 1_000 } };
}

describe.each(Object.entries(storeKinds))('tallies in %s', (_, open) => {
  const test = (name: string, body: (scene: Scene) => Promise<void>) =>
    it(name, async () => {
      const clock = new ManualClock();
      const { stores, second } = await open(clock);
      const [tallies, other] = [stores, second].map(
        ({ cache }) => new Tallies({ cache, clock, random: systemRandom }),
      );
      await body({ tallies: tallies!, other: other!, clock, stores });
    });

  test('a tally adds up what is counted, whoever counts', async ({ tallies, other }) => {
    assert.deepEqual(await tallies.read('fruit'), []);
    await tallies.add('fruit', [{ name: 'apple', by: 2 }], room);
    await other.add(
      'fruit',
      [
        { name: 'apple', by: 1 },
        { name: 'pear', by: 1_000_000 },
      ],
      room,
    );
    assert.deepEqual(await countsIn(tallies, 'fruit'), { apple: 3, pear: 1_000_000 });
    assert.deepEqual(await countsIn(other, 'fruit'), { apple: 3, pear: 1_000_000 });
  });

  test('tallies are apart, and names are told apart exactly', async ({ tallies }) => {
    const names = ['a', 'A', ' a', 'a ', 'a:b', '{a}', 'ä', 'a\u0308', '*', "'", '0', '__proto__', '日本'];
    for (const name of names) await tallies.add('one', [{ name, by: 1 }], room);
    await tallies.add('One', [{ name: 'a', by: 5 }], room);
    const counts = await tallies.read('one');
    assert.deepEqual(counts.map(({ name }) => name).sort(), [...names].sort());
    assert.deepEqual([...new Set(counts.map(({ count }) => count))], [1]);
    assert.deepEqual(await countsIn(tallies, 'One'), { a: 5 });
  });

  test('a count that falls to 0 is removed, and none is ever below', async ({ tallies, other }) => {
    await tallies.add('t', [{ name: 'a', by: 2 }], room);
    await tallies.add('t', [{ name: 'b', by: 2 }], room);
    await other.add('t', [{ name: 'a', by: -2 }], room);
    await other.add(
      't',
      [
        { name: 'b', by: -5 },
        { name: 'c', by: -1 },
      ],
      room,
    );
    assert.deepEqual(await tallies.read('t'), []);
    await tallies.add('t', [{ name: 'b', by: 1 }], room);
    assert.deepEqual(await countsIn(other, 't'), { b: 1 });
  });

  test('loses nothing of what many callers count at once', async ({ tallies, other }) => {
    await race(40, (racer) =>
      (racer % 2 === 0 ? tallies : other).add(
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

  test('moves from one count to another at once leave their sum as it is', async ({ tallies, other }) => {
    await tallies.add('t', [{ name: 'from', by: 30 }], room);
    await race(20, (racer) =>
      (racer % 2 === 0 ? tallies : other).add(
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

  test('never takes more bytes than allowed, and keeps what is counted often', async ({ tallies, other }) => {
    const most = { maxBytes: 10 * (bytesBesideName + 10) };
    await tallies.add('t', [{ name: 'often', by: 50 }], most);
    for (let number = 0; number < 60; number += 1) {
      await other.add('t', [{ name: `name é${String(number).padStart(3, '0')}`, by: 1 }], most);
      const bytes = bytesOf(await tallies.read('t'));
      assert.ok(bytes <= most.maxBytes, `${bytes} bytes`);
    }
    const { often = 0 } = await countsIn(tallies, 't');
    assert.ok(often >= 50 - 60 / 9, `the frequent name has the count ${often}`);
  });

  test('subtracts from all counts the least by which enough of them fall to 0', async ({ tallies }) => {
    const most = { maxBytes: 3 * (bytesBesideName + 1) };
    await tallies.add(
      't',
      [
        { name: 'a', by: 2 },
        { name: 'b', by: 2 },
        { name: 'c', by: 7 },
      ],
      most,
    );
    await tallies.add('t', [{ name: 'd', by: 5 }], most);
    assert.deepEqual(await countsIn(tallies, 't'), { c: 5, d: 3 });
    await tallies.add('t', [{ name: 'a', by: 1 }], most);
    await tallies.add('t', [{ name: 'b', by: 1 }], most);
    assert.deepEqual(await countsIn(tallies, 't'), { c: 4, d: 2 });
  });

  test('takes as many bytes as a name has in UTF-8, and no name that does not fit', async ({ tallies }) => {
    const exactly = { maxBytes: bytesBesideName + 4 };
    await tallies.add('t', [{ name: 'éé', by: 1 }], exactly);
    assert.deepEqual(await countsIn(tallies, 't'), { éé: 1 });
    await tallies.add('t', [{ name: 'ééé', by: 9 }], exactly);
    assert.deepEqual(await tallies.read('t'), []);
  });

  test('is cleared alone, and counts again after that', async ({ tallies, other }) => {
    for (const tally of ['t', 'u']) await tallies.add(tally, [{ name: 'a', by: 3 }], room);
    await other.clear('t');
    await other.clear('never used');
    assert.deepEqual(await tallies.read('t'), []);
    assert.deepEqual(await countsIn(tallies, 'u'), { a: 3 });
    const exactly = { maxBytes: bytesBesideName + 1 };
    await tallies.add('t', [{ name: 'b', by: 1 }], exactly);
    assert.deepEqual(await countsIn(other, 't'), { b: 1 });
  });

  const one = { name: 'a', by: 1 };

  test('sets a mark and counts together, or does neither', async ({ tallies, other, clock }) => {
    assert.equal(await tallies.readMark('t', 'key'), undefined);
    const unmet = marking(clock, { expected: 'value' });
    assert.equal(await tallies.addMarked('t', [one], unmet), false);
    assert.deepEqual(await tallies.read('t'), []);
    assert.equal(await tallies.addMarked('t', [one], marking(clock, { value: '' })), true);
    assert.equal(await other.readMark('t', 'key'), '');
    assert.equal(await other.addMarked('t', [one], marking(clock)), false);
    assert.deepEqual(await countsIn(other, 't'), { a: 1 });
    const move = [
      { name: 'a', by: -1 },
      { name: 'b', by: 1 },
    ];
    const next = marking(clock, { expected: '', value: 'zwölf = 12 ' });
    assert.equal(await other.addMarked('t', move, next), true);
    assert.equal(await tallies.readMark('t', 'key'), 'zwölf = 12 ');
    assert.deepEqual(await countsIn(tallies, 't'), { b: 1 });
  });

  test('sets a mark without any change, in its turn too', async ({ tallies, other, clock }) => {
    await tallies.addMarked('t', [one], marking(clock));
    assert.equal(await other.addMarked('t', [], marking(clock)), false);
    assert.equal(await other.addMarked('t', [], marking(clock, { expected: 'value', value: 'next' })), true);
    assert.equal(await tallies.readMark('t', 'key'), 'next');
    assert.deepEqual(await countsIn(tallies, 't'), { a: 1 });
    assert.equal(await tallies.addMarked('u', [], marking(clock)), true);
    assert.deepEqual(await other.read('u'), []);
  });

  test('of all that set one mark at once, counts one', async ({ tallies, other, clock }) => {
    const results = await race(20, (racer) =>
      (racer % 2 === 0 ? tallies : other).addMarked(
        't',
        [{ name: `racer ${racer}`, by: 1 }],
        marking(clock, { value: String(racer) }),
      ),
    );
    const winner = results.indexOf(true);
    assert.equal(results.filter(Boolean).length, 1);
    assert.equal(await tallies.readMark('t', 'key'), String(winner));
    assert.deepEqual(await countsIn(other, 't'), { [`racer ${winner}`]: 1 });
  });

  test('marks are apart by tally and by key, and are no counts', async ({ tallies, clock }) => {
    const places = ['t', 'T', 'a:b', 'a}', '{a}', '%7B', ' '].flatMap((tally) =>
      ['t', 'mark', 'a:b', '{a}', ' ', '__proto__', '日本'].map((key) => ({ tally, key })),
    );
    for (const { tally, key } of places)
      assert.equal(
        await tallies.addMarked(tally, [one], marking(clock, { key, value: `${tally} ${key}` })),
        true,
      );
    for (const { tally, key } of places) assert.equal(await tallies.readMark(tally, key), `${tally} ${key}`);
    assert.deepEqual(await countsIn(tallies, 'a}'), { a: 7 });
  });

  test('a mark expires to the millisecond, and is then set anew', async ({ tallies, clock }) => {
    await tallies.addMarked('t', [one], marking(clock));
    clock.leap(999);
    assert.equal(await tallies.readMark('t', 'key'), 'value');
    assert.equal(await tallies.addMarked('t', [one], marking(clock)), false);
    clock.leap(1);
    assert.equal(await tallies.readMark('t', 'key'), undefined);
    assert.equal(await tallies.addMarked('t', [one], marking(clock, { expected: 'value' })), false);
    assert.equal(await tallies.addMarked('t', [one], marking(clock)), true);
    assert.deepEqual(await countsIn(tallies, 't'), { a: 2 });
  });

  test('a mark that has expired already is removed instead', async ({ tallies, clock }) => {
    await tallies.addMarked('t', [one], marking(clock));
    const { mark } = marking(clock, { expected: 'value' });
    const expired = { ...room, mark: { ...mark, expiresAt: clock.now() } };
    assert.equal(await tallies.addMarked('t', [one], expired), true);
    assert.equal(await tallies.readMark('t', 'key'), undefined);
    assert.deepEqual(await countsIn(tallies, 't'), { a: 2 });
  });

  test('a mark can be removed without its count, and stays when the counts are cleared', async ({
    tallies,
    other,
    clock,
  }) => {
    for (const key of ['one', 'two']) await tallies.addMarked('t', [one], marking(clock, { key }));
    await other.removeMark('t', 'one');
    await other.removeMark('t', 'never set');
    assert.equal(await tallies.readMark('t', 'one'), undefined);
    assert.deepEqual(await countsIn(tallies, 't'), { a: 2 });
    await other.clear('t');
    assert.equal(await tallies.readMark('t', 'two'), 'value');
  });

  test('counts with a mark within the same bounds', async ({ tallies, clock }) => {
    const exactly = { ...marking(clock), maxBytes: bytesBesideName + 1 };
    await tallies.add('t', [{ name: 'b', by: 3 }], exactly);
    assert.equal(await tallies.addMarked('t', [one], exactly), true);
    assert.deepEqual(await countsIn(tallies, 't'), { b: 2 });
  });

  test('what a process that died has marked is counted once, by whoever reads the mark next', async ({
    tallies,
    other,
    clock,
    stores,
  }) => {
    for (let died = 0; ; died += 1) {
      const [tally, key] = [`died ${died}`, `{${died}}`];
      let left = died;
      const cache: Cache = Object.assign(Object.create(stores.cache), {
        get: (name: string) => stores.cache.get(name),
        replace: async (...args: Parameters<Cache['replace']>) => {
          if (left === 0) throw new Error('The process has died.');
          left -= 1;
          return stores.cache.replace(...args);
        },
      });
      const dying = new Tallies({ cache, clock, random: systemRandom });
      const outcome = await dying.addMarked(tally, [one], marking(clock, { key })).catch(() => 'died');
      const values = await race(6, (racer) => (racer % 2 === 0 ? tallies : other).readMark(tally, key));
      const isMarked = values[0] === 'value';
      assert.equal(new Set(values).size, 1);
      assert.equal((await other.read(tally)).length, isMarked ? 1 : 0);
      assert.equal(await other.addMarked(tally, [one], marking(clock, { key })), !isMarked);
      assert.deepEqual(await countsIn(tallies, tally), { a: 1 });
      if (outcome === true) return assert.equal(died, 4);
    }
  });

  test('what was counted with marks is not remembered beside them', async ({
    tallies,
    other,
    clock,
    stores,
  }) => {
    await race(60, (racer) =>
      (racer % 2 === 0 ? tallies : other).addMarked('t', [one], marking(clock, { key: `key ${racer % 40}` })),
    );
    const { value } = (await stores.cache.get('tally:t'))!;
    assert.deepEqual(JSON.parse(value), { counts: [['a', 40]], open: [] });
  });

  test('a mark that changes hands all the time is counted as often as it did', async ({
    tallies,
    other,
    clock,
  }) => {
    const moves = await race(60, async (racer) => {
      const handle = racer % 2 === 0 ? tallies : other;
      const expected = await handle.readMark('t', 'key');
      const mark = marking(clock, { expected, value: String(racer) });
      return handle.addMarked('t', [one], mark);
    });
    assert.deepEqual(await countsIn(other, 't'), { a: moves.filter(Boolean).length });
  });
});
