import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ManualClock } from '../../contract/manual-clock.ts';
import type { RateLimitsContractSubject } from '../../contract/rate-limits.ts';

/**
 * Checks for any sequence of times: no span of `windowMs` has more than `limit` takes, a take is refused only if its
 * window is full, and then `retryAfterMs` is exactly the time until it no longer is. Uses both handles if the subject
 * has a second.
 */
export async function rateWindow(
  subject: RateLimitsContractSubject,
  parameters: { numRuns?: number; seed?: number; path?: string } = {},
): Promise<void> {
  const property = fc.asyncProperty(
    fc.integer({ min: 1, max: 6 }),
    fc.integer({ min: 1, max: 40 }),
    fc.array(fc.oneof(fc.constant(0), fc.nat({ max: 15 }), fc.nat({ max: 60 })), { maxLength: 80 }),
    async (limit, windowMs, pauses) => {
      const clock = new ManualClock();
      const running = await subject.start({ clock });
      try {
        const other = (await running.openSecond?.()) ?? running.rateLimits;
        const takenAt: number[] = [];
        for (const [index, pauseMs] of pauses.entries()) {
          clock.leap(pauseMs);
          const now = clock.now();
          const handle = index % 2 === 0 ? running.rateLimits : other;
          const answer = await handle.take('key', { limit, windowMs });
          const inWindow = takenAt.filter((at) => at > now - windowMs);
          assert.equal(answer.taken, inWindow.length < limit);
          if (answer.taken) takenAt.push(now);
          else assert.equal(answer.retryAfterMs, Math.min(...inWindow) + windowMs - now);
        }
        for (const start of takenAt) {
          const span = takenAt.filter((at) => at >= start && at < start + windowMs);
          assert(span.length <= limit, `${span.length} takes from ${start} on`);
        }
      } finally {
        await running.stop();
      }
    },
  );
  await fc.assert(property, parameters);
}
