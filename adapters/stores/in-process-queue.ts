import { steadyNow } from '../../src/concurrency/steady-time.ts';
import { EngineClosed } from '../../src/errors.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { Batch, QueueWorker, WorkQueue } from '../../src/ports/work-queue.ts';
import { checkPositiveInteger } from './argument-checks.ts';
import { type BatchHandler, checkPut, redeliveryDelayMs } from './batch-rules.ts';
import { InProcessLanes, type QueuedBatch } from './in-process-lanes.ts';

interface ActiveWorker {
  readonly handler: BatchHandler;
  concurrency: number;
  readonly active: Map<Promise<void>, AbortController>;
}

/**
 * A work queue in the memory of this process. It is empty when the process starts. At most one timer runs: for the next
 * delayed batch, and only while a worker has capacity for it. A batch that was put is due after the same wait even if the
 * clock is set in the meantime.
 */
export class InProcessQueue implements WorkQueue {
  readonly shared = false;
  readonly #clock: Clock;
  readonly #lanes = new InProcessLanes();
  /** Workers and the function that closes each. */
  readonly #workers = new Map<ActiveWorker, () => Promise<void>>();
  #timer: { readonly dueAt: number; cancel(): void } | undefined;

  constructor(options: { clock: Clock }) {
    this.#clock = options.clock;
  }

  async put(batches: readonly Batch[], options: { dueAt: number }): Promise<void> {
    checkPut(batches, options);
    const now = steadyNow(this.#clock);
    const dueAt = now + Math.max(0, options.dueAt - this.#clock.now());
    for (const batch of batches) this.#lanes.add(batch, { dueAt, now });
    this.#deliver();
  }

  async count(jobId: string): Promise<number> {
    return this.#lanes.count(jobId);
  }

  work(handler: BatchHandler, options: { concurrency: number }): QueueWorker {
    const { concurrency } = options;
    checkPositiveInteger('concurrency', concurrency);
    const worker: ActiveWorker = { handler, concurrency, active: new Map() };
    let closed: Promise<void> | undefined;
    const close = () => {
      closed ??= this.#stop(worker);
      return closed;
    };
    this.#workers.set(worker, close);
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
    this.#setTimer();
    for (const controller of worker.active.values()) controller.abort(new EngineClosed());
    await Promise.all(worker.active.keys());
  }

  /** Delivers batches until no worker has capacity or no lane is ready. */
  #deliver(now = steadyNow(this.#clock)): void {
    for (let worker = this.#leastBusy(); worker !== undefined; worker = this.#leastBusy()) {
      const queued = this.#lanes.takeNext(now);
      if (queued === undefined) break;
      const controller = new AbortController();
      const handled: Promise<void> = this.#handle(worker, queued, controller.signal).finally(() => {
        worker.active.delete(handled);
        this.#deliver();
      });
      worker.active.set(handled, controller);
    }
    this.#setTimer();
  }

  async #handle({ handler }: ActiveWorker, queued: QueuedBatch, signal: AbortSignal): Promise<void> {
    try {
      // The caller of `put` continues before the handler starts.
      await null;
      signal.throwIfAborted();
      await handler(queued.batch, signal);
      this.#lanes.finish(queued);
    } catch {
      if (signal.aborted) this.#lanes.requeue(queued);
      else {
        queued.failures += 1;
        this.#lanes.postpone(queued, steadyNow(this.#clock) + redeliveryDelayMs(queued.failures));
      }
    }
  }

  /** Returns the worker with the fewest active batches, among those with capacity. */
  #leastBusy(): ActiveWorker | undefined {
    let leastBusy: ActiveWorker | undefined;
    for (const worker of this.#workers.keys()) {
      if (worker.active.size >= worker.concurrency) continue;
      if (leastBusy === undefined || worker.active.size < leastBusy.active.size) leastBusy = worker;
    }
    return leastBusy;
  }

  #setTimer(): void {
    // A worker at its limit checks for due batches when it finishes one.
    const dueAt = this.#leastBusy() === undefined ? undefined : this.#lanes.nextDueAt;
    if (dueAt === this.#timer?.dueAt) return;
    this.#timer?.cancel();
    this.#timer = dueAt === undefined ? undefined : { dueAt, cancel: this.#wakeAt(dueAt) };
  }

  #wakeAt(dueAt: number): () => void {
    return this.#clock.after(Math.ceil(dueAt - steadyNow(this.#clock)), () => {
      this.#timer = undefined;
      // The time has passed, whatever a clock without a steady reading says now.
      this.#deliver(Math.max(dueAt, steadyNow(this.#clock)));
    });
  }
}
