import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { postgresStores } from '../../adapters/postgres/index.ts';
import { addresses, attemptsFrom, newJob } from '../../contract/jobs/sample-data.ts';
import { ManualClock } from '../../contract/manual-clock.ts';
import { until } from '../../contract/until.ts';
import type { Stores } from '../../src/ports/stores.ts';
import { postgresqlOfFile } from './postgresql-server.ts';

const dayMs = 86_400_000;
/** How often a day the store is used, cleaned up, and vacuumed. */
const rounds = 2;
const retentionMs = 2 * dayMs;
const limit = 100_000;

/** Without a launcher of its own, which would look once a minute of real time: the test vacuums where it would. */
const server = await postgresqlOfFile({ settings: { autovacuum: 'off' } });

it('keeps tables and indexes as small after a month as in its second week', async () => {
  const clock = new ManualClock();
  const stores = postgresStores(server.url, { clock });
  onTestFinished(() => stores.close());
  const client = new pg.Client(server.url);
  await client.connect();
  onTestFinished(() => client.end());
  await client.query('CREATE EXTENSION pgstattuple');
  await stores.ledger.grant({ id: 'order', account: 'acme', milliCredits: 1e9, reason: 'purchase' });
  const early = new Map<string, number>();
  for (let day = 1; day <= 30; day += 1) {
    for (let round = 1; round <= rounds; round += 1) {
      await useEverything(stores, { clock, name: `day ${day}, ${round}` });
      await clock.advance(dayMs / rounds);
      await cleanUp(stores);
      await vacuumWhereDue(client);
    }
    if (day <= 14)
      for (const [name, bytes] of await sizes(client)) early.set(name, Math.max(bytes, early.get(name) ?? 0));
  }
  const late = await sizes(client);
  const grown = [...late].filter(([name, bytes]) => bytes > 1.3 * (early.get(name) ?? 0) + 5 * 8_192);
  expect(Object.fromEntries(grown)).toEqual({});
  // Nothing else was measured than a store in use.
  expect(late.size).toBeGreaterThan(10);
});

/** What a small service does in a part of a day. */
async function useEverything(stores: Stores, { clock, name }: { clock: ManualClock; name: string }) {
  const { cache, ledger, leases, rateLimits, jobs, queue } = stores;
  const each = (count: number, work: (id: string) => Promise<unknown>) =>
    Promise.all(Array.from({ length: count }, (_, index) => work(`${name}, ${index}`)));
  await each(60, async (id) => {
    await ledger.hold({ id, account: 'acme', milliCredits: 1, expiresInMs: 60_000 });
    await cache.set(id, { value: JSON.stringify({ id }).repeat(10), expiresAt: clock.now() + dayMs });
    await ledger.capture(id);
    await rateLimits.take('key', { limit, windowMs: 1_000 });
  });
  // One connection after another to a few servers.
  for (let turn = 0; turn < 5; turn += 1) {
    await each(5, async (id) => {
      const lease = await leases.acquire(`${id.at(-1)}`, { max: 2, leaseMs: 60_000 });
      if (lease.kind === 'lease') await lease.release();
    });
  }
  await jobs.create(newJob({ id: name, submittedAt: clock.now() }), addresses(64));
  await jobs.start(name, { at: clock.now() });
  for (let first = 0; first < 64; first += 16)
    await jobs.record(name, attemptsFrom(first, 16), { at: clock.now() });
  const batches = Array.from({ length: 20 }, (_, index) => ({
    ...{ id: `${name}, ${index}`, jobId: name, account: 'acme', exchange: `mx${index % 5}.example.org` },
    ...{ attempt: 1, positions: [index] },
  }));
  await queue.put(batches, { dueAt: 0 });
  const delivered: string[] = [];
  const worker = queue.work(async ({ id }) => void delivered.push(id), { concurrency: 10 });
  await until(() => delivered.length === batches.length);
  await worker.close();
}

async function cleanUp({ cache, ledger, jobs, ping }: Stores) {
  await cache.removeExpired({ limit });
  await jobs.deleteFinished({ olderThanMs: retentionMs, limit });
  await ledger.foldJournal({ olderThanMs: retentionMs, limit });
  await ping();
}

/** Vacuums the tables with as many dead rows as autovacuum waits for, by the settings of each table. */
async function vacuumWhereDue(client: pg.Client) {
  const { rows } = await client.query(
    `SELECT oid::regclass::text AS name FROM pg_class, pgstattuple(oid::regclass) AS used
       WHERE relnamespace = 'mailproof'::regnamespace AND relkind = 'r' AND dead_tuple_count >
         current_setting('autovacuum_vacuum_threshold')::integer + greatest(reltuples, 0) * coalesce(
           (SELECT option_value::float8 FROM pg_options_to_table(reloptions)
             WHERE option_name = 'autovacuum_vacuum_scale_factor'),
           current_setting('autovacuum_vacuum_scale_factor')::float8)`,
  );
  for (const { name } of rows) await client.query(`VACUUM ${name}`);
}

/** Returns how many bytes each table and index takes. */
async function sizes(client: pg.Client): Promise<Map<string, number>> {
  const { rows } = await client.query(
    `SELECT relname AS name, pg_relation_size(oid) AS bytes FROM pg_class
       WHERE relnamespace = 'mailproof'::regnamespace AND relkind IN ('r', 'i') AND pg_relation_size(oid) > 0`,
  );
  return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]));
}
