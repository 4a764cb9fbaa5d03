/** Runs one list with an engine of its own, cold, and answers with its answers and the time that it took. */
import { memoryStores } from '../../dist/adapters/memory/index.js';
import { netPorts } from '../../dist/adapters/net/index.js';
import { networkOf } from '../../dist/adapters/sandbox/index.js';
import { createEngine } from '../../dist/src/index.js';

/** Greylisting ends after three seconds there. */
const retryDelaysMs = [4_000, 4_000, 8_000, 16_000, 32_000];

// The parent is gone.
process.on('disconnect', () => process.exit());

process.on('message', async ({ network, emails, options }) => {
  const ports = { ...memoryStores(), ...netPorts(networkOf(network)) };
  const engine = createEngine(ports, { ...options, bulk: { retryDelaysMs } });
  const startedAt = performance.now();
  const answers = [];
  for await (const answer of engine.runBulk(emails)) answers.push(answer);
  const durationMs = performance.now() - startedAt;
  await engine.close();
  process.send({ answers, durationMs });
});
