import { randomUUID } from 'node:crypto';
import { afterAll, onTestFinished } from 'vitest';
import { memoryStores } from '../../adapters/memory/index.ts';
import { postgresStores } from '../../adapters/postgres/index.ts';
import { redisStores } from '../../adapters/redis/index.ts';
import type { Stores } from '../../src/ports/stores.ts';
import { type PostgresqlServer, startPostgresql } from '../postgres/postgresql-server.ts';
import { startStores } from '../sqlite/temporary-file.ts';
import type { ManualClock } from '../support/manual-clock.ts';
import { type RedisServer, startRedis } from '../support/redis-server.ts';

/** Stores of one kind, twice, as two processes have them. In memory, where nothing is shared, both are the same. */
export interface StorePair {
  readonly stores: Stores;
  readonly second: Stores;
}

/**
 * Returns what opens stores of each kind, which are closed after the test. Redis and PostgreSQL run until the tests of the file
 * have ended.
 */
export function storeKinds(): Readonly<Record<string, (clock: ManualClock) => Promise<StorePair>>> {
  let redis: Promise<RedisServer> | undefined;
  let postgresql: Promise<PostgresqlServer> | undefined;
  afterAll(async () => {
    await (await redis)?.stop();
    await (await postgresql)?.stop();
  });
  return {
    memory: async (clock) => {
      const stores = memoryStores({ clock });
      return { stores, second: stores };
    },
    SQLite: async (clock) => {
      const { stores, second, stop } = await startStores({ clock });
      onTestFinished(stop);
      return { stores, second: await second() };
    },
    Redis: async (clock) => {
      redis ??= startRedis();
      const { url } = await redis;
      const prefix = randomUUID();
      const [stores, second] = [redisStores(url, { clock, prefix }), redisStores(url, { clock, prefix })];
      onTestFinished(async () => {
        await Promise.all([stores.close(), second.close()]);
      });
      return { stores, second };
    },
    PostgreSQL: async (clock) => {
      postgresql ??= startPostgresql();
      const { url } = await postgresql;
      const schema = `test_${randomUUID().replaceAll('-', '')}`;
      const [stores, second] = [
        postgresStores(url, { clock, schema }),
        postgresStores(url, { clock, schema }),
      ];
      onTestFinished(async () => {
        await Promise.all([stores.close(), second.close()]);
      });
      return { stores, second };
    },
  };
}
