/** What all work queues hold to: the arguments they take, and the pauses after failures. */
import { InvalidArgument } from '../../src/errors.ts';
import type { Batch } from '../../src/ports.ts';

export type BatchHandler = (batch: Batch, signal: AbortSignal) => Promise<void>;

const mostPositions = 1_000;

/** How long a batch waits after its first failure, and at most. It doubles in between. */
export interface RedeliveryPauses {
  readonly firstMs: number;
  readonly longestMs: number;
}

export const redeliveryPauses: RedeliveryPauses = { firstMs: 1_000, longestMs: 60_000 };

/** `failures`: from 1. */
export function redeliveryPauseMs(failures: number, pauses = redeliveryPauses): number {
  return Math.min(pauses.firstMs * 2 ** (failures - 1), pauses.longestMs);
}

/** Throws InvalidArgument for what cannot be queued. */
export function checkPut(batches: readonly Batch[], options: { dueAt: number }): void {
  if (!Number.isFinite(options.dueAt))
    throw new InvalidArgument('dueAt', 'dueAt must be a time in milliseconds since the epoch.');
  for (const { id, jobId, positions } of batches) {
    if (id === '' || jobId === '')
      throw new InvalidArgument('batches', 'A batch needs an id, and the id of its job.');
    if (positions.length > mostPositions)
      throw new InvalidArgument('batches', `A batch has at most ${mostPositions} positions.`);
  }
}

/** Throws InvalidArgument unless it is an integer from 1. */
export function checkConcurrency(concurrency: number): void {
  if (Number.isSafeInteger(concurrency) && concurrency >= 1) return;
  throw new InvalidArgument('concurrency', 'concurrency must be an integer of at least 1.');
}
