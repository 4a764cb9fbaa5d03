import { createEngine } from '../../../src/engine.ts';
import type { Engine } from '../../../src/engine-interface.ts';
import { netPorts } from '../../net/index.ts';
import type { Environment } from '../terminal.ts';
import { type JobStoreFlags, openEngineStores } from './sandbox-stores.ts';
import { openStores, readPersistentStore } from './stores.ts';

/**
 * Opens the engine of a store, for commands that need no network. Closing it closes the store. With `sandbox`, results
 * and jobs are those of the simulated internet; with `test`, jobs are those of test keys, and there are no accounts. `create`: whether
 * a file that is missing is created. Default false.
 */
export async function openOfflineEngine(
  flags: JobStoreFlags,
  env: Environment,
  { create = false } = {},
): Promise<Engine> {
  const location = readPersistentStore(flags, env);
  const stores = flags.test
    ? await openStores(location, { apart: 'test', create })
    : (await openEngineStores(location, { sandbox: flags.sandbox ?? false, create })).stores;
  return createEngine({ ...stores, ...netPorts({}) });
}
