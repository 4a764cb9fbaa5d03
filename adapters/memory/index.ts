import type { Clock, Stores } from '../../src/ports.ts';
import { systemClock } from '../system-clock.ts';
import { MemoryCache } from './cache.ts';
import { MemoryPacing } from './pacing.ts';

export interface MemoryStoresOptions {
  /** Default: the system's. */
  clock?: Clock;
  /** Default 200,000. */
  maxCacheEntries?: number;
}

/** Stores that live and die with this process. */
export function memoryStores(options: MemoryStoresOptions = {}): Pick<Stores, 'cache' | 'pacing' | 'close'> {
  const { clock = systemClock, maxCacheEntries = 200_000 } = options;
  return {
    cache: new MemoryCache({ clock, maxEntries: maxCacheEntries }),
    pacing: new MemoryPacing({ clock }),
    close: async () => {},
  };
}
