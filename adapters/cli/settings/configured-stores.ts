import type { Stores } from '../../../src/ports.ts';
import type { Environment } from '../terminal.ts';
import { simulatedApart } from './sandbox-stores.ts';
import {
  openStores,
  readGivenStore,
  readStoreLocation,
  type StoreFlags,
  type StoreLocation,
} from './stores.ts';

export interface ChosenStores {
  readonly stores: Stores;
  readonly location: StoreLocation;
}

/**
 * The store that is set, or where an account pays, the one that accounts are in; undefined where there is neither.
 * On a simulated internet, what is found out stands apart.
 */
export async function openChosenStores(
  flags: StoreFlags & { readonly account?: string; readonly sandbox?: boolean },
  env: Environment,
): Promise<ChosenStores | undefined> {
  const given = readGivenStore(flags, env);
  if (given === undefined && flags.account === undefined) return undefined;
  const location = given ?? readStoreLocation(flags, env);
  const opened = await openStores(location);
  return { stores: flags.sandbox ? await simulatedApart(opened, location) : opened, location };
}
