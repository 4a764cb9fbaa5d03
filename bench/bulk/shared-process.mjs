/**
 * One of several processes that share a store: `shared-process.mjs redis|postgres <url>`. `start` creates an engine, with the egress of the
 * sandbox unless others are given; `work` starts a
 * worker; `run` submits a list for others to work on, waits for its end, and writes the results to a file; `usage`
 * answers with the CPU time used.
 */
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { netPorts } from '../../dist/adapters/net/index.js';
import { networkOf } from '../../dist/adapters/sandbox/index.js';
import { createEngine } from '../../dist/src/index.js';
import { writeRows } from './rows-file.mjs';
import { openStores } from './storage.mjs';

const [, , storage, url] = process.argv;
const lookEveryMs = 20;
let engine;

// The parent is gone.
process.on('disconnect', () => process.exit());

const answers = {
  async start({ network, options, egresses }) {
    const { dns, dialTable, ...identity } = networkOf(network);
    const source = egresses === undefined ? identity : { egresses };
    const ports = netPorts({ ...source, dns, dialTable });
    engine = createEngine({ ...openStores(storage, url), ...ports }, options);
    await engine.ping();
  },
  async work() {
    engine.jobs.work();
  },
  async usage() {
    const { user, system } = process.cpuUsage();
    return { cpuMs: (user + system) / 1_000 };
  },
  run,
};

process.on('message', async (message) => process.send((await answers[message.kind](message)) ?? {}));

/** The clock starts when a worker starts the job. */
async function run({ list, rows }) {
  const { id: jobId } = await engine.jobs.submit(JSON.parse(await readFile(list, 'utf8')));
  await leaving(jobId, ['pending']);
  const startedAt = performance.now();
  const status = await leaving(jobId, ['in_progress', 'partial_complete_retrying']);
  const durationMs = performance.now() - startedAt;
  if (status !== 'complete') throw new Error(`The job is ${status}.`);
  await writeRows(rows, rowsOf(await engine.jobs.results(jobId)));
  return { durationMs };
}

/** Waits until a job has left these states. */
async function leaving(jobId, states) {
  for (;;) {
    const { status } = await engine.jobs.get(jobId);
    if (!states.includes(status)) return status;
    await delay(lookEveryMs);
  }
}

async function* rowsOf(results) {
  for await (const page of results.pages()) yield* page;
}
