import { Redis } from 'ioredis';
import { describe, expect, it, vi } from 'vitest';
import { redisStores } from '../../adapters/redis/index.ts';
import { hashedKey } from '../../adapters/stores/lease-waiters.ts';
import { ManualClock } from '../../contract/manual-clock.ts';
import { until } from '../../contract/until.ts';
import { StorageUnavailable } from '../../src/errors.ts';
import { redisOfFile } from '../support/redis-server.ts';
import { everythingOf } from './subjects.ts';

const server = await redisOfFile();

async function serverTime(): Promise<number> {
  const [seconds, micros] = (await server.cli('TIME')).split('\n').map(Number);
  return Math.floor(seconds! * 1_000 + micros! / 1_000);
}

describe('the password in a URL', () => {
  it.each(['50%off', '50%25off'])('may be written as %s', async (written) => {
    await server.cli('CONFIG', 'SET', 'requirepass', '50%off');
    const stores = redisStores(server.url.replace('//', `//:${written}@`), { prefix: 'password' });
    try {
      await stores.ping();
    } finally {
      await stores.close();
      await server.cli('-a', '50%off', '--no-auth-warning', 'CONFIG', 'SET', 'requirepass', '');
    }
  });
});

describe('a client of the host with automatic pipelining', () => {
  it('takes the first calls of several stores in one turn of the event loop', async () => {
    const client = new Redis(server.url, { enableAutoPipelining: true });
    const { cache, ledger, keys, jobs, rateLimits, leases, queue, ...stores } = redisStores('', {
      client,
      prefix: 'pipelined',
    });
    await stores.ping();
    const entry = { value: 'text', expiresAt: Date.now() + 60_000 };
    const outcomes = await Promise.allSettled([
      cache.get('other'),
      cache.add('key', entry),
      ledger.grant({ id: 'g', account: 'acme', milliCredits: 1, reason: 'purchase' }),
      keys.create({ account: 'acme' }),
      jobs.ofAccount('acme', { limit: 1 }),
      jobs.finished({ limit: 1 }),
      rateLimits.take('acme', { limit: 1, windowMs: 1_000 }),
      leases.pause('exchange', { until: entry.expiresAt, reason: 'blocked' }),
      queue.depth(),
    ]);
    expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
    await stores.close();
    client.disconnect();
  });
});

describe('the keys of an account', () => {
  it('are read by few commands, in the order of their creation', async () => {
    const client = new Redis(server.url);
    const { keys, close } = redisStores('', { client, prefix: 'many-keys' });
    const labels = Array.from({ length: 501 }, (_, number) => `key ${number}`);
    for (const label of labels) await keys.create({ account: 'acme', label });
    const commands = vi.spyOn(client, 'sendCommand');
    expect((await keys.list('acme')).map(({ label }) => label)).toEqual(labels);
    expect(commands.mock.calls.length).toBeLessThan(5);
    await close();
    client.disconnect();
  });
});

describe('stores without a clock of their own', () => {
  it('use the time of the server', async () => {
    const stores = redisStores(server.url, { prefix: 'server-time' });
    const before = await serverTime();
    await stores.ledger.grant({ id: 'g', account: 'acme', milliCredits: 1, reason: 'purchase' });
    const { record } = await stores.keys.create({ account: 'acme' });
    const after = await serverTime();
    const [entry] = await stores.ledger.entries('acme', { limit: 1 });
    for (const at of [entry!.at, record.createdAt]) {
      expect(at).toBeGreaterThanOrEqual(before);
      expect(at).toBeLessThanOrEqual(after);
    }
    await stores.close();
  });

  it('let Redis expire cache entries at their expiry, to the millisecond', async () => {
    const { cache, close } = redisStores(server.url, { prefix: 'expiry' });
    await cache.get('connect');
    const before = await serverTime();
    const expiresAt = Date.now() + 3_600_000;
    await cache.set('key', { value: 'value', expiresAt });
    const lastMs = Number(await server.cli('PEXPIRETIME', 'expiry:cache:key'));
    expect(lastMs).toBeGreaterThanOrEqual(before + expiresAt - Date.now() - 1);
    expect(lastMs).toBeLessThanOrEqual((await serverTime()) + 3_600_000 - 1);
    expect(await cache.get('key')).toEqual({ value: 'value', expiresAt });
    await cache.set('key', { value: 'value', expiresAt: await serverTime() });
    expect(await cache.get('key')).toBeUndefined();
    for (const past of [0, -1, 0.5]) await cache.set('key', { value: 'value', expiresAt: past });
    expect(await cache.get('key')).toBeUndefined();
    await cache.set('key', { value: 'for ever', expiresAt: Number.MAX_SAFE_INTEGER });
    expect((await cache.get('key'))?.value).toBe('for ever');
    await close();
  });

  it('keep cache entries for as long as their process meant to, though its clock is a day ahead', async () => {
    const { cache, close } = redisStores(server.url, { prefix: 'ahead' });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_000 });
    try {
      const entry = { value: 'value', expiresAt: Date.now() + 60_000 };
      await cache.set('set', entry, { group: 'group' });
      await cache.add('added', entry);
    } finally {
      vi.useRealTimers();
    }
    for (const name of ['cache:set', 'cache:added', 'cache-group:group']) {
      const ttlMs = Number(await server.cli('PTTL', `ahead:${name}`));
      expect(ttlMs).toBeGreaterThan(0);
      expect(ttlMs).toBeLessThanOrEqual(61_000);
    }
    await close();
  });

  it('count takes within one millisecond of the server', async () => {
    const { rateLimits, close } = redisStores(server.url, { prefix: 'burst' });
    const takes = await Promise.all(
      Array.from({ length: 100 }, () => rateLimits.take('key', { limit: 20, windowMs: 3_600_000 })),
    );
    expect(takes.filter(({ taken }) => taken)).toHaveLength(20);
    for (const take of takes.filter(({ taken }) => !taken)) {
      expect(take).toMatchObject({ retryAfterMs: expect.any(Number) });
    }
    await close();
  });

  it('lease a job by that time, however wrong the clocks of the machines are', async () => {
    const { jobs, close } = redisStores(server.url, { prefix: 'skewed' });
    await jobs.create(
      {
        id: 'job',
        kind: 'verification',
        account: 'acme',
        keyId: null,
        milliCreditsPerItem: 200,
        submittedAt: 1_000,
        idempotency: null,
      },
      [{ email: 'ann@example.com' }],
    );
    const lease = (owner: string, now: number, leaseMs: number) =>
      jobs.lease('job', { owner, now, until: now + leaseMs });
    const now = await serverTime();
    expect(await lease('behind', now - 3_600_000, 30_000)).toBe(true);
    expect(await lease('ahead', now + 3_600_000, 30_000)).toBe(false);
    expect(await lease('behind', now - 3_600_000, 1)).toBe(true);
    expect(await vi.waitUntil(() => lease('even further behind', now - 7_200_000, 30_000))).toBe(true);
    await close();
  });

  it('leave no keys of expired rate windows and leases', async () => {
    const { rateLimits, leases, close } = redisStores(server.url, { prefix: 'traces' });
    await rateLimits.take('key', { limit: 20, windowMs: 3_600_000 });
    await leases.acquire('mx', { max: 2, leaseMs: 60_000 });
    await leases.pause('mx', { until: (await serverTime()) + 60_000, reason: 'blocked' });
    const names = [
      'traces:rate:key',
      ...['leases', 'pause'].map((part) => `{traces:leases:${hashedKey('mx')}}:${part}`),
    ];
    for (const [index, most] of [3_600_000, 60_000, 60_000].entries()) {
      const leftMs = Number(await server.cli('PTTL', names[index]!));
      expect(leftMs).toBeGreaterThan(0);
      expect(leftMs).toBeLessThanOrEqual(most);
    }
    await close();
  });
});

describe('stores with a clock', () => {
  it('use it, even if it is far behind the server', async () => {
    const clock = new ManualClock(Date.UTC(2001, 0, 1));
    const stores = redisStores(server.url, { prefix: 'past', clock });
    await stores.cache.set('key', { value: 'value', expiresAt: clock.now() + 5 });
    expect((await stores.cache.get('key'))?.value).toBe('value');
    await stores.leases.pause('mx', { until: clock.now() + 5, reason: 'limited' });
    expect(await stores.leases.acquire('mx', { max: 1, leaseMs: 10 })).toMatchObject({
      kind: 'pause',
    });
    clock.leap(5);
    expect(await stores.cache.get('key')).toBeUndefined();
    expect(await stores.leases.acquire('mx', { max: 1, leaseMs: 10 })).toMatchObject({
      kind: 'lease',
    });
    await stores.close();
  });

  it('never block longer than one window if it is set back', async () => {
    const ahead = redisStores(server.url, { prefix: 'back', clock: new ManualClock(2e12) });
    const behind = redisStores(server.url, { prefix: 'back', clock: new ManualClock(1e12) });
    const one = { limit: 1, windowMs: 1_000 };
    await ahead.rateLimits.take('key', one);
    expect(await behind.rateLimits.take('key', one)).toEqual({ taken: false, retryAfterMs: 1_000 });
    await ahead.close();
    await behind.close();
  });
});

describe('the keys of Redis', () => {
  it('contain no API key, and all begin with the prefix', async () => {
    const stores = redisStores(server.url, { prefix: 'secret' });
    const { key, record } = await stores.keys.create({ account: 'acme', label: 'ci' });
    await stores.keys.find(key);
    await stores.keys.revoke(key);
    await stores.ping();
    const all = await everythingOf(server, 'secret');
    expect(all).toContain(record.id);
    expect(all).not.toContain(key.slice('mp_'.length));
    const names = (await server.cli('--scan')).split('\n').filter((name) => name.includes('secret'));
    expect(names.filter((name) => !/^\{?secret:/.test(name))).toEqual([]);
    await stores.close();
  });

  it('of two prefixes are independent', async () => {
    const first = redisStores(server.url, { prefix: 'first' });
    const second = redisStores(server.url, { prefix: 'second' });
    await first.ledger.grant({ id: 'g', account: 'acme', milliCredits: 5, reason: 'purchase' });
    const { key } = await first.keys.create({ account: 'acme' });
    await first.cache.set('key', { value: 'value', expiresAt: 4e12 });
    await first.rateLimits.take('key', { limit: 1, windowMs: 3_600_000 });
    await first.leases.acquire('mx', { max: 1, leaseMs: 3_600_000 });
    expect(await second.ledger.balance('acme')).toEqual({ available: 0, held: 0 });
    expect(await second.ledger.grant({ id: 'g', account: 'other', milliCredits: 7, reason: 'refund' })).toBe(
      7,
    );
    expect(await second.keys.find(key)).toBeUndefined();
    expect(await second.cache.get('key')).toBeUndefined();
    expect(await second.rateLimits.take('key', { limit: 1, windowMs: 3_600_000 })).toEqual({ taken: true });
    expect(await second.leases.acquire('mx', { max: 1, leaseMs: 60_000 })).toMatchObject({
      kind: 'lease',
    });
    await first.close();
    await second.close();
  });
});

describe('arguments', () => {
  it.each(['', '{tag}', 'a{b', 'sp ace', 'x'.repeat(65)])('the prefix %j is refused', (prefix) => {
    expect(() => redisStores(server.url, { prefix })).toThrow(/prefix/);
  });

  it.each(['', 'localhost', 'http://localhost:6379', 'redis://', 'sqlite:file'])(
    'the URL %j is refused',
    (url) => {
      expect(() => redisStores(url)).toThrow(/redis:\/\/host:port/);
    },
  );

  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])(
    'a time of %j ms for a call is refused',
    (callTimeoutMs) => {
      expect(() => redisStores(server.url, { callTimeoutMs })).toThrow(/callTimeoutMs/);
    },
  );
});

describe("a host's own client", () => {
  it('is used, keeps its key prefix, and stays open', async () => {
    const client = new Redis(server.url, { keyPrefix: 'host:', lazyConnect: true });
    const stores = redisStores('', { client });
    await stores.ledger.grant({ id: 'g', account: 'acme', milliCredits: 5, reason: 'purchase' });
    expect(await stores.ledger.balance('acme')).toEqual({ available: 5, held: 0 });
    expect(await server.cli('EXISTS', 'host:{mailproof:ledger}:account:acme')).toBe('1');
    await stores.close();
    expect(await client.ping()).toBe('PONG');
    client.disconnect();
  });

  it('is not reconnected after the host has closed it', async () => {
    const client = new Redis(server.url, { lazyConnect: true });
    const stores = redisStores('', { client });
    await stores.ping();
    await client.quit();
    await until(() => client.status === 'end');
    await expect(stores.ping()).rejects.toThrow(StorageUnavailable);
    expect(client.status).toBe('end');
    await stores.close();
  });

  it('that queues commands without limit still fails in time while Redis is unavailable', async () => {
    const client = new Redis(server.url, { maxRetriesPerRequest: null });
    client.on('error', () => {});
    const stores = redisStores('', { client, callTimeoutMs: 500 });
    await stores.ping();
    await server.kill();
    await expect(stores.ledger.balance('acme')).rejects.toThrow(StorageUnavailable);
    await expect(stores.cache.get('key')).rejects.toThrow(StorageUnavailable);
    await server.restart();
    client.disconnect();
    await stores.close();
  });
});
