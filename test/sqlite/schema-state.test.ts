import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import Libsql from 'libsql';
import { describe, expect, it, onTestFinished } from 'vitest';
import { SqliteConnection } from '../../adapters/sqlite/connection.ts';
import { mainSchema, pacingSchema } from '../../adapters/sqlite/schema.ts';
import { createTables, type Schema } from '../../adapters/sqlite/schema-state.ts';
import { openStores, temporaryFile } from './temporary-file.ts';

function connect(file: string): SqliteConnection {
  const connection = new SqliteConnection(new Libsql(file));
  onTestFinished(() => connection.close());
  return connection;
}

function tablesOf(connection: SqliteConnection): unknown[] {
  return connection.all(
    "SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY name",
  );
}

const grant = { id: 'grant', account: 'acme', milliCredits: 10_000, reason: 'purchase' } as const;

describe('the tables of a file', () => {
  const schema: Schema = { applicationId: 7, version: 3, tables: 'CREATE TABLE a (x TEXT) STRICT' };

  it('are created once, and the data stays', async () => {
    const file = await temporaryFile();
    const connection = connect(file);
    createTables(connection, schema, file);
    connection.run('INSERT INTO a VALUES (?)', 'kept');
    createTables(connection, schema, file);
    expect(connection.get('SELECT x FROM a')).toMatchObject({ x: 'kept' });
  });

  it('are created completely or not at all', async () => {
    const file = await temporaryFile();
    const connection = connect(file);
    const broken = { ...schema, tables: 'CREATE TABLE a (x TEXT); SELECT nonsense' };
    expect(() => createTables(connection, broken, file)).toThrow(/nonsense/);
    expect(tablesOf(connection)).toEqual([]);
  });

  it('replace those of a former version that had nothing to keep', async () => {
    const file = await temporaryFile();
    const connection = connect(file);
    createTables(connection, { ...schema, version: 2 }, file);
    connection.run('INSERT INTO a VALUES (?)', 'dropped');
    const tables = `DROP TABLE a; ${schema.tables}`;
    createTables(connection, { ...schema, replaces: 2, tables }, file);
    expect(connection.get('SELECT x FROM a')).toBeUndefined();
    expect(() => createTables(connection, schema, file)).not.toThrow();
  });
});

it('leases of the first version of their tables are dropped', async () => {
  const file = await temporaryFile();
  const { tables, applicationId } = pacingSchema;
  const before = connect(`${file}-pacing`);
  before.script(`CREATE TABLE leases (id TEXT); CREATE TABLE tickets (number INTEGER);
    PRAGMA application_id = ${applicationId}; PRAGMA user_version = 1;`);
  const { leases } = openStores(file);
  expect(await leases.acquire('mx', { max: 1, leaseMs: 60_000 })).toMatchObject({ kind: 'lease', held: 1 });
  const names = tablesOf(before).map((row) => (row as { name: string }).name);
  expect(names.sort()).toEqual([...tables.matchAll(/CREATE \w+ (\w+)/g)].map(([, name]) => name).sort());
});

it.each([
  [mainSchema, 2, '71bbec6ff8858f37'],
  [pacingSchema, 2, '0a893c07a2a18cb8'],
])(
  'a change of the tables needs another version, so that files with the former ones are refused',
  (schema, version, digest) => {
    const sql = schema.tables.replace(/--.*/g, '').replace(/\s+/g, ' ');
    expect(schema.version).toBe(version);
    expect(createHash('sha256').update(sql).digest('hex').slice(0, 16)).toBe(digest);
  },
);

describe('a file that must not be changed', () => {
  it.each([
    ['', 0],
    ['', 1],
    ['-pacing', 3],
  ])(
    'of another release (file "%s", version %i) is refused with the advice what to do',
    async (end, version) => {
      const file = await temporaryFile();
      const stores = openStores(file);
      await stores.ping();
      await stores.close();
      connect(`${file}${end}`).script(`PRAGMA user_version = ${version}`);
      await expect(openStores(file).ping()).rejects.toMatchObject({
        code: 'storage_unavailable',
        message: expect.stringMatching(
          /another release or build.*version \d.*Name a new file, .*or install the release/,
        ),
      });
    },
  );

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
