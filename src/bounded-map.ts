import { LRUCache } from 'lru-cache';

export type BoundedMap<K extends string, V extends object | number> = LRUCache<K, V>;

/**
 * A map that drops the least recently used entry beyond `maxEntries`. Counting entries as sizes keeps lru-cache
 * from reserving room for all of them up front, which costs 20 ms for 200,000.
 */
export function boundedMap<K extends string, V extends object | number>(
  maxEntries: number,
): BoundedMap<K, V> {
  return new LRUCache<K, V>({ maxSize: maxEntries, sizeCalculation: () => 1 });
}
