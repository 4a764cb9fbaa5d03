import type { Cache } from '../../src/ports.ts';
import { memoryStores } from '../memory/index.ts';
import type { EngineStores } from './stores.ts';

/**
 * The same accounts and keys, and nothing that was found out on a simulated internet where it could be taken for
 * a fact about the real one.
 */
export function simulatedApart(stores: EngineStores): EngineStores {
  return { ...stores, cache: apart(stores.cache), pacing: memoryStores().pacing };
}

function apart(cache: Cache): Cache {
  const simulated = (key: string) => `simulated:${key}`;
  return {
    get: (key) => cache.get(simulated(key)),
    set: (key, entry) => cache.set(simulated(key), entry),
  };
}
