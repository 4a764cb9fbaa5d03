import { setTimeout as delay } from 'node:timers/promises';
import { createEngine } from 'mailproof';
import { netPorts } from 'mailproof/net';
import { networkOf } from 'mailproof/sandbox';
import { jobLeaseMs, openStores } from './short-leases.mjs';

/** A process that works on jobs or submits one, as its parent asks (`bulk-child.ts`). Ends with its parent. */
process.once('disconnect', () => process.exit());

const { storage, network, retryDelaysMs, ledgerPauseMs, limits, leaseMs } = JSON.parse(process.argv[2]);
const stores = await openStores(storage, leaseMs && { leaseMs });
const ledger = ledgerPauseMs === undefined ? stores.ledger : withPauses(stores.ledger, ledgerPauseMs);
const engine = createEngine(
  { ...stores, ledger, ...netPorts(networkOf(network)) },
  // The sandbox must never see more connections than this: nothing is found out by trying.
  {
    ...(limits ?? { connectionsPerExchange: 2 }),
    bulk: { retryDelaysMs, leaseMs: leaseMs ?? jobLeaseMs, concurrency: 10 },
  },
);

process.on('message', (message) => {
  switch (message.kind) {
    case 'work':
      work();
      break;
    case 'submit':
      submit(message);
      break;
    case 'count':
      engine.egresses.list().then(([{ exchanges }]) => {
        const connections = exchanges.reduce((sum, exchange) => sum + exchange.connections, 0);
        process.send({ kind: 'connections', connections });
      });
      break;
    case 'stop':
      engine.close().then(() => process.disconnect());
      break;
  }
});
process.send({ kind: 'ready' });

function work() {
  const stopObserving = engine.observe(({ kind }) => {
    if (kind !== 'verdict' && kind !== 'lookup') return;
    stopObserving();
    process.send({ kind: 'busy' });
  });
  engine.jobs.work();
}

async function submit({ emails, options }) {
  process.send({ kind: 'submitting' });
  const { id: jobId } = await engine.jobs.submit(emails, options);
  process.send({ kind: 'submitted', jobId });
}

/** The same ledger, with a pause before and after each call, so that a kill is likely to come between two steps. */
function withPauses(ledger, pauseMs) {
  const slow = (method) => {
    return async (...args) => {
      await delay(pauseMs);
      const answer = await method.apply(ledger, args);
      await delay(pauseMs);
      return answer;
    };
  };
  return new Proxy(ledger, { get: (target, name) => slow(target[name]) });
}
