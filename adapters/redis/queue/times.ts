import { redeliveryDelays } from '../../stores/batch-rules.ts';

/** Of real time: BullMQ knows no other. */
export interface QueueTimes {
  /** How long a process may be silent before its batches are no longer its own. */
  readonly lockMs: number;
  /** How often one of the workers looks for such batches; they come back within the lock and two looks. */
  readonly stalledCheckMs: number;
  /** How often a worker looks for tickets that never reached BullMQ. */
  readonly ticketCheckMs: number;
  /** Pauses after failures. */
  readonly firstPauseMs: number;
  readonly longestPauseMs: number;
}

export const defaultQueueTimes: QueueTimes = {
  lockMs: 20_000,
  stalledCheckMs: 15_000,
  ticketCheckMs: 10_000,
  firstPauseMs: redeliveryDelays.firstMs,
  longestPauseMs: redeliveryDelays.longestMs,
};
