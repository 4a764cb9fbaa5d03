/**
 * One front end as a process: the HTTP interface on a store that several front ends share. Answers `start` with its URL.
 */
import { startServer } from '../../dist/adapters/http/index.js';
import { netPorts } from '../../dist/adapters/net/index.js';
import { networkOf } from '../../dist/adapters/sandbox/index.js';
import { createEngine } from '../../dist/src/index.js';
import { openStores } from '../bulk/storage.mjs';

const silent = { debug() {}, info() {}, warn() {}, error() {} };

// The parent is gone.
process.on('disconnect', () => process.exit());

process.on('message', async ({ storage, place, network }) => {
  const engine = createEngine(
    { ...openStores(storage, place), ...netPorts(networkOf(network)) },
    // All keys are of one account.
    { budgets: { key_requests: Infinity } },
  );
  const { url } = await startServer({ engine, port: 0, logger: silent });
  process.send({ url });
});
