import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundedMap, byteBoundedMap } from '../src/bounded-map.ts';

describe('A bounded map', () => {
  it('evicts the entry that was not used for longest', () => {
    const map = boundedMap<string, number>(2);
    map.set('a', 1);
    map.set('b', 2);
    expect(map.get('a')).toBe(1);
    expect(map.peek('b')).toBe(2);
    map.set('c', 3);
    expect([...map.entries()]).toEqual([
      ['c', 3],
      ['a', 1],
    ]);
  });

  it('of bytes evicts as many entries as it takes, and keeps none that is too large', () => {
    const map = byteBoundedMap<string, { bytes: number }>(10, ({ bytes }) => bytes);
    for (const [key, bytes] of [
      ['a', 4],
      ['b', 4],
      ['c', 9],
    ] as const)
      map.set(key, { bytes });
    expect([...map.keys()]).toEqual(['c']);
    map.set('c', { bytes: 11 });
    expect([map.size, map.totalSize]).toEqual([0, 0]);
  });

  it('can be emptied while it is read', () => {
    const map = boundedMap<string, number>(9);
    for (const key of ['a', 'b', 'c']) map.set(key, 0);
    for (const key of map.keys()) map.delete(key);
    expect([map.size, [...map.keysByAge()]]).toEqual([0, []]);
  });

  it('has what a list in the order of use has, whatever is done to it', () => {
    const key = fc.constantFrom('a', 'b', 'c', 'd', 'e');
    const action = fc.oneof(
      fc.record({ kind: fc.constantFrom('get', 'peek', 'delete'), key, size: fc.constant(0) }),
      fc.record({ kind: fc.constant('set'), key, size: fc.integer({ min: 1, max: 6 }) }),
      fc.record({ kind: fc.constant('clear'), key, size: fc.constant(0) }),
    );
    fc.assert(
      fc.property(fc.array(action, { maxLength: 60 }), (actions) => {
        const map = byteBoundedMap<string, { size: number }>(10, ({ size }) => size);
        let list: [string, { size: number }][] = [];
        for (const { kind, key: name, size } of actions) {
          const known = list.find(([each]) => each === name);
          if (kind === 'peek') expect(map.peek(name)).toBe(known?.[1]);
          else if (kind === 'clear') {
            map.clear();
            list = [];
          } else {
            list = list.filter((each) => each !== known);
            if (kind === 'get') {
              expect(map.get(name)).toBe(known?.[1]);
              if (known !== undefined) list.unshift(known);
            } else if (kind === 'delete') expect(map.delete(name)).toBe(known !== undefined);
            else {
              const value = { size };
              map.set(name, value);
              list.unshift([name, value]);
              while (sizeOf(list) > 10) list.pop();
            }
          }
          expect([...map.entries()]).toEqual(list);
          expect([...map.values()]).toEqual(list.map(([, value]) => value));
          expect([...map.keysByAge()]).toEqual(list.map(([each]) => each).reverse());
          expect([map.size, map.totalSize]).toEqual([list.length, sizeOf(list)]);
        }
      }),
    );
  });
});

function sizeOf(list: readonly [string, { size: number }][]): number {
  return list.reduce((sum, [, { size }]) => sum + size, 0);
}
