import { join } from 'node:path';
import { memoryStores } from '../../dist/adapters/memory/index.js';
import { postgresStores } from '../../dist/adapters/postgres/index.js';
import { redisStores } from '../../dist/adapters/redis/index.js';
import { sqliteStores } from '../../dist/adapters/sqlite/index.js';
import { startPostgresql } from './postgresql-server.mjs';
import { startRedis } from './redis-server.mjs';

/** How tables name the storages. */
export const storageNames = { memory: 'memory', sqlite: 'SQLite', redis: 'Redis', postgres: 'PostgreSQL' };

const servers = { redis: startRedis, postgres: startPostgresql };

/** Creates the place of a store: a file in the folder, or a server with its data there; none for memory. */
export async function startStorage(storage, folder) {
  const { url, ...server } = (await servers[storage]?.(folder)) ?? { stop: async () => {} };
  return { place: url ?? join(folder, 'bench.db'), ...server };
}

/** `place`: the file of SQLite, the URL of a server. `options`: those of the stores. */
export function openStores(storage, place, options = {}) {
  switch (storage) {
    case 'memory':
      return memoryStores(options);
    case 'sqlite':
      return sqliteStores(place, options);
    case 'redis':
      return redisStores(place, options);
    case 'postgres':
      return postgresStores(place, options);
    default:
      throw new Error(`There is no storage "${storage}".`);
  }
}
