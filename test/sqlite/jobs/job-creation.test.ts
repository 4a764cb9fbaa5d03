import { setImmediate as nextTurn } from 'node:timers/promises';
import Libsql from 'libsql';
import { describe, expect, it } from 'vitest';
import { memoryStores } from '../../../adapters/memory/index.ts';
import { sqliteStores } from '../../../adapters/sqlite/index.ts';
import { itemsPerRow } from '../../../adapters/sqlite/jobs/job-item-tables.ts';
import { itemsOf } from '../../../contract/jobs/audit.ts';
import { addresses, newJob, submittedAt } from '../../../contract/jobs/sample-data.ts';
import { forgetAddress } from '../../../src/bulk/forgetting.ts';
import { Retention } from '../../../src/retention.ts';
import { advancing } from '../../bulk/advance-until.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { until } from '../../support/until.ts';
import { openStores, temporaryFile } from '../temporary-file.ts';
import { watchedDriver } from '../watched-driver.ts';

const draftLivesMs = 30_000;
/** Enough items to be written in slices. */
const many = 20_000;

/** Number of rows for these items. */
function rowsOf(items: number): number {
  return Math.ceil(items / itemsPerRow);
}

/** Returns all rows of jobs, staged ones included. */
function storedIn(file: string): { drafts: number; rows: number } {
  const database = new Libsql(file);
  const count = (table: string) =>
    (database.prepare(`SELECT count(*) AS count FROM ${table}`).get() as { count: number }).count;
  const stored = { drafts: count('job_drafts'), rows: count('job_items') };
  database.close();
  return stored;
}

/** Waits until a creation has written some of its items. */
async function someTurns(): Promise<void> {
  for (let turn = 0; turn < 6; turn += 1) await nextTurn();
}

/** Returns a file with an interrupted creation, and its clock. */
async function abandonedCreation(clock = new ManualClock()) {
  const file = await temporaryFile();
  const stores = openStores(file, { clock });
  const creating = stores.jobs.create(newJob({ id: 'abandoned' }), addresses(many));
  const outcome = expect(creating).rejects.toMatchObject({ code: 'storage_unavailable' });
  await someTurns();
  await stores.close();
  await outcome;
  return { file, clock };
}

describe('a creation that was interrupted', () => {
  it('leaves items in the file, and no job', async () => {
    const { file } = await abandonedCreation();
    expect(storedIn(file)).toEqual({ drafts: 1, rows: expect.any(Number) });
    expect(storedIn(file).rows).toBeGreaterThan(0);
    const { jobs } = openStores(file, { clock: new ManualClock() });
    expect(await jobs.get('abandoned')).toBeUndefined();
    expect(await jobs.unfinished({ limit: 10 })).toEqual([]);
  });

  it('can be repeated at once', async () => {
    const { file, clock } = await abandonedCreation();
    const { jobs } = openStores(file, { clock });
    expect(await jobs.create(newJob({ id: 'abandoned' }), addresses(many))).toMatchObject({ created: true });
    expect((await itemsOf(jobs, 'abandoned')).map(({ item }) => item)).toEqual(addresses(many));
  });

  it('is a draft of its job for half a minute, and is then deleted with its items', async () => {
    const { file, clock } = await abandonedCreation();
    const { jobs } = openStores(file, { clock });
    clock.leap(draftLivesMs - 1);
    expect(await jobs.sweepDrafts()).toEqual([{ id: 'abandoned', submittedAt }]);
    expect(storedIn(file).drafts).toBe(1);
    clock.leap(1);
    expect(await jobs.sweepDrafts()).toEqual([]);
    expect(storedIn(file)).toEqual({ drafts: 0, rows: 0 });
  });

  it('is deleted at once if the clock was set back meanwhile', async () => {
    const later = new ManualClock();
    later.leap(86_400_000);
    const { file } = await abandonedCreation(later);
    expect(await openStores(file, { clock: new ManualClock() }).jobs.sweepDrafts()).toEqual([]);
    expect(storedIn(file)).toEqual({ drafts: 0, rows: 0 });
  });

  it('leaves no addresses beyond the next clean-up, also where jobs are kept for ever', async () => {
    const { file, clock } = await abandonedCreation();
    const retention = new Retention(openStores(file, { clock }), clock, {
      jobsDays: Number.POSITIVE_INFINITY,
    });
    clock.leap(300_000);
    retention.cleanUpIfDue();
    await until(() => storedIn(file).drafts === 0 && storedIn(file).rows === 0);
    await retention.close();
  });

  it('leaves no addresses once one of them was forgotten', async () => {
    const { file, clock } = await abandonedCreation();
    const { jobs } = openStores(file, { clock });
    const nothingCached = { forget: async () => 0 };
    const { cache } = memoryStores({ clock });
    const forgetting = forgetAddress('user1@example.com', {
      ...{ cache, clock, jobs },
      ...{ verifications: [], lookups: nothingCached },
    });
    const { advanceUntilSettled } = advancing(clock, {
      smallSteps: 0,
      smallMs: 1,
      largeMs: 1_000,
      maxSteps: 60,
    });
    const forgotten = await advanceUntilSettled(forgetting);
    expect(forgotten).toEqual({ cached: 0, jobItems: 0, unfinishedJobs: [] });
    expect(storedIn(file)).toEqual({ drafts: 0, rows: 0 });
  });
});

describe('a creation in slices', () => {
  it('starts over if another process has deleted its staged job', async () => {
    const file = await temporaryFile();
    const slow = openStores(file, { clock: new ManualClock() }).jobs;
    const clock = new ManualClock();
    clock.leap(draftLivesMs);
    const other = openStores(file, { clock }).jobs;
    const creating = slow.create(newJob({ id: 'slow' }), addresses(many));
    await someTurns();
    expect(storedIn(file).rows).toBeGreaterThan(0);
    await other.sweepDrafts();
    await other.create(newJob({ id: 'other' }), addresses(1));
    expect(await creating).toMatchObject({ created: true, job: { total: many } });
    expect((await itemsOf(other, 'slow')).map(({ item }) => item)).toEqual(addresses(many));
    expect(storedIn(file)).toEqual({ drafts: 0, rows: rowsOf(many) + 1 });
  });

  it.each([
    ['id', () => ({ id: 'job' })],
    [
      'idempotency key',
      (racer: number) => ({ id: `job ${racer}`, idempotency: { key: 'k', fingerprint: '' } }),
    ],
  ])('leaves nothing of those that lost the race for an %s', async (_, fields) => {
    const file = await temporaryFile();
    const handles = [openStores(file).jobs, openStores(file).jobs];
    const outcomes = await Promise.allSettled(
      Array.from({ length: 6 }, (_, racer) =>
        handles[racer % 2]!.create(newJob(fields(racer)), addresses(3_000)),
      ),
    );
    const created = outcomes.filter((outcome) => outcome.status === 'fulfilled' && outcome.value.created);
    expect(created).toHaveLength(1);
    const [job, ...others] = await handles[0]!.unfinished({ limit: 10 });
    expect(others).toEqual([]);
    expect(await itemsOf(handles[1]!, job?.id ?? '')).toHaveLength(3_000);
    expect(storedIn(file)).toEqual({ drafts: 0, rows: rowsOf(3_000) });
  });

  it('allows other reads and writes in between', async () => {
    const { jobs, ledger } = openStores(await temporaryFile());
    await ledger.grant({ id: 'grant', account: 'acme', milliCredits: 1_000_000, reason: 'purchase' });
    let creating = true;
    const created = jobs.create(newJob(), addresses(100_000)).finally(() => {
      creating = false;
    });
    let held = 0;
    for (; creating; held += 1) {
      await ledger.hold({ id: `hold ${held}`, account: 'acme', milliCredits: 200, expiresInMs: 4e12 });
      expect(await ledger.balance('acme')).toMatchObject({ held: 200 * (held + 1) });
    }
    await created;
    expect(held).toBeGreaterThan(10);
  });

  it('is durable when it resolves, and so are other writes', async () => {
    const { driver, connections } = watchedDriver();
    const stores = sqliteStores(await temporaryFile(), { driver });
    await stores.jobs.create(newJob(), addresses(many));
    const full = 2;
    expect(connections[0]?.prepare('SELECT synchronous FROM pragma_synchronous').get()).toMatchObject({
      synchronous: full,
    });
    await stores.close();
  });

  it('never reuses the number of another job', async () => {
    const { file, clock } = await abandonedCreation();
    clock.leap(draftLivesMs);
    const { jobs } = openStores(file, { clock });
    await jobs.sweepDrafts();
    for (const id of ['a', 'b', 'c']) await jobs.create(newJob({ id }), [{ email: `${id}@example.com` }]);
    for (const id of ['a', 'b', 'c']) {
      expect((await itemsOf(jobs, id)).map(({ item }) => item)).toEqual([{ email: `${id}@example.com` }]);
    }
  });
});
