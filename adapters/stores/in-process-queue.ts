import { EngineClosed } from '../../src/errors.ts';
import type { Batch, Clock, WorkQueue } from '../../src/ports.ts';
import { type BatchHandler, checkConcurrency, checkPut, redeliveryPauseMs } from './batch-rules.ts';
import { InProcessLanes, type QueuedBatch } from './in-process-lanes.ts';

interface Worker {
  readonly handler: BatchHandler;
  readonly concurrency: number;
  readonly inHand: Map<Promise<void>, AbortController>;
}

/**
 * Batches of this process alone, which puts them anew when it starts. At most one timer runs: for the next batch
 * that waits for its time, and only while somebody would take it.
 */
export class InProcessQueue implements WorkQueue {
  readonly shared = false;
  readonly #clock: Clock;
  readonly #lanes = new InProcessLanes();
  readonly #workers = new Map<Worker, () => Promise<void>>();
  #timer: { readonly dueAt: number; cancel(): void } | undefined;

  constructor(options: { clock: Clock }) {
    this.#clock = options.clock;
  }

  async put(batches: readonly Batch[], options: { dueAt: number }): Promise<void> {
    checkPut(batches, options);
    const now = this.#clock.now();
    for (const batch of batches) this.#lanes.add(batch, { dueAt: options.dueAt, now });
    this.#handOut();
  }

  async count(jobId: string): Promise<number> {
    return this.#lanes.count(jobId);
  }

  work(handler: BatchHandler, options: { concurrency: number }): { close(): Promise<void> } {
    const { concurrency } = options;
    checkConcurrency(concurrency);
    const worker: Worker = { handler, concurrency, inHand: new Map() };
    let closed: Promise<void> | undefined;
    const close = () => {
      closed ??= this.#dismiss(worker);
      return closed;
    };
    this.#workers.set(worker, close);
    this.#handOut();
    return { close };
  }

  async drop(jobId: string): Promise<void> {
    this.#lanes.drop(jobId);
    this.#setTimer();
  }

  /** Closes all workers. */
  async close(): Promise<void> {
    await Promise.all([...this.#workers.values()].map((close) => close()));
  }

  async #dismiss(worker: Worker): Promise<void> {
    this.#workers.delete(worker);
    this.#setTimer();
    for (const controller of worker.inHand.values()) controller.abort(new EngineClosed());
    await Promise.all(worker.inHand.keys());
  }

  #handOut(): void {
    for (let worker = this.#idlest(); worker !== undefined; worker = this.#idlest()) {
      const queued = this.#lanes.next(this.#clock.now());
      if (queued === undefined) break;
      const controller = new AbortController();
      const handled: Promise<void> = this.#handle(worker, queued, controller.signal).finally(() => {
        worker.inHand.delete(handled);
        this.#handOut();
      });
      worker.inHand.set(handled, controller);
    }
    this.#setTimer();
  }

  async #handle({ handler }: Worker, queued: QueuedBatch, signal: AbortSignal): Promise<void> {
    try {
      // Not before those who put it have gone on.
      await null;
      signal.throwIfAborted();
      await handler(queued.batch, signal);
      this.#lanes.finish(queued);
    } catch {
      if (signal.aborted) this.#lanes.giveBack(queued);
      else {
        queued.failures += 1;
        this.#lanes.postpone(queued, this.#clock.now() + redeliveryPauseMs(queued.failures));
      }
    }
  }

  /** Of the workers that can take one more, the one with the least in hand. */
  #idlest(): Worker | undefined {
    let idlest: Worker | undefined;
    for (const worker of this.#workers.keys()) {
      if (worker.inHand.size >= worker.concurrency) continue;
      if (idlest === undefined || worker.inHand.size < idlest.inHand.size) idlest = worker;
    }
    return idlest;
  }

  #setTimer(): void {
    // A worker that is busy now looks for what is due when it is done.
    const dueAt = this.#idlest() === undefined ? undefined : this.#lanes.nextDueAt;
    if (dueAt === this.#timer?.dueAt) return;
    this.#timer?.cancel();
    this.#timer = dueAt === undefined ? undefined : { dueAt, cancel: this.#wakeAt(dueAt) };
  }

  #wakeAt(dueAt: number): () => void {
    return this.#clock.after(dueAt - this.#clock.now(), () => {
      this.#timer = undefined;
      this.#handOut();
    });
  }
}
