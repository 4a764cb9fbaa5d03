import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../adapters/system-clock.ts';
import { systemRandom } from '../adapters/system-random.ts';

const dayMs = 86_400_000;

describe('systemClock', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('gives the time of the system', () => {
    vi.setSystemTime(1_900_000_000_000);
    expect(systemClock.now()).toBe(1_900_000_000_000);
  });

  it('measures durations by a reading that never jumps', () => {
    const before = systemClock.steady?.() ?? Number.NaN;
    vi.setSystemTime(1_000_000_000_000);
    vi.advanceTimersByTime(1_500);
    expect((systemClock.steady?.() ?? Number.NaN) - before).toBe(1_500);
  });

  it.each([1, 1_000, 2 ** 31 - 1, 2 ** 31, 60 * dayMs])('runs a task once after %i ms', (delayMs) => {
    const task = vi.fn();
    systemClock.after(delayMs, task);
    vi.advanceTimersByTime(delayMs - 1);
    expect(task).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(task).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(60 * dayMs);
    expect(task).toHaveBeenCalledTimes(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each([0, -5])('runs a task with a delay of %i ms at once', (delayMs) => {
    const task = vi.fn();
    systemClock.after(delayMs, task);
    vi.advanceTimersByTime(1);
    expect(task).toHaveBeenCalledTimes(1);
  });

  it.each([0, 30 * dayMs])('cancels a task, even %i ms into its delay', (passedMs) => {
    const task = vi.fn();
    const cancel = systemClock.after(60 * dayMs, task);
    vi.advanceTimersByTime(passedMs);
    cancel();
    cancel();
    expect(vi.getTimerCount()).toBe(0);
    vi.advanceTimersByTime(90 * dayMs);
    expect(task).not.toHaveBeenCalled();
  });
});

describe('systemRandom', () => {
  it('gives numbers from 0 up to, but not including, 1, spread evenly', () => {
    const numbers = Array.from({ length: 10_000 }, () => systemRandom.next());
    expect(numbers.every((number) => number >= 0 && number < 1)).toBe(true);
    const tenths = new Set(numbers.map((number) => Math.floor(number * 10)));
    expect(tenths.size).toBe(10);
  });
});
