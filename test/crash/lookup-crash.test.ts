import { describe, expect, it } from 'vitest';
import { chargesOf, itemsOf } from './bulk-audit.ts';
import { workThroughKills } from './bulk-kills.ts';
import { engineOn, storages } from './bulk-storage.ts';
import { connectionsAllowed } from './companies.ts';
import { price, resultsOf, wrongRows } from './lookup-audit.ts';
import { expectedRows, startLookupSandbox, submittedRows } from './lookup-sandbox.ts';
import { SandboxClock } from './sandbox-clock.ts';

const kills = 5;
/** With the number that a failed run printed, the kills come at the same moments. */
const seed = Number(process.env.CRASH_SEED ?? Date.now() % 1_000_000);

/** The greylists of the sandbox end before the first retry. */
const retryDelaysMs = [1_000, 1_000, 2_000, 4_000];
const account = 'account-1';
const granted = 2_000_000;

describe(`a bulk lookup of 500 rows, its workers killed ${kills} times`, () => {
  it.concurrent.each(storages)(
    'on %s finds every existing address and no other, and is charged once',
    async (name, open) => {
      console.log(`bulk lookup crashes on ${name}: CRASH_SEED=${seed}`);

      const rows = expectedRows(seed);
      const found = rows.filter(({ email }) => email !== null).length;
      const clock = new SandboxClock();
      await using storage = await open();
      await using sandbox = await startLookupSandbox(clock);
      await using engine = engineOn(storage, sandbox);
      await engine.accounts.grant(account, { id: 'grant-1', milliCredits: granted });
      const receipt = await engine.jobs.submitLookup(submittedRows(rows), { account });
      expect(receipt).toMatchObject({ status: 'pending', total: 500, milliCredits: 500_000 });
      const { id: jobId } = receipt;

      const killedAt = await workThroughKills({ storage, sandbox, clock, jobId, kills, seed, retryDelaysMs });
      expect(killedAt).toHaveLength(kills);
      expect(killedAt.filter(({ completedAt }) => completedAt !== null)).toEqual([]);

      const items = await itemsOf(storage.stores, jobId);
      expect(items).toHaveLength(rows.length);
      expect(wrongRows(items, rows)).toEqual([]);
      expect(await resultsOf(engine, jobId)).toEqual(items.map(({ result }) => result));

      expect(await engine.jobs.get(jobId)).toMatchObject({
        status: 'complete',
        total: rows.length,
        processed: rows.length,
        byStatus: { safe: found },
        finishedAt: expect.any(Number),
      });
      expect(await storage.stores.jobs.get(jobId)).toMatchObject({
        processed: rows.length,
        retrying: 0,
        retried: items.reduce((sum, { attempts }) => sum + attempts - 1, 0),
        byStatus: { safe: found },
      });
      const charges = await chargesOf(storage.stores.ledger, { account, granted });
      expect([...charges]).toEqual([[jobId, rows.length * price]]);
      for (const { peakConnections } of sandbox.statistics.exchanges.values()) {
        expect(peakConnections).toBeLessThanOrEqual(connectionsAllowed);
      }
      expect(sandbox.statistics.violations).toEqual([]);
    },
  );
});
