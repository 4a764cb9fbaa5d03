/**
 * A service on a SQLite file that watches itself: `server-process.mjs <file>`. `start` answers with its port, keys and a
 * cached verdict, `watch` begins to measure, and `report` answers with the longest stall of the event loop and the growth
 * of the resident memory since then.
 */
import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { startServer } from '../../dist/adapters/http/index.js';
import { netPorts } from '../../dist/adapters/net/index.js';
import { startSandbox } from '../../dist/adapters/sandbox/index.js';
import { sqliteStores } from '../../dist/adapters/sqlite/index.js';
import { createEngine } from '../../dist/src/index.js';
import { peakResidentBytes } from '../peak-memory.mjs';

const email = 'ann@example.org';
const world = {
  domains: { 'example.org': { mx: ['mx.example.org'], mailboxes: ['ann'] } },
  exchanges: { 'mx.example.org': {} },
};
const logger = { debug() {}, info() {}, warn() {}, error() {} };
const [, , file] = process.argv;
const delay = monitorEventLoopDelay({ resolution: 1 });
let longestMicroseconds = 0;
let processorTimer;
let residentBytes = 0;

// The parent is gone.
process.on('disconnect', () => process.exit());

process.on('message', async (message) => {
  if (message.kind === 'start') process.send(await start(message.readers));
  else if (message.kind === 'watch') {
    watch();
    process.send({});
  } else {
    process.send({
      stallMs: delay.max / 1e6,
      cpuMs: longestMicroseconds / 1_000,
      grownBytes: peakResidentBytes() - residentBytes,
    });
  }
});

function watch() {
  // Without this, memory that earlier work has freed would hide what this work takes.
  globalThis.gc?.();
  residentBytes = process.memoryUsage().rss;
  // Linux: the peak begins anew (proc(5), clear_refs).
  if (process.platform === 'linux') writeFileSync('/proc/self/clear_refs', '5');
  delay.enable();
  delay.reset();
  watchProcessor();
}

/** The most processor time between two timers: what a stall is without the time in which other processes ran. */
function watchProcessor() {
  const { user, system } = process.cpuUsage();
  longestMicroseconds = 0;
  let before = user + system;
  clearInterval(processorTimer);
  processorTimer = setInterval(() => {
    const now = process.cpuUsage();
    longestMicroseconds = Math.max(longestMicroseconds, now.user + now.system - before);
    before = now.user + now.system;
  }, 1);
}

async function start(readers) {
  const sandbox = await startSandbox(world);
  const engine = createEngine({ ...sqliteStores(file), ...netPorts(sandbox.network) });
  const newKey = async (account) => (await engine.keys.create({ account })).key;
  await engine.accounts.grant('rich', { id: 'rich', milliCredits: 1e12 });
  await engine.accounts.grant('reader', { id: 'reader', milliCredits: 1e6 });
  const verdict = await engine.verify(email, { account: 'reader' });
  const { url } = await startServer({ engine, port: 0, logger });
  return {
    port: Number(new URL(url).port),
    keys: { rich: await newKey('rich'), poor: await newKey('poor') },
    cached: {
      path: `/v1/verify?email=${encodeURIComponent(email)}`,
      body: JSON.stringify(verdict),
      keys: await Promise.all(Array.from({ length: readers }, () => newKey('reader'))),
    },
  };
}
