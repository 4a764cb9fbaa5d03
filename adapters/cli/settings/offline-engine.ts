import { createEngine, type Engine } from '../../../src/engine.ts';
import { netPorts } from '../../net/index.ts';
import type { Environment } from '../terminal.ts';
import { openEngineStores, type SandboxStoreFlags } from './sandbox-stores.ts';
import { readPersistentStore } from './stores.ts';
import { unseenIdentity } from './unseen-identity.ts';

/**
 * Opens the engine of a store, for commands that need no network. Closing it closes the store. With `sandbox`, results
 * and jobs are those of the simulated internet.
 */
export async function openOfflineEngine(flags: SandboxStoreFlags, env: Environment): Promise<Engine> {
  const { stores } = await openEngineStores(readPersistentStore(flags, env), flags);
  return createEngine({ ...stores, ...netPorts(unseenIdentity) });
}
