import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { placesOf, withWatchedMaps } from './bundle/watched-source.mjs';
import { boundedMap, byteBoundedMap } from './maps/small-maps.ts';
import { statedBounds } from './maps/stated-bounds.ts';
import { enterProcess, MapsOfDay, unwatchedEntries, WatchedMap, WatchedSet } from './maps/watched-maps.ts';

const root = join(import.meta.dirname, '../..');

afterEach(() => enterProcess(undefined));

describe('The maps in fields of classes', () => {
  it('have a stated bound each, and no other place has one', () => {
    const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' });
    const places = files
      .filter((file) => file.endsWith('.ts'))
      .flatMap((file) => placesOf(`src/${file}`, readFileSync(join(root, 'src', file), 'utf8')));
    expect(places.sort()).toEqual([...statedBounds.keys()].sort());
  });

  it('are replaced by watched ones in a simulated day', () => {
    const text = 'class Shop {\n  readonly #open = new Map<string, Set<number>>();\n  count = 0;\n}\n';
    expect(withWatchedMaps('src/shop.ts', text, '/watched.ts')).toBe(
      "import { WatchedMap, WatchedSet } from '/watched.ts'; class Shop {\n  readonly #open = new WatchedMap('src/shop.ts #open');\n  count = 0;\n}\n",
    );
  });

  it.each([
    '  readonly #open = new Map([[1, 2]]);',
    '  #open: Set<string> | undefined = new Set(names);',
    '  readonly open =\n    new Map();',
  ])('must begin empty, unlike %s', (line) => {
    expect(() => placesOf('src/shop.ts', `class Shop {\n${line}\n}\n`)).toThrow('cannot be watched');
  });

  it('of a function need no watching', () => {
    expect(placesOf('src/shop.ts', 'function f() {\n  const seen = new Set<string>();\n}\n')).toEqual([]);
  });
});

describe('A watched map', () => {
  it.each([
    [
      'map',
      () => new WatchedMap<number, string>('here'),
      (map: unknown, key: number) => (map as Map<number, string>).set(key, ''),
    ],
    [
      'set',
      () => new WatchedSet<number>('here'),
      (set: unknown, key: number) => (set as Set<number>).add(key),
    ],
  ])(
    'that is a %s tells its process when it has grown beyond a few entries, and is kept in mind while it has entries',
    (_, create, add) => {
      const day = new MapsOfDay(undefined);
      const grown: string[] = [];
      day.onGrowth = ({ place, size }, { process }) => grown.push(`${process} ${place} ${size}`);
      const maps = day.begin('server-1');
      enterProcess(maps);
      const watched = create();
      enterProcess(day.begin('server-2'));
      const keys = Array.from({ length: unwatchedEntries + 2 }, (_, key) => key);
      for (const key of [...keys, 0, 1]) add(watched, key);
      expect(grown).toEqual([
        `server-1 here ${unwatchedEntries + 1}`,
        `server-1 here ${unwatchedEntries + 2}`,
      ]);
      for (const key of keys.slice(1)) watched.delete(key);
      expect([...maps.filled]).toEqual([watched]);
      watched.delete(0);
      expect(maps.filled.size).toBe(0);
      add(watched, 3);
      watched.clear();
      expect(maps.filled.size).toBe(0);
    },
  );
});

describe('A bounded map', () => {
  it('of a process with little memory evicts what was not used lately', () => {
    const maps = new MapsOfDay(2).begin('server-1');
    enterProcess(maps);
    const map = boundedMap<string, number>(20_000);
    for (const [index, key] of ['a', 'b', 'c'].entries()) map.set(key, index);
    expect([...map.keys()].sort()).toEqual(['b', 'c']);
    const bytes = byteBoundedMap<string, object>(1_000_000, () => 500);
    for (const key of ['a', 'b', 'c', 'd']) bytes.set(key, {});
    expect(bytes.size).toBe(2);
    expect(maps.bounded).toHaveLength(2);
  });

  it('of another process has the bound that it asks for', () => {
    enterProcess(new MapsOfDay(undefined).begin('server-1'));
    const map = boundedMap<string, number>(3);
    for (const [index, key] of ['a', 'b', 'c', 'd'].entries()) map.set(key, index);
    expect(map.size).toBe(3);
  });
});
