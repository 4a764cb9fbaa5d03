/** Takes the place of `src/bounded-map.ts` in a simulated day: maps so small that they evict entries within it. */
import * as real from '../../../src/bounded-map.ts';
import { type Bounded, currentMaps } from './watched-maps.ts';

/** What an entry takes in a map that is bounded by bytes: an answer of DNS, about. */
const bytesPerEntry = 600;

export function boundedMap<K extends string, V extends object | number>(
  maxEntries: number,
): real.BoundedMap<K, V> {
  const most = Math.min(maxEntries, mostEntries());
  return watched(real.boundedMap<K, V>(most), most);
}

export function byteBoundedMap<K extends string, V extends object>(
  maxBytes: number,
  sizeOf: (value: V, key: K) => number,
): real.BoundedMap<K, V> {
  const most = Math.min(maxBytes, mostEntries() * bytesPerEntry);
  return watched(real.byteBoundedMap<K, V>(most, sizeOf), most);
}

function mostEntries(): number {
  return currentMaps()?.mostEntries ?? Number.POSITIVE_INFINITY;
}

function watched<K extends string, V extends object | number>(
  map: real.BoundedMap<K, V>,
  most: number,
): real.BoundedMap<K, V> {
  currentMaps()?.bounded.push({ map: map as unknown as Bounded['map'], most });
  return map;
}
