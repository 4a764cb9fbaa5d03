import type { RandomStream } from '../randomness/random-stream.ts';
import { clientAccounts } from './client-accounts.ts';
import type { PlannedJob } from './client-action.ts';
import { jobCalls } from './job-ownership.ts';
import { entryPriceOf } from './stated-prices.ts';

/** Gives jobs to API keys. An account has several. */
export function withOwners(jobs: readonly PlannedJob[], random: RandomStream): PlannedJob[] {
  return jobs.map((job) => {
    const keysOf = (account: string) => ['first key', 'second key'].map((name) => `${name} of ${account}`);
    const own = keysOf(job.account ?? 'nobody');
    const keyId = random.chance(0.8) ? random.pick(own) : undefined;
    const others = [...own, ...clientAccounts.flatMap(keysOf)].filter((other) => other !== keyId);
    // The check does not know of the lower levels, which are free.
    const checksCredits = random.chance(0.5) && entryPriceOf(job.list) > 0;
    // A key that is free again may be used by a repeat that is still under way, or for another list.
    const mayDelete = !job.sendsTwice && job.mistake === undefined;
    const deletesAfterMs = random.chance(0.3) ? random.skewed(0, 6 * 3_600_000) : undefined;
    const intrusion = random.chance(0.4)
      ? { keyId: random.pick(others), call: random.pick(jobCalls), afterMs: random.skewed(0, 3_600_000) }
      : undefined;
    const ownership = {
      keyId,
      checksCredits,
      deletesAfterMs: mayDelete ? deletesAfterMs : undefined,
      intrusion,
    };
    return { ...job, ownership };
  });
}
