/** How long a batch waits for a worker that has its egress, from when one last had it. */
export const egressWaitMs = 1_800_000;

/**
 * Items of one job that are attempted together: all at the same exchange, through the same egress if they have one, and
 * all with the same attempt number.
 */
export interface Batch {
  /**
   * Chosen by the caller; not empty. While a batch is delayed, queued or active, another batch with the same id is ignored.
   * Once it is done or dropped, the id may be used again.
   */
  readonly id: string;
  /** The account of the job; null if nobody is charged. */
  readonly account: string | null;
  /** Not empty. */
  readonly jobId: string;
  /** The name by which connections for the items are limited; empty for items that need no connection. */
  readonly exchange: string;
  /**
   * The egress that was put off at the last attempt, by its name: the batch is delivered to a worker that has it. Left
   * out if any worker will do. 1 to 300 characters of visible ASCII.
   */
  readonly egress?: string | undefined;
  readonly attempt: number;
  /** At most 1,000. */
  readonly positions: readonly number[];
}

/** How much there is to do. A shared queue counts the batches of all processes. */
export interface QueueDepth {
  /** Batches that are due, and that no handler works on. */
  readonly queued: number;
  /** Batches that are not due yet, those that failed and are delayed included. */
  readonly delayed: number;
  /** Batches that a handler works on. */
  readonly active: number;
  /** For how many milliseconds the queued batch with an attempt after the first has been due that is due longest; 0 if there is none. */
  readonly oldestDueRetryMs: number;
}

/**
 * Works on a batch. May call `freeLane` once it begins no further item: the next batch of the lane is then delivered although
 * this one is still active, so that the exchange does not have to wait for the last answers. Later calls do nothing.
 */
export type BatchHandler = (batch: Batch, signal: AbortSignal, freeLane: () => void) => Promise<void>;

/** Delivers the batches of a queue to a handler. */
export interface QueueWorker {
  /**
   * Changes how many batches are delivered at a time, to at least the number that the worker was started with. If it is
   * raised while all handlers are busy, further batches are delivered at once. If it is lowered, no handler is aborted.
   */
  setConcurrency(concurrency: number): void;
  /**
   * Aborts the signals of the active batches and waits for their handlers. Batches whose handlers then reject are queued
   * again without delay, first in their lane, and do not count as failed; those whose handlers resolve are done. Nothing is
   * delivered from then on. A second call waits for the same.
   */
  close(): Promise<void>;
}

/**
 * Delivers each batch to a handler at least once. A batch is delayed until it is due, then queued, then active while a
 * handler works on it. If the handler resolves, the batch is removed. If the handler rejects or throws, the batch is
 * delayed, its lane goes on with the others, and it is delivered again: after 1 second the first time, then after twice the last delay, up to 1 minute. If the process of
 * the handler dies, the batch is delivered again within one minute. Handlers must therefore be idempotent.
 *
 * A batch with an egress is delivered to workers that have this egress. Once no worker has had it for 30 minutes, by the
 * clock of the store, it is delivered to any worker, if it is due by then. A worker has its egresses from its start until
 * it is closed, or its process dies; for an egress that no worker ever had, the 30 minutes begin when a batch for it is
 * put first. If the process of its handler dies, such a batch too is delivered again within one minute, if another worker
 * has the egress.
 *
 * The batches of one job for one exchange and one egress (or none) form a lane. Queued ones are delivered in the order in
 * which they became due, and of those due at the same time in the order in which they were put. Delayed batches do not hold up the others. An active batch occupies its lane until its handler frees
 * it or ends. Across all processes, at most one batch occupies a lane with an egress. Of a lane without one, each egress set (the
 * workers with the same egresses, none included) has at most as many such batches as it has egresses, but at least one: a
 * batch is enough to use what an exchange allows an egress. Those that have freed it count only as active batches of their
 * worker. A batch that is delivered again occupies its lane again.
 *
 * The queue serves the accounts round robin (all jobs without one count as one account), so the jobs of each account, and so the
 * lanes of each job: a small job does not wait until a large one is finished, nor one account for the many of another. It
 * delivers every batch as it was put.
 *
 * A worker gets another batch of a job only while it has less than five times as many batches of the job as it can take
 * further ones, and less than ten times as many of the account of the job. So of six batches at a time or more, one job never
 * has all, nor of eleven or more one account: there is room for others at once, however long the handlers take.
 *
 * Malformed batches, times and options are refused with `invalid_argument`, which names the `parameter` (`batches`, `dueAt`,
 * `concurrency` or `egresses`): `put` rejects and stores none of them, `work` throws.
 */
export interface WorkQueue {
  /**
   * True if the queue is durable and shared by all processes. If false, it is empty when a process starts, which must
   * then put the batches of its jobs again.
   */
  readonly shared: boolean;
  /**
   * Adds batches, to be delivered at `dueAt` or later; at once if that has passed. A shared queue resolves once they are
   * stored durably.
   */
  put(batches: readonly Batch[], options: { dueAt: number }): Promise<void>;
  /**
   * Returns the egresses that workers of all processes have now, in no order. Those of a worker that was closed, or whose
   * process died, may be among them for up to a minute.
   */
  egresses(): Promise<readonly string[]>;
  /** Returns how many batches of a job are delayed, queued or active, across all processes. */
  count(jobId: string): Promise<number>;
  /** Returns how much there is to do. */
  depth(): Promise<QueueDepth>;
  /**
   * Starts a worker that delivers to `handler`, at most `concurrency` batches (from 1) at a time. `egresses`: the names of
   * those that it has; default none. Workers with the same egresses, in whatever order, are one egress set.
   */
  work(
    handler: BatchHandler,
    options: { concurrency: number; egresses?: readonly string[] | undefined },
  ): QueueWorker;
  /**
   * Removes the delayed and queued batches of a job, also those that wait for an egress. Active ones continue, unaborted,
   * occupy their lanes and count until they end, and are not delivered again, even if they fail or their worker closes.
   */
  drop(jobId: string): Promise<void>;
}
