import { type Command, Option } from 'commander';
import type { Stores } from '../../../src/ports/stores.ts';
import { memoryStores } from '../../memory/index.ts';
import type { Environment } from '../terminal.ts';
import {
  missingNote,
  openStores,
  readConfiguredStore,
  readStoreLocation,
  redactedLocation,
  type StoreFlags,
  type StoreLocation,
} from './stores.ts';

/** The stores of an engine, which closes them. */
export interface EngineStores {
  readonly stores: Stores;
  /** The store with the accounts and keys: `stores` itself, except on the simulated internet. */
  readonly accountStores: Stores;
}

export interface SandboxStoreFlags extends StoreFlags {
  readonly sandbox?: boolean;
}

/** At most one of the two is set. */
export interface JobStoreFlags extends SandboxStoreFlags {
  readonly test?: boolean;
}

/** Adds --sandbox to a command that reads jobs or results. */
export function addSandboxStoreOption(command: Command): void {
  command.option(
    '--sandbox',
    'the jobs and results of "mailproof serve --sandbox", which the store keeps apart from those of the real internet',
  );
}

/** Adds --sandbox and --test to a command that reads jobs. */
export function addJobStoreOptions(command: Command): void {
  addSandboxStoreOption(command);
  command.addOption(
    new Option('--test', 'the jobs of test keys, which the store keeps apart, too').conflicts('sandbox'),
  );
}

/** Returns where jobs and results were looked for, and where else they may be: `in ….` and another sentence. */
function searchedStore(location: StoreLocation, { sandbox = false }: SandboxStoreFlags): string {
  const place = redactedLocation(location) + missingNote(location);
  return sandbox
    ? `in ${place} among those of the simulated internet. For those of the real one, leave out --sandbox.`
    : `in ${place}. Those of "mailproof serve --sandbox" are kept apart: for them, add --sandbox.`;
}

/** The same for jobs, which may be those of test keys, too. */
export function searchedJobStore(location: StoreLocation, flags: JobStoreFlags): string {
  if (flags.test)
    return `in ${redactedLocation(location)}${missingNote(location)} among those of test keys. For those of live keys, leave out --test.`;
  const searched = searchedStore(location, flags);
  return flags.sandbox ? searched : `${searched} Those of test keys are, too: for them, add --test.`;
}

/** Opens the stores at a location. On the simulated internet, results and jobs are kept apart. */
export async function openEngineStores(
  location: StoreLocation,
  { sandbox = false, create = true }: { readonly sandbox?: boolean; readonly create?: boolean },
): Promise<EngineStores> {
  const accountStores = await openStores(location, { create });
  const stores = sandbox ? await openSandboxStores(accountStores, location, create) : accountStores;
  return { stores, accountStores };
}

/**
 * Opens a second store for the simulated internet, so that its results are never taken for facts about the real one:
 * accounts, keys and rate limits are those of `stores`, results and jobs are kept apart, limits towards exchanges are
 * in memory. Closing it closes `stores` too.
 */
async function openSandboxStores(stores: Stores, location: StoreLocation, create: boolean): Promise<Stores> {
  if (location.kind === 'memory') return stores;
  const { ledger, keys, rateLimits } = stores;
  const simulated = await openStores(location, { apart: 'simulated', create });
  return {
    ...simulated,
    ledger,
    keys,
    rateLimits,
    leases: memoryStores().leases,
    ping: async () => {
      await stores.ping();
      await simulated.ping();
    },
    checkReady: async () => {
      await stores.checkReady();
      await simulated.checkReady();
    },
    close: async () => {
      await simulated.close();
      await stores.close();
    },
  };
}

interface ConfiguredStores {
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
