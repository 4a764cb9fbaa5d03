import { setImmediate as nextIteration } from 'node:timers/promises';
import { steadyNow } from '../../src/concurrency/steady-time.ts';
import { EngineClosed, StorageUnavailable } from '../../src/errors.ts';
import type { Batch, BatchHandler, QueueWorker, WorkQueue } from '../../src/ports/work-queue.ts';
import { systemClock } from '../system-clock.ts';
import { ActiveBatches } from './active-batches.ts';
import { checkPositiveInteger } from './argument-checks.ts';
import { checkWork, egressSetOf, type QueueTimes } from './batch-rules.ts';

/** One delivery of a batch to a worker. */
export interface DeliveredBatch {
  readonly batch: Batch;
  /** Identifies the delivery: only the latest holder of a batch can report on it. */
  readonly holder: string;
  /** How often the batch has failed before. */
  readonly failures: number;
  /** Whether its lane had another one that was queued. If not, nothing waits for the lane to be freed. */
  readonly hasNext: boolean;
}

/** What a worker reports of a batch: `freed` its lane, or how its delivery ended. */
export interface BatchReport {
  readonly delivered: DeliveredBatch;
  readonly outcome: 'freed' | 'done' | 'failed' | 'unfinished';
}

export interface DeliveryRequest {
  readonly reports: readonly BatchReport[];
  /** The most batches to deliver. */
  readonly most: number;
  /** Accounts and jobs of which it may have no further batch now. */
  readonly full: ReturnType<ActiveBatches['full']>;
  /** At a heartbeat: what the worker holds, to renew the leases. */
  readonly held: readonly DeliveredBatch[] | undefined;
}

export interface Delivery {
  readonly batches: readonly DeliveredBatch[];
  /** What was given away, because its lease had expired. */
  readonly lost: readonly DeliveredBatch[];
  /** In how many milliseconds to ask again, because a batch is due then. */
  readonly alarmMs: number | undefined;
  /** Whether more could have been delivered, but for `full`. */
  readonly leftFull: boolean;
}

/** What wakes a worker that waits for batches. */
export interface WakeUps {
  /** Resolves with true once there may be batches (`news`: of another job than before), or with false after a while. */
  next(wanted: 'any' | 'news', timeoutMs?: number): Promise<boolean>;
  close(): void;
}

export interface SharedQueueWorkerDependencies {
  /** For messages. */
  readonly storage: string;
  /** Records the reports, and delivers further batches. May be repeated with the same reports. */
  readonly deliver: (request: DeliveryRequest) => Promise<Delivery>;
  readonly wakeUps: WakeUps;
  readonly times: QueueTimes;
  readonly handler: BatchHandler;
  readonly concurrency: number;
}

/** The workers of this process at one queue. */
export class QueueWorkers {
  readonly #closedError: () => Error;
  readonly #workers = new Set<SharedQueueWorker>();
  #isClosed = false;

  constructor(closedError: () => Error) {
    this.#closedError = closedError;
  }

  /** Starts a worker; `dependenciesOf` is given the name of its egress set. */
  start(
    options: Parameters<WorkQueue['work']>[1],
    dependenciesOf: (egressSet: string) => Omit<SharedQueueWorkerDependencies, 'concurrency'>,
  ): QueueWorker {
    checkWork(options);
    const { concurrency, egresses = [] } = options;
    if (this.#isClosed) throw this.#closedError();
    const worker = new SharedQueueWorker({ ...dependenciesOf(egressSetOf(egresses)), concurrency });
    this.#workers.add(worker);
    return {
      setConcurrency: (next) => {
        checkPositiveInteger('concurrency', next);
        worker.setConcurrency(next);
      },
      close: async () => {
        await worker.close();
        this.#workers.delete(worker);
      },
    };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#workers].map((worker) => worker.close()));
  }
}

const retryMs = 250;
/** How long a worker that has its share of all jobs waits for news of others, before it sees whether that has changed. */
const newsWaitMs = 1_000;
/** The part of its free places for which a worker takes batches in one call, so that idle ones get some, too. */
const mostPerFreePlace = 1 / 4;
const mostPerCall = 50;

/**
 * A worker of a queue that several processes share. Asks for batches and passes them to the handler. One call at a
 * time reports what has ended since the last one, and brings further batches; heartbeats renew the leases. A worker
 * that got fewer than it can take waits to be woken. Resumes by itself after an outage.
 */
export class SharedQueueWorker implements QueueWorker {
  readonly #dependencies: SharedQueueWorkerDependencies;
  readonly #held = new Map<DeliveredBatch, AbortController>();
  readonly #handlers = new Set<Promise<void>>();
  readonly #batches = new ActiveBatches();
  /** What the storage has not yet heard of. */
  #reports: BatchReport[] = [];
  #concurrency: number;
  #calls: Promise<void> | undefined;
  #hasToCallAgain = false;
  #isHeartbeatDue = true;
  #renewedAt = steadyNow(systemClock);
  #leftFull = false;
  #isListening = false;
  #closing: Promise<void> | undefined;
  #cancelHeartbeat = () => {};
  #cancelAlarm = () => {};

  constructor(dependencies: SharedQueueWorkerDependencies) {
    this.#dependencies = dependencies;
    this.#concurrency = dependencies.concurrency;
    this.#call();
  }

  setConcurrency(concurrency: number): void {
    this.#concurrency = Math.max(this.#dependencies.concurrency, concurrency);
    this.#call();
  }

  close(): Promise<void> {
    this.#closing ??= this.#stop();
    return this.#closing;
  }

  async #stop(): Promise<void> {
    this.#cancelHeartbeat();
    this.#cancelAlarm();
    this.#dependencies.wakeUps.close();
    for (const controller of this.#held.values()) controller.abort(new EngineClosed());
    // A call under way may still bring batches.
    await this.#calls;
    while (this.#handlers.size > 0) await Promise.all(this.#handlers);
    await this.#calls;
    // If the storage is out of reach, the leases expire.
    if (this.#reports.length > 0) await this.#callOnce().catch(() => {});
  }

  get #free(): number {
    return this.#closing === undefined ? Math.max(0, this.#concurrency - this.#held.size) : 0;
  }

  /** Calls at once, or again after the call under way. */
  #call(): void {
    this.#hasToCallAgain = true;
    if (this.#calls === undefined && this.#closing === undefined) this.#calls = this.#callWhileNeeded();
  }

  async #callWhileNeeded(): Promise<void> {
    while (this.#hasToCallAgain && this.#closing === undefined) {
      // What ends at the same moment is reported together.
      await nextIteration();
      this.#hasToCallAgain = false;
      await this.#callOnce().catch(() => this.#recover());
    }
    this.#calls = undefined;
    this.#listen();
  }

  async #callOnce(): Promise<void> {
    const { deliver, times } = this.#dependencies;
    const startedAt = steadyNow(systemClock);
    const reports = [...this.#reports];
    const free = this.#free;
    const most = Math.min(mostPerCall, Math.ceil(free * mostPerFreePlace), this.#batches.mostAtOnce(free));
    const held = this.#isHeartbeatDue ? [...this.#held.keys()] : undefined;
    const delivery = await deliver({ reports, most, full: this.#batches.full(free), held });
    this.#reports = this.#reports.slice(reports.length);
    if (held !== undefined) {
      this.#renewedAt = startedAt;
      this.#isHeartbeatDue = false;
      this.#abortLost(delivery.lost);
      this.#cancelHeartbeat();
      this.#cancelHeartbeat = this.#callAfter(times.heartbeatMs, { heartbeat: true });
    }
    if (delivery.alarmMs !== undefined) {
      this.#cancelAlarm();
      this.#cancelAlarm = this.#callAfter(delivery.alarmMs);
    }
    this.#leftFull = delivery.leftFull;
    for (const delivered of delivery.batches) this.#start(delivered);
    if (delivery.batches.length === most && this.#free > 0) this.#hasToCallAgain = true;
  }

  #callAfter(ms: number, { heartbeat = false } = {}): () => void {
    if (this.#closing !== undefined) return () => {};
    return systemClock.after(ms, () => {
      if (heartbeat) this.#isHeartbeatDue = true;
      this.#call();
    });
  }

  /** Keeps trying during an outage, so that finished work is not repeated. */
  #recover(): void {
    if (steadyNow(systemClock) - this.#renewedAt >= this.#dependencies.times.leaseMs)
      this.#abortLost(this.#held.keys());
    this.#isHeartbeatDue = true;
    this.#cancelHeartbeat();
    this.#cancelHeartbeat = this.#callAfter(retryMs);
  }

  #abortLost(lost: Iterable<DeliveredBatch>): void {
    const reason = new StorageUnavailable(
      `${this.#dependencies.storage} was out of reach for so long that the batch was given away.`,
    );
    for (const delivered of lost) this.#held.get(delivered)?.abort(reason);
  }

  /** Waits to be woken, if there is room for batches. */
  #listen(): void {
    if (this.#isListening || this.#calls !== undefined || this.#free === 0) return;
    const { wakeUps } = this.#dependencies;
    this.#isListening = true;
    const woken = this.#leftFull ? wakeUps.next('news', newsWaitMs) : wakeUps.next('any');
    const stop = () => {
      this.#isListening = false;
    };
    woken.then(
      (isWoken) => {
        stop();
        if (isWoken) this.#call();
        else this.#listen();
      },
      () => {
        // The next heartbeat looks for batches, and listens again.
        stop();
      },
    );
  }

  #start(delivered: DeliveredBatch): void {
    const controller = new AbortController();
    this.#held.set(delivered, controller);
    this.#batches.add(delivered.batch);
    const handled = this.#handle(delivered, controller.signal).then((outcome) => {
      this.#handlers.delete(handled);
      this.#held.delete(delivered);
      this.#batches.remove(delivered.batch);
      this.#report({ delivered, outcome });
    });
    this.#handlers.add(handled);
  }

  async #handle(delivered: DeliveredBatch, signal: AbortSignal): Promise<BatchReport['outcome']> {
    let isFreed = !delivered.hasNext;
    const freeLane = () => {
      if (isFreed) return;
      isFreed = true;
      this.#report({ delivered, outcome: 'freed' });
    };
    try {
      // A batch that arrives while closing is queued again.
      if (this.#closing !== undefined) throw new EngineClosed();
      await this.#dependencies.handler(delivered.batch, signal, freeLane);
      return 'done';
    } catch {
      return signal.aborted || this.#closing !== undefined ? 'unfinished' : 'failed';
    } finally {
      isFreed = true;
    }
  }

  #report(report: BatchReport): void {
    this.#reports.push(report);
    this.#call();
  }
}
