import type { Cluster } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { redisStores } from '../../adapters/redis/index.ts';
import {
  cacheContract,
  creditLedgerContract,
  flightsContract,
  jobStoreContract,
  keyStoreContract,
  pacingContract,
  rateLimitsContract,
} from '../../contract/index.ts';
import { type RedisServer, startRedis } from '../support/redis-server.ts';
import { OneSlotCluster } from './one-slot-cluster.ts';
import { redisSubjects } from './subjects.ts';

let server: RedisServer;
const clients: Cluster[] = [];

function cluster(): Cluster {
  const client = new OneSlotCluster([{ host: '127.0.0.1', port: server.port }], { lazyConnect: true });
  clients.push(client);
  return client;
}

beforeAll(async () => {
  server = await startRedis({ cluster: true });
});
afterAll(async () => {
  for (const client of clients) client.disconnect();
  await server.stop();
});

const runner = { describe, it };
const subjects = redisSubjects(
  'Redis Cluster',
  () => server,
  (options) => redisStores('', { ...options, client: cluster() }),
);

cacheContract(runner, subjects.cache);
pacingContract(runner, subjects.pacing);
flightsContract(runner, subjects.flights);
creditLedgerContract(runner, subjects.ledger);
keyStoreContract(runner, subjects.keys);
rateLimitsContract(runner, subjects.rateLimits);
jobStoreContract(runner, subjects.jobs);

describe('a client of a cluster', () => {
  it('refuses a script that uses two slots, so that the suites would detect one', async () => {
    const client = cluster();
    const lua = `redis.call('SET', KEYS[1] .. '{a}', 1) redis.call('SET', KEYS[1] .. '{b}', 1)`;
    client.defineCommand('twoSlots', { lua, numberOfKeys: 1 });
    await expect(Reflect.get(client, 'twoSlots').call(client, 'key')).rejects.toThrow(/same slot|non local/);
  });

  it('stays open when the stores are closed', async () => {
    const client = cluster();
    const stores = redisStores('', { client, prefix: 'left-open' });
    await stores.ping();
    await stores.close();
    expect(await client.get('left-open:ping')).toBe('1');
  });

  it('is refused if a node may evict keys', async () => {
    await server.cli('CONFIG', 'SET', 'maxmemory', '100mb', 'maxmemory-policy', 'allkeys-lru');
    const stores = redisStores('', { client: cluster() });
    await expect(stores.ping()).rejects.toThrow(/noeviction/);
    await server.cli('CONFIG', 'SET', 'maxmemory', '0', 'maxmemory-policy', 'noeviction');
    await stores.ping();
    await stores.close();
  });
});
