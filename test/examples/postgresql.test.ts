import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PostgresqlServer, startPostgresql } from '../postgres/postgresql-server.ts';
import { createExampleProject, removeExampleProject } from './example-project.ts';

const execute = promisify(execFile);

let project: string;
let server: PostgresqlServer;

beforeAll(async () => {
  project = await createExampleProject();
  server = await startPostgresql();
});

afterAll(async () => {
  await server?.stop();
  await removeExampleProject(project);
});

async function signUp(email: string): Promise<string> {
  const env = { ...process.env, DATABASE_URL: server.url };
  const cwd = join(project, 'postgresql');
  return (await execute(process.execPath, ['sign-up.mjs', email], { cwd, env })).stdout;
}

describe('the example postgresql', () => {
  it('signs up and charges in one transaction, once, or does neither', async () => {
    const signedUp = 'ann.baker@bakery.example.com safe, signed up\n100 milli-credits left\n';
    expect(await signUp('ann.baker@bakery.example.com')).toBe(signedUp);
    expect(await signUp('ann.baker@bakery.example.com')).toBe(signedUp);
    expect(await signUp('nobody@bakery.example.com')).toBe(
      'nobody@bakery.example.com invalid, not signed up\n100 milli-credits left\n',
    );
    expect(await signUp('tom@bakery.example.com')).toBe(
      'tom@bakery.example.com safe, not signed up: too few credits\n100 milli-credits left\n',
    );
  });
});
