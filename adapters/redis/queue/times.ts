import { egressWaitMs } from '../../../src/ports/work-queue.ts';
import { redeliveryDelays } from '../../stores/batch-rules.ts';

/** Timing of the work queue, in milliseconds of real time. */
export interface QueueTimes {
  /** A process that does not renew its locks for this long loses its batches. Default: 20,000. */
  readonly lockMs: number;
  /** How often a worker checks for lost batches. Delivery takes at most the lock and two checks. Default: 15,000. */
  readonly stalledCheckMs: number;
  /** How often a worker checks for tickets that never reached BullMQ. Default: 10,000. */
  readonly ticketCheckMs: number;
  /**
   * How often a worker says which egresses it has, and looks for batches that no ticket led it to.
   * Its lanes stay its own only if it does so while its locks last. Default: 5,000, or a quarter of `lockMs` if that is less.
   */
  readonly attendMs: number;
  /** How long a batch waits for a worker that has its egress, from when one last had it. Default: 1,800,000. */
  readonly egressWaitMs: number;
  /** Delay before a batch is delivered again after its first failure; it doubles with each failure. Default: 1,000. */
  readonly firstDelayMs: number;
  /** Longest such delay. Default: 60,000. */
  readonly longestDelayMs: number;
}

/** Used for the times that the host does not set. */
const defaultQueueTimes: QueueTimes = {
  lockMs: 20_000,
  stalledCheckMs: 15_000,
  ticketCheckMs: 10_000,
  attendMs: 5_000,
  egressWaitMs,
  firstDelayMs: redeliveryDelays.firstMs,
  longestDelayMs: redeliveryDelays.longestMs,
};

/** Returns the times that the host has set, with the defaults of the others. */
export function queueTimesWith(times: Partial<QueueTimes> = {}): QueueTimes {
  const all = { ...defaultQueueTimes, ...times };
  return { ...all, attendMs: times.attendMs ?? Math.min(all.attendMs, all.lockMs / 4) };
}
