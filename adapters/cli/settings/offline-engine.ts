import { createEngine, type Engine } from '../../../src/engine.ts';
import { netPorts } from '../../net/index.ts';
import type { Environment } from '../terminal.ts';
import { openStores, readPersistentStore, type StoreFlags } from './stores.ts';
import { unseenIdentity } from './unseen-identity.ts';

/** Opens the engine of a store, for commands that need no network. Closing it closes the store. */
export async function openOfflineEngine(flags: StoreFlags, env: Environment): Promise<Engine> {
  const stores = await openStores(readPersistentStore(flags, env));
  return createEngine({ ...stores, ...netPorts(unseenIdentity) });
}
