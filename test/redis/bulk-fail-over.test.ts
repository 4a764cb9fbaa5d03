import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { redisStores } from '../../adapters/redis/index.ts';
import { StorageUnavailable } from '../../src/errors.ts';
import type { JobRecord } from '../../src/ports/job-store.ts';
import { chargesOf, itemsOf, price, wrongItems } from '../crash/bulk-audit.ts';
import { BulkChild } from '../crash/bulk-child.ts';
import { bulkAddresses, startBulkSandbox } from '../crash/bulk-sandbox.ts';
import { type BulkStorage, engineOn } from '../crash/bulk-storage.ts';
import { SandboxClock } from '../crash/sandbox-clock.ts';
import { type RedisCluster, startRedisCluster } from '../support/redis-cluster.ts';

const seed = Number(process.env.CRASH_SEED ?? Date.now() % 1_000_000);
const account = 'account-1';
const granted = 2_000_000;
const retryDelaysMs = [2_000, 2_000, 4_000, 8_000];
const pollEveryMs = 20;

describe('a bulk job on a Redis Cluster of three masters with a replica each', () => {
  it('has one true result for each address, and is charged once, although a worker and two masters are killed', async () => {
    console.log(`fail-overs: CRASH_SEED=${seed}`);
    const addresses = bulkAddresses(seed).slice(0, 1_500);
    await using storage = await clusterStorage();
    await using sandbox = await startBulkSandbox(new SandboxClock());
    await using engine = engineOn(storage, sandbox);
    await engine.accounts.grant(account, { id: 'grant-1', milliCredits: granted });
    const start = () =>
      BulkChild.start({ storage: storage.location, network: sandbox.describe(), retryDelaysMs });
    const [first, second] = await Promise.all([start(), start()]);
    await using _first = first;
    await using _second = second;
    const emails = addresses.map(({ email }) => email);
    const { id: jobId } = await engine.jobs.submit(emails, { account });
    const untilProcessed = (share: number) =>
      untilJob(storage, jobId, ({ processed }) => processed >= share * addresses.length);

    for (const worker of [first, second]) worker.work();
    await untilProcessed(0.15);
    await first.kill();
    await untilProcessed(0.3);
    await storage.replaceMaster('{mailproof:queue}');
    await untilProcessed(0.6);
    await storage.replaceMaster(
      `{mailproof:job:${jobId}}`,
      '{mailproof:ledger}',
      '{mailproof:jobs}',
      'a',
      'b',
    );
    expect((await untilProcessed(0)).completedAt).toBeNull();
    await untilJob(storage, jobId, ({ completedAt }) => completedAt !== null);

    expect(wrongItems(await itemsOf(storage.stores, jobId), addresses)).toEqual([]);
    const charges = await chargesOf(storage.stores.ledger, { account, granted });
    expect([...charges]).toEqual([[jobId, addresses.length * price]]);
    expect(sandbox.statistics.violations).toEqual([]);
  });
});

interface ClusterStorage extends BulkStorage {
  /**
   * Kills the master that serves a key: the first of them whose master has a replica left. Resolves when that one serves
   * the key.
   */
  replaceMaster(...keys: string[]): Promise<void>;
}

async function clusterStorage(): Promise<ClusterStorage> {
  const cluster = await startRedisCluster({ replicas: 1 });
  const stores = redisStores(cluster.url);
  return {
    location: { kind: 'redis', location: cluster.url },
    stores,
    open: (options) => redisStores(cluster.url, options),
    workers: 2,
    server: undefined,
    dropPacingLeases: async () => {},
    replaceMaster: (...keys) => replaceMaster(cluster, keys),
    [Symbol.asyncDispose]: async () => {
      await stores.close();
      await cluster.stop();
    },
  };
}

async function replaceMaster(cluster: RedisCluster, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    const master = await cluster.masterOf(key);
    const replicas = await master?.cli('INFO', 'replication');
    if (master === undefined || !replicas?.includes('connected_slaves:1')) continue;
    await master.kill();
    while ((await cluster.masterOf(key)) === undefined) await delay(pollEveryMs);
    return;
  }
  throw new Error(`No master with a replica serves any of ${keys.join(', ')}.`);
}

/** Resolves to the job when it meets the condition. During a fail-over it cannot be read. */
async function untilJob(
  { stores }: BulkStorage,
  jobId: string,
  condition: (job: JobRecord) => boolean,
): Promise<JobRecord> {
  for (;;) {
    const job = await stores.jobs.get(jobId).catch((error: unknown) => {
      if (error instanceof StorageUnavailable) return undefined;
      throw error;
    });
    if (job !== undefined && condition(job)) return job;
    await delay(pollEveryMs);
  }
}
