/**
 * The simulated internet of a given world, as a process. `start` with a world answers with its network, `traffic` with
 * its counts so far.
 */
import { startSandbox } from '../dist/adapters/sandbox/index.js';

let sandbox;

// The parent is gone.
process.on('disconnect', () => process.exit());

process.on('message', async ({ kind, world, latency }) => {
  if (kind === 'start') {
    sandbox = await startSandbox(world, latency);
    process.send({ network: sandbox.describe() });
  } else {
    const { totals, dnsQuestions } = sandbox.statistics;
    const { connections, recipients, roundTrips } = totals;
    process.send({ connections, recipients, roundTrips, dnsQuestions });
  }
});
