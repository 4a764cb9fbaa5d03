import { inFolder } from '../bulk/scratch.mjs';
import { startStorage } from '../bulk/storage.mjs';
import { latency } from '../bulk/world.mjs';
import { Child } from '../child.mjs';
import { meterOfPostgres } from '../cost/counted-postgres.mjs';
import { meterOfRedis } from '../cost/counted-redis.mjs';
import { operations } from '../cost/operations.mjs';
import { number } from '../table.mjs';

const storages = ['memory', 'sqlite', 'redis', 'postgres'];
const meters = { redis: meterOfRedis, postgres: meterOfPostgres };

/** `of`: reads a number from what was used, per address. Rows without a storage are taken from the run with Redis. */
const rows = [
  { name: 'engine CPU, ms: memory', storage: 'memory', of: ({ engine }) => engine.cpuMs, digits: 2 },
  { name: 'engine CPU, ms: SQLite', storage: 'sqlite', of: ({ engine }) => engine.cpuMs, digits: 2 },
  { name: 'engine CPU, ms: Redis', of: ({ engine }) => engine.cpuMs, digits: 2 },
  { name: 'engine CPU, ms: PostgreSQL', storage: 'postgres', of: ({ engine }) => engine.cpuMs, digits: 2 },
  { name: 'SMTP connections', of: ({ traffic }) => traffic.connections, digits: 2 },
  { name: 'SMTP round trips', of: ({ traffic }) => traffic.roundTrips, digits: 2 },
  { name: 'RCPT commands', of: ({ traffic }) => traffic.recipients, digits: 2 },
  { name: 'DNS questions', of: ({ traffic }) => traffic.dnsQuestions, digits: 2 },
  { name: 'SQLite statements', storage: 'sqlite', of: ({ engine }) => engine.statements, digits: 1 },
  { name: 'SQLite commits, synced', storage: 'sqlite', of: ({ engine }) => engine.commits, digits: 3 },
  { name: '-pacing: statements', storage: 'sqlite', of: ({ engine }) => engine.pacingStatements, digits: 1 },
  {
    name: '-pacing: commits, not synced',
    storage: 'sqlite',
    of: ({ engine }) => engine.pacingCommits,
    digits: 3,
  },
  { name: 'SQLite bytes kept', storage: 'sqlite', of: ({ engine }) => engine.fileBytes },
  { name: 'Redis commands sent', of: ({ engine }) => engine.commands, digits: 2 },
  { name: 'Redis commands run, scripts included', of: ({ server }) => server.ran, digits: 1 },
  { name: 'Redis reads of sockets', of: ({ server }) => server.reads, digits: 2 },
  { name: 'Redis writes to sockets', of: ({ server }) => server.writes, digits: 2 },
  { name: 'bytes to Redis', of: ({ server }) => server.bytesIn },
  { name: 'bytes from Redis', of: ({ server }) => server.bytesOut },
  { name: 'Redis connections', of: ({ server }) => server.connections, digits: 3 },
  { name: 'Redis CPU, ms', of: ({ server }) => server.cpuMs, digits: 3 },
  { name: 'Redis bytes kept', of: ({ server }) => server.keptBytes },
  { name: '- in the cache', of: ({ kept }) => kept.cacheBytes },
  { name: '- in the journal', of: ({ kept }) => kept.ledgerBytes },
  { name: '- in jobs', of: ({ kept }) => kept.jobBytes },
  { name: 'Redis bytes logged', of: ({ server }) => server.logBytes },
  ...[
    { name: 'PostgreSQL statements sent', of: ({ engine }) => engine.sqlSent, digits: 2 },
    { name: 'PostgreSQL syncs of its log', of: ({ server }) => server.syncs, digits: 3 },
    { name: 'PostgreSQL CPU, ms', of: ({ server }) => server.cpuMs, digits: 3 },
    { name: 'PostgreSQL bytes kept', of: ({ server }) => server.keptBytes },
    { name: '- in the cache', of: ({ kept }) => kept.cacheBytes },
    { name: '- in the journal', of: ({ kept }) => kept.ledgerBytes },
    { name: '- in jobs', of: ({ kept }) => kept.jobBytes },
    { name: 'PostgreSQL bytes logged', of: ({ server }) => server.logBytes },
  ].map((row) => ({ ...row, storage: 'postgres' })),
];

export const costOfAnAddress = {
  title: 'What one address costs, by how it is asked for',
  defaultRuns: 1,
  measure,
};

async function measure({ addresses = 10_000, note }) {
  const results = new Map();
  for (const { name, plan } of operations) {
    for (const storage of storages) {
      note(`${name}, ${storage}`);
      results.set(`${storage} ${name}`, await runOne(storage, plan({ addresses })));
    }
  }
  const names = operations.map(({ name }) => name);
  const resultOf = (name, storage = 'redis') => results.get(`${storage} ${name}`);
  const perAddress = (row, name) => {
    const { used, count } = resultOf(name, row.storage);
    return row.of(used) / count;
  };
  const job = (wanted) =>
    perAddress(
      rows.find(({ name }) => name === wanted),
      'in a job',
    );
  return {
    heads: ['', ...names],
    rows: rows.map((row) => [
      row.name,
      ...names.map((name) => number(perAddress(row, name), row.digits ?? 0)),
    ]),
    checks: [
      {
        what: 'wrong answers',
        measured: [...results.values()].reduce((sum, { wrong }) => sum + wrong, 0),
        atMost: 0,
      },
      {
        what: 'Redis commands sent for an address of a job',
        measured: job('Redis commands sent'),
        atMost: 5,
        digits: 2,
      },
      {
        what: 'synced SQLite commits for an address of a job',
        measured: job('SQLite commits, synced'),
        atMost: 0.1,
        digits: 3,
      },
    ],
    wrong: [],
  };
}

/** Does one operation with a new engine, store and sandbox, and returns what it used. */
function runOne(storage, { world, warmUp, measure: measureOperation }) {
  return inFolder(async (folder) => {
    const { place, processId, stop } = await startStorage(storage, folder);
    const meter = await meters[storage]?.({ place, processId });
    const sandbox = new Child(new URL('../given-world-process.mjs', import.meta.url));
    const engine = new Child(new URL('../cost/engine-process.mjs', import.meta.url), [storage, place]);
    try {
      const { network } = await sandbox.ask({ kind: 'start', world, latency });
      await engine.ask({ kind: 'start', network });
      const usage = async () => ({
        engine: await engine.ask({ kind: 'usage' }),
        traffic: await sandbox.ask({ kind: 'traffic' }),
        server: (await meter?.usage()) ?? {},
      });
      const kept = async () => (await meter?.bytesByKind()) ?? {};
      await warmUp(engine);
      const keptBefore = await kept();
      const before = await usage();
      const { count, wrong } = await measureOperation(engine);
      const after = await usage();
      const parts = { before: { ...before, kept: keptBefore }, after: { ...after, kept: await kept() } };
      return { used: difference(parts), count, wrong };
    } finally {
      await engine.end();
      await sandbox.end();
      await meter?.close();
      await stop();
    }
  });
}

function difference({ before, after }) {
  const subtract = (part) =>
    Object.fromEntries(
      Object.entries(after[part]).map(([name, value]) => [name, value - before[part][name]]),
    );
  return Object.fromEntries(Object.keys(after).map((part) => [part, subtract(part)]));
}
