import { Redis } from 'ioredis';
import { describe, expect, it } from 'vitest';
import { RedisConnection } from '../../../adapters/redis/connection.ts';
import { type RedisStoresOptions, redisStores } from '../../../adapters/redis/index.ts';
import { queueDeliver } from '../../../adapters/redis/scripts/queue-deliver.ts';
import { until } from '../../../contract/until.ts';
import { StorageUnavailable } from '../../../src/errors.ts';
import type { Batch } from '../../../src/ports/work-queue.ts';
import { redisOfFile } from '../../support/redis-server.ts';
import { withResolvers } from '../../support/until.ts';
import { allowNoUnhandledErrors } from '../no-unhandled-errors.ts';
import { atOnce, batches, finished, queueTimes } from './queued-batches.ts';

const server = await redisOfFile();

allowNoUnhandledErrors();

function open(options: RedisStoresOptions) {
  return redisStores(server.url, { queueTimes, ...options });
}

/** Opens a connection to the queue without a worker. */
function connection() {
  const client = new Redis(server.url, { lazyConnect: true });
  const options = { client, owned: true, address: 'test', callTimeoutMs: 2_000 };
  return { client, redis: new RedisConnection(options) };
}

describe('while Redis is unavailable', () => {
  it('put and count reject in time, and workers resume when it is back', async () => {
    const stores = open({ prefix: 'outage', callTimeoutMs: 2_000 });
    const { queue } = stores;
    const handled: string[] = [];
    const { promise: back, resolve: goOn } = withResolvers();
    const handler = async ({ id }: Batch) => {
      handled.push(id);
      await back;
    };
    await queue.put(batches(6, 2), atOnce);
    queue.work(handler, { concurrency: 2 });
    await until(() => handled.length === 2);
    await server.kill();
    await expect(queue.count('job')).rejects.toThrow(StorageUnavailable);
    await expect(queue.put(batches(8, 2), atOnce)).rejects.toThrow(StorageUnavailable);
    await expect(queue.drop('job')).rejects.toThrow(StorageUnavailable);
    goOn();
    await server.restart();
    while (
      !(await queue.put(batches(8, 2), atOnce).then(
        () => true,
        () => false,
      ))
    );
    await finished(stores);
    expect([...new Set(handled)].sort()).toEqual(batches(8, 2).map(({ id }) => id));
    await stores.close();
  });

  it('a worker that never reached it can be closed, and one that reaches it later works', async () => {
    const stores = open({ prefix: 'late', callTimeoutMs: 300 });
    await server.kill();
    const handled: string[] = [];
    const handler = async ({ id }: Batch) => void handled.push(id);
    await stores.queue.work(handler, { concurrency: 1 }).close();
    stores.queue.work(handler, { concurrency: 1 });
    await server.restart();
    while (
      !(await stores.queue.put(batches(2, 1), atOnce).then(
        () => true,
        () => false,
      ))
    );
    await finished(stores);
    expect(handled).toEqual(['b0', 'b1']);
    await stores.close();
  });

  it('a worker can be closed, and its batches are delivered again', async () => {
    const stores = open({ prefix: 'closed', callTimeoutMs: 300 });
    const handled: string[] = [];
    const worker = stores.queue.work(
      ({ id }, signal) =>
        new Promise((_, reject) => {
          handled.push(id);
          signal.addEventListener('abort', () => reject(signal.reason));
        }),
      { concurrency: 1 },
    );
    await stores.queue.put(batches(1, 1), atOnce);
    await until(() => handled.length === 1);
    await server.kill();
    await worker.close();
    await server.restart();
    stores.queue.work(async ({ id }) => void handled.push(id), { concurrency: 1 });
    await until(() => handled.length === 2);
    await stores.close();
  });
});

describe('a worker that has lost its lease', () => {
  it('is informed by its signals, and the batch is delivered again', async () => {
    const stores = open({ prefix: 'unheard' });
    const reasons: unknown[] = [];
    let handled = 0;
    stores.queue.work(
      async (_, signal) => {
        handled += 1;
        if (handled > 1) return;
        const aborted = new Promise<void>((resolve) => {
          signal.addEventListener('abort', () => resolve());
        });
        // As if it had been delivered to another worker, which died.
        await server.cli('HSET', '{unheard:queue}:batch:b0', 'holder', 'another');
        await aborted;
        reasons.push(signal.reason);
        throw signal.reason;
      },
      { concurrency: 1 },
    );
    await stores.queue.put(batches(1, 1), atOnce);
    await finished(stores);
    expect(reasons).toEqual([expect.any(StorageUnavailable)]);
    expect(handled).toBe(2);
    await stores.close();
  });
});

describe('a lost reply of Redis', () => {
  it('is harmless: what was reported may be reported again, and what was delivered is delivered again', async () => {
    const { client, redis } = connection();
    redis.define(queueDeliver);
    const stores = open({ prefix: 'lost' });
    await stores.queue.put(batches(3, 1), atOnce);
    const deliver = async (holder: string, ...reports: string[]) => {
      const setting = ['[]', '1800000', '[]', '400', '1', holder, '1', String(reports.length / 4)];
      const reply = await redis.run(queueDeliver, '{lost:queue}', ...setting, ...reports);
      return Array.isArray(reply) && reply.length > 3 ? JSON.parse(reply[3]).id : undefined;
    };
    expect(await deliver('first')).toBe('b0');
    const done = ['b0', 'first', 'done', '0'];
    expect(await deliver('second', ...done)).toBe('b1');
    expect(await deliver('third', ...done)).toBeUndefined();
    expect(await stores.queue.count('job')).toBe(2);
    const delivered: string[] = [];
    stores.queue.work(async ({ id }) => void delivered.push(id), { concurrency: 1 });
    await finished(stores);
    expect(delivered).toEqual(['b1', 'b2']);
    expect(await deliver('fourth', 'b1', 'second', 'failed', '0')).toBeUndefined();
    expect(await stores.queue.depth()).toMatchObject({ queued: 0, delayed: 0, active: 0 });
    client.disconnect();
    await stores.close();
  });
});

describe('workers that wait', () => {
  // After they have started, the workers do not look for batches by themselves.
  const queueTimes = { heartbeatMs: 600_000, leaseMs: 600_000 };

  it('are woken for batches that they may have, whatever their egresses are', async () => {
    const stores = open({ prefix: 'woken', queueTimes });
    const delivered = { a: new Set<string>(), b: new Set<string>() };
    const { promise: blocked, resolve: goOn } = withResolvers();
    const work = (name: 'a' | 'b') =>
      stores.queue.work(
        async ({ exchange }) => {
          delivered[name].add(exchange);
          await blocked;
        },
        { concurrency: 30, egresses: [name] },
      );
    work('a');
    work('b');
    while ((await server.cli('ZCARD', '{woken:queue}:sets')) !== '2');
    // Two batches for each of twelve lanes, and later two that wait for an egress.
    await stores.queue.put(batches(24, 12), atOnce);
    await until(() => delivered.a.size === 12 && delivered.b.size === 12);
    for (const egress of ['a', 'b'] as const) {
      const [batch] = batches(1, 1);
      await stores.queue.put([{ ...batch!, id: egress, exchange: 'put-off.example.org', egress }], atOnce);
    }
    await until(() => delivered.a.has('put-off.example.org') && delivered.b.has('put-off.example.org'));
    goOn();
    await finished(stores);
    await stores.close();
  });

  it('are woken when a batch is due', async () => {
    const stores = open({ prefix: 'due', queueTimes });
    const delivered: string[] = [];
    stores.queue.work(async ({ id }) => void delivered.push(id), { concurrency: 1 });
    while ((await server.cli('ZCARD', '{due:queue}:sets')) !== '1');
    const [first, second] = batches(2, 2);
    const now = Date.now();
    await stores.queue.put([first!], { dueAt: now + 500 });
    await stores.queue.put([second!], { dueAt: now + 200 });
    await finished(stores);
    expect(delivered).toEqual(['b1', 'b0']);
    await stores.close();
  });

  it('share what was put at once, each as many as it can take', async () => {
    const stores = open({ prefix: 'shared', queueTimes });
    const takers = new Set<number>();
    const { promise: blocked, resolve: goOn } = withResolvers();
    for (const taker of [1, 2, 3]) {
      const handler = async () => {
        takers.add(taker);
        await blocked;
      };
      stores.queue.work(handler, { concurrency: 2 });
    }
    while ((await server.cli('CLIENT', 'LIST')).split('cmd=blpop').length < 4);
    await stores.queue.put(batches(6, 6), atOnce);
    while ((await stores.queue.depth()).active < 6);
    expect(takers.size).toBe(3);
    goOn();
    await finished(stores);
    await stores.close();
  });

  it('hear of another job although they have their share of one that has more', async () => {
    const stores = open({ prefix: 'news', queueTimes });
    const delivered: string[] = [];
    const { promise: blocked, resolve: goOn } = withResolvers();
    const handler = async ({ jobId }: Batch) => {
      delivered.push(jobId);
      await blocked;
    };
    stores.queue.work(handler, { concurrency: 12 });
    await stores.queue.put(batches(40, 40), atOnce);
    await until(() => delivered.length === 10);
    while (!(await server.cli('CLIENT', 'LIST')).includes('cmd=blpop'));
    const [batch] = batches(1, 1);
    await stores.queue.put([{ ...batch!, id: 'other', jobId: 'other' }], atOnce);
    await until(() => delivered.includes('other'));
    goOn();
    await finished(stores);
    await stores.close();
  });
});

describe('the data of the queue in Redis', () => {
  it('does not grow with finished batches, and is in one cluster slot', async () => {
    const stores = open({ prefix: 'traces' });
    const keys = async () => (await server.cli('--scan', '--pattern', '*traces*')).split('\n').sort();
    const run = async () => {
      await stores.queue.put(batches(50, 10), atOnce);
      await finished(stores);
    };
    const worker = stores.queue.work(async () => {}, { concurrency: 10 });
    await run();
    await run();
    await worker.close();
    // Words to workers, and the egress set once its leases would have ended, are forgotten.
    while ((await keys()).some((key) => !key.endsWith(':numbers') && !/:(wake|news):/.test(key)));
    for (const key of await keys()) expect(key).toMatch(/^\{traces:queue\}:/);
    await stores.close();
  });
});

describe("a host's own client", () => {
  it('is copied for workers that wait, and only the copies are closed', async () => {
    const client = new Redis(server.url, {
      keyPrefix: 'host:',
      lazyConnect: true,
      connectionName: 'of-host',
    });
    const stores = redisStores('', { client, prefix: 'hosted', queueTimes });
    const handled: string[] = [];
    stores.queue.work(async ({ id }) => void handled.push(id), { concurrency: 2 });
    await stores.queue.put(batches(4, 2), atOnce);
    await finished(stores);
    expect(handled.sort()).toEqual(['b0', 'b1', 'b2', 'b3']);
    await stores.close();
    expect(await client.ping()).toBe('PONG');
    client.disconnect();
  });
});
