import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { SeededRandom } from '../../adapters/sandbox/demo/seeded-random.ts';
import { type Sandbox, startSandbox } from '../../adapters/sandbox/index.ts';
import type { Engine } from '../../src/engine-interface.ts';
import { chargesOf, itemsOf, price } from './bulk-audit.ts';
import { BulkChild } from './bulk-child.ts';
import { type BulkStorage, engineOn, storages } from './bulk-storage.ts';
import { releaseAllHolds } from './ledger-audit.ts';

const kills = 6;
/** With the number that a failed run printed, the kills come at the same moments. */
const seed = Number(process.env.CRASH_SEED ?? Date.now() % 1_000_000);

/** About as long as the other steps take, so that kills come before, during and after every step. */
const ledgerPauseMs = 40;

/** Need no connection: the domain has a null MX (RFC 7505). */
const emails = Array.from({ length: 600 }, (_, index) => `person-${index}@example.org`);
const cost = emails.length * price;
const granted = 5 * cost;

interface Submission {
  readonly account: string;
  readonly idempotencyKey: string;
}

const completed: Submission = { account: 'account-completed', idempotencyKey: 'list' };
const killed = Array.from(
  { length: kills },
  (_, index): Submission => ({ account: `account-${index}`, idempotencyKey: 'list' }),
);

describe(`${kills} processes, each killed while it submits a job`, () => {
  it.concurrent.each(storages)(
    'leave on %s whole jobs that are charged once, and no charge without a job',
    async (name, open) => {
      console.log(`killed submissions on ${name}: CRASH_SEED=${seed}`);
      await using storage = await open();
      await using sandbox = await startSandbox({ domains: { 'example.org': { mx: 'null' } }, exchanges: {} });
      await using engine = engineOn(storage, sandbox);
      for (const { account } of [completed, ...killed]) {
        await engine.accounts.grant(account, { id: `grant-${account}`, milliCredits: granted });
      }
      await killAll(storage, sandbox);

      const created = await jobsOf(storage);
      // Otherwise each process was killed after its submission was done.
      expect(created.size).toBeLessThan(1 + kills);
      // Half of the submissions are repeated at once, while the holds of the killed processes are still open.
      const early = await submitAll(engine, killed.slice(0, kills / 2));
      await workAll(engine, storage);
      await releaseAllHolds(storage.open);
      const jobs = new Map([...created, ...early]);
      for (const { account } of [completed, ...killed])
        await expectCharged(storage, account, jobs.get(account));

      const late = await submitAll(engine, [completed, ...killed]);
      for (const [account, jobId] of jobs) expect(late.get(account)).toBe(jobId);
      await workAll(engine, storage);
      for (const { account } of [completed, ...killed])
        await expectCharged(storage, account, late.get(account));
    },
  );
});

/** Kills processes at moments spread over the time that a submission takes on this machine. */
async function killAll(storage: BulkStorage, sandbox: Sandbox): Promise<void> {
  const random = new SeededRandom(seed);
  const network = sandbox.describe();
  const start = () =>
    BulkChild.start({ storage: storage.location, network, retryDelaysMs: [], ledgerPauseMs });
  await using first = await start();
  await first.submit(emails, completed);
  const begunAt = performance.now();
  await first.untilSubmitted();
  const durationMs = performance.now() - begunAt;
  for (const [index, submission] of killed.entries()) {
    await using child = await start();
    await child.submit(emails, submission);
    await delay(((index + random.next()) / kills) * durationMs);
    await child.kill();
  }
}

/** Returns the job of each account that has one. Throws if an account has two, or an incomplete one. */
async function jobsOf({ stores }: BulkStorage): Promise<ReadonlyMap<string, string>> {
  const jobs = new Map<string, string>();
  for (const { id, account, total } of await stores.jobs.unfinished({ limit: 100 })) {
    expect([jobs.get(account ?? ''), total]).toEqual([undefined, emails.length]);
    jobs.set(account ?? '', id);
  }
  return jobs;
}

async function submitAll(engine: Engine, submissions: readonly Submission[]) {
  const jobs = new Map<string, string>();
  for (const submission of submissions) {
    const { id: jobId } = await engine.jobs.submit(emails, submission);
    jobs.set(submission.account, jobId);
  }
  return jobs;
}

async function workAll(engine: Engine, { stores }: BulkStorage): Promise<void> {
  const worker = engine.jobs.work();
  while ((await stores.jobs.unfinished({ limit: 1 })).length > 0) await delay(20);
  await worker.close();
}

/** One charge for the job, which is complete; none where there is no job. */
async function expectCharged({ stores }: BulkStorage, account: string, jobId: string | undefined) {
  const charges = await chargesOf(stores.ledger, { account, granted });
  expect([...charges]).toEqual(jobId === undefined ? [] : [[jobId, cost]]);
  if (jobId === undefined) return;
  const items = await itemsOf(stores, jobId);
  expect(items.map(({ item }) => 'email' in item && item.email)).toEqual(emails);
  expect(items.filter(({ result }) => result?.status !== 'invalid')).toEqual([]);
  const done = { processed: emails.length, retrying: 0, completedAt: expect.any(Number) };
  expect(await stores.jobs.get(jobId)).toMatchObject(done);
}
