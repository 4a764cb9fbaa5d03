import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { redisStores } from '../../../adapters/redis/index.ts';
import { addresses, attemptAt, newJob } from '../../../contract/jobs/sample-data.ts';
import type { JobStore } from '../../../src/ports/job-store.ts';
import { type RedisServer, startRedis } from '../../support/redis-server.ts';

let server: RedisServer;
beforeAll(async () => {
  server = await startRedis();
});
afterAll(() => server.stop());

let prefixes = 0;

interface Store {
  readonly jobs: JobStore;
  readonly prefix: string;
  /** The key of the jobs of acme. */
  readonly index: string;
  ids(): Promise<readonly string[]>;
}

async function withStore(body: (store: Store) => Promise<void>): Promise<void> {
  prefixes += 1;
  const prefix = `jobs-${prefixes}`;
  const stores = redisStores(server.url, { prefix });
  const { jobs } = stores;
  const ids = async () => (await jobs.ofAccount('acme', { limit: 1_000 })).map(({ id }) => id);
  try {
    await body({ jobs, prefix, index: `{${prefix}:jobs}:account:acme`, ids });
  } finally {
    await stores.close();
  }
}

async function finish(jobs: JobStore, id: string): Promise<void> {
  await jobs.record(id, [attemptAt(0)], { at: 2_000 });
}

it('the jobs of an account have those that an earlier release has created, finished or not', () =>
  withStore(async ({ jobs, index, ids }) => {
    for (const id of ['done', 'open']) await jobs.create(newJob({ id }), addresses(1));
    await finish(jobs, 'done');
    // An earlier release has no such index.
    await server.cli('DEL', index);
    expect(await ids()).toEqual(['open', 'done']);
    // Nor has a process of it that still runs: what it creates is listed once a process of this release has finished it.
    await jobs.create(newJob({ id: 'later' }), addresses(1));
    await server.cli('DEL', index);
    await finish(jobs, 'later');
    expect(await ids()).toEqual(['later']);
  }));

it('jobs of an earlier release are all added although the first process that adds them dies', () =>
  withStore(async ({ jobs, prefix, index, ids }) => {
    const created = Array.from({ length: 300 }, (_, n) => `job ${n}`);
    const create = async (id: string, n: number) => {
      await jobs.create(newJob({ id, submittedAt: n }), addresses(1));
      if (n % 2 === 0) await finish(jobs, id);
    };
    await Promise.all(created.map(create));
    await server.cli('DEL', index);
    const client = new Redis(server.url);
    const call = client.call.bind(client) as (...words: string[]) => Promise<unknown>;
    let left = 120;
    Reflect.set(client, 'call', async (...words: string[]) => {
      if (words[0] === 'ZADD' && left === 0) throw new Error('The process is dead.');
      if (words[0] === 'ZADD') left -= 1;
      return call(...words);
    });
    const dying = redisStores('', { prefix, client });
    await expect(dying.jobs.ofAccount('acme', { limit: 10 })).rejects.toThrow();
    expect(await server.cli('ZCARD', index)).toBe('120');
    expect(await ids()).toEqual(created.reverse());
    await dying.close();
    client.disconnect();
  }));

it('the jobs of an account leave out one that a process of an earlier release has deleted', () =>
  withStore(async ({ jobs, index, ids }) => {
    await jobs.create(newJob(), addresses(1));
    await server.cli('COPY', index, `${index}:kept`);
    await finish(jobs, 'job');
    await jobs.delete('job');
    expect(await server.cli('EXISTS', index)).toBe('0');
    await server.cli('RENAME', `${index}:kept`, index);
    expect(await ids()).toEqual([]);
    expect(await server.cli('EXISTS', index)).toBe('0');
  }));
