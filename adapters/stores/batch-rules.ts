/** Rules shared by all work queues: allowed arguments, and the delay before a failed batch is delivered again. */

import { checkNames, checkObject, namesOf } from '../../src/argument-checks.ts';
import { InvalidArgument } from '../../src/errors.ts';
import { type Batch, egressWaitMs, type WorkQueue } from '../../src/ports/work-queue.ts';
import { checkEgress, checkPositiveInteger } from './argument-checks.ts';

const maxPositions = 1_000;

/** Delays before a failed batch is delivered again. The delay doubles with each failure. */
interface RedeliveryDelays {
  readonly firstMs: number;
  readonly longestMs: number;
}

const redeliveryDelays: RedeliveryDelays = { firstMs: 1_000, longestMs: 60_000 };

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

/** Timing of the work queue, in milliseconds of real time. */
export interface QueueTimes {
  /** A process that does not renew its leases for this long loses its batches. Default: 20,000. */
  readonly leaseMs: number;
  /**
   * How often a worker renews its leases, says which egresses it has, and looks for batches that have lost their worker.
   * Default: 5,000, or a quarter of `leaseMs` if that is less.
   */
  readonly heartbeatMs: number;
  /** How long a batch waits for a worker that has its egress, from when one last had it. Default: 1,800,000. */
  readonly egressWaitMs: number;
  /** Delay before a batch is delivered again after its first failure; it doubles with each failure. Default: 1,000. */
  readonly firstDelayMs: number;
  /** Longest such delay. Default: 60,000. */
  readonly longestDelayMs: number;
}

/** Times that a host has set; those that it has not keep their defaults. */
export type GivenQueueTimes = Partial<Record<keyof QueueTimes, number | undefined>>;

const queueTimeNames = namesOf<QueueTimes>()('leaseMs heartbeatMs egressWaitMs firstDelayMs longestDelayMs');

/** Checks what hosts say of a store on a server. Throws InvalidArgument. */
export function checkServerOptions(callTimeoutMs: number, queueTimes: GivenQueueTimes | undefined): void {
  if (queueTimes !== undefined)
    checkObject('queueTimes', queueTimes, 'Pass it like this: { queueTimes: { leaseMs: 20_000 } }.');
  checkNames(queueTimes, queueTimeNames, 'queueTimes.');
  if (!Number.isFinite(callTimeoutMs) || callTimeoutMs <= 0)
    throw new InvalidArgument('callTimeoutMs', 'callTimeoutMs must be a number of milliseconds above 0.');
}

/** Returns the times that the host has set, with the defaults of the others. */
export function queueTimesWith(times: GivenQueueTimes = {}): QueueTimes {
  const { leaseMs = 20_000 } = times;
  return {
    leaseMs,
    heartbeatMs: times.heartbeatMs ?? Math.min(5_000, leaseMs / 4),
    egressWaitMs: times.egressWaitMs ?? egressWaitMs,
    firstDelayMs: times.firstDelayMs ?? redeliveryDelays.firstMs,
    longestDelayMs: times.longestDelayMs ?? redeliveryDelays.longestMs,
  };
}
