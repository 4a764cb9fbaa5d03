import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { redisStores } from '../../adapters/redis/index.ts';
import { StorageUnavailable } from '../../src/errors.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { type RedisServer, startRedis } from '../support/redis-server.ts';

let server: RedisServer;
beforeAll(async () => {
  // As managed Redis often is: CONFIG is not to be had under its name.
  server = await startRedis({ settings: ['--rename-command', 'CONFIG', 'OPERATOR'] });
});
afterAll(() => server.stop());

async function configure(settings: { maxmemory: string; policy: string }): Promise<void> {
  await server.cli('OPERATOR', 'SET', 'maxmemory', settings.maxmemory);
  await server.cli('OPERATOR', 'SET', 'maxmemory-policy', settings.policy);
}

describe('a Redis that may evict keys', () => {
  it.each(['allkeys-lru', 'allkeys-random', 'volatile-lru', 'volatile-ttl'])(
    'is refused under %s, with what to set, and used once that is set',
    async (policy) => {
      await configure({ maxmemory: '100mb', policy });
      const stores = redisStores(server.url);
      const refusal = new RegExp(`maxmemory-policy ${policy}.*"maxmemory-policy noeviction"`);
      await expect(stores.ping()).rejects.toThrow(refusal);
      await expect(stores.ledger.balance('acme')).rejects.toThrow(StorageUnavailable);
      const grant = { id: policy, account: policy, milliCredits: 1, reason: 'purchase' } as const;
      await expect(stores.ledger.grant(grant)).rejects.toThrow(refusal);
      await configure({ maxmemory: '100mb', policy: 'noeviction' });
      expect(await stores.ledger.balance(policy)).toEqual({ available: 0, held: 0 });
      expect(await stores.ledger.grant(grant)).toBe(1);
      await stores.close();
    },
  );

  it('is detected by ping if the policy is changed later', async () => {
    await configure({ maxmemory: '100mb', policy: 'noeviction' });
    const stores = redisStores(server.url);
    await stores.ping();
    await configure({ maxmemory: '100mb', policy: 'allkeys-lfu' });
    await expect(stores.ping()).rejects.toThrow(/allkeys-lfu/);
    await stores.close();
  });
});

describe('a check that may be asked for by strangers', () => {
  it('writes nothing, and notices a change of the policy', async () => {
    await configure({ maxmemory: '100mb', policy: 'noeviction' });
    const stores = redisStores(server.url);
    await stores.ping();
    const changes = async () =>
      /rdb_changes_since_last_save:\d+/.exec(await server.cli('INFO', 'persistence'))?.[0];
    const before = await changes();
    await stores.checkReady();
    expect(await changes()).toBe(before);
    await stores.ping();
    expect(await changes()).not.toBe(before);
    await configure({ maxmemory: '100mb', policy: 'allkeys-lfu' });
    await expect(stores.checkReady()).rejects.toThrow(/allkeys-lfu/);
    await stores.close();
  });

  it('says that memory is full for 10 seconds after a write was refused, or until ping succeeds', async () => {
    await configure({ maxmemory: '0', policy: 'noeviction' });
    const clock = new ManualClock();
    const stores = redisStores(server.url, { clock });
    await stores.ping();
    const refuseWrite = async () => {
      await configure({ maxmemory: '1', policy: 'noeviction' });
      const grant = { id: 'full', account: 'full', milliCredits: 1, reason: 'purchase' } as const;
      await expect(stores.ledger.grant(grant)).rejects.toThrow(/Raise maxmemory/);
      await configure({ maxmemory: '0', policy: 'noeviction' });
    };
    await refuseWrite();
    await expect(stores.checkReady()).rejects.toThrow(/Raise maxmemory/);
    clock.leap(10_000);
    await stores.checkReady();
    await refuseWrite();
    await stores.ping();
    await stores.checkReady();
    await stores.close();
  });
});

describe('a Redis that evicts nothing', () => {
  it('is accepted with any policy while its memory is unlimited', async () => {
    await configure({ maxmemory: '0', policy: 'allkeys-lru' });
    const stores = redisStores(server.url);
    await stores.ping();
    await stores.close();
  });

  it('rejects a write when memory is full, changes nothing, and accepts it once there is room', async () => {
    await configure({ maxmemory: '0', policy: 'noeviction' });
    const stores = redisStores(server.url);
    const { ledger } = stores;
    await ledger.grant({ id: 'room', account: 'acme', milliCredits: 1_000, reason: 'purchase' });
    await configure({ maxmemory: '1', policy: 'noeviction' });
    const hold = { id: 'hold', account: 'acme', milliCredits: 200, expiresInMs: 4e12 };
    await expect(ledger.hold(hold)).rejects.toThrow(/Raise maxmemory/);
    await expect(stores.ping()).rejects.toThrow(StorageUnavailable);
    expect(await ledger.balance('acme')).toEqual({ available: 1_000, held: 0 });
    expect(await ledger.entries('acme', { limit: 10 })).toHaveLength(1);
    await configure({ maxmemory: '0', policy: 'noeviction' });
    expect(await ledger.hold(hold)).toEqual({ kind: 'held', available: 800 });
    await stores.close();
  });
});
