/**
 * One contender as a process: `contenders/<name>.mjs`. Given a list, it verifies a number of addresses at a time, and
 * answers with the result of each address, the time it took, and the peak resident memory.
 */
import { performance } from 'node:perf_hooks';

const contenders = {
  ours: () => import('./contenders/ours.mjs'),
  'bare-wire': () => import('./contenders/bare-wire.mjs'),
  'deep-email-validator': () => import('./contenders/deep-email-validator.mjs'),
  'email-check': () => import('./contenders/email-check.mjs'),
};

const [, , name] = process.argv;
const { start } = await contenders[name]();

// The parent is gone.
process.on('disconnect', () => process.exit());

process.on('message', async ({ network, options, emails, besides, atOnce }) => {
  const contender = await start(network, options);
  const outcomes = new Array(emails.length);
  const verify = async (index) => {
    const askedAt = performance.now();
    const answer = await contender.verify(emails[index]);
    outcomes[index] = { answer, durationMs: performance.now() - askedAt };
  };
  const startedAt = performance.now();
  const waiting = emails.keys();
  const apart = [];
  const work = async () => {
    for (const index of waiting) {
      if (besides.has(index)) apart.push(verify(index));
      else await verify(index);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  const durationMs = performance.now() - startedAt;
  await Promise.all(apart);
  const peakResidentBytes = process.resourceUsage().maxRSS * 1_024;
  await contender.close();
  process.send({ outcomes, durationMs, peakResidentBytes });
});
