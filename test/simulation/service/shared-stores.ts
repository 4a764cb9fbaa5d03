import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryStores } from '../../../adapters/memory/index.ts';
import { sqliteStores } from '../../../adapters/sqlite/index.ts';
import type { Clock, Stores } from '../../../src/ports/index.ts';

export const storeKinds = ['memory', 'sqlite'] as const;

/** What the processes of a simulated service share. */
export type StoreKind = (typeof storeKinds)[number];

export interface SharedStores {
  readonly stores: Stores;
  /** Closes the stores, and deletes their file. Only after the simulation: it takes real time. */
  remove(): Promise<void>;
}

/** Opens stores in memory, or the SQLite stores in a new file. */
export function openSharedStores(kind: StoreKind, clock: Clock): SharedStores {
  if (kind === 'memory') {
    const stores = memoryStores({ clock });
    return { stores, remove: () => stores.close() };
  }
  const folder = mkdtempSync(join(tmpdir(), 'mailproof-simulation-'));
  const stores = sqliteStores(join(folder, 'store.db'), { clock });
  return {
    stores,
    remove: async () => {
      await stores.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
