import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { RedisConnection } from '../../../adapters/redis/connection.ts';
import { type RedisStoresOptions, redisStores } from '../../../adapters/redis/index.ts';
import { queueScripts, RedisWorkQueue } from '../../../adapters/redis/queue/work-queue.ts';
import { queuePut } from '../../../adapters/redis/scripts/queue-put.ts';
import { until } from '../../../contract/until.ts';
import { StorageUnavailable } from '../../../src/errors.ts';
import type { Batch } from '../../../src/ports/work-queue.ts';
import { type RedisServer, startRedis } from '../../support/redis-server.ts';
import { atOnce, batches, finished, queueTimes } from './queued-batches.ts';

let server: RedisServer;
beforeAll(async () => {
  server = await startRedis();
});
afterAll(() => server.stop());

/** Unhandled rejections, and printed errors. */
const unhandled: unknown[] = [];
const note = (...words: unknown[]) => unhandled.push(...words);
beforeEach(() => {
  unhandled.length = 0;
  process.on('unhandledRejection', note);
  for (const method of ['error', 'warn', 'log'] as const) vi.spyOn(console, method).mockImplementation(note);
});
afterEach(() => {
  process.off('unhandledRejection', note);
  vi.restoreAllMocks();
  expect(unhandled).toEqual([]);
});

function open(options: RedisStoresOptions) {
  return redisStores(server.url, { queueTimes, ...options });
}

/** Opens a connection to the queue without a worker. */
function connection() {
  const client = new Redis(server.url, { lazyConnect: true });
  const options = { client, owned: true, address: 'test', callTimeoutMs: 2_000, scripts: queueScripts };
  return { client, redis: new RedisConnection(options) };
}

describe('while Redis is unavailable', () => {
  it('put and count reject in time, and workers resume when it is back', async () => {
    const stores = open({ prefix: 'outage', callTimeoutMs: 500 });
    const { queue } = stores;
    const handled: string[] = [];
    let goOn = () => {};
    const back = new Promise<void>((resolve) => {
      goOn = resolve;
    });
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

describe('a worker that has lost its locks', () => {
  it('is informed by its signals, and the batch is delivered again', async () => {
    const stores = open({ prefix: 'unheard' });
    const reasons: unknown[] = [];
    let handled = 0;
    stores.queue.work(
      async (_, signal) => {
        handled += 1;
        if (handled > 1) return;
        const aborted = new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
        });
        // A batch is held by the lock of its ticket, or by a lease.
        for (const pattern of ['*unheard*:lock', '*unheard*:leases'])
          await server.cli('DEL', ...(await server.cli('--scan', '--pattern', pattern)).split('\n'));
        await aborted.catch((reason: unknown) => {
          reasons.push(reason);
          throw reason;
        });
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
  it('is harmless: the batch can be finished again', async () => {
    const { client, redis } = connection();
    const options = {
      redis,
      client,
      address: 'test',
      callTimeoutMs: 2_000,
      prefix: 'lost',
      clock: undefined,
    };
    const queue = new RedisWorkQueue(options);
    await queue.put(batches(3, 1), atOnce);
    const ticket = { id: 'turn-1', at: 0, holder: 'first' };
    const taker = { crew: '[]', full: { accounts: [], jobs: [] } };
    const next = (nextHolder: string | undefined) => ({ nextHolder, ...taker });
    expect(await queue.take(ticket, taker)).toMatchObject({ batch: { id: 'b0' } });
    expect(await queue.finish(ticket, 'done', next('second'))).toMatchObject({ batch: { id: 'b1' } });
    expect(await queue.finish(ticket, 'done', next('second'))).toMatchObject({ batch: { id: 'b1' } });
    expect(await queue.finish(ticket, 'done', next('third'))).toBeUndefined();
    expect(await queue.count('job')).toBe(2);
    // As BullMQ gives the ticket out again after its process died.
    expect(await queue.take({ ...ticket, holder: 'fourth' }, taker)).toMatchObject({ batch: { id: 'b1' } });
    expect(await queue.finish({ ...ticket, holder: 'second' }, 'done', next(undefined))).toBeUndefined();
    expect(await queue.finish({ ...ticket, holder: 'fourth' }, 'done', next(undefined))).toBeUndefined();
    expect(await queue.count('job')).toBe(1);
    await queue.close();
    await redis.close();
  });
});

describe('a ticket that reaches a worker to which it is of no use', () => {
  it('is passed on to one that may have what it is for', async () => {
    // After they have started, the workers do not look for batches by themselves.
    const stores = open({ prefix: 'passed', queueTimes: { attendMs: 600_000 } });
    const delivered = { a: new Set<string>(), b: new Set<string>() };
    let goOn = () => {};
    const blocked = new Promise<void>((resolve) => {
      goOn = resolve;
    });
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
    while ((await server.cli('ZCARD', '{passed:queue}:crews')) !== '2');
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
});

describe('the data of the queue in Redis', () => {
  it('survives a process that died before it added the ticket to BullMQ', async () => {
    const { redis } = connection();
    const [batch] = batches(1, 1);
    const words = ['0', batch!.id, 'null', 'job', 'lane', '', JSON.stringify(batch)];
    await redis.run(queuePut, '{forgotten:queue}', ...words);
    await redis.close();
    const stores = open({ prefix: 'forgotten' });
    expect(await stores.queue.count('job')).toBe(1);
    stores.queue.work(async () => {}, { concurrency: 1 });
    await finished(stores);
    await stores.close();
  });

  it('delivers what an earlier version has queued, which knew no accounts', async () => {
    const { redis } = connection();
    const queue = '{earlier:queue}';
    const [first, second] = batches(2, 1);
    for (const [index, { account: _, ...batch }] of [first!, second!].entries()) {
      const fields = [
        'job',
        'job',
        'lane',
        'lane',
        'order',
        String(index + 1),
        'failures',
        '0',
        'place',
        'lane',
      ];
      await redis.command('HSET', `${queue}:batch:${batch.id}`, ...fields, 'body', JSON.stringify(batch));
      await redis.command('SADD', `${queue}:job:job`, batch.id);
      await redis.command('ZADD', `${queue}:lane:lane`, String(index + 1), batch.id);
    }
    await redis.command('ZADD', `${queue}:turns:job`, '1', 'lane');
    await redis.command('ZADD', `${queue}:turns`, '2', 'job');
    await redis.command('ZADD', `${queue}:tickets`, '1', 'turn-1 1');
    await redis.close();
    const stores = open({ prefix: 'earlier' });
    const delivered: Batch[] = [];
    stores.queue.work(async (batch) => void delivered.push(batch), { concurrency: 1 });
    await finished(stores);
    expect(delivered).toEqual([first, second]);
    await stores.close();
  });

  it('delivers again what a worker of an earlier version had, which took the whole lane', async () => {
    const { redis } = connection();
    const queue = '{crewless:queue}';
    const [batch] = batches(1, 1);
    const words = ['0', batch!.id, 'null', 'job', 'lane', '', JSON.stringify(batch)];
    await redis.run(queuePut, queue, ...words);
    await redis.command('ZREM', `${queue}:lane:lane`, batch!.id);
    await redis.command('ZREM', `${queue}:turns:job`, 'lane');
    await redis.command('ZREM', `${queue}:jobs:null`, 'job');
    await redis.command('ZREM', `${queue}:turns`, 'null');
    await redis.command('SADD', `${queue}:busy`, 'lane');
    await redis.command('HSET', `${queue}:hands`, 'turn-1', batch!.id);
    await redis.command('HSET', `${queue}:batch:${batch!.id}`, 'place', 'hand', 'holder', 'dead');
    await redis.close();
    const stores = open({ prefix: 'crewless' });
    const delivered: Batch[] = [];
    // BullMQ delivers the ticket of a dead process again.
    stores.queue.work(async (each) => void delivered.push(each), { concurrency: 1 });
    await finished(stores);
    expect(delivered).toEqual([batch]);
    expect(await server.cli('EXISTS', `${queue}:busy`)).toBe('0');
    await stores.close();
  });

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
    // The worker uses up the tickets of batches that it took for itself.
    while ((await keys()).length >= 10);
    await worker.close();
    const left = async () => (await keys()).filter((key) => !key.includes(':tickets:'));
    // The crew is forgotten once its leases would have ended.
    while ((await left()).length > 1);
    expect(await left()).toEqual(['{traces:queue}:numbers']);
    expect((await keys()).length).toBeLessThan(10);
    for (const key of await keys()) expect(key).toMatch(/^\{traces:queue\}:/);
    expect(Number(await server.cli('XLEN', '{traces:queue}:tickets:events'))).toBeLessThan(500);
    await stores.close();
  });
});

describe("a host's own client", () => {
  it('is copied for BullMQ, and only the copies are closed', async () => {
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

describe('a ticket that BullMQ keeps for too long', () => {
  it('delays its batch only until the next check, since the clock of a machine may have been set back', async () => {
    const stores = open({ prefix: 'late-ticket' });
    const handled: string[] = [];
    await stores.queue.put(batches(1, 1), { dueAt: Date.now() + 1_000 });
    const client = new Redis(server.url);
    const delayed = '{late-ticket:queue}:tickets:delayed';
    const hourMs = 3_600_000;
    for (const ticket of await client.zrange(delayed, '0', '-1'))
      await client.zincrby(delayed, hourMs * 4_096, ticket);
    expect(await client.zcard(delayed)).toBe(1);
    stores.queue.work(async ({ id }) => void handled.push(id), { concurrency: 1 });
    await until(() => handled.length === 1);
    client.disconnect();
    await stores.close();
  });
});
