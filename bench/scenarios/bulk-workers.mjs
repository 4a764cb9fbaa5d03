import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startRedis } from '../bulk/redis-server.mjs';
import { judgeRows } from '../bulk/rows-file.mjs';
import { inSandbox } from '../bulk/sandboxed.mjs';
import { inFolder } from '../bulk/scratch.mjs';
import { Child } from '../child.mjs';
import { median, number } from '../table.mjs';

/** Distant servers: a worker spends nearly all of its time waiting. */
const latency = { greetingDelayMs: 200, replyDelayMs: 200, dnsReplyDelayMs: 20 };

const connectionsPerExchange = 2;
const addressesPerExchange = 100;

/** Few sockets and few lanes: there are many more exchanges than one worker can keep busy. */
const options = {
  maxConnections: 16,
  connectionsPerExchange,
  bulk: { concurrency: 8 },
};

export const bulkWorkers = {
  title: 'Bulk workers: 10,000 addresses on 100 exchanges, 200 ms a reply, 16 sockets a worker, Redis',
  defaultRuns: 3,
  measure,
};

async function measure({ runs, addresses = 10_000, note }) {
  const results = { 1: [], 2: [] };
  for (let round = 1; round <= runs; round += 1) {
    for (const workers of [1, 2]) {
      note(`${workers} of 2 workers, ${round} of ${runs}`);
      results[workers].push(await run(workers, addresses));
    }
  }
  const [one, two] = [1, 2].map((workers) => summary(workers, addresses, results[workers]));
  return {
    heads: [
      '',
      'addresses/s',
      'of one',
      'CPU of a worker',
      'most connections at an exchange',
      'beyond the limit',
      'right',
    ],
    rows: [one, two].map((entry) => [
      entry.name,
      number(entry.rate),
      `${number(entry.rate / one.rate, 2)} x`,
      `${number(entry.cpuShare * 100)} %`,
      number(entry.mostAtOnce),
      number(entry.beyond),
      `${number(entry.right)} of ${number(addresses)}`,
    ]),
    checks: [
      { what: 'times one worker: two workers', measured: two.rate / one.rate, atLeast: 1.8, digits: 2 },
      {
        what: 'connections beyond the limit of an exchange',
        measured: Math.max(one.beyond, two.beyond),
        atMost: 0,
      },
      {
        what: 'right answers, each address once',
        measured: Math.min(one.right, two.right),
        atLeast: addresses,
      },
    ],
    wrong: [one, two].flatMap(({ wrong }) => wrong),
  };
}

/** Runs one list with a number of workers, on its own Redis and sandbox, submitted by another process. */
function run(workers, count) {
  const exchanges = count / addressesPerExchange;
  const world = {
    domains: exchanges,
    addressesPerDomain: addressesPerExchange,
    exchanges,
    exchange: { maxConnections: connectionsPerExchange },
  };
  return inFolder(async (folder) => {
    const redis = await startRedis(folder);
    const children = Array.from(
      { length: workers + 1 },
      () => new Child(new URL('../bulk/redis-process.mjs', import.meta.url), [redis.url]),
    );
    try {
      return await inSandbox({ world, latency }, async (sandbox) => {
        for (const child of children) await child.ask({ kind: 'start', network: sandbox.network, options });
        return await runSubmitted(folder, children, sandbox);
      });
    } finally {
      for (const child of children) await child.end();
      await redis.stop();
    }
  });
}

async function runSubmitted(folder, [submitter, ...workers], { addresses, traffic }) {
  const list = join(folder, 'list.json');
  const rows = join(folder, 'rows');
  await writeFile(list, JSON.stringify(addresses.map(({ email }) => email)));
  for (const worker of workers) await worker.ask({ kind: 'work' });
  const before = await usage(workers);
  const { durationMs } = await submitter.ask({ kind: 'run', list, rows });
  const after = await usage(workers);
  return {
    durationMs,
    cpuShare: Math.max(...after.map((cpuMs, index) => cpuMs - before[index])) / durationMs,
    traffic: await traffic(),
    ...(await judgeRows(rows, addresses)),
  };
}

function usage(workers) {
  return Promise.all(workers.map(async (worker) => (await worker.ask({ kind: 'usage' })).cpuMs));
}

/** Medians for speed; the worst of the runs for everything else. */
function summary(workers, addresses, results) {
  const worst = (of) => Math.max(...results.map(of));
  return {
    name: workers === 1 ? 'one worker' : `${workers} workers`,
    rate: median(results.map(({ durationMs }) => (addresses / durationMs) * 1_000)),
    cpuShare: worst((result) => result.cpuShare),
    mostAtOnce: worst(({ traffic }) => traffic.mostConnectionsAtOnce),
    beyond: worst(({ traffic }) => traffic.connectionsBeyondLimit),
    right: Math.min(...results.map(({ right }) => right)),
    wrong: results.flatMap(({ wrong }) => wrong),
  };
}
