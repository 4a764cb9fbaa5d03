import { describe, expect, it } from 'vitest';
import type { Sandbox } from '../../adapters/sandbox/index.ts';
import { auditedJob } from '../../contract/jobs/audit.ts';
import { collectPages } from '../support/collect-pages.ts';
import { chargesOf, itemsOf, price, wrongItems } from './bulk-audit.ts';
import { workThroughKills } from './bulk-kills.ts';
import { bulkAddresses, startBulkSandbox } from './bulk-sandbox.ts';
import { engineOn, storages } from './bulk-storage.ts';
import { connectionsAllowed } from './companies.ts';
import { SandboxClock } from './sandbox-clock.ts';

const kills = 8;
/** With the number that a failed run printed, the kills come at the same moments. */
const seed = Number(process.env.CRASH_SEED ?? Date.now() % 1_000_000);

/** The greylists of the sandbox end before the first retry. */
const retryDelaysMs = [2_000, 2_000, 4_000, 8_000];
const account = 'account-1';
const granted = 2_000_000;

describe(`a bulk job of 1,200 addresses, its workers killed ${kills} times`, () => {
  it.each(storages)(
    'on %s has one true result for each address, and is charged once',
    async (name, start) => {
      console.log(`bulk crashes on ${name}: CRASH_SEED=${seed}`);
      const addresses = bulkAddresses(seed).slice(0, 1_200);
      const clock = new SandboxClock();
      await using storage = await start();
      await using sandbox = await startBulkSandbox(clock);
      await using engine = engineOn(storage, sandbox);
      await engine.accounts.grant(account, { id: 'grant-1', milliCredits: granted });
      const emails = addresses.map(({ email }) => email);
      const { id: jobId } = await engine.jobs.submit(emails, { account });

      const killedAt = await workThroughKills({ storage, sandbox, clock, jobId, kills, seed, retryDelaysMs });
      expect(killedAt).toHaveLength(kills);
      expect(killedAt.filter(({ completedAt }) => completedAt !== null)).toEqual([]);

      const items = await itemsOf(storage.stores, jobId);
      expect(items).toHaveLength(addresses.length);
      expect(wrongItems(items, addresses)).toEqual([]);
      const results = await engine.jobs.results(jobId);
      expect(await collectPages(results.pages())).toEqual(items.map(({ result }) => result));
      expect(await collectPages(results.pendingRetries())).toEqual([]);

      expect(await engine.jobs.get(jobId)).toMatchObject({
        status: 'complete',
        processed: addresses.length,
        retryStatus: 'complete',
      });
      expect(await auditedJob(storage.stores.jobs, jobId)).toMatchObject({
        processed: addresses.length,
        retrying: 0,
        retried: items.reduce((sum, { attempts }) => sum + attempts - 1, 0),
        byStatus: { safe: addresses.filter(({ status }) => status === 'safe').length },
      });
      const charges = await chargesOf(storage.stores.ledger, { account, granted });
      expect([...charges]).toEqual([[jobId, addresses.length * price]]);
      expect(peakConnectionsOf(sandbox)).toBeLessThanOrEqual(connectionsAllowed);
      expect(sandbox.statistics.violations).toEqual([]);
    },
  );
});

function peakConnectionsOf({ statistics }: Sandbox): number {
  return Math.max(...[...statistics.exchanges.values()].map(({ peakConnections }) => peakConnections));
}
