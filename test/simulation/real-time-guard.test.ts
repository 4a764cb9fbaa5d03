import { randomBytes, randomUUID } from 'node:crypto';
import { setImmediate as immediately } from 'node:timers';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { withoutRealTime } from './clock/real-time-guard.ts';

const virtual = { now: () => 5, soon: () => {}, uuid: () => 'of the seed' };

it.each<[string, () => unknown]>([
  ['new Date()', () => new Date()],
  ['process.hrtime', () => process.hrtime()],
  ['process.hrtime.bigint', () => process.hrtime.bigint()],
  ['setTimeout', () => setTimeout(() => {}, 1)],
  ['setTimeout of node:timers/promises', () => delay(1)],
  ['randomBytes of node:crypto', () => randomBytes(4)],
  ['Math.random', () => Math.random()],
])('%s is an error during a simulation, and only then', async (name, use) => {
  await expect(withoutRealTime(virtual, async () => use())).rejects.toThrow(`${name} was used`);
  expect(use).not.toThrow();
});

it('dates of a given time are none', async () => {
  const date = await withoutRealTime(virtual, async () => new Date(Date.now()));
  expect([date.getTime(), date instanceof Date]).toEqual([5, true]);
});

it('leases of stores are named from the seed', async () => {
  expect(await withoutRealTime(virtual, async () => randomUUID())).toBe('of the seed');
});

it('what Node.js would do at once is left to the simulation, however it is imported', async () => {
  const tasks: (() => void)[] = [];
  const task = () => {};
  const collecting = { ...virtual, soon: (one: () => void) => void tasks.push(one) };
  await withoutRealTime(collecting, async () => [setImmediate(task), immediately(task)]);
  expect(tasks).toEqual([task, task]);
});
