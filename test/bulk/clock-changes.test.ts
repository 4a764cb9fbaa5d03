import { describe, expect, it } from 'vitest';
import { bulkFixture } from './bulk-fixture.ts';

const hourMs = 3_600_000;
const delayMs = 360_000;

/** Returns the time that really passed from the first attempt to the second. */
async function retriedAfterMs(change: { byMs: number; restart?: boolean; inFirstAttempt?: boolean }) {
  const attemptedAt: number[] = [];
  const fixture = bulkFixture(
    (_, attempt) => {
      attemptedAt.push(clock.steady());
      if (attempt === 1 && change.inFirstAttempt) clock.adjust(change.byMs);
      return attempt === 1 ? 'unknown' : 'safe';
    },
    { retryDelaysMs: [delayMs] },
  );
  const { bulk, clock, advanceUntil, advanceUntilSettled } = fixture;
  const { id: jobId } = await bulk.submit(['ann@example.com']);
  const worker = bulk.work();
  await advanceUntil(async () => (await bulk.get(jobId)).status === 'partial_complete_retrying');
  if (!change.inFirstAttempt) clock.adjust(change.byMs);
  if (change.restart) await advanceUntilSettled(worker.close());
  const other = change.restart ? fixture.otherProcess() : bulk;
  const second = other.work();
  await advanceUntil(async () => (await other.get(jobId)).status === 'complete');
  await Promise.all([worker.close(), second.close()]);
  return (attemptedAt[1] ?? 0) - (attemptedAt[0] ?? 0);
}

describe('A retry', () => {
  it.each([-hourMs, hourMs])('comes after its delay if the clock is set by %i ms', async (byMs) => {
    const passedMs = await retriedAfterMs({ byMs });
    expect(passedMs).toBeGreaterThanOrEqual(delayMs);
    expect(passedMs).toBeLessThan(delayMs + 2_000);
  });

  it.each([-hourMs, hourMs])(
    'comes after its delay if the clock is set by %i ms during the attempt',
    async (byMs) => {
      const passedMs = await retriedAfterMs({ byMs, inFirstAttempt: true });
      expect(passedMs).toBeGreaterThanOrEqual(delayMs);
      expect(passedMs).toBeLessThan(delayMs + 2_000);
    },
  );

  it('comes at most its delay late if the clock is set back and the process restarted', async () => {
    const passedMs = await retriedAfterMs({ byMs: -hourMs, restart: true });
    expect(passedMs).toBeGreaterThanOrEqual(delayMs);
    expect(passedMs).toBeLessThan(2 * delayMs);
  });
});

describe('A job whose process died', () => {
  it('is taken over within its lease although the clock was set back', async () => {
    const { bulk, clock, jobs, advanceUntil } = bulkFixture(() => 'safe', { leaseMs: 10_000 });
    const { id: jobId } = await bulk.submit(['ann@example.com']);
    const now = clock.now();
    await jobs.lease(jobId, { owner: 'dead', now, until: now + 10_000 });
    clock.adjust(-hourMs);
    const startedAt = clock.steady();
    const worker = bulk.work();
    await advanceUntil(async () => (await bulk.get(jobId)).status === 'complete');
    expect(clock.steady() - startedAt).toBeLessThan(15_000);
    await worker.close();
  });
});
