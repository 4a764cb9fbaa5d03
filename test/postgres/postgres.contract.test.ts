import pg from 'pg';
import { describe, it } from 'vitest';
import { ledgerModel } from '../property/ledger-model.ts';
import { storeSubjects, storeSuites } from '../stores/store-suites.ts';
import { postgresqlOfFile } from './postgresql-server.ts';
import { openSchema } from './subjects.ts';

const server = await postgresqlOfFile();

const subjects = storeSubjects('PostgreSQL', async (options) => {
  const { schema, ...opened } = openSchema(server, options);
  return { ...opened, dump: () => everythingOf(schema) };
});

storeSuites(subjects);

describe('any sequence of commands', () => {
  // Fewer than elsewhere: each command takes a few round trips.
  it('leaves the ledger on PostgreSQL in the same state as the reference', async () => {
    await ledgerModel(subjects.ledger, { numRuns: 25 });
  });
});

/** Returns the rows of all tables of a schema. */
async function everythingOf(schema: string): Promise<string> {
  const client = new pg.Client(server.url);
  await client.connect();
  const sql = 'SELECT table_name FROM information_schema.tables WHERE table_schema = $1';
  const { rows } = await client.query(sql, [schema]);
  const texts: string[] = [];
  for (const { table_name: table } of rows) {
    const found = await client.query(`SELECT t::text AS text FROM "${schema}"."${table}" AS t`);
    texts.push(...found.rows.map(({ text }) => text));
  }
  await client.end();
  return texts.join('\n');
}
