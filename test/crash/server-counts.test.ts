import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { SeededRandom } from '../../adapters/sandbox/demo/seeded-random.ts';
import type { SandboxDescription } from '../../adapters/sandbox/index.ts';
import type { Engine } from '../../src/engine-interface.ts';
import { paceCacheKey } from '../../src/exchange/gates/gate-store.ts';
import { chargesOf, itemsOf, price, wrongItems } from './bulk-audit.ts';
import { BulkChild } from './bulk-child.ts';
import type { BulkAddress } from './bulk-sandbox.ts';
import { type BulkStorage, engineOn, storages } from './bulk-storage.ts';
import { lateNetwork } from './late-relay.ts';
import {
  connectionsAllowed,
  providerAddresses,
  recipientsAllowed,
  startProviderSandbox,
} from './provider-sandbox.ts';

const kills = 3;
/** With the number that a failed run printed, the kills come at the same moments. */
const seed = Number(process.env.CRASH_SEED ?? Date.now() % 1_000_000);
const workers = 3;
const jobs = 3;
const pollEveryMs = 20;
/** Long enough for a busy machine: a process that loses its jobs breaks off its sessions, which servers learn late. */
const leaseMs = 5_000;
const account = 'account-1';
const granted = 2_000_000;

const limits = {
  connectionsPerProvider: { 'google-workspace': connectionsAllowed },
  tuning: {
    recipientsPerSession: recipientsAllowed.perSession,
    refusalsPerSession: recipientsAllowed.perSession,
  },
};

describe(`a provider at which processes of one address are killed ${kills} times in mid-session`, () => {
  // One that learns at once counts less: whoever keeps to the limits of this one keeps to those of that one.
  it.concurrent.each(storages)(
    'never counts more than its limits with %s, although it learns late that a connection has ended',
    async (name, open) => {
      console.log(`counts of a provider, ${name}: CRASH_SEED=${seed}`);
      const addresses = providerAddresses(seed).slice(0, 300);
      await using storage = await open();
      await using provider = await startProviderSandbox({ tarpitMs: 8 });
      const { sandbox } = provider;
      await using network = await lateNetwork(sandbox.describe(), 2_000);
      await using engine = engineOn(storage, sandbox);
      await engine.accounts.grant(account, { id: 'grant-1', milliCredits: granted });
      const submitted = await submitParts(engine, addresses);

      const victims = await workThroughKills(storage, network.description, [...submitted.keys()]);
      expect(victims).toHaveLength(kills);
      expect(Math.min(...victims)).toBeGreaterThan(0);

      expect(sandbox.statistics.violations).toEqual([]);
      expect(sandbox.statistics.totals.peakConnections).toBe(connectionsAllowed);
      expect(provider.mostRecipients).toEqual({
        inSession: recipientsAllowed.perSession,
        inTransaction: recipientsAllowed.perTransaction,
      });
      for (const [jobId, part] of submitted)
        expect(wrongItems(await itemsOf(storage.stores, jobId), part)).toEqual([]);
      const charges = await chargesOf(storage.stores.ledger, { account, granted });
      expect(new Map(charges)).toEqual(
        new Map(Array.from(submitted, ([jobId, part]) => [jobId, part.length * price])),
      );
    },
  );
});

describe('a provider that bears only so many recipients a second', () => {
  const perSecond = 100;
  const holdMs = 3_600_000;
  /** What the machine may count later, and then at once. */
  const counted = { times: 1.25, more: 20 };
  const lives = 3;

  it.concurrent.each(storages)(
    'counts no more from a process that was killed and started again, with %s',
    async (_, open) => {
      const addresses = providerAddresses(seed).slice(0, 150 * lives);
      await using storage = await open();
      await using provider = await startProviderSandbox({ tarpitMs: 2 });
      const { sandbox, recipientTimes } = provider;
      await using engine = engineOn(storage, sandbox);
      const [egress] = await engine.egresses.list();
      const rate = { counts: 'all', perSecond, windowMs: 2_000, retryAt: Date.now() + holdMs, holdMs };
      await storage.stores.cache.set(paceCacheKey(`${egress?.name} provider:google-workspace`), {
        value: JSON.stringify({ connections: connectionsAllowed, rate }),
        expiresAt: Date.now() + holdMs,
      });
      const { id: jobId } = await engine.jobs.submit(addresses.map(({ email }) => email));

      for (let life = 1; life <= lives; life += 1) {
        const before = recipientTimes.length;
        await using child = await startWorker(storage, sandbox.describe());
        while ((await progressOf(storage, [jobId])) < life / lives) await delay(pollEveryMs);
        await child.kill();
        const times = recipientTimes.slice(before);
        const seconds = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1_000;
        expect(times.length).toBeGreaterThan(100);
        expect(times.length).toBeLessThanOrEqual(counted.times * perSecond * seconds + counted.more);
      }
      expect(wrongItems(await itemsOf(storage.stores, jobId), addresses)).toEqual([]);
    },
  );
});

/** Submits the addresses as several jobs, because on SQLite a job is worked on by one process. Returns those of each. */
async function submitParts(
  engine: Engine,
  addresses: readonly BulkAddress[],
): Promise<ReadonlyMap<string, readonly BulkAddress[]>> {
  const submitted = new Map<string, readonly BulkAddress[]>();
  for (let job = 0; job < jobs; job += 1) {
    const part = addresses.filter((_, index) => index % jobs === job);
    const { id: jobId } = await engine.jobs.submit(
      part.map(({ email }) => email),
      { account },
    );
    submitted.set(jobId, part);
  }
  return submitted;
}

async function startWorker(storage: BulkStorage, network: SandboxDescription): Promise<BulkChild> {
  const options = { storage: storage.location, network, retryDelaysMs: [2_000], limits, leaseMs };
  const child = await BulkChild.start(options);
  child.work();
  return child;
}

/** Kills the process with the most connections again and again, and starts another one. Returns how many each had. */
async function workThroughKills(
  storage: BulkStorage,
  network: SandboxDescription,
  jobIds: readonly string[],
): Promise<number[]> {
  const random = new SeededRandom(seed);
  const start = () => startWorker(storage, network);
  const victims: number[] = [];
  const children = await Promise.all(Array.from({ length: workers }, start));
  try {
    for (let kill = 1; kill <= kills; kill += 1) {
      const moment = (kill - random.next()) / (kills + 1);
      while ((await progressOf(storage, jobIds)) < moment) await delay(pollEveryMs);
      const [index, connections] = await busiest(children);
      await children[index]?.kill();
      victims.push(connections);
      children[index] = await start();
    }
    while ((await progressOf(storage, jobIds)) < 1) await delay(pollEveryMs);
  } finally {
    await Promise.all(children.map((child) => child.kill()));
  }
  return victims;
}

/** Returns the part of all addresses that has a result; 1 only once all jobs are complete. */
async function progressOf({ stores }: BulkStorage, jobIds: readonly string[]): Promise<number> {
  const found = await Promise.all(jobIds.map((jobId) => stores.jobs.get(jobId)));
  if (found.every((job) => (job?.completedAt ?? null) !== null)) return 1;
  const [processed, total] = [sumOf(found, 'processed'), sumOf(found, 'total')];
  return Math.min(0.999, processed / total);
}

function sumOf<Key extends string>(
  records: readonly (Readonly<Record<Key, number>> | undefined)[],
  key: Key,
) {
  return records.reduce((sum, record) => sum + (record?.[key] ?? 0), 0);
}

/** Waits until a process has connections. Returns the place of the one with the most, and how many those are. */
async function busiest(
  children: readonly BulkChild[],
): Promise<readonly [index: number, connections: number]> {
  for (;;) {
    const counts = await Promise.all(children.map((child) => child.connections()));
    const most = Math.max(...counts);
    if (most > 0) return [counts.indexOf(most), most];
    await delay(pollEveryMs);
  }
}
