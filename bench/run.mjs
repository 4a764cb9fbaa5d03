import { isRight } from './answers.mjs';
import { Child } from './child.mjs';

/** Latencies of nearby servers: greeting, reply, DNS answer. */
const latency = { greetingDelayMs: 50, replyDelayMs: 20, dnsReplyDelayMs: 20 };

const atOnce = 50;

/** 20 domains with 50 addresses each, half of them missing; two of the domains are catch-alls. */
export const companies = {
  domains: 20,
  addressesPerDomain: 50,
  missingShare: 0.5,
  catchAllDomains: 2,
  seed: 1,
};

/**
 * Has a contender verify the addresses of a world, 50 at a time, in a new process. Each of `lists` rounds has a new world
 * in a process of its own. Returns one result per list.
 *
 * `keeps` filters the addresses (default all). Addresses that are `beside` the others start at their position in the list
 * but do not count towards the 50 (default none).
 */
export async function run(
  contender,
  { world, lists = 1, options = {}, keeps = () => true, beside = () => false },
) {
  const child = new Child(new URL('./contender-process.mjs', import.meta.url), [contender]);
  const results = [];
  try {
    for (let list = 1; list <= lists; list += 1) {
      results.push(await verifyWorld(child, world, { options, keeps, beside }));
    }
  } finally {
    await child.end();
  }
  return results;
}

async function verifyWorld(child, world, { options, keeps, beside }) {
  const sandbox = new Child(new URL('./sandbox-process.mjs', import.meta.url));
  try {
    const { network, addresses } = await sandbox.ask({ kind: 'start', world, latency });
    const truths = addresses.filter(keeps);
    const { outcomes, durationMs, peakResidentBytes } = await child.ask({
      network,
      options,
      emails: truths.map(({ email }) => email),
      besides: new Set(truths.flatMap((truth, index) => (beside(truth) ? [index] : []))),
      atOnce,
    });
    const traffic = await sandbox.ask({ kind: 'stop' });
    const judged = outcomes.map((outcome, index) => ({ ...outcome, truth: truths[index] }));
    return {
      outcomes: judged,
      wrong: judged.filter(({ answer, truth }) => !isRight(answer, truth)),
      rate: (truths.length / durationMs) * 1_000,
      peakResidentBytes,
      traffic,
    };
  } finally {
    await sandbox.end();
  }
}
