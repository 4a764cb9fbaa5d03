import { describe, expect, it } from 'vitest';
import { SlidingWindow } from '../../adapters/stores/sliding-window.ts';
import type { Clock } from '../../src/ports/clock.ts';

/** A wall clock that can be set, also backwards. */
function settableClock(now: number): Clock & { set(now: number): void } {
  return {
    now: () => now,
    after: () => () => {},
    set: (time) => {
      now = time;
    },
  };
}

const options = { limit: 2, windowMs: 1_000 };

describe('the sliding window', () => {
  it('neither exceeds the limit nor blocks longer than one window when the clock is set back', async () => {
    const clock = settableClock(10_000_000);
    const rateLimits = new SlidingWindow({ clock });
    await rateLimits.take('key', options);
    await rateLimits.take('key', options);
    clock.set(5_000_000);
    expect(await rateLimits.take('key', options)).toEqual({ taken: false, retryAfterMs: 1_000 });
    clock.set(5_000_999);
    expect(await rateLimits.take('key', options)).toEqual({ taken: false, retryAfterMs: 1 });
    clock.set(5_001_000);
    expect(await rateLimits.take('key', options)).toEqual({ taken: true });
  });

  it('removes idle subjects as others call', async () => {
    const clock = settableClock(1_000_000);
    const rateLimits = new SlidingWindow({ clock });
    for (let subject = 0; subject < 10_000; subject += 1) await rateLimits.take(`first ${subject}`, options);
    expect(rateLimits.size).toBe(10_000);
    clock.set(1_001_000);
    for (let subject = 0; subject < 10_000; subject += 1) await rateLimits.take(`second ${subject}`, options);
    expect(rateLimits.size).toBe(10_000);
    clock.set(1_002_000);
    // Each call checks two: the 10,000 subjects, the new one, and the end of the iteration.
    for (let time = 0; time < 5_001; time += 1) await rateLimits.take('one', options);
    expect(rateLimits.size).toBe(1);
  });

  it('keeps an active subject while removing idle ones', async () => {
    const clock = settableClock(1_000_000);
    const rateLimits = new SlidingWindow({ clock });
    await rateLimits.take('key', options);
    await rateLimits.take('other', options);
    clock.set(1_000_900);
    await rateLimits.take('key', options);
    clock.set(1_001_000);
    await rateLimits.take('third', options);
    expect(rateLimits.size).toBe(2);
    expect(await rateLimits.take('key', options)).toEqual({ taken: true });
    expect(await rateLimits.take('key', options)).toEqual({ taken: false, retryAfterMs: 900 });
  });
});
