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
   * How often a worker says which egresses it has, and looks for batches with an egress that no ticket led it to.
   * Default: 5,000.
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
export const defaultQueueTimes: QueueTimes = {
  lockMs: 20_000,
  stalledCheckMs: 15_000,
  ticketCheckMs: 10_000,
  attendMs: 5_000,
  egressWaitMs,
  firstDelayMs: redeliveryDelays.firstMs,
  longestDelayMs: redeliveryDelays.longestMs,
};
