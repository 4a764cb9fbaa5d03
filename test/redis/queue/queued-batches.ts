import { setTimeout as delay } from 'node:timers/promises';
import type { Stores } from '../../../src/ports/stores.ts';
import type { Batch } from '../../../src/ports/work-queue.ts';

/** Short, because the queue waits in real time. */
export const queueTimes = {
  leaseMs: 400,
  firstDelayMs: 50,
  longestDelayMs: 200,
};
export const atOnce = { dueAt: 0 };

export function batches(count: number, lanes: number): Batch[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `b${index}`,
    account: null,
    jobId: 'job',
    exchange: `mx${index % lanes}.example.org`,
    attempt: 1,
    positions: [index],
  }));
}

/** Resolves when the job has no batches left. */
export async function finished({ queue }: Pick<Stores, 'queue'>): Promise<void> {
  while ((await queue.count('job')) > 0) await delay(5);
}
