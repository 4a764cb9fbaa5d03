/**
 * Charges against one ledger as a process, compared with the bare storage: `ledger.mjs memory|sqlite|redis`. Answers
 * with operations per second, one at a time and 50 at a time.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import Database from 'libsql';
import { memoryStores } from '../../dist/adapters/memory/index.js';
import { redisStores } from '../../dist/adapters/redis/index.js';
import { sqliteStores } from '../../dist/adapters/sqlite/index.js';

const measuredMs = 2_000;
const [, , storage] = process.argv;
const folder = await mkdtemp(join(tmpdir(), 'mailproof-bench-'));

process.on('message', async () => {
  const { stores, bare, stop } = await { memory, sqlite, redis }[storage]();
  const { ledger } = stores;
  await ledger.grant({ id: 'all', account: 'acme', milliCredits: 1e12, reason: 'purchase' });
  let charges = 0;
  const charge = async () => {
    charges += 1;
    const id = `charge ${charges}`;
    await ledger.hold({ id, account: 'acme', milliCredits: 200, expiresInMs: 60_000 });
    await ledger.capture(id);
  };
  // Hold and capture are two operations, each durable on its own.
  const result = {
    bareOne: bare && (await rate(bare, 1)),
    bareMany: bare && (await rate(bare, 50)),
    one: 2 * (await rate(charge, 1)),
    many: 2 * (await rate(charge, 50)),
  };
  const { available, held } = await ledger.balance('acme');
  if (held !== 0 || available !== 1e12 - 200 * charges) throw new Error('The balance is wrong.');
  await stop?.();
  await rm(folder, { recursive: true, force: true });
  process.send(result);
});

async function rate(work, atOnce) {
  const until = performance.now() + measuredMs;
  let done = 0;
  const worker = async () => {
    while (performance.now() < until) {
      await work();
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return (done / measuredMs) * 1_000;
}

function memory() {
  return { stores: memoryStores() };
}

function sqlite() {
  const database = new Database(join(folder, 'bare.db'));
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.exec('CREATE TABLE entries (id INTEGER PRIMARY KEY, amount INTEGER)');
  const insert = database.prepare('INSERT INTO entries (amount) VALUES (200)');
  return { stores: sqliteStores(join(folder, 'ledger.db')), bare: async () => insert.run() };
}

async function redis() {
  const port = await freePort();
  const settings = ['--save', '', '--appendonly', 'yes', '--appendfsync', 'always', '--dir', folder];
  const server = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', ...settings], {
    stdio: 'ignore',
  });
  const url = `redis://127.0.0.1:${port}`;
  const client = new Redis(url);
  // The server takes a moment to start; the client retries until it is there.
  client.on('error', () => {});
  await client.ping();
  const stores = redisStores(url);
  return {
    stores,
    bare: () => client.incr('entries'),
    stop: async () => {
      client.disconnect();
      await stores.close();
      server.kill();
    },
  };
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
