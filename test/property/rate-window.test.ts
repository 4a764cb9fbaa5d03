import { describe, expect, it } from 'vitest';
import { memoryStores } from '../../adapters/memory/index.ts';
import type { RateLimits } from '../../src/ports/rate-limits.ts';
import { rateWindow } from './rate-window.ts';

const stop = async () => {};

describe('any sequence of takes', () => {
  it('keeps to the limit in every window, and uses it up, on the memory rates', () =>
    rateWindow(
      {
        name: 'memory',
        start: async ({ clock }) => ({ rateLimits: memoryStores({ clock }).rateLimits, stop }),
      },
      { numRuns: 1_000 },
    ));

  it('detects a counter that restarts with each window', async () => {
    const faulty = rateWindow({
      name: 'fixed windows',
      start: async ({ clock }) => {
        const counts = new Map<number, number>();
        const take: RateLimits['take'] = async (_subject, { limit, windowMs }) => {
          const window = Math.floor(clock.now() / windowMs);
          const count = (counts.get(window) ?? 0) + 1;
          counts.set(window, count);
          if (count <= limit) return { taken: true };
          return { taken: false, retryAfterMs: (window + 1) * windowMs - clock.now() };
        };
        return { rateLimits: { take }, stop };
      },
    });
    await expect(faulty).rejects.toThrow(/seed/);
  });
});
