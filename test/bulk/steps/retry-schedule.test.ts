import { describe, expect, it } from 'vitest';
import { defaultRetryDelaysMs, RetrySchedule } from '../../../src/bulk/retry-schedule.ts';

const minuteMs = 60_000;
const monthMs = 30 * 86_400_000;

describe('A schedule of retries', () => {
  it('follows up each attempt after its own delay, and none after the last one', () => {
    const schedule = new RetrySchedule([10, 20]);
    expect([1, 2, 3].map((attempt) => schedule.retryAt(attempt, 1_000))).toEqual([1_010, 1_020, null]);
  });

  it('follows up at a whole millisecond, not early', () => {
    expect(new RetrySchedule([10]).retryAt(1, 1_000.2)).toBe(1_011);
  });

  it('makes every first result final if it is empty', () => {
    expect(new RetrySchedule([]).retryAt(1, 0)).toBeNull();
  });

  it('waits 6, 16 and 35 minutes by default', () => {
    const schedule = new RetrySchedule(defaultRetryDelaysMs);
    const minutes = [1, 2, 3, 4].map((attempt) => (schedule.retryAt(attempt, 0) ?? 0) / minuteMs);
    expect(minutes).toEqual([6, 16, 35, 0]);
  });

  it.each([[[0]], [[monthMs]], [[0, monthMs]]])('accepts the delays %j', (delaysMs) => {
    expect(() => new RetrySchedule(delaysMs)).not.toThrow();
  });

  it.each([[[-1]], [[monthMs + 1]], [[Number.NaN]], [[10, -10]]])('refuses the delays %j', (delaysMs) => {
    expect(() => new RetrySchedule(delaysMs)).toThrow(
      expect.objectContaining({
        code: 'invalid_argument',
        parameter: 'retryDelaysMs',
        message: `Every retry delay must be from 0 to ${monthMs} ms.`,
      }),
    );
  });
});

describe('The time of a retry', () => {
  const dueAt = (attempt: number, retryAt: number, now: number) =>
    new RetrySchedule([10 * minuteMs]).dueAt(attempt, retryAt, now);

  it('is the one that was stored', () => {
    expect(dueAt(1, 600_000, 100_000)).toBe(600_000);
    expect(dueAt(1, 600_000, 700_000)).toBe(600_000);
  });

  it('is at most a full delay from now, if the clock was set back since it was stored', () => {
    expect(dueAt(1, 86_400_000, 1_000)).toBe(601_000);
  });

  it('is the one that was stored, if there is no such delay any more', () => {
    expect(dueAt(2, 86_400_000, 1_000)).toBe(86_400_000);
  });
});
