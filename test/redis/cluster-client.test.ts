import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { redisStores } from '../../adapters/redis/index.ts';
import { StorageUnavailable } from '../../src/errors.ts';
import { type RedisCluster, startRedisCluster } from '../support/redis-cluster.ts';
import { type RedisServer, startRedis } from '../support/redis-server.ts';

let cluster: RedisCluster;
let alone: RedisServer;
beforeAll(async () => {
  [cluster, alone] = await Promise.all([startRedisCluster(), startRedis()]);
});
afterAll(() => Promise.all([cluster.stop(), alone.stop()]));

const granted = { id: 'g', account: 'acme', milliCredits: 1_000, reason: 'purchase' } as const;
const hold = { id: 'h', account: 'acme', milliCredits: 200, expiresInMs: 4e12 };

describe('the URL of a cluster', () => {
  it('opens stores that keep data on all masters', async () => {
    const stores = redisStores(cluster.url, { prefix: 'spread' });
    await stores.ping();
    await Promise.all(
      Array.from({ length: 30 }, (_, n) => stores.cache.set(`key ${n}`, { value: `${n}`, expiresAt: 4e12 })),
    );
    for (const node of cluster.nodes)
      expect(await node.cli('--scan', '--pattern', 'spread:cache:*')).not.toBe('');
    expect((await stores.cache.get('key 7'))?.value).toBe('7');
    await stores.close();
  });

  it('may begin with a node that is down, if it names another', async () => {
    const [, ...others] = cluster.addresses;
    const stores = redisStores(`redis+cluster://127.0.0.1:1,127.0.0.1:${others[0]!.port}`);
    await stores.ping();
    await stores.close();
  });

  it('serves many calls at once from the first moment, although no node is connected yet', async () => {
    const stores = redisStores(cluster.url, { prefix: 'first-calls' });
    await Promise.all(Array.from({ length: 50 }, (_, n) => stores.cache.get(`key ${n}`)));
    await stores.close();
  });

  it('is needed for a cluster, as the error of any other says', async () => {
    const stores = redisStores(`redis://127.0.0.1:${cluster.addresses[0]!.port}`, { prefix: 'wrong' });
    const calls = Array.from({ length: 30 }, (_, n) => stores.cache.get(`key ${n}`));
    const outcomes = await Promise.allSettled(calls);
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(refused.length).toBeGreaterThan(0);
    for (const reason of refused) {
      expect(reason).toBeInstanceOf(StorageUnavailable);
      expect(reason.message).toContain('redis+cluster://');
    }
    await stores.close();
  });

  it('is refused by a Redis that is no cluster, with what to write instead', async () => {
    const stores = redisStores(`redis+cluster://127.0.0.1:${alone.port}`);
    await expect(stores.ping()).rejects.toThrow(/not part of a cluster.*redis:\/\//);
    await stores.close();
  });

  it('has its password in no error', async () => {
    const stores = redisStores('redis+cluster://user:s3cret@127.0.0.1:1,127.0.0.1:2', { callTimeoutMs: 300 });
    const failure = await stores.ping().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StorageUnavailable);
    expect(String(failure)).toMatch(/127\.0\.0\.1:1,127\.0\.0\.1:2 is out of reach: .*[^.]\. Start it/);
    expect(String(failure)).not.toContain('s3cret');
    await stores.close();
  });

  it('has a password that every node wants', async () => {
    for (const node of cluster.nodes) await node.cli('CONFIG', 'SET', 'requirepass', 'p@ss');
    try {
      const right = redisStores(cluster.url.replace('//', '//:p%40ss@'), { prefix: 'password' });
      expect(await right.ledger.grant(granted)).toBe(1_000);
      await right.close();
      const wrong = redisStores(cluster.url.replace('//', '//:other@'));
      await expect(wrong.ping()).rejects.toThrow(/password of the URL/);
      await wrong.close();
    } finally {
      for (const node of cluster.nodes)
        await node.cli('-a', 'p@ss', '--no-auth-warning', 'CONFIG', 'SET', 'requirepass', '');
    }
  });

  it.each([
    'redis+cluster://',
    'redis+cluster://a,',
    'redis+cluster://a:port',
    'redis+cluster://a/1',
    'redis+cluster:a',
    'cluster://a',
  ])('cannot be %s', (url) => {
    expect(() => redisStores(url)).toThrow(/redis\+cluster:\/\/host:port,host:port/);
  });
});

describe('a slot that is being moved to another node', () => {
  it('refuses calls instead of answering from the half that has arrived, and then goes on there', async () => {
    const prefix = 'moving';
    const key = `{${prefix}:ledger}`;
    const stores = redisStores(cluster.url, { prefix });
    await stores.ledger.grant(granted);
    const from = await cluster.masterOf(key);
    const to = cluster.nodes.find((node) => node !== from)!;
    const slot = await from!.cli('CLUSTER', 'KEYSLOT', key);
    const [fromId, toId] = await Promise.all([from!.cli('CLUSTER', 'MYID'), to.cli('CLUSTER', 'MYID')]);
    await to.cli('CLUSTER', 'SETSLOT', slot, 'IMPORTING', fromId);
    await from!.cli('CLUSTER', 'SETSLOT', slot, 'MIGRATING', toId);

    await expect(stores.ledger.hold(hold)).rejects.toThrow(/is being moved/);
    await expect(stores.ledger.grant({ ...granted, id: 'second' })).rejects.toThrow(StorageUnavailable);

    const names = (await from!.cli('CLUSTER', 'GETKEYSINSLOT', slot, '100')).split('\n');
    await from!.cli('MIGRATE', '127.0.0.1', String(to.port), '', '0', '5000', 'KEYS', ...names);
    for (const node of [to, from!]) await node.cli('CLUSTER', 'SETSLOT', slot, 'NODE', toId);
    expect(await stores.ledger.hold(hold)).toEqual({ kind: 'held', available: 800 });
    expect(await stores.ledger.balance('acme')).toEqual({ available: 800, held: 200 });
    await stores.close();
  });
});

describe('the data of a single Redis', () => {
  it('is moved into a cluster as it is, key by key', async () => {
    const prefix = 'imported';
    const before = redisStores(alone.url, { prefix });
    await before.ledger.grant(granted);
    await before.ledger.hold(hold);
    const { key } = await before.keys.create({ account: 'acme' });
    const job = {
      id: 'job',
      kind: 'verification',
      account: 'acme',
      keyId: null,
      milliCreditsPerItem: 200,
      submittedAt: 1,
      idempotency: { key: 'once', fingerprint: 'f' },
    } as const;
    const items = [{ email: 'ann@example.org' }];
    await before.jobs.create(job, items);
    await before.close();

    await cluster.importFrom(alone);
    const after = redisStores(cluster.url, { prefix });
    expect(await after.ledger.balance('acme')).toEqual({ available: 800, held: 200 });
    expect(await after.ledger.capture('h')).toBe('captured');
    expect((await after.keys.find(key))?.account).toBe('acme');
    expect(await after.jobs.create(job, items)).toMatchObject({ created: false, job: { id: 'job' } });
    expect(await after.jobs.page('job', { offset: 0, limit: 10 })).toHaveLength(1);
    await after.close();
  });
});
