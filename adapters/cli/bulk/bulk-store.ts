import { rm } from 'node:fs/promises';
import type { Stores } from '../../../src/ports/stores.ts';
import { memoryStores } from '../../memory/index.ts';
import { openConfiguredStores } from '../settings/sandbox-stores.ts';
import { openStores, type StoreFlags, sqliteFile } from '../settings/stores.ts';
import type { Environment } from '../terminal.ts';

/** The store that a run keeps its jobs in. */
export interface BulkStore {
  readonly stores: Stores;
  /** A file of this run alone, removed when the run is complete. */
  readonly ownFile: string | undefined;
  /** Whether a run that was interrupted can be resumed. */
  readonly resumable: boolean;
  /** Removes the run's own file. To be called after a complete run, when the stores are closed. */
  remove(): Promise<void>;
}

/** Suffixes of the files that SQLite and the limits towards exchanges use. */
const fileSuffixes = ['', '-wal', '-shm', '-pacing', '-pacing-wal', '-pacing-shm'];

/**
 * Opens the configured store, or the default one if an account pays. Otherwise a file beside the output; if the
 * output is not a file, memory.
 */
export async function openBulkStore(
  flags: StoreFlags & { readonly account?: string; readonly sandbox?: boolean },
  env: Environment,
  outFile: string | undefined,
): Promise<BulkStore> {
  const configured = await openConfiguredStores(flags, env);
  if (configured !== undefined) {
    const { stores, location } = configured;
    return { stores, ownFile: undefined, resumable: location.kind !== 'memory', remove: async () => {} };
  }
  if (outFile === undefined) {
    return { stores: memoryStores(), ownFile: undefined, resumable: false, remove: async () => {} };
  }
  const ownFile = `${outFile}.mailproof`;
  const stores = await openStores(sqliteFile(ownFile));
  return {
    // One process at a time uses this file, so limits in memory suffice. In the file, the leases of a killed process
    // would delay the next one.
    stores: { ...stores, leases: memoryStores().leases },
    ownFile,
    resumable: true,
    remove: async () => {
      for (const suffix of fileSuffixes) await rm(`${ownFile}${suffix}`, { force: true });
    },
  };
}
