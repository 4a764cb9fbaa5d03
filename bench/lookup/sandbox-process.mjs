/**
 * The simulated internet in a process of its own. Told `start` and a world, it answers with how to reach it; told
 * `stop`, with what went over the wire.
 */
import { startSandbox } from '../../dist/adapters/sandbox/index.js';

let sandbox;

// Nobody is left to serve.
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
