import { afterAll, beforeAll } from 'vitest';
import { memoryStores } from '../../adapters/memory/index.ts';
import { postgresStores } from '../../adapters/postgres/index.ts';
import { redisStores } from '../../adapters/redis/index.ts';
import { sqliteStores } from '../../adapters/sqlite/index.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { Stores } from '../../src/ports/stores.ts';
import { startPostgresql } from '../postgres/postgresql-server.ts';
import { newSchema } from '../postgres/subjects.ts';
import { temporaryFile } from '../sqlite/temporary-file.ts';
import { startRedis } from '../support/redis-server.ts';

/** Opens a new, empty storage. Without a clock, it uses its own: the system's, or that of the server. */
type OpenStores = (options?: { clock: Clock }) => Promise<Stores>;

/** One storage of each kind. `stop` ends the servers. */
export interface EachStorage {
  readonly open: Readonly<Record<StorageName, OpenStores>>;
  stop(): Promise<void>;
}

export const storageNames = ['memory', 'SQLite', 'Redis', 'PostgreSQL'] as const;
type StorageName = (typeof storageNames)[number];

/** Starts what the storages need. Within a test, every storage that is opened is new. */
export async function startEachStorage(): Promise<EachStorage> {
  const [redis, postgresql] = await Promise.all([startRedis(), startPostgresql()]);
  let opened = 0;
  return {
    open: {
      memory: async (options) => memoryStores(options),
      SQLite: async (options) => sqliteStores(await temporaryFile(), options),
      Redis: async (options) => {
        opened += 1;
        return redisStores(redis.url, { ...options, prefix: `storage-${opened}` });
      },
      PostgreSQL: async (options) => postgresStores(postgresql.url, { ...options, schema: newSchema() }),
    },
    stop: async () => {
      await Promise.all([redis.stop(), postgresql.stop()]);
    },
  };
}

/** Starts what the storages need before the tests of a file, and ends it after them. */
export function eachStorage(): Pick<EachStorage, 'open'> {
  let started: EachStorage | undefined;
  beforeAll(async () => {
    started = await startEachStorage();
  });
  afterAll(() => started?.stop());
  return {
    get open() {
      if (started === undefined) throw new Error('The storages have not started.');
      return started.open;
    },
  };
}
