import { rm } from 'node:fs/promises';
import type { Stores } from '../../../src/ports.ts';
import { memoryStores } from '../../memory/index.ts';
import { openChosenStores } from '../settings/configured-stores.ts';
import { openStores, type StoreFlags, sqliteFile } from '../settings/stores.ts';
import type { Environment } from '../terminal.ts';

/** What a run keeps its job in. */
export interface BulkStore {
  readonly stores: Stores;
  /** Where only this run keeps something, and which goes when it is complete. */
  readonly ownFile: string | undefined;
  /** Whether a run that was interrupted can be gone on with. */
  readonly lasting: boolean;
  /** To be called when the stores are closed and nothing of the run is needed any more. */
  remove(): Promise<void>;
}

/** What SQLite and the limits towards exchanges have beside the file itself. */
const companions = ['', '-wal', '-shm', '-pacing', '-pacing-wal', '-pacing-shm'];

/**
 * The store that is set, or where an account pays, the one that accounts are in. Otherwise a file beside the output,
 * and nothing but memory where the output is no file.
 */
export async function openBulkStore(
  flags: StoreFlags & { readonly account?: string; readonly sandbox?: boolean },
  env: Environment,
  outFile: string | undefined,
): Promise<BulkStore> {
  const chosen = await openChosenStores(flags, env);
  if (chosen !== undefined) {
    const { stores, location } = chosen;
    return { stores, ownFile: undefined, lasting: location.kind !== 'memory', remove: async () => {} };
  }
  if (outFile === undefined) {
    return { stores: memoryStores(), ownFile: undefined, lasting: false, remove: async () => {} };
  }
  const ownFile = `${outFile}.mailproof`;
  const stores = await openStores(sqliteFile(ownFile));
  return {
    // Only one process at a time works on the jobs of this file. What one that was killed held of an exchange's
    // connections is not waited for.
    stores: { ...stores, pacing: memoryStores().pacing },
    ownFile,
    lasting: true,
    remove: async () => {
      for (const companion of companions) await rm(`${ownFile}${companion}`, { force: true });
    },
  };
}
