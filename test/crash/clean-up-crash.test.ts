import { describe, expect, it } from 'vitest';
import { startSandbox } from '../../adapters/sandbox/index.ts';
import { systemClock } from '../../adapters/system-clock.ts';
import { auditedJob, itemsOf } from '../../contract/jobs/audit.ts';
import { addresses, attemptsFrom, newJob } from '../../contract/jobs/sample-data.ts';
import type { CreditLedger } from '../../src/ports/credit-ledger.ts';
import type { JobStore } from '../../src/ports/job-store.ts';
import { type BulkStorage, engineOn, storages } from './bulk-storage.ts';
import { cleanUpThroughKills } from './clean-up-kills.ts';

const kills = 3;
/** With the number that a failed run printed, the kills come at the same moments. */
const seed = Number(process.env.CRASH_SEED ?? Date.now() % 1_000_000);

const dayMs = 86_400_000;
const account = 'acme';
const ids = Array.from({ length: 20 }, (_, index) => `job-${index}`);
/** More than a store deletes or redacts in one step. */
const items = 300;
const grants = 1_200;
/** Items of every job that are about the person to forget. */
const positions = [0, items - 1];
const email = 'ann@example.com';

/** Creates a completed job in which two items are about the same address. */
async function createJob(jobs: JobStore, id: string, at: number): Promise<void> {
  const list = addresses(items).map((item, position) => (positions.includes(position) ? { email } : item));
  const attempts = attemptsFrom(0, items).map((attempt) =>
    positions.includes(attempt.position) ? { ...attempt, result: { ...attempt.result, email } } : attempt,
  );
  const idempotency = { key: `key of ${id}`, fingerprint: id };
  await jobs.create(newJob({ id, account, submittedAt: at, idempotency }), list);
  await jobs.record(id, attempts, { at });
}

/** Checks the jobs that are left, each as a whole. Returns how many there are. */
async function auditJobs(jobs: JobStore): Promise<number> {
  let left = 0;
  for (const id of ids) {
    if ((await jobs.get(id)) === undefined) {
      await expect(jobs.page(id, { offset: 0, limit: 1 })).rejects.toMatchObject({ code: 'not_found' });
    } else {
      expect(await auditedJob(jobs, id)).toMatchObject({ total: items, processed: items });
      left += 1;
    }
  }
  return left;
}

/** Checks that the journal adds up to the balance. Returns how many entries it has. */
async function auditJournal(ledger: CreditLedger): Promise<number> {
  const entries = await ledger.entries(account, { limit: 10_000 });
  const sum = entries.reduce((total, { milliCredits }) => total + milliCredits, 0);
  expect(sum).toBe(grants);
  expect(await ledger.balance(account)).toEqual({ available: grants, held: 0 });
  return entries.length;
}

describe(`a process that is killed ${kills} times`, () => {
  it.each(storages)(
    'while it cleans up leaves every job and every balance whole, on %s',
    async (name, open) => {
      console.log(`clean-up on ${name}: CRASH_SEED=${seed}`);
      await using storage = await open();
      await using sandbox = await startSandbox({ domains: {}, exchanges: {} });
      const { jobs, ledger, cache } = storage.stores;
      await fillLongAgo(storage);
      await createJob(jobs, 'kept', systemClock.now());
      const left: number[] = [];
      await cleanUpThroughKills({
        storage,
        network: sandbox.describe(),
        kills,
        seed,
        changes: { first: 4, last: 7 },
        onKill: async () => {
          left.push(await auditJobs(jobs));
          await auditJournal(ledger);
        },
      });
      // Otherwise no process died in the middle of its work, and the test would show nothing.
      expect(left.some((count) => count > 0 && count < ids.length)).toBe(true);
      expect(await auditJobs(jobs)).toBe(0);
      expect(await auditJournal(ledger)).toBe(1);
      for (const id of ids) expect(await jobs.find(`key of ${id}`)).toBeUndefined();
      expect(await jobs.deleteFinished({ olderThanMs: dayMs, limit: 1 })).toBe(0);
      expect(await cache.removeExpired({ limit: 1 })).toBe(0);
      expect(await auditedJob(jobs, 'kept')).toMatchObject({ total: items, processed: items });
    },
  );

  it.each(storages)(
    'while it forgets an address leaves every job readable, and the next one forgets the rest, on %s',
    async (name, open) => {
      console.log(`forgetting on ${name}: CRASH_SEED=${seed}`);
      await using storage = await open();
      await using sandbox = await startSandbox({
        domains: { 'example.com': { mx: ['mx.example.com'], mailboxes: ['ann'] } },
        exchanges: { 'mx.example.com': {} },
      });
      await using engine = engineOn(storage, sandbox);
      const { jobs } = storage.stores;
      for (const id of ids) await createJob(jobs, id, systemClock.now());
      await engine.verify(email);
      const left: number[] = [];
      await cleanUpThroughKills({
        storage,
        network: sandbox.describe(),
        forget: email,
        kills,
        seed,
        // Four groups of the cache are removed first: of lookups, and of three levels.
        changes: { first: 5, last: 10 },
        onKill: async () => {
          expect(await auditJobs(jobs)).toBe(ids.length);
          left.push(await countMentions(jobs));
        },
      });
      const mentions = ids.length * positions.length;
      expect(left.some((count) => count > 0 && count < mentions)).toBe(true);
      expect(left).toEqual([...left].sort((one, other) => other - one));
      expect(await countMentions(jobs)).toBe(0);
      expect(await auditJobs(jobs)).toBe(ids.length);
      await using fresh = engineOn(storage, sandbox);
      await fresh.verify(email);
      expect(sandbox.statistics.recipients.get(email)).toBe(2);
    },
  );
});

/** Stores jobs, a journal and cached entries that are older than any retention. */
async function fillLongAgo({ open }: BulkStorage): Promise<void> {
  const at = systemClock.now() - 500 * dayMs;
  const { jobs, ledger, cache, close } = open({ clock: { ...systemClock, now: () => at } });
  for (const id of ids) await createJob(jobs, id, at);
  await Promise.all(
    Array.from({ length: grants }, (_, index) =>
      ledger.grant({ id: `grant-${index}`, account, milliCredits: 1, reason: 'purchase' }),
    ),
  );
  for (const id of ids) await cache.set(id, { value: 'value', expiresAt: at + dayMs });
  await close();
}

/** Returns how many items of all jobs name the address, in themselves or in their results. */
async function countMentions(jobs: JobStore): Promise<number> {
  let mentions = 0;
  for (const id of ids) {
    const states = await itemsOf(jobs, id);
    mentions += states.filter((state) => JSON.stringify(state).includes(email)).length;
  }
  return mentions;
}
