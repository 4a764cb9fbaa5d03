import type { Clock, Stores } from '../../src/ports.ts';
import { MemoryCache } from './cache.ts';
import { MemoryPacing } from './pacing.ts';

export { MemoryCache } from './cache.ts';
export { MemoryPacing } from './pacing.ts';

export interface MemoryStoresOptions {
  clock: Clock;
  /** Default 200,000. */
  maxCacheEntries?: number;
}

/** Stores that live and die with this process. */
export function memoryStores(options: MemoryStoresOptions): Pick<Stores, 'cache' | 'pacing' | 'close'> {
  const { clock } = options;
  return {
    cache: new MemoryCache({ clock, maxEntries: options.maxCacheEntries ?? 200_000 }),
    pacing: new MemoryPacing({ clock }),
    close: async () => {},
  };
}
