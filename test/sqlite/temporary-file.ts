import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type SqliteStoresOptions, sqliteStores } from '../../adapters/sqlite/index.ts';
import type { Clock } from '../../src/ports/clock.ts';

export type SqliteStores = ReturnType<typeof sqliteStores>;

/** Returns the path of a new file, in a directory that is deleted after the test. */
export async function temporaryFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mailproof-sqlite-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return join(folder, 'mailproof.db');
}

/** Opens stores that are closed after the test. */
export function openStores(file: string, options: SqliteStoresOptions = {}): SqliteStores {
  const stores = sqliteStores(file, options);
  onTestFinished(() => stores.close());
  return stores;
}

/** Opens stores for a conformance suite, with a second handle on their file. */
export async function startStores(options: { clock: Clock }): Promise<{
  stores: SqliteStores;
  file: string;
  second(): Promise<SqliteStores>;
  stop(): Promise<void>;
}> {
  const folder = await mkdtemp(join(tmpdir(), 'mailproof-sqlite-'));
  const file = join(folder, 'mailproof.db');
  const opened = [sqliteStores(file, options)];
  const [stores] = opened;
  return {
    stores: stores!,
    file,
    second: async () => {
      const another = sqliteStores(file, options);
      opened.push(another);
      return another;
    },
    stop: async () => {
      for (const each of opened) await each.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
