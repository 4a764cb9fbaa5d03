import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { postgresLedger, postgresSchema, postgresStores } from '../../adapters/postgres/index.ts';
import { addresses, newJob } from '../../contract/jobs/sample-data.ts';
import { startCharging } from './charging.ts';
import { postgresqlOfFile } from './postgresql-server.ts';
import { newSchema, openSchema } from './subjects.ts';

const server = await postgresqlOfFile();

function open(...options: Parameters<typeof openSchema> extends [unknown, ...infer Rest] ? Rest : never) {
  const opened = openSchema(server, ...options);
  onTestFinished(opened.stop);
  return opened;
}

function openPool(options: pg.PoolConfig = {}): pg.Pool {
  const pool = new pg.Pool({ connectionString: server.url, ...options });
  onTestFinished(() => pool.end());
  return pool;
}

const purchase = (id: string) => ({ id, account: 'acme', milliCredits: 1_000, reason: 'purchase' }) as const;

describe('the schema', () => {
  it('is created by the first of many processes that start together', async () => {
    const { stores, second } = open();
    const all = [stores, ...(await Promise.all(Array.from({ length: 7 }, second)))];
    await Promise.all(all.map((each, index) => each.ledger.grant(purchase(`order ${index}`))));
    expect(await stores.ledger.balance('acme')).toEqual({ available: 8_000, held: 0 });
  });

  it('may be owned by the host, which runs the SQL: without it, a call says what to do', async () => {
    const schema = newSchema();
    const stores = postgresStores(server.url, { schema, createSchema: false });
    onTestFinished(() => stores.close());
    await expect(stores.ping()).rejects.toMatchObject({
      code: 'storage_unavailable',
      message: expect.stringContaining('mailproof store schema'),
    });
    await openPool().query(`BEGIN; ${postgresSchema(schema)} COMMIT;`);
    await stores.ping();
  });

  it('of another release is refused', async () => {
    const { schema, stores, second } = open();
    await stores.ping();
    const pool = openPool();
    await pool.query(`UPDATE "${schema}".storage SET version = 7`);
    await expect((await second()).ping()).rejects.toThrow(/version 7; this release has version 1/);
    await pool.query(`UPDATE "${schema}".storage SET version = 1`);
  });

  it.each(['', 'Mail', 'a"b', 'a'.repeat(41)])('cannot be called "%s"', (schema) => {
    expect(() => postgresStores(server.url, { schema })).toThrow(/The schema has 1 to 40 letters/);
  });
});

it('is copied by pg_dump while it is in use, and put back by pg_restore', async () => {
  const { schema, stores, second } = open();
  await stores.ledger.grant(purchase('order'));
  await stores.jobs.create(newJob({ name: 'list.csv' }), addresses(40));
  const file = join(tmpdir(), `${schema}.dump`);
  onTestFinished(() => rm(file, { force: true }));
  const run = promisify(execFile);
  await run('pg_dump', ['--format=custom', `--schema=${schema}`, `--file=${file}`, server.url]);
  await stores.ledger.grant(purchase('later'));
  await stores.close();
  const back = ['--clean', '--if-exists', '--single-transaction'];
  await run('pg_restore', [...back, `--dbname=${server.url}`, file]);
  const restored = await second();
  expect(await restored.ledger.balance('acme')).toEqual({ available: 1_000, held: 0 });
  expect(await restored.jobs.get('job')).toMatchObject({ name: 'list.csv', total: 40 });
  await restored.ledger.grant(purchase('after'));
  expect(await restored.ledger.balance('acme')).toEqual({ available: 2_000, held: 0 });
});

describe('a pool of the host', () => {
  it('is used, and left open', async () => {
    const pool = openPool();
    const stores = postgresStores(pool, { schema: newSchema() });
    await stores.ledger.grant(purchase('order'));
    await stores.close();
    await expect(stores.ping()).rejects.toMatchObject({ code: 'storage_unavailable' });
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  it('gets no state into its sessions, so that it may be behind a pooler of transactions', async () => {
    const pool = new pg.Pool({ connectionString: server.url, max: 1 });
    onTestFinished(() => pool.end());
    const stores = postgresStores(pool, { schema: newSchema() });
    onTestFinished(() => stores.close());
    await stores.ledger.grant(purchase('order'));
    await stores.rateLimits.take('key', { limit: 1, windowMs: 1_000 });
    await stores.queue.put([], { dueAt: 0 });
    const { rows } = await pool.query(
      `SELECT (SELECT count(*) FROM pg_prepared_statements) + (SELECT count(*) FROM pg_locks WHERE locktype = 'advisory')
         + (SELECT count(*) FROM pg_listening_channels()) + (SELECT count(*) FROM pg_settings WHERE source = 'session')
         AS left`,
    );
    expect(rows).toEqual([{ left: '0' }]);
    // A worker would keep the only connection.
    expect(() => stores.queue.work(async () => {}, { concurrency: 1 })).toThrow(/Set max to 2 or more/);
  });
});

describe('leases', () => {
  const keys = Array.from({ length: 200 }, (_, index) => `flight:${index}`);

  it('are acquired and released in few statements, however many calls there are', async () => {
    const pool = openPool();
    const stores = postgresStores(pool, { schema: newSchema() });
    await stores.cache.get('any');
    let statements = 0;
    pool.on('acquire', () => {
      statements += 1;
    });
    const leases = await Promise.all(
      keys.map((key) => stores.leases.acquire(key, { max: 1, leaseMs: 60_000 })),
    );
    await Promise.all(leases.map((lease) => lease.kind === 'lease' && lease.release()));
    await stores.close();
    expect(statements).toBeLessThan(20);
  });

  it('are acquired although what has ended cannot be deleted', async () => {
    const { schema, stores } = open();
    await stores.ping();
    const client = await openPool().connect();
    onTestFinished(() => client.release(true));
    await client.query(
      `CREATE RULE refuse AS ON DELETE TO "${schema}".lease_states DO INSTEAD SELECT 1 / 0 AS never`,
    );
    onTestFinished(() => client.query(`DROP RULE refuse ON "${schema}".lease_states`).then(() => {}));
    const other = postgresStores(server.url, { schema });
    onTestFinished(() => other.close());
    for (const key of keys.slice(0, 3))
      expect(await other.leases.acquire(key, { max: 1, leaseMs: 60_000 })).toMatchObject({ kind: 'lease' });
  });
});

it('listens for batches on one connection, while there are workers', async () => {
  const { schema, stores } = open();
  const pool = openPool();
  const listening = async () => {
    const sql = 'SELECT 1 FROM pg_stat_activity WHERE query = $1';
    return (await pool.query(sql, [`LISTEN "mailproof_queue_${schema}"`])).rows.length;
  };
  const workers = [1, 2].map(() => stores.queue.work(async () => {}, { concurrency: 1 }));
  await expect.poll(listening, { timeout: 30_000 }).toBe(1);
  await Promise.all(workers.map((worker) => worker.close()));
  await expect.poll(listening, { timeout: 30_000 }).toBe(0);
});

describe('the work queue', () => {
  it('looks at few of many lanes that are left to the egress of another process', async () => {
    const { schema, stores } = open();
    const lanes = 3_000;
    const batches = Array.from({ length: lanes }, (_, index) => ({
      ...{ id: `${index}`, jobId: `job ${index % 3}`, account: 'acme', egress: 'away' },
      ...{ exchange: `mx${index}.example.org`, attempt: 1, positions: [index] },
    }));
    await stores.queue.put(batches, { dueAt: 0 });
    const pool = openPool({ max: 1 });
    const readBlocks = async () => {
      const { rows } = await pool.query(
        `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) SELECT "${schema}".queue_next('', 1, '{away}', '{}')`,
      );
      return rows[0]['QUERY PLAN'][0].Plan['Shared Hit Blocks'];
    };
    // The first time, it reads what the server knows of the tables, too.
    await readBlocks();
    expect(await readBlocks()).toBeLessThan(60);
  });
});

describe('a ledger in a transaction of the host', () => {
  it('charges when that is committed, and not when it is rolled back', async () => {
    const { schema, stores } = open();
    await stores.ledger.grant(purchase('order'));
    const client = await openPool().connect();
    const charge = async (id: string) => {
      const ledger = postgresLedger(client, { schema });
      const hold = { id, account: 'acme', milliCredits: 200, expiresInMs: 60_000 };
      const held = await ledger.hold(hold);
      await ledger.capture(id);
      return held;
    };
    await client.query('BEGIN');
    await charge('first');
    await client.query('ROLLBACK');
    expect(await stores.ledger.balance('acme')).toEqual({ available: 1_000, held: 0 });
    await client.query('BEGIN');
    expect(await charge('first')).toEqual({ kind: 'held', available: 800 });
    // A repeat does not end the transaction.
    expect(await charge('first')).toEqual({ kind: 'captured', available: 800 });
    await client.query('COMMIT');
    client.release();
    expect(await stores.ledger.balance('acme')).toEqual({ available: 800, held: 0 });
  });

  it('makes calls that come together one after the other, so that a repeat undoes no other', async () => {
    const { schema, stores } = open();
    const hold = (account: string) => ({ id: account, account, milliCredits: 200, expiresInMs: 60_000 });
    for (const account of ['acme', 'umbrella'])
      await stores.ledger.grant({ ...purchase(`order of ${account}`), account });
    await stores.ledger.hold(hold('acme'));
    const client = await openPool().connect();
    const ledger = postgresLedger(client, { schema });
    await client.query('BEGIN');
    const held = { kind: 'held', available: 800 };
    expect(await Promise.all([ledger.hold(hold('acme')), ledger.hold(hold('umbrella'))])).toEqual([
      held,
      held,
    ]);
    await client.query('COMMIT');
    client.release();
    expect(await stores.ledger.balance('umbrella')).toEqual({ available: 800, held: 200 });
  });
});

describe('a server that is killed', () => {
  it('loses no charge that was acknowledged and makes none twice, and stores go on once it is back', async () => {
    const charging = await startCharging(open().stores);
    for (let kills = 0; kills < 2; kills += 1) {
      await charging.untilMore(20);
      await server.restart();
      await charging.untilMore(1);
    }
    await charging.expectExact();
  });

  it('is named without its password', async () => {
    const stores = postgresStores('postgres://user:secret@127.0.0.1:1/app');
    onTestFinished(() => stores.close());
    const failure = await stores.ping().catch((error) => error);
    expect(failure.message).toMatch(/^PostgreSQL at 127\.0\.0\.1:1\/app is out of reach: .*ECONNREFUSED/);
    expect(JSON.stringify([failure, failure.cause, failure.stack])).not.toContain('secret');
  });
});
