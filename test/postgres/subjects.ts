import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { type PostgresStoresOptions, postgresStores } from '../../adapters/postgres/index.ts';
import type { Stores } from '../../src/ports/stores.ts';
import type { PostgresqlServer } from './postgresql-server.ts';

/** Returns a schema that no other test has. */
export function newSchema(): string {
  return `test_${randomUUID().replaceAll('-', '').slice(0, 20)}`;
}

/** Schemas that tests have emptied: it takes far less time than creating them. */
const emptied: string[] = [];

/** Opens stores in an empty schema, and on request further ones there, as other processes would. */
export function openSchema({ url }: Pick<PostgresqlServer, 'url'>, options: PostgresStoresOptions = {}) {
  const schema = emptied.pop() ?? newSchema();
  const opened: Stores[] = [];
  const open = () => {
    const stores = postgresStores(url, { ...options, schema });
    opened.push(stores);
    return stores;
  };
  const stop = async () => {
    await Promise.all(opened.map((stores) => stores.close()));
    await emptyTables(url, schema);
    emptied.push(schema);
  };
  return { schema, stores: open(), second: async () => open(), stop };
}

async function emptyTables(url: string, schema: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  const sql =
    "SELECT tablename FROM pg_tables WHERE schemaname = $1 AND tablename NOT IN ('storage', 'accounts')";
  const { rows } = await client.query(sql, [schema]);
  const tables = rows.length === 0 ? [] : [...rows.map(({ tablename }) => tablename), 'accounts'];
  await client.query(tables.map((table) => `DELETE FROM "${schema}"."${table}";`).join(' '));
  await client.end();
}
