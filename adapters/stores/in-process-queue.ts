import { steadyNow } from '../../src/concurrency/steady-time.ts';
import { EngineClosed } from '../../src/errors.ts';
import type { Clock } from '../../src/ports/clock.ts';
import {
  type Batch,
  type BatchHandler,
  egressWaitMs,
  type QueueDepth,
  type QueueWorker,
  type WorkQueue,
} from '../../src/ports/work-queue.ts';
import { ActiveBatches } from './active-batches.ts';
import { checkPositiveInteger } from './argument-checks.ts';
import { checkPut, checkWork, egressSetOf, redeliveryDelayMs } from './batch-rules.ts';
import { InProcessLanes, type LaneWorker, type QueuedBatch } from './in-process-lanes.ts';

interface ActiveWorker extends LaneWorker {
  readonly handler: BatchHandler;
  readonly egresses: ReadonlySet<string>;
  concurrency: number;
  readonly active: Map<Promise<void>, AbortController>;
  readonly batches: ActiveBatches;
}

/**
 * A work queue in the memory of this process. It is empty when the process starts. At most one timer runs: for the next
 * batch that is due, or whose egress has been missed for long enough, and only while a worker has capacity for it. A batch
 * that was put is due after the same wait even if the clock is set in the meantime.
 */
export class InProcessQueue implements WorkQueue {
  readonly shared = false;
  readonly #clock: Clock;
  /** Workers and the function that closes each. */
  readonly #workers = new Map<ActiveWorker, () => Promise<void>>();
  readonly #lanes = new InProcessLanes(() => this.#workers.keys());
  /**
   * When a worker last had each egress; or, if none ever had, when a batch first asked for it. By the steady
   * reading of the clock.
   */
  readonly #lastHadAt = new Map<string, number>();
  #timer: { readonly dueAt: number; cancel(): void } | undefined;

  constructor(options: { clock: Clock }) {
    this.#clock = options.clock;
  }

  async put(batches: readonly Batch[], options: { dueAt: number }): Promise<void> {
    checkPut(batches, options);
    const now = steadyNow(this.#clock);
    const dueAt = now + Math.max(0, options.dueAt - this.#clock.now());
    for (const batch of batches) {
      const { egress } = batch;
      if (egress !== undefined && !this.#lastHadAt.has(egress)) this.#lastHadAt.set(egress, now);
      this.#lanes.add(batch, { dueAt, now });
    }
    this.#deliver();
  }

  async egresses(): Promise<readonly string[]> {
    return [...new Set([...this.#workers.keys()].flatMap(({ egresses }) => [...egresses]))];
  }

  async count(jobId: string): Promise<number> {
    return this.#lanes.count(jobId);
  }

  async depth(): Promise<QueueDepth> {
    return this.#lanes.depth(steadyNow(this.#clock));
  }

  work(handler: BatchHandler, options: Parameters<WorkQueue['work']>[1]): QueueWorker {
    checkWork(options);
    const { concurrency } = options;
    const egresses = new Set(options.egresses);
    const egressSet = egressSetOf(egresses);
    const limit = Math.max(1, egresses.size);
    const [active, batches] = [new Map(), new ActiveBatches()];
    const worker: ActiveWorker = { handler, egresses, egressSet, limit, concurrency, active, batches };
    let closed: Promise<void> | undefined;
    const close = () => {
      closed ??= this.#stop(worker);
      return closed;
    };
    this.#workers.set(worker, close);
    this.#lanes.beginWorker();
    this.#deliver();
    const setConcurrency = (next: number) => {
      checkPositiveInteger('concurrency', next);
      worker.concurrency = Math.max(concurrency, next);
      this.#deliver();
    };
    return { setConcurrency, close };
  }

  async drop(jobId: string): Promise<void> {
    this.#lanes.drop(jobId);
    this.#setTimer();
  }

  /** Closes all workers. */
  async close(): Promise<void> {
    await Promise.all([...this.#workers.values()].map((close) => close()));
  }

  async #stop(worker: ActiveWorker): Promise<void> {
    this.#workers.delete(worker);
    const now = steadyNow(this.#clock);
    for (const egress of worker.egresses) this.#lastHadAt.set(egress, now);
    this.#setTimer();
    for (const controller of worker.active.values()) controller.abort(new EngineClosed());
    await Promise.all(worker.active.keys());
  }

  /** Delivers batches until no worker has capacity, or none may have a batch that is ready. */
  #deliver(now = steadyNow(this.#clock)): void {
    for (;;) {
      const taken = this.#takeNext(now);
      if (taken === undefined) break;
      const { worker, queued } = taken;
      const controller = new AbortController();
      const handled: Promise<void> = this.#handle(worker, queued, controller.signal).finally(() => {
        worker.active.delete(handled);
        worker.batches.remove(queued.batch);
        this.#deliver();
      });
      worker.active.set(handled, controller);
      worker.batches.add(queued.batch);
    }
    this.#setTimer();
  }

  /** Takes a batch for the worker that has the fewest, of those with capacity that may have one. */
  #takeNext(now: number): { readonly worker: ActiveWorker; readonly queued: QueuedBatch } | undefined {
    for (const worker of this.#withCapacity()) {
      const isAllowed = (egress: string) => worker.egresses.has(egress) || this.#missedAt(egress) <= now;
      const { egressSet, limit, concurrency, active, batches } = worker;
      const full = batches.full(concurrency - active.size);
      const queued = this.#lanes.takeNext(now, { egressSet, limit, isAllowed, full });
      if (queued !== undefined) return { worker, queued };
    }
    return undefined;
  }

  async #handle({ handler }: ActiveWorker, queued: QueuedBatch, signal: AbortSignal): Promise<void> {
    let ended = false;
    const freeLane = () => {
      if (ended) return;
      this.#lanes.freeLane(queued);
      this.#deliver();
    };
    try {
      // The caller of `put` continues before the handler starts.
      await null;
      signal.throwIfAborted();
      await handler(queued.batch, signal, freeLane);
      ended = true;
      this.#lanes.finish(queued);
    } catch {
      ended = true;
      if (signal.aborted) this.#lanes.requeue(queued);
      else {
        queued.failures += 1;
        this.#lanes.postpone(queued, steadyNow(this.#clock) + redeliveryDelayMs(queued.failures));
      }
    }
  }

  /** Returns the workers with capacity, those with the fewest active batches first. */
  #withCapacity(): ActiveWorker[] {
    return [...this.#workers.keys()]
      .filter(({ active, concurrency }) => active.size < concurrency)
      .sort((one, other) => one.active.size - other.active.size);
  }

  #setTimer(): void {
    // A worker at its limit checks for due batches when it finishes one.
    const dueAt = this.#withCapacity().length === 0 ? undefined : this.#nextAt();
    if (dueAt === this.#timer?.dueAt) return;
    this.#timer?.cancel();
    this.#timer = dueAt === undefined ? undefined : { dueAt, cancel: this.#wakeAt(dueAt) };
  }

  /** When the next delayed batch is due, or those of an egress go to any worker. */
  #nextAt(): number | undefined {
    const missedAt = this.#lanes.readyEgresses.map((egress) => this.#missedAt(egress));
    const at = Math.min(this.#lanes.nextDueAt ?? Number.POSITIVE_INFINITY, ...missedAt);
    return Number.isFinite(at) ? at : undefined;
  }

  /** When the batches of an egress go to any worker, unless one with the egress begins before. */
  #missedAt(egress: string): number {
    if ([...this.#workers.keys()].some(({ egresses }) => egresses.has(egress)))
      return Number.POSITIVE_INFINITY;
    return (this.#lastHadAt.get(egress) ?? Number.NEGATIVE_INFINITY) + egressWaitMs;
  }

  #wakeAt(dueAt: number): () => void {
    return this.#clock.after(Math.ceil(dueAt - steadyNow(this.#clock)), () => {
      this.#timer = undefined;
      // The time has passed, whatever a clock without a steady reading says now.
      this.#deliver(Math.max(dueAt, steadyNow(this.#clock)));
    });
  }
}
