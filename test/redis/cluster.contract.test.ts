import { Cluster } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { redisStores } from '../../adapters/redis/index.ts';
import { storeSuites } from '../stores/store-suites.ts';
import { type RedisCluster, startRedisCluster } from '../support/redis-cluster.ts';
import { refuseScriptsWithTwoSlots } from './one-slot-scripts.ts';
import { redisSubjects } from './subjects.ts';

let cluster: RedisCluster;
const clients: Cluster[] = [];

function clusterClient(): Cluster {
  const client = new Cluster([...cluster.addresses], { lazyConnect: true });
  clients.push(client);
  return client;
}

beforeAll(async () => {
  refuseScriptsWithTwoSlots();
  cluster = await startRedisCluster();
});
afterAll(async () => {
  for (const client of clients) client.disconnect();
  await cluster.stop();
});

storeSuites(
  redisSubjects(
    'Redis Cluster',
    () => cluster.nodes,
    (options) => redisStores(cluster.url, options),
  ),
);

describe('a client of a cluster that the host application made', () => {
  it('refuses a script that uses two slots, so that the suites would detect one', async () => {
    const client = clusterClient();
    const lua = `redis.call('SET', KEYS[1] .. '{a}', 1) redis.call('SET', KEYS[1] .. '{b}', 1)`;
    client.defineCommand('twoSlots', { lua, numberOfKeys: 1 });
    await expect(Reflect.get(client, 'twoSlots').call(client, 'key')).rejects.toThrow(/same slot|non local/);
  });

  it('stays open when the stores are closed', async () => {
    const client = clusterClient();
    const stores = redisStores('', { client, prefix: 'left-open' });
    await stores.ping();
    await stores.close();
    expect(await client.get('left-open:ping')).toBe('1');
  });

  it('is refused if a node may evict keys', async () => {
    const [, node] = cluster.nodes;
    await node!.cli('CONFIG', 'SET', 'maxmemory', '100mb', 'maxmemory-policy', 'allkeys-lru');
    const stores = redisStores('', { client: clusterClient() });
    await expect(stores.ping()).rejects.toThrow(/noeviction/);
    await node!.cli('CONFIG', 'SET', 'maxmemory', '0', 'maxmemory-policy', 'noeviction');
    await stores.ping();
    await stores.close();
  });
});
