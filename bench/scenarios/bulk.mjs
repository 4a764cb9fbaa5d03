import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readResults, settle } from '../bulk/client.mjs';
import { judgeRows } from '../bulk/rows-file.mjs';
import { inSandbox } from '../bulk/sandboxed.mjs';
import { inFolder } from '../bulk/scratch.mjs';
import { startStorage } from '../bulk/storage.mjs';
import { latency, worldOf } from '../bulk/world.mjs';
import { Child } from '../child.mjs';
import { median, megabytes, number } from '../table.mjs';

const storages = [
  { storage: 'memory', name: 'memory' },
  { storage: 'sqlite', name: 'SQLite' },
  { storage: 'redis', name: 'Redis, appendfsync always' },
  { storage: 'postgres', name: 'PostgreSQL' },
];
/** Of the rate on Redis. */
const leastOfRedis = 0.7;

export const bulk = {
  title: 'Bulk: 100,000 addresses at 2,000 domains on 250 exchanges, one process',
  defaultRuns: 1,
  measure,
};

async function measure({ runs, addresses = 100_000, note }) {
  const results = storages.map(() => []);
  // In turn, so that what else the machine does meets all of them.
  for (let round = 1; round <= runs; round += 1) {
    for (const [index, { storage, name }] of storages.entries()) {
      const world = worldOf(addresses);
      note(`${name}, a tenth of the list, ${round} of ${runs}`);
      const tenth = await runList(storage, { world, count: addresses / 10 });
      note(`${name}, ${round} of ${runs}`);
      const whole = await runList(storage, { world, count: addresses });
      results[index].push({ tenth, whole });
    }
  }
  const entries = storages.map(({ name }, index) => summary(name, addresses, results[index]));
  const streams = entries.flatMap((entry) => entry.streams);
  const [, sqlite, redis, postgres] = entries;
  return {
    heads: [
      '',
      'addresses/s',
      'connections',
      'per address',
      'RCPTs',
      'per address',
      'peak resident',
      `more than for ${number(addresses / 10)}`,
      'right',
    ],
    rows: entries.map((entry) => row(entry, addresses)),
    checks: [
      ...entries.map(({ name, right }) => ({
        what: `right answers, each address once: ${name}`,
        measured: right,
        atLeast: addresses,
      })),
      {
        what: 'times the rate on Redis: PostgreSQL',
        measured: postgres.rate / redis.rate,
        atLeast: leastOfRedis,
        digits: 2,
      },
      { what: 'MB resident at the peak: SQLite', measured: sqlite.peakBytes / 1e6, atMost: 300 },
      {
        what: 'MB more resident while all results are streamed over HTTP',
        measured: Math.max(...streams.map(({ addedBytes }) => addedBytes)) / 1e6,
        atMost: 50,
      },
      {
        what: 'results in the stream',
        measured: Math.min(...streams.map(({ results }) => results)),
        atLeast: addresses,
      },
    ],
    wrong: entries.flatMap(({ wrong }) => wrong),
  };
}

/** Runs the first addresses of a world's list with a new process, store and sandbox. */
function runList(storage, { world, count }) {
  return inFolder(async (folder) => {
    const { place, stop } = await startStorage(storage, folder);
    try {
      const result = await inSandbox({ world, latency }, async ({ network, addresses, traffic }) => {
        const truths = addresses.slice(0, count);
        const list = join(folder, 'list.json');
        await writeFile(list, JSON.stringify(truths.map(({ email }) => email)));
        const rows = join(folder, 'rows');
        const run = await runApart([storage, place], { network, list, rows });
        return { ...run, ...(await judgeRows(rows, truths)), traffic: await traffic() };
      });
      const stream = storage === 'sqlite' ? await streamResults(place, result) : undefined;
      return { ...result, stream };
    } finally {
      await stop();
    }
  });
}

async function runApart(args, work) {
  const child = new Child(new URL('../bulk/run-process.mjs', import.meta.url), args);
  try {
    return await child.ask(work);
  } finally {
    await child.end();
  }
}

/** Reads the results of the finished job from a service that did not run it. */
async function streamResults(file, { key, jobId }) {
  const service = new Child(new URL('../bulk/service-process.mjs', import.meta.url), [file]);
  try {
    const server = await service.ask({ kind: 'start', readers: 20 });
    await settle(server);
    const { residentBytes } = await service.ask({ kind: 'memory' });
    const results = await readResults({ port: server.port, key, jobId });
    const { peakResidentBytes } = await service.ask({ kind: 'memory' });
    return { results, addedBytes: peakResidentBytes - residentBytes };
  } finally {
    await service.end();
  }
}

/** Medians for speed; the worst of the runs for everything else. */
function summary(name, addresses, results) {
  const worst = (of) => Math.max(...results.map(of));
  const all = results.flatMap(({ tenth, whole }) => [tenth, whole]);
  return {
    name,
    rate: median(results.map(({ whole }) => (addresses / whole.durationMs) * 1_000)),
    connections: worst(({ whole }) => whole.traffic.connections),
    recipients: worst(({ whole }) => whole.traffic.recipients),
    peakBytes: worst(({ whole }) => whole.peakResidentBytes),
    growthBytes: worst(({ tenth, whole }) => whole.peakResidentBytes - tenth.peakResidentBytes),
    right: Math.min(...results.map(({ whole }) => whole.right)),
    wrong: all.flatMap(({ wrong }) => wrong),
    streams: results.flatMap(({ whole }) => whole.stream ?? []),
  };
}

function row({ name, rate, connections, recipients, peakBytes, growthBytes, right }, addresses) {
  return [
    name,
    number(rate),
    number(connections),
    number(connections / addresses, 3),
    number(recipients),
    number(recipients / addresses, 3),
    megabytes(peakBytes),
    megabytes(growthBytes),
    `${number(right)} of ${number(addresses)}`,
  ];
}
