import { describe, expect, it } from 'vitest';
import type { Sandbox } from '../../adapters/sandbox/index.ts';
import { chargesOf, itemsOf, price, wrongItems } from './bulk-audit.ts';
import { workThroughKills } from './bulk-lives.ts';
import { all, engineOn, redisStorage, sqliteStorage } from './bulk-storage.ts';
import { bulkPeople, connectionsAllowed, startBulkWorld } from './bulk-world.ts';
import { SandboxClock } from './sandbox-clock.ts';

const kills = 20;
/** Set it to what a failed run has printed, and the same moments are chosen again. */
const seed = Number(process.env.CRASH_SEED ?? Date.now() % 1_000_000);

/** The greylists of the world are over before the first of them. */
const retryDelaysMs = [2_000, 2_000, 4_000, 8_000];
const account = 'account-1';
const granted = 2_000_000;

describe(`a bulk job of 5,000 addresses, its workers killed ${kills} times`, () => {
  it.concurrent.each([
    ['SQLite', sqliteStorage],
    ['Redis', redisStorage],
  ] as const)(
    'on %s has one true result for each address, and is charged once',
    async (name, start) => {
      console.log(`bulk crashes on ${name}: CRASH_SEED=${seed}`);
      const people = bulkPeople(seed);
      const clock = new SandboxClock();
      await using storage = await start();
      await using sandbox = await startBulkWorld(clock);
      await using engine = engineOn(storage, sandbox);
      await engine.accounts.grant(account, { id: 'grant-1', milliCredits: granted });
      const emails = people.map(({ email }) => email);
      const { job_id: jobId, total_emails } = await engine.jobs.submit(emails, { account });
      expect(total_emails).toBe(5_000);

      const hit = await workThroughKills({ storage, sandbox, clock, jobId, kills, seed, retryDelaysMs });
      expect(hit).toHaveLength(kills);
      expect(hit.filter(({ completedAt }) => completedAt !== null)).toEqual([]);

      const items = await itemsOf(storage.stores, jobId);
      expect(items).toHaveLength(people.length);
      expect(wrongItems(items, people)).toEqual([]);
      const results = await engine.jobs.results(jobId);
      expect(await all(results.pages())).toEqual(items.map(({ result }) => result));
      expect(await all(results.pendingRetries())).toEqual([]);

      expect(await engine.jobs.status(jobId)).toMatchObject({
        status: 'complete',
        emails_processed: people.length,
        retry_status: 'complete',
      });
      expect(await storage.stores.jobs.get(jobId)).toMatchObject({
        processed: people.length,
        retrying: 0,
        retried: items.reduce((sum, { attempts }) => sum + attempts - 1, 0),
        safe: people.filter(({ status }) => status === 'safe').length,
      });
      const charges = await chargesOf(storage.stores.ledger, { account, granted });
      expect([...charges]).toEqual([[jobId, people.length * price]]);
      expect(mostConnections(sandbox)).toBeLessThanOrEqual(connectionsAllowed);
      expect(sandbox.statistics.violations).toEqual([]);
    },
    240_000,
  );
});

function mostConnections({ statistics }: Sandbox): number {
  return Math.max(...[...statistics.exchanges.values()].map(({ peakConnections }) => peakConnections));
}
