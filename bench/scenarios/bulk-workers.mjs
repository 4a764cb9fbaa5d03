import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { judgeRows } from '../bulk/rows-file.mjs';
import { inSandbox } from '../bulk/sandboxed.mjs';
import { inFolder } from '../bulk/scratch.mjs';
import { startStorage, storageNames } from '../bulk/storage.mjs';
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

const cases = ['redis', 'postgres'].flatMap((storage) => [1, 2].map((workers) => ({ storage, workers })));

export const bulkWorkers = {
  title: 'Bulk workers: 10,000 addresses on 100 exchanges, 200 ms a reply, 16 sockets a worker',
  defaultRuns: 3,
  measure,
};

async function measure({ runs, addresses = 10_000, note }) {
  const results = cases.map(() => []);
  for (let round = 1; round <= runs; round += 1) {
    for (const [index, options] of cases.entries()) {
      note(`${nameOf(options)}, ${round} of ${runs}`);
      results[index].push(await run(options, addresses));
    }
  }
  const entries = cases.map((options, index) => summary(options, addresses, results[index]));
  const timesOne = ({ storage, rate }) =>
    rate / entries.find((entry) => entry.storage === storage && entry.workers === 1).rate;
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
    rows: entries.map((entry) => [
      nameOf(entry),
      number(entry.rate),
      `${number(timesOne(entry), 2)} x`,
      `${number(entry.cpuShare * 100)} %`,
      number(entry.mostAtOnce),
      number(entry.beyond),
      `${number(entry.right)} of ${number(addresses)}`,
    ]),
    checks: [
      ...entries
        .filter(({ workers }) => workers === 2)
        .map((entry) => ({
          what: `times one worker: ${nameOf(entry)}`,
          measured: timesOne(entry),
          atLeast: 1.8,
          digits: 2,
        })),
      {
        what: 'connections beyond the limit of an exchange',
        measured: Math.max(...entries.map(({ beyond }) => beyond)),
        atMost: 0,
      },
      {
        what: 'right answers, each address once',
        measured: Math.min(...entries.map(({ right }) => right)),
        atLeast: addresses,
      },
    ],
    wrong: entries.flatMap(({ wrong }) => wrong),
  };
}

function nameOf({ storage, workers }) {
  return `${storageNames[storage]}, ${workers === 1 ? 'one worker' : `${workers} workers`}`;
}

/** Runs one list with a number of workers, on its own store and sandbox, submitted by another process. */
function run({ storage, workers }, count) {
  const exchanges = count / addressesPerExchange;
  const world = {
    domains: exchanges,
    addressesPerDomain: addressesPerExchange,
    exchanges,
    exchange: { maxConnections: connectionsPerExchange },
  };
  return inFolder(async (folder) => {
    const { place, stop } = await startStorage(storage, folder);
    const children = Array.from(
      { length: workers + 1 },
      () => new Child(new URL('../bulk/shared-process.mjs', import.meta.url), [storage, place]),
    );
    try {
      return await inSandbox({ world, latency }, async (sandbox) => {
        for (const child of children) await child.ask({ kind: 'start', network: sandbox.network, options });
        return await runSubmitted(folder, children, sandbox);
      });
    } finally {
      for (const child of children) await child.end();
      await stop();
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
function summary(options, addresses, results) {
  const worst = (of) => Math.max(...results.map(of));
  return {
    ...options,
    rate: median(results.map(({ durationMs }) => (addresses / durationMs) * 1_000)),
    cpuShare: worst((result) => result.cpuShare),
    mostAtOnce: worst(({ traffic }) => traffic.mostConnectionsAtOnce),
    beyond: worst(({ traffic }) => traffic.connectionsBeyondLimit),
    right: Math.min(...results.map(({ right }) => right)),
    wrong: results.flatMap(({ wrong }) => wrong),
  };
}
