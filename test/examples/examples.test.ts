import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../../adapters/client/index.ts';
import { closedPort } from '../support/closed-port.ts';
import { type ServedProcess, startListening } from '../support/served-process.ts';
import { compile, createExampleProject, removeExampleProject, runToEnd } from './example-project.ts';

/** The program of each example that listens. */
const servers = {
  express: 'express/server.mjs',
  fastify: 'fastify/server.mjs',
  hono: 'hono/server.mjs',
  nest: 'compiled/nest/main.js',
  next: 'next/server.mjs',
};

let project: string;

beforeAll(async () => {
  project = await createExampleProject();
  await compile(join(project, 'nest'));
});

afterAll(() => removeExampleProject(project));

describe.each(Object.entries(servers))('the example %s', (_, program) => {
  let served: ServedProcess;
  let apiKey: string;

  beforeAll(async () => {
    served = await startListening({ args: [program], cwd: project, env: { PORT: '0' } });
    apiKey = /^API key: (\S+)$/m.exec(served.stdout)?.[1] ?? '';
  });

  afterAll(() => served[Symbol.asyncDispose]());

  it('verifies addresses over HTTP below /mail, for those who have a key', async () => {
    const client = createClient({ baseUrl: `${served.url}/mail`, apiKey });
    expect(await client.verify('ann.baker@bakery.example.com')).toMatchObject({ status: 'safe' });
    expect(
      await client.lookup({ first_name: 'Ann', last_name: 'Baker', domain: 'bakery.example.com' }),
    ).toMatchObject({
      email: 'ann.baker@bakery.example.com',
    });
    const stranger = await fetch(`${served.url}/mail/v1/credits`, { headers: { 'X-API-Key': 'wrong' } });
    expect(stranger.status).toBe(401);
  });

  it('takes a list of 60,000 addresses', async () => {
    const client = createClient({ baseUrl: `${served.url}/mail`, apiKey });
    const emails = Array.from({ length: 60_000 }, (_, n) => `person${n}@bakery.example.com`);
    const { job_id: jobId, total_emails: total } = await client.bulk.submit(emails);
    expect(total).toBe(60_000);
    expect(await client.bulk.status(jobId)).toMatchObject({ job_id: jobId, total_emails: 60_000 });
  });

  it('shows the documentation below /mail', async () => {
    expect(await (await fetch(`${served.url}/mail/docs`)).text()).toContain('docs/openapi-explorer.js');
    const description = await fetch(`${served.url}/mail/openapi.json`);
    expect(await description.json()).toMatchObject({ servers: [{ url: '/mail' }] });
  });

  it('has a form of its own that takes only addresses that exist', async () => {
    const signUp = async (email: string) => {
      const headers = { 'Content-Type': 'application/json' };
      const body = JSON.stringify({ email });
      const response = await fetch(`${served.url}/signup`, { method: 'POST', headers, body });
      return [response.status, await response.text()];
    };
    expect(await signUp('tom@bakery.example.com')).toEqual([200, '{"welcome":true}']);
    expect(await signUp('eve@bakery.example.com')).toEqual([
      422,
      expect.stringContaining('This mailbox does not exist.'),
    ]);
  });

  it('has a form that lets people in while DNS is down', async () => {
    const identity = { MAILPROOF_HELO: 'verifier.example.net', MAILPROOF_MAIL_FROM: 'probe@example.net' };
    const dns = { MAILPROOF_DNS: `127.0.0.1:${await closedPort()}` };
    await using offline = await startListening({
      args: [program],
      cwd: project,
      env: { PORT: '0', ...identity, ...dns },
    });
    const headers = { 'Content-Type': 'application/json' };
    const body = JSON.stringify({ email: 'tom@bakery.example.com' });
    const response = await fetch(`${offline.url}/signup`, { method: 'POST', headers, body });
    expect([response.status, await response.json()]).toEqual([200, { welcome: true }]);
  });

  it('ends when it is told to', async () => {
    served.signal('SIGTERM');
    expect(await served.ended()).toBe(0);
    expect(served.stderr).toBe('');
  });
});

describe('the example nightly-list', () => {
  it('parts a list into the rows to keep and those to remove', async () => {
    const folder = join(project, 'nightly-list');
    const stdout = await runToEnd(folder, ['clean.mjs', 'customers.csv']);
    expect(stdout).toMatch(/^4 rows kept, 2 removed$/m);
    const kept = await readFile(join(folder, 'customers.clean.csv'), 'utf8');
    expect(kept).toMatch(/^name,email,city,status,substatus,explanation\n/);
    expect(kept).toMatch(/^"Baker, Ann",Ann.Baker@BAKERY.example.com,Lyon,safe,deliverable,/m);
    expect(kept).toMatch(/^Anybody,anybody@everybody.example.com,Graz,risky,catch_all,/m);
    const removed = await readFile(join(folder, 'customers.removed.csv'), 'utf8');
    expect(removed).toMatch(/^Eve Baker,eve@bakery.example.com,Oslo,invalid,mailbox_not_found,/m);
    expect(removed).toMatch(/^Typo,ann@@bakery.example.com,Rome,invalid,invalid_syntax,/m);
    expect(removed.trim().split('\n')).toHaveLength(3);
  });
});

it('every example is run here', async () => {
  const entries = await readdir(project, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const examples = folders.filter((name) => !['node_modules', 'compiled', 'postgresql'].includes(name));
  expect(examples.sort()).toEqual([...Object.keys(servers), 'nightly-list'].sort());
});
