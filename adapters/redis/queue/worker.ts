import { randomUUID } from 'node:crypto';
import { type Job, Worker } from 'bullmq';
import { delay } from '../../../src/concurrency/deadline.ts';
import { type Permit, Semaphore } from '../../../src/concurrency/semaphore.ts';
import { steadyNow } from '../../../src/concurrency/steady-time.ts';
import { EngineClosed, StorageUnavailable } from '../../../src/errors.ts';
import type { Batch, BatchHandler } from '../../../src/ports/work-queue.ts';
import { systemClock } from '../../system-clock.ts';
import type { RedisClient } from '../client.ts';
import { bullmqConnection, WorkerConnections } from './connections.ts';
import { type TicketData, type TicketDispatcher, ticketQueue } from './ticket-dispatcher.ts';
import type { QueueTimes } from './times.ts';

/** A ticket delivered by BullMQ, or created by the worker for itself. */
export interface DeliveredTicket {
  readonly id: string;
  readonly at: number;
  /** Identifies this delivery. Only the latest holder of a ticket can finish its batch. */
  readonly holder: string;
}

export type BatchOutcome = 'done' | 'failed' | 'unfinished';

/** What a worker says of itself. */
export interface Attendance {
  readonly crew: string;
  /** The tickets that it has created for itself. Their leases are renewed. */
  readonly tickets: readonly string[];
  /** How many more batches it can take. */
  readonly limit: number;
  /** Of the batches that it gets. */
  readonly holder: string;
}

export interface AttendanceReport {
  /** Tickets whose leases had expired: their batches were given away. */
  readonly lost: readonly string[];
  readonly batches: readonly OwnBatch[];
}

/** A batch that a worker is to work on. */
export interface TakenBatch {
  readonly batch: Batch;
  /** Whether its lane had another one that was queued. If not, nothing waits for the lane to be freed. */
  readonly hasNext: boolean;
}

/** A batch that a worker has taken for itself, with a new ticket. */
export interface OwnBatch {
  readonly ticket: DeliveredTicket;
  readonly taken: TakenBatch;
}

export interface BatchSource {
  /** Takes the next batch for a worker of this crew; undefined if there is none. */
  take(ticket: DeliveredTicket, crew: string): Promise<TakenBatch | undefined>;
  /**
   * Records the outcome of a batch, and takes the next batch for the next holder. May be repeated until it succeeds.
   * Without a next holder the ticket ends.
   */
  finish(
    ticket: DeliveredTicket,
    outcome: BatchOutcome,
    next: { readonly nextHolder: string | undefined; readonly crew: string },
  ): Promise<TakenBatch | undefined>;
  /** Lets the lane of a batch go on, and takes the next batch of any lane for the next holder, if there is one. */
  freeLane(
    ticket: DeliveredTicket,
    next: { readonly nextHolder: string | undefined; readonly crew: string },
  ): Promise<OwnBatch | undefined>;
  /** Called regularly, and within the length of a lease. */
  attend(attendance: Attendance): Promise<AttendanceReport>;
}

export interface RedisQueueWorkerDependencies {
  readonly source: BatchSource;
  readonly dispatcher: TicketDispatcher;
  readonly client: RedisClient;
  readonly key: string;
  readonly times: QueueTimes;
  /** Longest time that BullMQ may take to close. */
  readonly closeTimeoutMs: number;
  readonly handler: BatchHandler;
  readonly concurrency: number;
  /** Named by the egresses of its workers, sorted, in JSON. */
  readonly crew: string;
}

const retryMs = 250;
/** Most batches that a worker takes at once for itself. The others are taken one after another. */
const mostTaken = 50;

/**
 * Receives tickets from BullMQ, and passes batches to the handler. Batches that no such ticket leads to are taken for
 * tickets of the worker itself. Resumes by itself after an outage.
 */
export class RedisQueueWorker {
  readonly #dependencies: RedisQueueWorkerDependencies;
  readonly #connections: WorkerConnections;
  readonly #active = new Map<string, AbortController>();
  readonly #serving = new Set<Promise<void>>();
  /** One for each batch at a time, whoever created its ticket. */
  readonly #slots: Semaphore;
  /** Tickets that this worker has created for itself. */
  readonly #ownTickets = new Set<string>();
  #attendedAt = 0;
  #worker: Worker<TicketData> | undefined;
  /**
   * Receives tickets beyond the initial concurrency. A BullMQ worker whose handlers are all busy does not notice that its
   * own concurrency has been raised.
   */
  #surplus: Worker<TicketData> | undefined;
  #surplusConcurrency = 0;
  #closing: Promise<void> | undefined;
  #cancelTimer: () => void = () => {};
  #cancelAttendance: () => void = () => {};

  constructor(dependencies: RedisQueueWorkerDependencies) {
    this.#dependencies = dependencies;
    this.#slots = new Semaphore(dependencies.concurrency);
    this.#connections = new WorkerConnections(dependencies.client);
    // BullMQ never recovers if its first connection fails.
    this.#connections.untilReady().then(() => this.#start());
  }

  /** Aborts the active batches, waits for their handlers, and requeues the batches they did not finish. */
  close(): Promise<void> {
    this.#closing ??= this.#stop();
    return this.#closing;
  }

  #start(): void {
    if (this.#closing !== undefined) return;
    this.#worker = this.#receiveTickets(this.#dependencies.concurrency, () => true);
    this.#resizeSurplus();
    this.#dispatchPendingTickets();
    this.#attendRegularly();
  }

  /** Raises the number of batches at a time above the initial one, or lowers it again. */
  setConcurrency(concurrency: number): void {
    this.#surplusConcurrency = Math.max(0, concurrency - this.#dependencies.concurrency);
    this.#slots.permits = this.#dependencies.concurrency + this.#surplusConcurrency;
    if (this.#worker !== undefined && this.#closing === undefined) this.#resizeSurplus();
  }

  /** Lets BullMQ deliver no tickets that would have to wait for a slot here, but one. */
  #resizeWorker(): void {
    if (this.#worker === undefined) return;
    this.#worker.concurrency = Math.max(1, this.#dependencies.concurrency - this.#ownTickets.size);
  }

  #resizeSurplus(): void {
    const concurrency = this.#surplusConcurrency;
    const surplus = this.#surplus;
    if (concurrency === 0) {
      this.#surplus = undefined;
      // Its active batches are finished first.
      surplus?.close().catch(() => {});
    } else if (surplus !== undefined) surplus.concurrency = concurrency;
    else {
      const started: Worker<TicketData> = this.#receiveTickets(concurrency, () => this.#surplus === started);
      this.#surplus = started;
    }
  }

  /** `continues` tells whether a ticket may be used for the next batch. */
  #receiveTickets(concurrency: number, continues: () => boolean): Worker<TicketData> {
    const { key, times } = this.#dependencies;
    const serve = (job: Job<TicketData>) => this.#track(this.#serve(job, continues));
    const worker = new Worker<TicketData>(ticketQueue, serve, {
      connection: bullmqConnection(this.#connections.main),
      prefix: key,
      concurrency,
      lockDuration: times.lockMs,
      stalledInterval: times.stalledCheckMs,
      maxStalledCount: Number.MAX_SAFE_INTEGER,
      runRetryDelay: 1_000,
    });
    // BullMQ recovers by itself; active batches are aborted by their signals.
    worker.on('error', () => {});
    worker.on('lockRenewalFailed', (ids) => this.#abortLost(ids));
    return worker;
  }

  async #stop(): Promise<void> {
    this.#cancelTimer();
    this.#cancelAttendance();
    const workers = [this.#worker, this.#surplus];
    // Without a connection, an unforced close would wait for ever.
    const closed = Promise.all(
      workers.map((worker) => worker?.close(!this.#connections.ready).catch(() => {})),
    );
    for (const controller of this.#active.values()) controller.abort(new EngineClosed());
    while (this.#serving.size > 0) await Promise.allSettled(this.#serving);
    await waitAtMost(this.#dependencies.closeTimeoutMs, closed);
    this.#connections.close();
  }

  #track(serving: Promise<void>): Promise<void> {
    this.#serving.add(serving);
    const forget = () => this.#serving.delete(serving);
    serving.then(forget, forget);
    return serving;
  }

  /** Rejects only if Redis cannot be reached; BullMQ then delivers the ticket again. */
  async #serve(job: Job<TicketData>, mayContinue: () => boolean): Promise<void> {
    const { source, crew } = this.#dependencies;
    const ticket: DeliveredTicket = { id: job.id ?? '', at: job.data.at, holder: randomUUID() };
    const slot = await this.#slots.acquire();
    try {
      const taken = await source.take(ticket, crew);
      if (taken !== undefined) await this.#serveFrom(ticket, taken, mayContinue);
    } finally {
      slot.release();
    }
  }

  /** Serves one batch after another, as long as there are any. */
  async #serveFrom(
    first: DeliveredTicket,
    firstTaken: TakenBatch,
    mayContinue: () => boolean,
  ): Promise<void> {
    let ticket = first;
    for (let taken: TakenBatch | undefined = firstTaken; taken !== undefined; ) {
      const { outcome, continues } = await this.#handle(ticket, taken);
      const holder = randomUUID();
      taken = await this.#finish(ticket, outcome, continues && mayContinue() ? holder : undefined);
      ticket = { ...ticket, holder };
    }
  }

  async #handle(
    ticket: DeliveredTicket,
    { batch, hasNext }: TakenBatch,
  ): Promise<{ outcome: BatchOutcome; continues: boolean }> {
    const controller = new AbortController();
    const { signal } = controller;
    // A batch that arrives while closing is requeued.
    if (this.#closing !== undefined) controller.abort(new EngineClosed());
    this.#active.set(ticket.id, controller);
    try {
      signal.throwIfAborted();
      let isFreed = !hasNext;
      const freeLane = () => {
        if (isFreed) return;
        isFreed = true;
        void this.#track(this.#freeLane(ticket));
      };
      await this.#dependencies.handler(batch, signal, freeLane);
      return { outcome: 'done', continues: !signal.aborted };
    } catch {
      return { outcome: signal.aborted ? 'unfinished' : 'failed', continues: !signal.aborted };
    } finally {
      this.#active.delete(ticket.id);
    }
  }

  /**
   * Keeps trying during an outage, so that finished work is not repeated. Closing does not wait for the outage to end.
   */
  async #finish(
    ticket: DeliveredTicket,
    outcome: BatchOutcome,
    nextHolder: string | undefined,
  ): Promise<TakenBatch | undefined> {
    for (;;) {
      const closing = this.#closing !== undefined;
      try {
        const { source, crew } = this.#dependencies;
        return await source.finish(ticket, outcome, { nextHolder, crew });
      } catch (error) {
        if (closing) throw error;
      }
      await delay(systemClock, retryMs);
    }
  }

  /** Serves the next batch, if there is a slot for it. If Redis is out of reach, the lane goes on when the batch ends. */
  async #freeLane(ticket: DeliveredTicket): Promise<void> {
    if (this.#closing !== undefined) return;
    const { source, crew } = this.#dependencies;
    const slot = this.#slots.tryAcquire();
    const nextHolder = slot === undefined ? undefined : randomUUID();
    const next = await source.freeLane(ticket, { nextHolder, crew }).catch(() => undefined);
    if (next === undefined) slot?.release();
    else this.#serveOwn(next, slot);
  }

  /** Aborts batches whose locks were not renewed in time: other workers may have received them. */
  #abortLost(ids: readonly string[]): void {
    const reason = new StorageUnavailable(
      'Redis was out of reach for so long that the batch was given away.',
    );
    for (const id of ids) this.#active.get(id)?.abort(reason);
  }

  #attendRegularly(): void {
    const repeat = () => {
      if (this.#closing !== undefined) return;
      const { attendMs } = this.#dependencies.times;
      this.#cancelAttendance = systemClock.after(attendMs, () => this.#attendRegularly());
    };
    this.#track(this.#attend()).then(repeat, repeat);
  }

  /** Says that this worker is there, and serves the batches that it gets. */
  async #attend(): Promise<void> {
    const { source, crew, times } = this.#dependencies;
    const slots: Permit[] = [];
    while (slots.length < mostTaken) {
      const slot = this.#slots.tryAcquire();
      if (slot === undefined) break;
      slots.push(slot);
    }
    try {
      const startedAt = steadyNow(systemClock);
      const tickets = [...this.#ownTickets];
      const holder = randomUUID();
      const { lost, batches } = await source.attend({ crew, tickets, limit: slots.length, holder });
      this.#attendedAt = startedAt;
      this.#abortLost(lost);
      for (const own of batches) this.#serveOwn(own, slots.pop());
    } catch {
      if (steadyNow(systemClock) - this.#attendedAt >= times.lockMs) this.#abortLost([...this.#ownTickets]);
    } finally {
      for (const slot of slots) slot.release();
    }
  }

  #serveOwn({ ticket, taken }: OwnBatch, slot: Permit | undefined): void {
    this.#ownTickets.add(ticket.id);
    this.#resizeWorker();
    const served = this.#serveFrom(ticket, taken, () => this.#closing === undefined).finally(() => {
      this.#ownTickets.delete(ticket.id);
      this.#resizeWorker();
      slot?.release();
    });
    // If Redis is out of reach while this worker is closed, the lease expires.
    this.#track(served).catch(() => {});
  }

  #dispatchPendingTickets(): void {
    const repeat = () => {
      if (this.#closing !== undefined) return;
      this.#cancelTimer = systemClock.after(this.#dependencies.times.ticketCheckMs, () =>
        this.#dispatchPendingTickets(),
      );
    };
    this.#dependencies.dispatcher
      .dispatchPending(this.#dependencies.times.ticketCheckMs)
      .then(repeat, repeat);
  }
}

/** Waits for the promise, at most `timeoutMs`. */
async function waitAtMost(timeoutMs: number, promise: Promise<unknown>): Promise<void> {
  let cancel = () => {};
  const timeUp = new Promise<void>((resolve) => {
    cancel = systemClock.after(timeoutMs, resolve);
  });
  await Promise.race([promise, timeUp]);
  cancel();
}
