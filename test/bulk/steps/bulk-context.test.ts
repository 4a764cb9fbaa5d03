import { expect, it } from 'vitest';
import { memoryContext } from './memory-context.ts';

const minuteMs = 60_000;

it('bulk work has the defaults that the documentation names', () => {
  expect(memoryContext().context.options).toEqual({
    retryDelaysMs: [6 * minuteMs, 16 * minuteMs, 35 * minuteMs],
    addressTimeoutMs: 3 * minuteMs,
    concurrency: 128,
    giveUpMs: 6 * 60 * minuteMs,
    leaseMs: 10_000,
  });
});

it('bulk work is done as its options say', () => {
  const options = {
    retryDelaysMs: [],
    addressTimeoutMs: 1_000,
    concurrency: 1,
    giveUpMs: 2_000,
    leaseMs: 3_000,
  };
  expect(memoryContext({ options }).context.options).toEqual(options);
});
