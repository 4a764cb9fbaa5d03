/**
 * Charges against one ledger as a process, compared with the bare storage: `ledger.mjs
 * memory|sqlite|redis|postgres`. Answers with operations per second, one at a time and 50 at a time.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import Database from 'libsql';
import pg from 'pg';
import { openStores, startStorage } from '../bulk/storage.mjs';

const measuredMs = 2_000;
const [, , storage] = process.argv;
const folder = await mkdtemp(join(tmpdir(), 'mailproof-bench-'));
const { place, stop } = await startStorage(storage, folder);

process.on('message', async () => {
  const bare = await bareWrite();
  const stores = openStores(storage, place);
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
    bareOne: bare.write && (await rate(bare.write, 1)),
    bareMany: bare.write && (await rate(bare.write, 50)),
    one: 2 * (await rate(charge, 1)),
    many: 2 * (await rate(charge, 50)),
  };
  const { available, held } = await ledger.balance('acme');
  if (held !== 0 || available !== 1e12 - 200 * charges) throw new Error('The balance is wrong.');
  await bare.stop();
  await stores.close?.();
  await stop();
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

/** What a durable write costs without anything of ours. Undefined for memory. */
async function bareWrite() {
  switch (storage) {
    case 'sqlite': {
      const database = new Database(join(folder, 'bare.db'));
      database.pragma('journal_mode = WAL');
      database.pragma('synchronous = FULL');
      database.exec('CREATE TABLE entries (id INTEGER PRIMARY KEY, amount INTEGER)');
      const insert = database.prepare('INSERT INTO entries (amount) VALUES (200)');
      return { write: async () => insert.run(), stop: async () => database.close() };
    }
    case 'redis': {
      const client = new Redis(place);
      return { write: () => client.incr('entries'), stop: async () => client.disconnect() };
    }
    case 'postgres': {
      const pool = new pg.Pool({ connectionString: place });
      // The server may end before it has seen that a connection was closed.
      pool.on('error', () => {});
      await pool.query('CREATE TABLE entries (id bigserial PRIMARY KEY, amount bigint)');
      return {
        write: () => pool.query('INSERT INTO entries (amount) VALUES (200)'),
        stop: () => pool.end(),
      };
    }
    default:
      return { stop: async () => {} };
  }
}
