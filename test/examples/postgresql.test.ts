import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createExampleProject, removeExampleProject } from './example-project.ts';
import { type PostgresqlServer, startPostgresql } from './postgresql-server.ts';

const execute = promisify(execFile);

let project: string;
let server: PostgresqlServer;

beforeAll(async () => {
  project = await createExampleProject();
  server = await startPostgresql();
}, 300_000);

afterAll(async () => {
  await server?.stop();
  await removeExampleProject(project);
});

/** Runs a program of the example. Resolves with what it printed, also when it failed. */
async function run(...args: readonly string[]): Promise<string> {
  const env = { ...process.env, DATABASE_URL: server.url };
  const options = { cwd: join(project, 'postgresql'), env, maxBuffer: 2 ** 26 };
  return execute(process.execPath, args, options).then(
    ({ stdout }) => stdout,
    (error: { stdout: string; stderr: string }) => error.stdout + error.stderr,
  );
}

describe('the example postgresql', () => {
  it('charges an account in the database for a verification, and reuses what the cache there has', async () => {
    const charged = 'ann.baker@bakery.example.com safe, 800 milli-credits left\n';
    expect(await run('verify.mjs', 'ann.baker@bakery.example.com')).toBe(charged);
    expect(await run('verify.mjs', 'ann.baker@bakery.example.com')).toBe(charged);
    expect(await run('verify.mjs', 'tom@bakery.example.com')).toBe(
      'tom@bakery.example.com safe, 600 milli-credits left\n',
    );
  });

  it('says that the database does not answer, with its error as the cause', async () => {
    const database = join(project, 'postgresql/database.mjs');
    const program = `
      import { Database } from ${JSON.stringify(database)};
      const database = new Database('postgres://postgres@127.0.0.1:1/postgres');
      await database.query('SELECT 1').catch(({ code, cause }) => console.log(code, cause.code));
    `;
    expect(await run('--input-type=module', '--eval', program)).toBe('storage_unavailable ECONNREFUSED\n');
  });

  it('passes the conformance suites of a cache and a ledger, races included', async () => {
    const output = await run('--test', '--test-reporter=tap', 'stores.test.mjs');
    expect(/^# fail (\d+)$/m.exec(output)?.[1], output).toBe('0');
    expect(output).toMatch(/^# skipped 0$/m);
    expect(output).toMatch(/^# cancelled 0$/m);
    expect(output).toContain('ok 1 - Cache contract: PostgreSQL');
    expect(output).toContain('ok 2 - CreditLedger contract: PostgreSQL');
  }, 240_000);
});
