import { expect, it } from 'vitest';
import { LoopSlices } from '../../src/concurrency/loop-slices.ts';
import type { WorkShare } from '../../src/concurrency/work-share.ts';
import type { Clock } from '../../src/ports/clock.ts';

const jobOf = (account: string | null, jobId: string): WorkShare => ({ kind: 'bulk', account, jobId });

/** A clock that only the steps of loops move. A timer fires in the next iteration of the event loop, of which it counts the work. */
function start() {
  let now = 0;
  let inIteration = 0;
  let longest = 0;
  const clock: Clock = {
    now: () => now,
    after(_, task) {
      const timer = setImmediate(() => {
        inIteration = 0;
        task();
      });
      return () => clearImmediate(timer);
    },
  };
  const slices = new LoopSlices(clock);
  const order: string[] = [];
  const loop = (account: string | null, jobId: string, steps: number) =>
    slices.run(jobOf(account, jobId), async (yieldIfDue) => {
      for (let step = 0; step < steps; step += 1) {
        now += 1;
        inIteration += 1;
        longest = Math.max(longest, inIteration);
        if (order.at(-1) !== jobId) order.push(jobId);
        const pause = yieldIfDue();
        if (pause !== undefined) await pause;
      }
      return jobId;
    });
  return { loop, order, longestMs: () => longest };
}

it('Loops of any number of accounts have one turn in an iteration of the event loop', async () => {
  const { loop, longestMs } = start();
  await Promise.all(Array.from({ length: 30 }, (_, index) => loop(`account ${index}`, `job ${index}`, 50)));
  expect(longestMs()).toBeLessThanOrEqual(9);
});

it('A short loop of another account has its turn soon, whatever else waits', async () => {
  const { loop, order } = start();
  const many = Array.from({ length: 20 }, (_, index) => loop('many', `job ${index}`, 100));
  const other = loop('other', 'short', 2);
  expect(await other).toBe('short');
  expect(order.indexOf('short')).toBeLessThanOrEqual(2);
  await Promise.all(many);
});

it('A loop that fails leaves the turn to the next one', async () => {
  const { loop } = start();
  const slices = new LoopSlices({ now: () => 0, after: () => () => {} });
  await expect(
    slices.run(jobOf(null, 'fails'), async () => {
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  expect(await slices.run(jobOf(null, 'next'), async () => 'next')).toBe('next');
  expect(await loop(null, 'alone', 3)).toBe('alone');
});
