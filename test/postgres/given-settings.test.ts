import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { postgresLedger, postgresSchema, postgresStores } from '../../adapters/postgres/index.ts';
import { postgresqlOfFile } from './postgresql-server.ts';
import { newSchema } from './subjects.ts';

const server = await postgresqlOfFile();

function open(schema: string, url = server.url) {
  const stores = postgresStores(url, { schema });
  onTestFinished(() => stores.close());
  return stores;
}

async function connect(url = server.url): Promise<pg.Client> {
  const client = new pg.Client(url);
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** The URL of the server with a setting that its administrator may have made for a role or a database. */
function urlWith(setting: string): string {
  return `${server.url}?options=${encodeURIComponent(`-c ${setting}`)}`;
}

const purchase = (account: string) =>
  ({ id: account, account, milliCredits: 1_000, reason: 'purchase' }) as const;

describe('a schema that an administrator has made for a user who may create none', () => {
  it.each([
    ['by the stores', undefined],
    ['by the SQL that is printed', postgresSchema],
  ])('is filled %s', async (_, printed) => {
    const [schema, role] = [newSchema(), `role_of_${newSchema()}`];
    const administrator = await connect();
    await administrator.query(
      `CREATE ROLE ${role} LOGIN; CREATE SCHEMA "${schema}" AUTHORIZATION ${role};
       REVOKE CREATE ON DATABASE postgres FROM PUBLIC`,
    );
    const url = server.url.replace(/\/\/\w+@/, `//${role}@`);
    if (printed !== undefined) await (await connect(url)).query(`BEGIN; ${printed(schema)} COMMIT`);
    const stores = open(schema, url);
    await stores.ledger.grant(purchase('acme'));
    expect((await stores.ledger.balance('acme')).available).toBe(1_000);
  });
});

it('refuses transactions that do not see what others have committed, and says what to change', async () => {
  const schema = newSchema();
  await open(schema).ping();
  await expect(
    open(schema, urlWith('default_transaction_isolation=repeatable\\ read')).ping(),
  ).rejects.toThrow(/must be 'read committed': ALTER ROLE/);
});

it('reads what it has written, however the server writes bytes', async () => {
  const { cache } = open(newSchema(), urlWith('bytea_output=escape'));
  const entry = { value: 'añ', expiresAt: Date.now() + 60_000 };
  await cache.set('key', entry);
  expect(await cache.get('key')).toEqual(entry);
});

describe('a ledger in a transaction of the host', () => {
  it('ends with an error if an id was taken by somebody whom the transaction does not see', async () => {
    const schema = newSchema();
    const { ledger } = open(schema);
    for (const account of ['acme', 'globex']) await ledger.grant(purchase(account));
    const client = await connect();
    await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1 FROM "${schema}".accounts`);
    const hold = { id: 'one', milliCredits: 1, expiresInMs: 60_000 };
    await ledger.hold({ ...hold, account: 'globex' });
    await expect(postgresLedger(client, { schema }).hold({ ...hold, account: 'acme' })).rejects.toMatchObject(
      {
        code: 'storage_unavailable',
        message: expect.stringContaining('Roll back, and begin again.'),
      },
    );
  });

  it('says that there is no transaction', async () => {
    const schema = newSchema();
    await open(schema).ledger.grant(purchase('acme'));
    const ledger = postgresLedger(await connect(), { schema });
    const hold = { id: 'one', account: 'acme', milliCredits: 1, expiresInMs: 60_000 };
    await expect(ledger.hold(hold)).rejects.toThrow('Begin a transaction on this client first.');
  });
});
