/**
 * One contender in a process of its own: `contender-process.mjs ours|forgetful|fixed-order`. Told whom to look up,
 * it answers with the address it gives each, or null, and how long all of it took.
 */
import { performance } from 'node:perf_hooks';

const contenders = {
  ours: async () => (await import('./ours.mjs')).learning,
  forgetful: async () => (await import('./ours.mjs')).forgetful,
  'fixed-order': async () => (await import('./fixed-order.mjs')).fixedOrder,
};

const [, , name] = process.argv;
const start = await contenders[name]();

// Nobody is left to tell.
process.on('disconnect', () => process.exit());

process.on('message', async ({ network, rows }) => {
  const contender = await start(network);
  const startedAt = performance.now();
  const emails = await contender.find(rows);
  const durationMs = performance.now() - startedAt;
  await contender.close();
  process.send({ emails, durationMs });
});
