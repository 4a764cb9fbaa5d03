import { describe, expect, it } from 'vitest';
import { type BulkScene, bulkScene } from './scene.ts';

const delayMs = 360_000;

/** How long after it came due an address was tried again, where another process has taken over before or after. */
async function latenessMs({ delayMs, restartAfterMs }: { delayMs: number; restartAfterMs: number }) {
  const scene = bulkScene((_, attempt) => (attempt === 1 ? 'unknown' : 'safe'), { retryDelaysMs: [delayMs] });
  const { bulk, until, clock, attempts, passing } = scene;
  await clock.advance(7_000);
  const { job_id } = await bulk.submit(['ann@example.com']);
  const worker = bulk.work();
  await until(async () => (await bulk.status(job_id)).status === 'partial_complete_retrying');
  const dueAt = await retryAtOf(scene, job_id);
  await passing(worker.close());
  await clock.advance(restartAfterMs);
  const restartedAt = clock.now();
  const other = scene.beside();
  const second = other.work();
  await until(async () => (await other.status(job_id)).status === 'complete');
  await second.close();
  return (attempts[1]?.at ?? 0) - Math.max(dueAt, restartedAt);
}

async function retryAtOf({ jobs }: BulkScene, jobId: string): Promise<number> {
  const [state] = await jobs.items(jobId, [0]);
  return state?.retryAt ?? 0;
}

describe('A restarted process', () => {
  it('tries again at once what came due meanwhile', async () => {
    expect(await latenessMs({ delayMs, restartAfterMs: delayMs + 1_000 })).toBeLessThan(1_000);
  });

  it('tries again within a second of its time what is due soon', async () => {
    expect(await latenessMs({ delayMs: 2_000, restartAfterMs: 0 })).toBeLessThanOrEqual(1_000);
  });

  it('never tries again early, and half a minute late at the most', async () => {
    const late = await latenessMs({ delayMs, restartAfterMs: 0 });
    expect(late).toBeGreaterThanOrEqual(0);
    expect(late).toBeLessThanOrEqual(30_000);
  });
});
