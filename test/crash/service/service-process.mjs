import { appendFileSync } from 'node:fs';
import { createEngine } from 'mailproof';
import { startServer } from 'mailproof/http';
import { netPorts } from 'mailproof/net';
import { networkOf } from 'mailproof/sandbox';
import { jobLeaseMs, openStores } from '../short-leases.mjs';

/** A process that serves the HTTP interface and works on jobs (`service-process.ts`). Ends with its parent. */
process.once('disconnect', () => process.exit());

const { storage, network, retryDelaysMs, receipts } = JSON.parse(process.argv[2]);
const stores = await openStores(storage);
const engine = createEngine(
  { ...stores, cache: withReceipts(stores.cache), ...netPorts(networkOf(network)) },
  { bulk: { retryDelaysMs, leaseMs: jobLeaseMs, concurrency: 10 } },
);
const silent = { debug() {}, info() {}, warn() {}, error() {} };
const server = await startServer({ engine, port: 0, logger: silent });
engine.jobs.work();

process.once('message', async () => {
  await server.close();
  await engine.close();
  process.disconnect();
});
process.send({ url: server.url });

/**
 * The same cache. Before a result is stored, the hold that pays for it and the key of the result are noted in a file,
 * which survives the process.
 */
function withReceipts(cache) {
  const replace = (key, expected, entry, options) => {
    const stored = entry.value.startsWith('{') ? JSON.parse(entry.value) : {};
    if (stored.holdId !== undefined) appendFileSync(receipts, `${JSON.stringify({ key, ...stored })}\n`);
    return cache.replace(key, expected, entry, options);
  };
  return new Proxy(cache, {
    get(target, name) {
      const member = target[name];
      return name === 'replace' ? replace : typeof member === 'function' ? member.bind(target) : member;
    },
  });
}
