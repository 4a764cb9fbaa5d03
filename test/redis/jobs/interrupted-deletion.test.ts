import { Redis } from 'ioredis';
import { expect, it } from 'vitest';
import { type RedisClient, redisStores } from '../../../adapters/redis/index.ts';
import { addresses, attemptsFrom, newJob } from '../../../contract/jobs/sample-data.ts';
import type { JobStore } from '../../../src/ports/job-store.ts';
import { redisOfFile } from '../../support/redis-server.ts';

const server = await redisOfFile();

const idempotency = { key: 'key 1:abc', fingerprint: 'f' };

/** A client whose process dies after this many writes: of what it sends then, nothing reaches Redis. */
function dyingClient(
  url: string,
  writes: number,
): { client: RedisClient; died: () => boolean; end: () => void } {
  const real = new Redis(url);
  let left = writes;
  let died = false;
  const client = new Proxy(real, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => {
        const isWrite =
          (name === 'call' && args[0] !== 'HMGET' && args[0] !== 'CONFIG' && args[0] !== 'INFO') ||
          name === 'mailproofJobClaim' ||
          name === 'mailproofJobDelete';
        if (isWrite && left === 0) died = true;
        if (died && (name === 'call' || String(name).startsWith('mailproof')))
          return Promise.reject(new Error('The process is dead.'));
        if (isWrite) left -= 1;
        return Reflect.apply(value, target, args);
      };
    },
  });
  return { client: client as unknown as RedisClient, died: () => died, end: () => real.disconnect() };
}

async function createCompleted(jobs: JobStore): Promise<void> {
  await jobs.create(newJob({ idempotency }), addresses(40));
  await jobs.record('job', attemptsFrom(0, 40), { at: 1_000 });
}

it('a process that dies while it deletes a job leaves all of it or nothing, and the next clean-up the rest', async () => {
  let deaths = 0;
  for (let writes = 0; ; writes += 1) {
    const prefix = `after-${writes}-writes`;
    const stores = redisStores(server.url, { prefix });
    const { jobs } = stores;
    await createCompleted(jobs);
    const dying = dyingClient(server.url, writes);
    const dyingStores = redisStores('', { prefix, client: dying.client });
    await dyingStores.jobs.deleteFinished({ olderThanMs: 0, limit: 10 }).catch(() => {});
    const job = await jobs.get('job');
    const page = await jobs.page('job', { offset: 0, limit: 40 }).catch(({ code }: { code: string }) => code);
    if (job === undefined) expect(page).toBe('not_found');
    else expect(page).toHaveLength(40);
    // Whether its key finds it or not, it finds no half of a job.
    expect([undefined, 'job']).toContain((await jobs.find(idempotency.key))?.id);
    await jobs.deleteFinished({ olderThanMs: 0, limit: 10 });
    const probe = new Redis(server.url);
    const left = (await probe.keys(`*${prefix}*`)).filter((key) => !key.endsWith(':tickets'));
    probe.disconnect();
    expect(left).toEqual([]);
    await dyingStores.close();
    dying.end();
    await stores.close();
    if (!dying.died()) break;
    deaths += 1;
  }
  expect(deaths).toBeGreaterThanOrEqual(4);
});
