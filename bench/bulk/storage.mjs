import { join } from 'node:path';
import { memoryStores } from '../../dist/adapters/memory/index.js';
import { redisStores } from '../../dist/adapters/redis/index.js';
import { sqliteStores } from '../../dist/adapters/sqlite/index.js';
import { startRedis } from './redis-server.mjs';

/** Creates the place of a store: a file in the folder, or a server with its data there; none for memory. */
export async function startStorage(storage, folder) {
  if (storage === 'redis') {
    const { url, stop } = await startRedis(folder);
    return { place: url, stop };
  }
  return { place: join(folder, 'bench.db'), stop: async () => {} };
}

/** `place`: the file of SQLite, the URL of Redis. */
export function openStores(storage, place) {
  switch (storage) {
    case 'memory':
      return memoryStores();
    case 'sqlite':
      return sqliteStores(place);
    case 'redis':
      return redisStores(place);
    default:
      throw new Error(`There is no storage "${storage}".`);
  }
}
