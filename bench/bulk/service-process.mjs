/**
 * A service on a SQLite file, without a worker, as a process: `service-process.mjs <file>`. `start` answers with its
 * port and keys, `memory` with its current and peak resident memory.
 */
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

// The parent is gone.
process.on('disconnect', () => process.exit());

process.on('message', async (message) => {
  if (message.kind === 'start') process.send(await start(message.readers));
  else {
    const { rss } = process.memoryUsage();
    process.send({ residentBytes: rss, peakResidentBytes: peakResidentBytes() });
  }
});

/** One key submits; the others request cached verdicts. */
async function start(readers) {
  const sandbox = await startSandbox(world);
  const engine = createEngine({ ...sqliteStores(file), ...netPorts(sandbox.network) });
  const newKey = async (account) => (await engine.keys.create({ account })).key;
  await engine.accounts.grant('submitter', { id: 'submitter', milliCredits: 1e12 });
  await engine.accounts.grant('reader', { id: 'reader', milliCredits: 1e6 });
  const verdict = await engine.verify(email, { account: 'reader' });
  const { url } = await startServer({ engine, port: 0, logger });
  return {
    port: Number(new URL(url).port),
    key: await newKey('submitter'),
    cached: {
      path: `/v1/verify?email=${encodeURIComponent(email)}`,
      body: JSON.stringify(verdict),
      keys: await Promise.all(Array.from({ length: readers }, () => newKey('reader'))),
    },
  };
}
