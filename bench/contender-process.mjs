/**
 * One contender in a process of its own: `contenders/<name>.mjs`. Told a list, it verifies it with so many at once,
 * and answers with what came of each address, how long that took, and the most memory that was resident so far.
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

// Nobody is left to tell.
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
