/**
 * A process that several accounts share, with the default options. Given a list of addresses that hang, it starts their
 * job; then it makes single requests at a steady rate, then runs the job of another account, and answers with the
 * results, their times, and what the single requests were charged.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { memoryStores } from '../../dist/adapters/memory/index.js';
import { netPorts } from '../../dist/adapters/net/index.js';
import { networkOf } from '../../dist/adapters/sandbox/index.js';
import { createEngine } from '../../dist/src/index.js';

const perSecond = 40;
/** Until the hanging job has taken what it gets. */
const settlingMs = 3_000;
const granted = 1e12;

// The parent is gone.
process.on('disconnect', () => process.exit());

process.on('message', async ({ network, hanging, singles, job }) => {
  const engine = createEngine({ ...memoryStores(), ...netPorts(networkOf(network)) });
  for (const account of ['hanging', 'single', 'healthy']) {
    await engine.accounts.grant(account, { id: account, milliCredits: granted });
  }
  engine.jobs.work();
  if (hanging.length > 0) await engine.jobs.submit(hanging, { account: 'hanging' });
  await delay(settlingMs);
  const answers = await askSteadily(engine, singles);
  const { available } = await engine.accounts.balance('single');
  const startedAt = performance.now();
  const rows = [];
  for await (const row of engine.runBulk(job, { account: 'healthy' })) rows.push(row);
  const jobMs = performance.now() - startedAt;
  process.send({ answers, rows, jobMs, chargedMilliCredits: granted - available });
});

async function askSteadily(engine, emails) {
  const startedAt = performance.now();
  const asking = emails.map(async (email, index) => {
    const dueAt = startedAt + (index * 1_000) / perSecond;
    await delay(dueAt - performance.now());
    const begunAt = performance.now();
    const answer = await engine
      .verify(email, { account: 'single' })
      .catch(({ code, message }) => ({ email, status: 'rejected', substatus: code, explanation: message }));
    return { answer, durationMs: performance.now() - begunAt };
  });
  return Promise.all(asking);
}
