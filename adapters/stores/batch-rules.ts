/** Rules shared by all work queues: allowed arguments, and the delay before a failed batch is delivered again. */
import { InvalidArgument } from '../../src/errors.ts';
import type { Batch, WorkQueue } from '../../src/ports/work-queue.ts';
import { checkEgress, checkPositiveInteger } from './argument-checks.ts';

const maxPositions = 1_000;

/** Delays before a failed batch is delivered again. The delay doubles with each failure. */
export interface RedeliveryDelays {
  readonly firstMs: number;
  readonly longestMs: number;
}

export const redeliveryDelays: RedeliveryDelays = { firstMs: 1_000, longestMs: 60_000 };

/** Returns the delay after this many failures (at least 1). */
export function redeliveryDelayMs(failures: number, { firstMs, longestMs } = redeliveryDelays): number {
  return Math.min(firstMs * 2 ** (failures - 1), longestMs);
}

/** Returns the name of the egress set of a worker: the same for all with the same egresses, in whatever order. */
export function egressSetOf(egresses: Iterable<string>): string {
  return JSON.stringify([...new Set(egresses)].sort());
}

/** Returns the egresses of an egress set. */
export function egressesOf(egressSet: string): readonly string[] {
  return JSON.parse(egressSet) as readonly string[];
}

/** Throws InvalidArgument if a batch or the due time cannot be queued. */
export function checkPut(batches: readonly Batch[], options: { dueAt: number }): void {
  if (!Number.isFinite(options.dueAt))
    throw new InvalidArgument('dueAt', 'dueAt must be a time in milliseconds since the epoch.');
  for (const { id, jobId, egress, positions } of batches) {
    if (id === '' || jobId === '')
      throw new InvalidArgument('batches', 'A batch needs an id, and the id of its job.');
    if (egress !== undefined) checkEgress('batches', egress);
    if (positions.length > maxPositions)
      throw new InvalidArgument('batches', `A batch has at most ${maxPositions} positions.`);
  }
}

/** Throws InvalidArgument if a worker cannot be started with these options. */
export function checkWork({ concurrency, egresses = [] }: Parameters<WorkQueue['work']>[1]): void {
  checkPositiveInteger('concurrency', concurrency);
  for (const egress of egresses) checkEgress('egresses', egress);
}
