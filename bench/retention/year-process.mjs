/**
 * Two years of one service in small, as a process: `year-process.mjs memory|sqlite|redis|postgres`. Answers
 * `{ charges, jobs }` with the size of the store once the retention has passed, at the end, and whether all balances are
 * exact.
 *
 * Requests go through an engine, whose probes are answered by a fake server without sockets. The clock is moved on by a
 * day at a time. Redis and PostgreSQL are given that clock too; libfaketime does not work with redis-server on every
 * system.
 */
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import Database from 'libsql';
import pg from 'pg';
import { createEngine } from '../../dist/src/index.js';
import { openStores, startStorage } from '../bulk/storage.mjs';

const dayMs = 86_400_000;
/** The retention is over after half of the days. */
const days = 100;
const retention = { jobsDays: 30, journalDays: 50 };
const accounts = ['acme', 'umbrella', 'stark', 'wayne'];
const emailsPerJob = 200;
const atOnce = 200;
const price = 200;
const granted = 1e12;

const [, , storage] = process.argv;
const folder = await mkdtemp(join(tmpdir(), 'mailproof-bench-'));

process.on('message', async ({ charges, jobs }) => {
  process.send(await run({ charges, jobs }));
});

async function run({ charges, jobs }) {
  const clock = movableClock();
  const { place, stop } = await startStorage(storage, folder);
  const stores = openStores(storage, place, { clock });
  const sizeOf = await { memory, sqlite, redis, postgres }[storage](place);
  const cleanedUp = watchCleanUps(stores.ledger);
  const engine = createEngine({ ...stores, ...fakeNetwork(clock) }, { retention });
  const worker = engine.jobs.work();
  const spent = new Map(accounts.map((account) => [account, 0]));
  for (const account of accounts)
    await engine.accounts.grant(account, { id: `grant ${account}`, milliCredits: granted });
  let sizeAfterRetention;
  let verified = 0;
  let submitted = 0;
  const started = performance.now();
  for (let day = 1; day <= days; day += 1) {
    while (submitted < (jobs * day) / days) {
      const account = accounts[submitted % accounts.length];
      submitted += 1;
      const emails = Array.from({ length: emailsPerJob }, (_, index) => `j${submitted}-${index}@example.com`);
      const { id } = await engine.jobs.submit(emails, { account, idempotencyKey: `job ${submitted}` });
      spent.set(account, spent.get(account) + emailsPerJob * price);
      while ((await engine.jobs.get(id)).status !== 'complete') await pause(5);
    }
    const until = Math.round((charges * day) / days);
    const verifier = async () => {
      while (verified < until) {
        verified += 1;
        const account = accounts[verified % accounts.length];
        await engine.verify(`user${verified}@example.com`, { account });
        spent.set(account, spent.get(account) + price);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, verifier));
    clock.move(dayMs);
    await settle(engine, clock, cleanedUp);
    if (day === days / 2 + 3) sizeAfterRetention = await sizeOf();
  }
  const sizeAtEnd = await sizeOf();
  let exact = true;
  for (const account of accounts) {
    const { available, held } = await engine.accounts.balance(account);
    exact &&= held === 0 && available === granted - spent.get(account);
    exact &&= (await journalSum(engine, account)) === available;
  }
  const seconds = (performance.now() - started) / 1_000;
  await worker.close();
  await engine.close();
  await stop();
  await rm(folder, { recursive: true, force: true });
  return { sizeAfterRetention, sizeAtEnd, exact, seconds };
}

/** Moves on by five minutes three times, and waits each time until a clean-up has nothing left to delete. */
async function settle(engine, clock, cleanedUp) {
  for (let round = 0; round < 3; round += 1) {
    clock.move(300_001);
    const cleaned = cleanedUp();
    await engine.verify('no address');
    await cleaned;
    // The engine begins the next one only when this one is over altogether.
    await pause(1);
  }
}

/** Returns a function that waits for the end of a clean-up: folding is its last step, and ends with less than asked for. */
function watchCleanUps(ledger) {
  const foldJournal = ledger.foldJournal.bind(ledger);
  let waiting = [];
  ledger.foldJournal = async (options) => {
    const folded = await foldJournal(options);
    if (folded < options.limit) {
      for (const resolve of waiting) resolve();
      waiting = [];
    }
    return folded;
  };
  return () => new Promise((resolve) => waiting.push(resolve));
}

async function journalSum(engine, account) {
  let sum = 0;
  let before;
  for (;;) {
    const page = await engine.accounts.entries(account, {
      limit: 10_000,
      ...(before === undefined ? {} : { before }),
    });
    for (const { kind, milliCredits } of page) sum += kind === 'capture' ? -milliCredits : milliCredits;
    if (page.length < 10_000) return sum;
    before = page.at(-1).sequence;
  }
}

function movableClock() {
  let offsetMs = 0;
  return {
    now: () => Date.now() + offsetMs,
    after: (delayMs, task) => {
      const timer = setTimeout(task, Math.max(0, Math.min(delayMs, 2 ** 31 - 1)));
      return () => clearTimeout(timer);
    },
    move: (spanMs) => {
      offsetMs += spanMs;
    },
  };
}

/** One exchange for every domain, which accepts `user…` and `j…`, and refuses everybody else. */
function fakeNetwork(clock) {
  return {
    clock,
    egresses: [
      {
        name: 'probe.example.net',
        identity: { helo: 'probe.example.net', mailFrom: 'check@probe.example.net' },
        smtp: { connect: async () => new FakeConnection() },
      },
    ],
    random: { next: Math.random, uuid: () => crypto.randomUUID() },
    dns: {
      mx: async () => ({
        kind: 'records',
        records: [{ preference: 1, exchange: 'mx.example.com' }],
        ttlSeconds: 3_600,
      }),
      a: async () => ({ kind: 'records', records: ['198.51.100.1'], ttlSeconds: 3_600 }),
      aaaa: async () => ({ kind: 'no-data', ttlSeconds: 3_600 }),
      close: async () => {},
    },
  };
}

class FakeConnection {
  secure = false;
  #replies = [{ code: 220, lines: ['ready'] }];
  #waiting;
  #closed = false;
  #resolveClosed;
  closed = new Promise((resolve) => {
    this.#resolveClosed = resolve;
  });

  get unread() {
    return false;
  }

  async send(commands) {
    for (const command of commands) this.#replies.push(replyTo(command));
    this.#waiting?.();
  }

  async receive() {
    while (this.#replies.length === 0) {
      await new Promise((resolve) => {
        this.#waiting = resolve;
      });
      if (this.#closed) throw Object.assign(new Error('closed'), { code: 'connection_closed' });
    }
    return this.#replies.shift();
  }

  async startTls() {}

  async end() {
    this.close();
  }

  close() {
    this.#closed = true;
    this.#waiting?.();
    this.#resolveClosed();
  }
}

function replyTo(command) {
  if (command.startsWith('EHLO'))
    return { code: 250, lines: ['mx.example.com', 'PIPELINING', 'ENHANCEDSTATUSCODES'] };
  if (command.startsWith('QUIT')) return { code: 221, lines: ['2.0.0 bye'] };
  if (!command.startsWith('RCPT')) return { code: 250, lines: ['2.0.0 ok'] };
  return /<(user|j\d+-)\d+@/.test(command)
    ? { code: 250, lines: ['2.1.5 ok'] }
    : { code: 550, lines: ['5.1.1 No such user here'] };
}

/** Each returns a function that returns the size of the store. */
function memory() {
  return async () => {
    await pause(50);
    globalThis.gc();
    globalThis.gc();
    return process.memoryUsage().heapUsed;
  };
}

function sqlite(file) {
  return async () => {
    const database = new Database(file);
    database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all();
    database.close();
    return (await stat(file)).size;
  };
}

function redis(url) {
  return async () => {
    const client = new Redis(url);
    // Redis itself removes expired entries, by its own clock, which does not move on.
    for await (const names of client.scanStream({ count: 1_000 })) {
      const expired = names.filter((name) => name.includes(':cache:') || name.includes(':leases:'));
      if (expired.length > 0) await client.unlink(expired);
    }
    await pause(500);
    const [, size] = /used_memory:(\d+)/.exec(await client.info('memory'));
    client.disconnect();
    return Number(size);
  };
}

async function postgres(connectionString) {
  const pool = new pg.Pool({ connectionString, allowExitOnIdle: true });
  // A day passes in seconds.
  await pool.query("ALTER SYSTEM SET autovacuum_naptime = '1s'");
  await pool.query('SELECT pg_reload_conf()');
  return async () =>
    Number((await pool.query('SELECT pg_database_size(current_database()) AS size')).rows[0].size);
}

function pause(ms) {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
