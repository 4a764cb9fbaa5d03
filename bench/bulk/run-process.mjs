/**
 * One bulk run as a process: `run-process.mjs memory|sqlite|redis|postgres [place]`. Given a list, it runs it for an account and
 * a key, writes each row to a file as it arrives, and answers with the time and memory used.
 */
import { readFile } from 'node:fs/promises';
import { setFlagsFromString } from 'node:v8';
import { netPorts } from '../../dist/adapters/net/index.js';
import { networkOf } from '../../dist/adapters/sandbox/index.js';
import { createEngine } from '../../dist/src/index.js';
import { peakResidentBytes } from '../peak-memory.mjs';
import { writeRows } from './rows-file.mjs';
import { openStores } from './storage.mjs';

// The command line does the same.
setFlagsFromString('--heap-growing-percent=100');

const account = 'acme';
const [, , storage, place] = process.argv;

// The parent is gone.
process.on('disconnect', () => process.exit());

process.on('message', async ({ network, list, rows }) => {
  const engine = createEngine({ ...openStores(storage, place), ...netPorts(networkOf(network)) });
  const { key, record } = await engine.keys.create({ account });
  await engine.accounts.grant(account, { id: 'all', milliCredits: 1e12 });
  const startedAt = performance.now();
  const jobId = await submit(engine, list, record.id);
  await writeRows(rows, engine.runBulk({ jobId }));
  const durationMs = performance.now() - startedAt;
  await engine.close();
  process.send({
    key,
    jobId,
    durationMs,
    peakResidentBytes: peakResidentBytes(),
  });
});

/** A separate function, so that the list can be garbage collected. */
async function submit(engine, list, keyId) {
  const emails = JSON.parse(await readFile(list, 'utf8'));
  const { id } = await engine.jobs.submit(emails, { account, keyId });
  return id;
}
