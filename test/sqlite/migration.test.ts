import { readFile } from 'node:fs/promises';
import Libsql from 'libsql';
import { describe, expect, it, onTestFinished } from 'vitest';
import { SqliteConnection } from '../../adapters/sqlite/connection.ts';
import { migrate, type Schema } from '../../adapters/sqlite/migration.ts';
import { mainSchema, pacingSchema } from '../../adapters/sqlite/schema.ts';
import { addresses, attemptAt, newJob } from '../../contract/jobs/sample-data.ts';
import { openStores, temporaryFile } from './temporary-file.ts';

function connect(file: string): SqliteConnection {
  const connection = new SqliteConnection(new Libsql(file));
  onTestFinished(() => connection.close());
  return connection;
}

function versionOf(connection: SqliteConnection): unknown {
  return connection.get('SELECT user_version AS version FROM pragma_user_version');
}

function tablesOf(connection: SqliteConnection): unknown[] {
  return connection.all(
    "SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY name",
  );
}

const grant = { id: 'grant', account: 'acme', milliCredits: 10_000, reason: 'purchase' } as const;

describe.each([
  ['the main file', mainSchema],
  ['the pacing file', pacingSchema],
])('%s', (_, schema: Schema) => {
  it('has the newest version when it is created', async () => {
    const file = await temporaryFile();
    const connection = connect(file);
    migrate(connection, schema, file);
    expect(versionOf(connection)).toMatchObject({ version: schema.migrations.length });
    expect(tablesOf(connection)).not.toEqual([]);
  });

  it('has the same tables from whichever version it was migrated', async () => {
    const file = await temporaryFile();
    const fresh = connect(file);
    migrate(fresh, schema, file);
    for (const version of schema.migrations.keys()) {
      const olderFile = await temporaryFile();
      const older = connect(olderFile);
      const migrations = schema.migrations.slice(0, version);
      if (version > 0) migrate(older, { ...schema, migrations }, olderFile);
      migrate(older, schema, olderFile);
      expect(tablesOf(older)).toEqual(tablesOf(fresh));
    }
  });
});

describe('a migration', () => {
  const first = { applicationId: 7, migrations: ['CREATE TABLE a (x TEXT) STRICT'] };

  it('keeps the data, and runs once', async () => {
    const file = await temporaryFile();
    const connection = connect(file);
    migrate(connection, first, file);
    connection.run('INSERT INTO a VALUES (?)', 'kept');
    const second = { ...first, migrations: [...first.migrations, 'ALTER TABLE a ADD COLUMN y TEXT'] };
    migrate(connection, second, file);
    migrate(connection, second, file);
    expect(connection.get('SELECT x, y FROM a')).toMatchObject({ x: 'kept', y: null });
  });

  it('runs completely or not at all', async () => {
    const file = await temporaryFile();
    const connection = connect(file);
    migrate(connection, first, file);
    const broken = {
      ...first,
      migrations: [...first.migrations, 'CREATE TABLE b (x TEXT); SELECT nonsense'],
    };
    expect(() => migrate(connection, broken, file)).toThrow(/nonsense/);
    expect(versionOf(connection)).toMatchObject({ version: 1 });
    expect(tablesOf(connection)).toHaveLength(1);
  });
});

it('a file from before there were jobs keeps its data, and can store jobs', async () => {
  const file = await temporaryFile();
  const older = connect(file);
  migrate(older, { ...mainSchema, migrations: mainSchema.migrations.slice(0, 1) }, file);
  older.run("INSERT INTO accounts VALUES ('acme', 700, 300, 2)");
  older.run("INSERT INTO keys (id, hash, account, created_at) VALUES ('key 1', 'hash', 'acme', 5)");
  older.close();
  const { ledger, keys, jobs } = openStores(file);
  expect(await ledger.balance('acme')).toEqual({ available: 700, held: 300 });
  expect(await keys.list('acme')).toMatchObject([{ id: 'key 1', createdAt: 5, rotatedAt: null }]);
  const rotated = await keys.rotate('key 1', { oldValidForMs: 0 });
  expect(await keys.find(rotated!.key)).toMatchObject({ id: 'key 1', account: 'acme', createdAt: 5 });
  await jobs.create(newJob(), addresses(3));
  expect((await jobs.page('job', { offset: 0, limit: 10 })).map(({ item }) => item)).toEqual(addresses(3));
});

describe('a job of a file from before results were counted by status', () => {
  const retryAt = 90_000;
  const before = mainSchema.migrations.length - 1;

  async function olderFile(processed: 0 | 2) {
    const file = await temporaryFile();
    const older = connect(file);
    migrate(older, { ...mainSchema, migrations: mainSchema.migrations.slice(0, before) }, file);
    older.script(`
      INSERT INTO jobs (number, id, kind, milli_credits_per_item, submitted_at, total, processed, retrying, safe)
        VALUES (1, 'job', 'verification', 0, 5, 3, ${processed}, ${processed / 2}, ${processed / 2});
      INSERT INTO job_items VALUES (131072, '[{"email":"a@b.example"},{"email":"b@b.example"},{"email":"c@b.example"}]');
      INSERT INTO job_open_items VALUES (1, x'07');
    `);
    if (processed === 2)
      older.script(`
        INSERT INTO job_results VALUES (1, '{"status":"unknown"}'), (2, '{"status":"safe"}');
        INSERT INTO job_progress (place, attempts, retry_at, safe, result_id) VALUES
          (131072, 1, ${retryAt}, 0, 1), (131073, 1, NULL, 1, 2);
        UPDATE job_open_items SET bits = x'05';
      `);
    older.close();
    return openStores(file).jobs;
  }

  it('has no such numbers, and never gets wrong ones, but has its next retry', async () => {
    const jobs = await olderFile(2);
    expect(await jobs.get('job')).toMatchObject({ processed: 2, byStatus: null });
    expect(await jobs.nextRetryAt('job')).toBe(retryAt);
    await jobs.record('job', [attemptAt(0, { attempt: 2 })], { at: 9 });
    const { job } = await jobs.record('job', [attemptAt(2)], { at: 10 });
    expect(job).toMatchObject({ processed: 3, retried: 1, safe: 3, completedAt: 10, byStatus: null });
    expect((await jobs.get('job'))?.byStatus).toBeNull();
    expect(await jobs.nextRetryAt('job')).toBeNull();
  });

  it('has them if there were no results yet', async () => {
    const jobs = await olderFile(0);
    await jobs.record('job', [attemptAt(0, { retryAt })], { at: 9 });
    expect((await jobs.get('job'))?.byStatus).toEqual({ safe: 0, risky: 0, invalid: 0, unknown: 1 });
  });

  it('has none once a process of an earlier release, which still runs, has recorded a result', async () => {
    const file = await temporaryFile();
    const { jobs } = openStores(file);
    await jobs.create(newJob(), addresses(3));
    await jobs.record('job', [attemptAt(0)], { at: 9 });
    connect(file).run("UPDATE jobs SET processed = 2, safe = 2 WHERE id = 'job'");
    expect((await jobs.get('job'))?.byStatus).toBeNull();
    const { job } = await jobs.record('job', [attemptAt(2)], { at: 9 });
    expect(job.byStatus).toBeNull();
  });
});

it('the journal of a file from before there was retention can be folded', async () => {
  const file = await temporaryFile();
  const older = connect(file);
  migrate(older, { ...mainSchema, migrations: mainSchema.migrations.slice(0, 2) }, file);
  older.script(`
    INSERT INTO accounts VALUES ('acme', 700, 0, 3);
    INSERT INTO ledger_records VALUES ('g', 'grant', 'acme', 1000, 1000, 'purchase', NULL, NULL);
    INSERT INTO ledger_records VALUES ('h', 'hold', 'acme', 300, 700, NULL, 'captured', 9);
    INSERT INTO journal VALUES ('acme', 1, 'grant', 'g', 1000, 1);
    INSERT INTO journal VALUES ('acme', 2, 'hold', 'h', 300, 2);
    INSERT INTO journal VALUES ('acme', 3, 'capture', 'h', 300, 3);
  `);
  older.close();
  const { ledger } = openStores(file);
  const before = await ledger.entries('acme', { limit: 10 });
  expect(before.map((entry) => entry.kind === 'opening' || entry.purpose)).toEqual([null, null, null]);
  expect(await ledger.accounts({ limit: 10 })).toEqual([{ account: 'acme', available: 700, held: 0 }]);
  expect(await ledger.foldJournal({ olderThanMs: 0, limit: 10 })).toBe(3);
  const opening = { kind: 'opening', id: '', milliCredits: 700, heldMilliCredits: 0, sequence: 3, at: 3 };
  expect(await ledger.entries('acme', { limit: 10 })).toEqual([opening]);
  expect(await ledger.capture('h')).toBe('unknown');
});

describe('a file that must not be changed', () => {
  it('of a newer release is refused with the advice to install that release', async () => {
    const file = await temporaryFile();
    const stores = openStores(file);
    await stores.ledger.grant(grant);
    await stores.close();
    connect(file).script(`PRAGMA user_version = ${mainSchema.migrations.length + 1}`);
    await expect(openStores(file).ledger.balance('acme')).rejects.toMatchObject({
      code: 'storage_unavailable',
      message: expect.stringMatching(/newer release.*Install/),
    });
  });

  it('of another program is refused and left unchanged', async () => {
    const file = await temporaryFile();
    const connection = connect(file);
    connection.script('CREATE TABLE keys (mine TEXT)');
    connection.close();
    const before = tablesOf(connect(file));
    await expect(openStores(file).keys.create({ account: 'acme' })).rejects.toMatchObject({
      code: 'storage_unavailable',
      message: expect.stringMatching(/something else.*of its own/),
    });
    expect(tablesOf(connect(file))).toEqual(before);
  });
});

it('all data is in a single file after the stores are closed', async () => {
  const file = await temporaryFile();
  const stores = openStores(file);
  await stores.ledger.grant({ ...grant, account: 'a name to be found' });
  await stores.close();
  expect(await readFile(file, 'latin1')).toContain('a name to be found');
});
