import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { redisStores } from '../../../adapters/redis/index.ts';
import { addresses, attemptAt, newJob } from '../../../contract/jobs/sample-data.ts';
import { type RedisServer, startRedis } from '../../support/redis-server.ts';

let server: RedisServer;
beforeAll(async () => {
  server = await startRedis();
});
afterAll(() => server.stop());

const at = 2_000;
const retryAt = 90_000;

/** A job in a store of its own, and its hash, which a process of an earlier release changes as it knows it. */
async function scene() {
  const prefix = `counts-${randomUUID()}`;
  const { jobs, close } = redisStores(server.url, { prefix });
  onTestFinished(close);
  await jobs.create(newJob(), addresses(3));
  const [key = ''] = (await server.cli('--scan', '--pattern', `*${prefix}*:record`)).split('\n');
  return { jobs, key };
}

describe('a job that processes of an earlier release worked on', () => {
  it('has no numbers by status and no next retry rather than wrong ones', async () => {
    const { jobs, key } = await scene();
    await jobs.record('job', [attemptAt(0, { retryAt })], { at });
    expect(await jobs.nextRetryAt('job')).toBe(retryAt);
    await server.cli('HINCRBY', key, 'processed', '1');
    expect((await jobs.get('job'))?.byStatus).toBeNull();
    expect(await jobs.nextRetryAt('job')).toBeNull();
    const { job } = await jobs.record('job', [attemptAt(0, { attempt: 2 })], { at });
    expect(job).toMatchObject({ processed: 2, retried: 1, byStatus: null });
  });

  it('has both if it had no results yet', async () => {
    const { jobs, key } = await scene();
    await server.cli('HDEL', key, 'risky', 'invalid', 'unknown', 'counted');
    expect((await jobs.get('job'))?.byStatus).toEqual({ safe: 0, risky: 0, invalid: 0, unknown: 0 });
    const { job } = await jobs.record('job', [attemptAt(0, { retryAt })], { at });
    expect(job.byStatus).toEqual({ safe: 0, risky: 0, invalid: 0, unknown: 1 });
    expect(await jobs.nextRetryAt('job')).toBe(retryAt);
  });

  it('leaves no retries behind for a later job with its id', async () => {
    const { jobs, key } = await scene();
    await jobs.record('job', [attemptAt(0, { retryAt })], { at });
    await jobs.fail('job', { at });
    await jobs.markSettled('job', { at });
    const retries = key.replace(/record$/, 'retries');
    await server.cli('RENAME', retries, `${key}:kept`);
    await jobs.delete('job');
    await server.cli('RENAME', `${key}:kept`, retries);
    await jobs.create(newJob(), addresses(1));
    expect(await jobs.nextRetryAt('job')).toBeNull();
  });
});
