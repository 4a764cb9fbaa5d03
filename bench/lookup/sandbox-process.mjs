/**
 * The simulated internet as a process. `start` with a world answers with its network, `stop` with its traffic.
 */
import { startSandbox } from '../../dist/adapters/sandbox/index.js';

let sandbox;

// The parent is gone.
process.on('disconnect', () => process.exit());

process.on('message', async ({ kind, world, latency }) => {
  if (kind === 'start') {
    sandbox = await startSandbox(world, latency);
    process.send({ network: sandbox.describe() });
  } else {
    const { connections, recipients } = sandbox.statistics.totals;
    process.send({ connections, recipients });
  }
});
