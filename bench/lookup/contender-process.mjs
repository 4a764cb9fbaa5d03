/**
 * One contender as a process: `contender-process.mjs ours|singly|forgetful|fixed-order`. Given a list of people, it answers
 * with the address found for each, or null (`singly`: and how sure it is), and the time for all of them.
 */
import { performance } from 'node:perf_hooks';

const contenders = {
  ours: async () => (await import('./ours.mjs')).learning,
  singly: async () => (await import('./ours.mjs')).singly,
  forgetful: async () => (await import('./ours.mjs')).forgetful,
  'fixed-order': async () => (await import('./fixed-order.mjs')).fixedOrder,
};

const [, , name] = process.argv;
const start = await contenders[name]();

// The parent is gone.
process.on('disconnect', () => process.exit());

process.on('message', async ({ network, rows }) => {
  const contender = await start(network);
  const startedAt = performance.now();
  const emails = await contender.find(rows);
  const durationMs = performance.now() - startedAt;
  await contender.close();
  process.send({ emails, durationMs });
});
