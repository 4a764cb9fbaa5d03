import type { Stores } from '../../../src/ports.ts';
import { memoryStores } from '../../memory/index.ts';
import { openStores, type StoreLocation } from './stores.ts';

/**
 * The same accounts and keys, and nothing that is found out on a simulated internet where it could be taken for a
 * fact about the real one: results and jobs are in a store that stands apart, limits towards exchanges in memory.
 * Closing closes `stores` too.
 */
export async function simulatedApart(stores: Stores, location: StoreLocation): Promise<Stores> {
  if (location.kind === 'memory') return stores;
  const { ledger, keys, rateLimits } = stores;
  const simulated = await openStores(location, { simulated: true });
  return {
    ...simulated,
    ledger,
    keys,
    rateLimits,
    pacing: memoryStores().pacing,
    ping: async () => {
      await stores.ping();
      await simulated.ping();
    },
    close: async () => {
      await simulated.close();
      await stores.close();
    },
  };
}
