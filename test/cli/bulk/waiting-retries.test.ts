import { expect, it } from 'vitest';
import { runJobs } from '../../../adapters/cli/bulk/bulk-jobs.ts';
import type { RunSnapshot } from '../../../adapters/cli/bulk/bulk-progress.ts';
import { memoryStores } from '../../../adapters/memory/index.ts';
import { addresses, greylisted, newJob } from '../../../contract/jobs/sample-data.ts';
import type { Engine } from '../../../src/index.ts';
import { ManualClock } from '../../support/manual-clock.ts';

const minuteMs = 60_000;

/** What is shown of the retries of a job while workers have these egresses. Its items were put off through others, too. */
async function retriesShown(present: readonly string[]): Promise<RunSnapshot['retries']> {
  const clock = new ManualClock();
  const { jobs } = memoryStores({ clock });
  const { job } = await jobs.create(newJob(), addresses(4));
  const now = clock.now();
  const putOff = (position: number, inMinutes: number, egress?: string) => ({
    position,
    attempt: 1,
    result: greylisted(),
    retryAt: now + inMinutes * minuteMs,
    ...(egress === undefined ? {} : { egress }),
  });
  const attempts = [putOff(0, 9), putOff(1, 6, 'mx1'), putOff(2, 5, 'mx2'), putOff(3, 7, 'mx2')];
  await jobs.record(job.id, attempts, { at: now });
  let shown: RunSnapshot['retries'];
  const task = { run: async function* () {}, groupOf: () => 'unknown' };
  await runJobs({} as Engine, [job.id], {
    task,
    jobs,
    queue: { egresses: async () => present },
    clock,
    signal: new AbortController().signal,
    onSnapshot: ({ retries }) => {
      shown = retries && {
        ...retries,
        nextAt: (retries.nextAt - now) / minuteMs,
        waiting: retries.waiting && { ...retries.waiting, until: (retries.waiting.until - now) / minuteMs },
      };
    },
  });
  return shown;
}

it('retries wait for the egresses that no worker has, for 30 minutes after they are due', async () => {
  const waiting = { count: 2, egresses: ['mx2'], until: 35 };
  expect(await retriesShown(['mx1', 'other'])).toEqual({ count: 4, nextAt: 6, waiting });
});

it('no retry waits while every egress is there, or no worker has begun', async () => {
  for (const present of [['mx1', 'mx2'], []])
    expect(await retriesShown(present)).toEqual({ count: 4, nextAt: 5, waiting: undefined });
});
