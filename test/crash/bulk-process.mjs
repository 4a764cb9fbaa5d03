import { setTimeout as delay } from 'node:timers/promises';
import { createEngine } from 'mailproof';
import { netPorts } from 'mailproof/net';
import { redisStores } from 'mailproof/redis';
import { networkOf } from 'mailproof/sandbox';
import { sqliteStores } from 'mailproof/sqlite';

/**
 * A process that works on jobs or submits one, as its parent asks (`bulk-child.ts`). Ends with its parent. All times
 * are short, so that other processes soon resume the work of a killed one.
 */
const jobLeaseMs = 400;
const connectionLeaseMs = 4_000;
const queueTimes = {
  lockMs: 1_500,
  stalledCheckMs: 500,
  ticketCheckMs: 500,
  firstDelayMs: 100,
  longestDelayMs: 1_000,
};

const { storage, network, retryDelaysMs, ledgerPauseMs } = JSON.parse(process.argv[2]);
const stores = openStores(storage);
const ledger = ledgerPauseMs === undefined ? stores.ledger : withPauses(stores.ledger, ledgerPauseMs);
const engine = createEngine(
  { ...stores, ledger, ...netPorts(networkOf(network)) },
  { bulk: { retryDelaysMs, leaseMs: jobLeaseMs, concurrency: 10 } },
);

process.once('disconnect', () => process.exit());
process.on('message', (message) => {
  switch (message.kind) {
    case 'work':
      work();
      break;
    case 'submit':
      submit(message);
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
  const { job_id } = await engine.jobs.submit(emails, options);
  process.send({ kind: 'submitted', jobId: job_id });
}

function openStores({ kind, location }) {
  if (kind === 'sqlite') return sqliteStores(location);
  const stores = redisStores(location, { queueTimes });
  return { ...stores, pacing: withShortLeases(stores.pacing) };
}

/** The same limits, with leases that are renewed often and expire soon after their process was killed. */
function withShortLeases(pacing) {
  return {
    pause: (exchange, pause) => pacing.pause(exchange, pause),
    acquire: async (exchange, options) => {
      const grant = await pacing.acquire(exchange, { ...options, leaseMs: connectionLeaseMs });
      if (grant.kind === 'pause') return grant;
      const renewing = setInterval(() => grant.renew().catch(() => {}), connectionLeaseMs / 10);
      return {
        kind: 'lease',
        renew: () => grant.renew(),
        release: () => {
          clearInterval(renewing);
          return grant.release();
        },
      };
    },
  };
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
