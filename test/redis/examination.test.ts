import { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type RedisStoresOptions, redisStores } from '../../adapters/redis/index.ts';
import { StorageUnavailable } from '../../src/errors.ts';
import type { StorageAspect } from '../../src/ports/storage-diagnosis.ts';
import { closedPort } from '../support/closed-port.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { startRedisCluster } from '../support/redis-cluster.ts';
import { type RedisServer, startRedis } from '../support/redis-server.ts';

let server: RedisServer;
beforeAll(async () => {
  server = await startRedis({ settings: ['--enable-protected-configs', 'yes'] });
});
afterAll(() => server.stop());

beforeEach(async () => {
  await server.cli('REPLICAOF', 'NO', 'ONE');
  await configure({
    maxmemory: '0',
    'maxmemory-policy': 'noeviction',
    appendonly: 'yes',
    appendfsync: 'always',
  });
});

async function configure(settings: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(settings)) await server.cli('CONFIG', 'SET', name, value);
}

function diagnosisOf(url: string, options: RedisStoresOptions = {}) {
  const stores = redisStores(url, options);
  onTestFinished(() => stores.close());
  const { diagnosis } = stores;
  if (diagnosis === undefined) throw new Error('Redis can be examined.');
  return diagnosis;
}

async function examine(url = server.url, options: RedisStoresOptions = {}) {
  const conditions = await diagnosisOf(url, options).examine({ minFreeBytes: 0 });
  return {
    of: (aspect: StorageAspect) => conditions.find((condition) => condition.aspect === aspect),
    severities: Object.fromEntries(conditions.map(({ aspect, severity }) => [aspect, severity])),
  };
}

const allRight = { version: 'ok', access: 'ok', eviction: 'ok', space: 'ok', durability: 'ok' };

describe('the examination of a Redis', () => {
  it('finds nothing wrong with one that is set up as it should be, and writes nothing', async () => {
    const before = await server.cli('DBSIZE');
    expect((await examine()).severities).toEqual(allRight);
    expect(await server.cli('DBSIZE')).toBe(before);
  });

  it('finds that it may drop keys, although every other call is refused then', async () => {
    await configure({ maxmemory: '100mb', 'maxmemory-policy': 'allkeys-lru' });
    const { severities, of } = await examine();
    expect(severities).toEqual({ ...allRight, eviction: 'failure' });
    expect(of('eviction')).toMatchObject({
      summary: 'It may drop keys: maxmemory-policy is allkeys-lru.',
      advice: expect.stringContaining('maxmemory-policy noeviction'),
    });
  });

  it('warns of a policy that would drop keys if there were a limit', async () => {
    await configure({ 'maxmemory-policy': 'volatile-ttl' });
    expect((await examine()).severities).toEqual({ ...allRight, eviction: 'warning' });
  });

  it.each([
    ['appendonly', { appendonly: 'no' }, 'warning', /appendonly no/],
    ['an fsync by the system', { appendfsync: 'no' }, 'warning', /appendfsync no/],
    ['an fsync a second', { appendfsync: 'everysec' }, 'ok', /appendfsync everysec/],
  ])('judges what a crash would lose: %s', async (_what, settings, severity, summary) => {
    await configure(settings);
    const { severities, of } = await examine();
    expect(severities).toEqual({ ...allRight, durability: severity });
    expect(of('durability')?.summary).toMatch(summary);
  });

  it('finds that the memory is nearly or quite full', async () => {
    const used = Number(/used_memory:(\d+)/.exec(await server.cli('INFO', 'memory'))?.[1]);
    await configure({ maxmemory: '100mb' });
    expect((await examine()).severities).toEqual(allRight);
    await configure({ maxmemory: String(Math.round(used * 1.05)) });
    expect((await examine()).of('space')).toMatchObject({
      severity: 'warning',
      summary: expect.stringMatching(/9\d %/),
    });
    await configure({ maxmemory: '1' });
    expect((await examine()).of('space')?.severity).toBe('failure');
  });

  it('finds that it is a replica', async () => {
    await server.cli('REPLICAOF', '127.0.0.1', String(await closedPort()));
    expect((await examine()).of('access')).toMatchObject({
      severity: 'failure',
      summary: expect.stringMatching(/replica/),
    });
  });

  it('finds that it cannot write to its disk', async () => {
    const folder = (await server.cli('CONFIG', 'GET', 'dir')).split('\n')[1] ?? '';
    const bgsaveStatus = async () =>
      /rdb_last_bgsave_status:(\w+)/.exec(await server.cli('INFO', 'persistence'))?.[1];
    await configure({ dir: '/proc' });
    await server.cli('BGSAVE');
    await vi.waitUntil(async () => (await bgsaveStatus()) === 'err');
    expect((await examine()).of('access')).toMatchObject({
      severity: 'failure',
      summary: expect.stringMatching(/disk/),
    });
    await configure({ dir: folder });
    await server.cli('BGSAVE');
    await vi.waitUntil(async () => (await bgsaveStatus()) === 'ok');
  });

  it('finds that it is too old', async () => {
    const client = new Redis(server.url);
    onTestFinished(() => client.disconnect());
    const call = client.call.bind(client) as (...words: string[]) => Promise<unknown>;
    client.call = (async (...words: string[]) => {
      const reply = await call(...words);
      return typeof reply === 'string' ? reply.replace(/redis_version:.*/, 'redis_version:6.0.16') : reply;
    }) as typeof client.call;
    expect((await examine('', { client })).of('version')).toMatchObject({
      severity: 'failure',
      summary: 'It is Redis 6.0.16.',
    });
  });

  it('warns of what its user may not find out', async () => {
    await server.cli('ACL', 'SETUSER', 'guest', 'on', '>secret', '~*', '+@all', '-info', '-config');
    const { severities } = await examine(server.url.replace('//', '//guest:secret@'));
    expect(new Set(Object.values(severities))).toEqual(new Set(['warning']));
    await server.cli('ACL', 'SETUSER', 'guest', '+info');
    const { of } = await examine(server.url.replace('//', '//guest:secret@'));
    expect(of('durability')).toMatchObject({
      severity: 'ok',
      summary: expect.stringMatching(/appendfsync not known/),
    });
  });

  it('rejects if there is none', async () => {
    const url = `redis://127.0.0.1:${await closedPort()}`;
    await expect(examine(url)).rejects.toThrow(StorageUnavailable);
  });

  it('names the node of a cluster that is set wrong', async () => {
    const cluster = await startRedisCluster();
    onTestFinished(() => cluster.stop());
    expect((await examine(cluster.url)).severities).toEqual(allRight);
    const [node] = cluster.nodes;
    await node!.cli('CONFIG', 'SET', 'appendonly', 'no');
    const { severities, of } = await examine(cluster.url);
    expect(severities).toEqual({ ...allRight, durability: 'warning' });
    expect(of('durability')?.summary).toMatch(new RegExp(`^The node on port ${node!.port}: `));
  });
});

describe('the clock of a Redis', () => {
  it('is read from the server', async () => {
    const now = await diagnosisOf(server.url).now?.();
    const [seconds = 0] = (await server.cli('TIME')).split('\n').map(Number);
    expect(Math.abs((now ?? 0) / 1_000 - seconds)).toBeLessThan(10);
  });

  it('is not that of the stores if they have another', () => {
    expect(diagnosisOf(server.url, { clock: new ManualClock() }).now).toBeUndefined();
  });
});

it('the location of a Redis has no password', () => {
  const { location } = diagnosisOf(`redis://user:s3cret@127.0.0.1:${server.port}`);
  expect(location).toBe(`127.0.0.1:${server.port}`);
});
