import pg from 'pg';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { postgresStores } from '../../adapters/postgres/index.ts';
import { startCharging } from './charging.ts';
import { postgresqlOfFile } from './postgresql-server.ts';

const primary = await postgresqlOfFile();
const standby = await postgresqlOfFile({ standbyOf: primary });

/** What a commit waits for, with synchronous_commit on: the disk of the standby. */
const admin = new pg.Client(primary.url);
admin.on('error', () => {});
await admin.connect();
await admin.query("ALTER SYSTEM SET synchronous_standby_names = '*'");
await admin.query('SELECT pg_reload_conf()');
afterAll(() => admin.end());

describe('a fail-over to a standby', () => {
  it('loses no charge that was acknowledged: until the standby is promoted, calls say that it is read-only', async () => {
    const isInSync = async () =>
      (await admin.query("SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'")).rows.length;
    await expect.poll(isInSync, { timeout: 60_000 }).toBe(1);
    // The host says where the primary is, as a name in DNS would.
    const pool = new pg.Pool({
      host: '127.0.0.1',
      port: primary.port,
      user: 'postgres',
      database: 'postgres',
    });
    onTestFinished(() => pool.end());
    const stores = postgresStores(pool);
    onTestFinished(() => stores.close());
    const charging = await startCharging(stores);
    await charging.untilMore(40);

    await primary.kill();
    pool.options.port = standby.port;
    const readOnly = expect.stringContaining(
      'This PostgreSQL is a read-only standby. Connect to the primary.',
    );
    await expect.poll(() => charging.failures, { timeout: 60_000 }).toContainEqual(readOnly);
    const refused = { code: 'storage_unavailable', message: readOnly };
    await expect(stores.ping()).rejects.toMatchObject(refused);
    await expect(stores.rateLimits.take('key', { limit: 1, windowMs: 1_000 })).rejects.toMatchObject(refused);
    await expect(stores.ledger.balance('acme')).resolves.toBeDefined();

    const promoted = new pg.Client(standby.url);
    await promoted.connect();
    await promoted.query('SELECT pg_promote()');
    await promoted.end();
    await charging.untilMore(40);
    await charging.expectExact();
    await stores.ping();
  }, 180_000);
});
