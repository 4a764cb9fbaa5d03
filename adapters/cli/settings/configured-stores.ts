import type { Stores } from '../../../src/ports/stores.ts';
import type { Environment } from '../terminal.ts';
import { openEngineStores } from './sandbox-stores.ts';
import { readConfiguredStore, readStoreLocation, type StoreFlags, type StoreLocation } from './stores.ts';

export interface ConfiguredStores {
  readonly stores: Stores;
  readonly location: StoreLocation;
}

/**
 * Opens the configured store, or the default one if an account pays; undefined if there is neither. On the simulated
 * internet, results and jobs are kept apart.
 */
export async function openConfiguredStores(
  flags: StoreFlags & { readonly account?: string; readonly sandbox?: boolean },
  env: Environment,
): Promise<ConfiguredStores | undefined> {
  const configured = readConfiguredStore(flags, env);
  if (configured === undefined && flags.account === undefined) return undefined;
  const location = configured ?? readStoreLocation(flags, env);
  const { stores } = await openEngineStores(location, flags);
  return { stores, location };
}
