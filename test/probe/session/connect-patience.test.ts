import { expect, it } from 'vitest';
import { connectPatienceMs, isTested } from '../../../src/probe/session/probe-request.ts';

it('one connection gets a third of the time that is left, so that the next exchange has some too', () => {
  expect(connectPatienceMs(9_000, 10_000)).toBe(3_000);
});

it('it gets no more than the limit of a connection, and at least a second', () => {
  expect(connectPatienceMs(600_000, 10_000)).toBe(10_000);
  expect(connectPatienceMs(1_500, 10_000)).toBe(1_000);
  expect(connectPatienceMs(-5, 10_000)).toBe(1_000);
});

it('an exchange counts as unreachable for those who would wait at most a quarter longer', () => {
  expect([3_000, 5_000, 5_001].map((patienceMs) => isTested({ testedMs: 4_000 }, patienceMs))).toEqual([
    true,
    true,
    false,
  ]);
});
