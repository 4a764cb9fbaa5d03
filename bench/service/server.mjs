/**
 * One HTTP server as a process: `server.mjs ours memory`, `server.mjs ours sqlite` or `server.mjs bare`. Answers with
 * its port, the keys to use and the bytes of its answer.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { startServer } from '../../dist/adapters/http/index.js';
import { memoryStores } from '../../dist/adapters/memory/index.js';
import { netPorts } from '../../dist/adapters/net/index.js';
import { startSandbox } from '../../dist/adapters/sandbox/index.js';
import { sqliteStores } from '../../dist/adapters/sqlite/index.js';
import { createEngine } from '../../dist/src/index.js';

/** With 20 requests a second each, enough for 100,000 requests a second. */
const keyCount = 5_000;
const email = 'ann@example.org';
const world = {
  domains: { 'example.org': { mx: ['mx.example.org'], mailboxes: ['ann'] } },
  exchanges: { 'mx.example.org': {} },
};

const [, , kind, storage] = process.argv;
const folder = await mkdtemp(join(tmpdir(), 'mailproof-bench-'));

process.on('disconnect', async () => {
  await rm(folder, { recursive: true, force: true });
  process.exit();
});

const sandbox = await startSandbox(world);
const stores = storage === 'sqlite' ? sqliteStores(join(folder, 'bench.db')) : memoryStores();
const engine = createEngine({ ...stores, ...netPorts(sandbox.network) });
const keys = await Promise.all(
  // The keys of an account count together.
  Array.from(
    { length: keyCount },
    async (_, index) => (await engine.keys.create({ account: `account ${index}` })).key,
  ),
);
await engine.accounts.grant('acme', { id: 'all', milliCredits: 1_000_000 });
const verdict = await engine.verify(email, { account: 'acme' });
const body = JSON.stringify(verdict);
const path = `/v1/verify?email=${encodeURIComponent(email)}`;

const port = kind === 'ours' ? await serveOurs() : await serveBare();
process.on('message', () => process.send({ port, keys, path, body }));

async function serveOurs() {
  const logger = { debug() {}, info() {}, warn() {}, error() {} };
  const { url } = await startServer({ engine, port: 0, logger });
  return Number(new URL(url).port);
}

/** A route that only returns the bytes. */
async function serveBare() {
  const app = new Hono();
  app.get('/v1/verify', (context) => context.body(body, 200, { 'content-type': 'application/json' }));
  const server = createAdaptorServer({ fetch: app.fetch });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server.address().port;
}
