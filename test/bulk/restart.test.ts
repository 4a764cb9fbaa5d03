import { describe, expect, it } from 'vitest';
import { type BulkFixture, bulkFixture } from './bulk-fixture.ts';

const delayMs = 360_000;

/** Returns how late an address was retried by the process that took over its job before or after the retry was due. */
async function latenessMs({ delayMs, restartAfterMs }: { delayMs: number; restartAfterMs: number }) {
  const fixture = bulkFixture((_, attempt) => (attempt === 1 ? 'unknown' : 'safe'), {
    retryDelaysMs: [delayMs],
  });
  const { bulk, advanceUntil, clock, attempts, advanceUntilSettled } = fixture;
  await clock.advance(7_000);
  const { id: jobId } = await bulk.submit(['ann@example.com']);
  const worker = bulk.work();
  await advanceUntil(async () => (await bulk.get(jobId)).status === 'partial_complete_retrying');
  const dueAt = await retryAtOf(fixture, jobId);
  await advanceUntilSettled(worker.close());
  await clock.advance(restartAfterMs);
  const restartedAt = clock.now();
  const other = fixture.otherProcess();
  const second = other.work();
  await advanceUntil(async () => (await other.get(jobId)).status === 'complete');
  await second.close();
  return (attempts[1]?.at ?? 0) - Math.max(dueAt, restartedAt);
}

async function retryAtOf({ jobs }: BulkFixture, jobId: string): Promise<number> {
  const [state] = await jobs.items(jobId, [0]);
  return state?.retryAt ?? 0;
}

describe('A restarted process', () => {
  it('retries at once what became due meanwhile', async () => {
    expect(await latenessMs({ delayMs, restartAfterMs: delayMs + 1_000 })).toBeLessThan(1_000);
  });

  it('retries what is due soon at most one second late', async () => {
    expect(await latenessMs({ delayMs: 2_000, restartAfterMs: 0 })).toBeLessThanOrEqual(1_000);
  });

  it('never retries early, and at most half a minute late', async () => {
    const late = await latenessMs({ delayMs, restartAfterMs: 0 });
    expect(late).toBeGreaterThanOrEqual(0);
    expect(late).toBeLessThanOrEqual(30_000);
  });
});
