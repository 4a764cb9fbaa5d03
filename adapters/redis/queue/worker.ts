import { randomUUID } from 'node:crypto';
import { type Job, Worker } from 'bullmq';
import { EngineClosed, StorageUnavailable } from '../../../src/errors.ts';
import type { Batch } from '../../../src/ports.ts';
import type { BatchHandler } from '../../stores/batch-rules.ts';
import { systemClock } from '../../system-clock.ts';
import type { RedisClient } from '../client.ts';
import { bullmqConnection, WorkerConnections } from './connections.ts';
import { type TicketData, type TicketOffice, ticketQueue } from './ticket-dispatcher.ts';
import type { QueueTimes } from './times.ts';

/** A ticket out of BullMQ. `holder`: who has it this time. */
export interface HeldTicket {
  readonly id: string;
  readonly at: number;
  readonly holder: string;
}

export type BatchOutcome = 'done' | 'failed' | 'unfinished';

export interface BatchSource {
  /** The batch that the ticket gives a right to; undefined where there is none. */
  take(ticket: HeldTicket): Promise<Batch | undefined>;
  /**
   * Says what became of it, and takes the next one for the next holder. May be repeated until it is answered;
   * without a next holder the ticket is given up.
   */
  finish(
    ticket: HeldTicket,
    outcome: BatchOutcome,
    nextHolder: string | undefined,
  ): Promise<Batch | undefined>;
}

export interface RedisQueueWorkerOptions {
  readonly source: BatchSource;
  readonly tickets: TicketOffice;
  readonly client: RedisClient;
  readonly key: string;
  readonly times: QueueTimes;
  /** The longest that BullMQ may take to end. */
  readonly closeTimeoutMs: number;
  readonly handler: BatchHandler;
  readonly concurrency: number;
}

const retryMs = 250;

/** Takes tickets from BullMQ and handles the batches that they give a right to. Goes on by itself after an outage. */
export class RedisQueueWorker {
  readonly #options: RedisQueueWorkerOptions;
  readonly #connections: WorkerConnections;
  readonly #inHand = new Map<string, AbortController>();
  readonly #served = new Set<Promise<void>>();
  #worker: Worker<TicketData> | undefined;
  #closing: Promise<void> | undefined;
  #cancelCheck: () => void = () => {};

  constructor(options: RedisQueueWorkerOptions) {
    this.#options = options;
    this.#connections = new WorkerConnections(options.client);
    // BullMQ gives up for good where its first connection fails.
    this.#connections.untilReady().then(() => this.#start());
  }

  /** Aborts what is in hand, waits for the handlers, and puts back what they did not finish. */
  close(): Promise<void> {
    this.#closing ??= this.#end();
    return this.#closing;
  }

  #start(): void {
    if (this.#closing !== undefined) return;
    const { key, concurrency, times } = this.#options;
    const serve = (job: Job<TicketData>) => this.#track(this.#serve(job));
    this.#worker = new Worker<TicketData>(ticketQueue, serve, {
      connection: bullmqConnection(this.#connections.main),
      prefix: key,
      concurrency,
      lockDuration: times.lockMs,
      stalledInterval: times.stalledCheckMs,
      maxStalledCount: Number.MAX_SAFE_INTEGER,
      runRetryDelay: 1_000,
    });
    // It mends itself; what is in hand is told by its signal.
    this.#worker.on('error', () => {});
    this.#worker.on('lockRenewalFailed', (ids) => this.#loseHold(ids));
    this.#check();
  }

  async #end(): Promise<void> {
    this.#cancelCheck();
    const worker = this.#worker;
    // With a connection broken BullMQ would wait for it without end.
    const closed = worker?.close(!this.#connections.ready).catch(() => {});
    for (const controller of this.#inHand.values()) controller.abort(new EngineClosed());
    while (this.#served.size > 0) await Promise.allSettled(this.#served);
    await within(this.#options.closeTimeoutMs, closed);
    this.#connections.end();
  }

  #track(served: Promise<void>): Promise<void> {
    this.#served.add(served);
    const forget = () => this.#served.delete(served);
    served.then(forget, forget);
    return served;
  }

  /** Rejects only where Redis cannot be asked: BullMQ gives the ticket out again then. */
  async #serve(job: Job<TicketData>): Promise<void> {
    let ticket: HeldTicket = { id: job.id ?? '', at: job.data.at, holder: randomUUID() };
    let batch = await this.#options.source.take(ticket);
    while (batch !== undefined) {
      const { outcome, goesOn } = await this.#handle(ticket, batch);
      const holder = randomUUID();
      batch = await this.#settle(ticket, outcome, goesOn ? holder : undefined);
      ticket = { ...ticket, holder };
    }
  }

  async #handle(ticket: HeldTicket, batch: Batch): Promise<{ outcome: BatchOutcome; goesOn: boolean }> {
    const controller = new AbortController();
    const { signal } = controller;
    // What was on the way to us when we closed is put back too.
    if (this.#closing !== undefined) controller.abort(new EngineClosed());
    this.#inHand.set(ticket.id, controller);
    try {
      signal.throwIfAborted();
      await this.#options.handler(batch, signal);
      return { outcome: 'done', goesOn: !signal.aborted };
    } catch {
      return { outcome: signal.aborted ? 'unfinished' : 'failed', goesOn: !signal.aborted };
    } finally {
      this.#inHand.delete(ticket.id);
    }
  }

  /** Through an outage, so that what was done is not done again; but closing does not wait for it. */
  async #settle(
    ticket: HeldTicket,
    outcome: BatchOutcome,
    nextHolder: string | undefined,
  ): Promise<Batch | undefined> {
    for (;;) {
      const closing = this.#closing !== undefined;
      try {
        return await this.#options.source.finish(ticket, outcome, nextHolder);
      } catch (error) {
        if (closing) throw error;
      }
      await pause(retryMs);
    }
  }

  /** Redis has heard nothing of us for too long: others may have what we have in hand. */
  #loseHold(ids: readonly string[]): void {
    const reason = new StorageUnavailable(
      'Redis was out of reach for so long that the batch was given away.',
    );
    for (const id of ids) this.#inHand.get(id)?.abort(reason);
  }

  #check(): void {
    const again = () => {
      if (this.#closing !== undefined) return;
      this.#cancelCheck = systemClock.after(this.#options.times.ticketCheckMs, () => this.#check());
    };
    this.#options.tickets.handInForgotten(this.#options.times.ticketCheckMs).then(again, again);
  }
}

/** Waits for the promise, but not for longer. */
async function within(timeoutMs: number, promise: Promise<void> | undefined): Promise<void> {
  let cancel = () => {};
  const timeUp = new Promise<void>((resolve) => {
    cancel = systemClock.after(timeoutMs, resolve);
  });
  await Promise.race([promise, timeUp]);
  cancel();
}

function pause(delayMs: number): Promise<void> {
  return new Promise((resolve) => {
    systemClock.after(delayMs, resolve);
  });
}
