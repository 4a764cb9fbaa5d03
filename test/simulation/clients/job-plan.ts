import type { RandomStream } from '../randomness/random-stream.ts';
import { clientAccounts } from './client-accounts.ts';
import type { ClientPlanOptions, PlannedJob } from './client-action.ts';

/** Plans the lists of one day, and what clients do wrong with them. */
export function planJobs(
  random: RandomStream,
  { addresses, jobAddresses, checks, untilMs }: ClientPlanOptions,
): PlannedJob[] {
  const jobs: PlannedJob[] = [];
  const cancels = random.fork('cancels');
  const levels = random.fork('levels');
  for (let left = jobAddresses; left > 0; ) {
    const count = Math.min(left, random.pick([5, 20, 50, 100, 250, 400]));
    left -= count;
    const number = jobs.length + 1;
    const last = jobs.at(-1);
    const emails = random.sample(addresses, count);
    // A list has repeats, in other letters.
    for (const email of random.sample(emails, Math.floor(count / 25))) emails.push(email.toUpperCase());
    jobs.push({
      kind: 'job',
      // Lists are often sent one after another.
      atMs:
        last !== undefined && random.chance(0.4)
          ? last.atMs + random.skewed(0, 600_000)
          : random.integer(10_000, Math.floor(untilMs * 0.8)),
      name: `job ${number}`,
      account: random.chance(0.9) ? random.pick(clientAccounts) : undefined,
      list: {
        kind: 'addresses',
        emails,
        level: levels.chance(checks > 0 ? 0.1 : 0) ? levels.pick(['syntax', 'dns']) : 'smtp',
      },
      key: random.chance(0.7) ? `list-${number}` : undefined,
      sendsTwice: random.chance(0.2),
      cancelsAfterMs: cancels.chance(0.2) ? cancels.skewed(1_000, 3_600_000) : undefined,
      mistake: undefined,
    });
  }
  return withKeysInCommon(jobs, random.fork('keys'), addresses);
}

/** Customers choose their keys without knowing of others, and some use one for two lists. */
function withKeysInCommon(
  jobs: readonly PlannedJob[],
  random: RandomStream,
  addresses: readonly string[],
): PlannedJob[] {
  const planned: PlannedJob[] = [];
  for (const job of jobs) {
    const isFree = (key: string | undefined) =>
      !planned.some((other) => other.account === job.account && other.key === key);
    const other = planned.find(
      ({ key, account }) => key !== undefined && account !== job.account && isFree(key),
    );
    const isShared = job.key !== undefined && other !== undefined && random.chance(0.5);
    const sendsSameList = random.chance(0.3);
    const mistake = random.chance(0.3)
      ? {
          list: { kind: 'addresses' as const, emails: random.sample(addresses, 3), level: 'smtp' as const },
          afterMs: random.skewed(0, 2 * 3_600_000),
        }
      : undefined;
    planned.push({
      ...job,
      ...(isShared && { key: other.key }),
      ...(isShared && sendsSameList && { list: other.list }),
      ...(job.key !== undefined && { mistake }),
    });
  }
  return planned;
}
