import { randomUUID } from 'node:crypto';
import type { RedisStoresOptions, redisStores } from '../../adapters/redis/index.ts';
import { type StoreSubjects, storeSubjects } from '../stores/store-suites.ts';
import type { RedisServer } from '../support/redis-server.ts';

/** The subjects of the suites: each test gets stores with a new prefix, and on request a second client. */
export function redisSubjects(
  name: string,
  servers: () => readonly RedisServer[],
  connect: (options: RedisStoresOptions) => ReturnType<typeof redisStores>,
): StoreSubjects {
  return storeSubjects(name, async (options) => {
    const prefix = `test-${randomUUID()}`;
    const opened: ReturnType<typeof redisStores>[] = [];
    const open = () => {
      const stores = connect({ ...options, prefix });
      opened.push(stores);
      return stores;
    };
    return {
      stores: open(),
      second: async () => open(),
      dump: async () =>
        (await Promise.all(servers().map((server) => everythingOf(server, prefix)))).join('\n'),
      stop: async () => {
        await Promise.all(opened.map((stores) => stores.close()));
      },
    };
  });
}

/** Returns the names and contents of all keys with the prefix. */
export async function everythingOf(server: RedisServer, prefix: string): Promise<string> {
  const names = (await server.cli('--scan', '--pattern', `*${prefix}*`)).split('\n').filter(Boolean);
  const contents = await Promise.all(names.map((name) => contentOf(server, name)));
  return [...names, ...contents].join('\n');
}

const reading: Readonly<Record<string, readonly [command: string, ...range: string[]]>> = {
  string: ['GET'],
  hash: ['HGETALL'],
  list: ['LRANGE', '0', '-1'],
  set: ['SMEMBERS'],
  zset: ['ZRANGE', '0', '-1'],
};

async function contentOf(server: RedisServer, name: string): Promise<string> {
  const [command, ...range] = reading[await server.cli('TYPE', name)] ?? [];
  if (command === undefined) throw new Error(`${name} is of a type that the stores do not use.`);
  return server.cli(command, name, ...range);
}
