import { LRUCache } from 'lru-cache';

/** An LRU cache with a limit on its entries, or on their size. */
export type BoundedMap<K extends string, V extends object | number | string> = LRUCache<K, V>;

/**
 * Creates a map that evicts the least recently used entry beyond `maxEntries`. The limit is set as a size, because
 * lru-cache allocates memory for `max` entries up front, which takes 20 ms for 200,000.
 */
export function boundedMap<K extends string, V extends object | number | string>(
  maxEntries: number,
): BoundedMap<K, V> {
  return new LRUCache<K, V>({ maxSize: maxEntries, sizeCalculation: () => 1 });
}

/**
 * Creates a map that evicts the least recently used entries once their sizes add up to more than `maxBytes`. `sizeOf`
 * returns the memory that an entry takes, in bytes, with its key. An entry larger than `maxBytes` is not kept.
 */
export function byteBoundedMap<K extends string, V extends object>(
  maxBytes: number,
  sizeOf: (value: V, key: K) => number,
): BoundedMap<K, V> {
  return new LRUCache<K, V>({ maxSize: maxBytes, sizeCalculation: sizeOf });
}
