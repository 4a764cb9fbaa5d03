import { namesOf } from '../../src/argument-checks.ts';
import { egressWaitMs } from '../../src/ports/work-queue.ts';
import { redeliveryDelays } from './batch-rules.ts';

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

export const queueTimeNames = namesOf<QueueTimes>({
  leaseMs: true,
  heartbeatMs: true,
  egressWaitMs: true,
  firstDelayMs: true,
  longestDelayMs: true,
});

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
