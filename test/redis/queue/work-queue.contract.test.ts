import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { type RedisStoresOptions, redisStores } from '../../../adapters/redis/index.ts';
import { type WorkQueueContractSubject, workQueueContract } from '../../../contract/index.ts';
import { type RedisCluster, startRedisCluster } from '../../support/redis-cluster.ts';
import { type RedisServer, startRedis } from '../../support/redis-server.ts';
import { refuseScriptsWithTwoSlots } from '../one-slot-scripts.ts';

/** Short, because the queue waits in real time. */
const redeliveryDelays = { firstMs: 40, longestMs: 150 };
const egressWaitMs = 600;

let server: RedisServer;
let cluster: RedisCluster;
beforeAll(async () => {
  server = await startRedis();
  refuseScriptsWithTwoSlots();
  cluster = await startRedisCluster();
});
afterAll(async () => {
  await server.stop();
  await cluster.stop();
});

function queueSubject(
  name: string,
  connect: (options: RedisStoresOptions) => ReturnType<typeof redisStores>,
) {
  return {
    name,
    time: 'real',
    redeliveryDelays,
    egressWaitMs,
    start: async () => {
      const queueTimes = {
        firstDelayMs: redeliveryDelays.firstMs,
        longestDelayMs: redeliveryDelays.longestMs,
        heartbeatMs: 30,
        egressWaitMs,
      };
      const options = { prefix: `test-${randomUUID()}`, queueTimes };
      const opened = [connect(options)];
      const another = () => {
        const stores = connect(options);
        opened.push(stores);
        return stores;
      };
      return {
        queue: opened[0]!.queue,
        openSecond: async () => another().queue,
        stop: async () => {
          await Promise.all(opened.map((stores) => stores.close()));
        },
      };
    },
  } satisfies WorkQueueContractSubject;
}

workQueueContract(
  { describe, it },
  queueSubject('Redis', (options) => redisStores(server.url, options)),
);

workQueueContract(
  { describe, it },
  queueSubject('Redis Cluster', (options) => redisStores(cluster.url, options)),
);
