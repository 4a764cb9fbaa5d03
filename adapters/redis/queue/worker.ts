import { randomUUID } from 'node:crypto';
import { type Job, Worker } from 'bullmq';
import { delay } from '../../../src/concurrency/deadline.ts';
import { type Permit, Semaphore } from '../../../src/concurrency/semaphore.ts';
import { steadyNow } from '../../../src/concurrency/steady-time.ts';
import { mostPerFree } from '../../../src/concurrency/work-share.ts';
import { EngineClosed, StorageUnavailable } from '../../../src/errors.ts';
import type { Batch, BatchHandler } from '../../../src/ports/work-queue.ts';
import { ActiveBatches } from '../../stores/active-batches.ts';
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

/** Who takes a batch. */
export interface Taker {
  readonly crew: string;
  /** Accounts and jobs of which it may have no further batch now. */
  readonly full: ReturnType<ActiveBatches['full']>;
}

/** Who takes the next batch; nobody does without a holder. */
export interface NextTaker extends Taker {
  readonly nextHolder: string | undefined;
}

/** What a worker says of itself. */
export interface Attendance extends Taker {
  /** The tickets that it has created for itself. Their leases are renewed. */
  readonly tickets: readonly string[];
  /** How many more batches it can take. */
  readonly limit: number;
  /** The holder of the batches that it gets. */
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
  /** Takes the next batch; undefined if there is none. */
  take(ticket: DeliveredTicket, taker: Taker): Promise<TakenBatch | undefined>;
  /**
   * Records the outcome of a batch, and takes the next batch for the next holder. May be repeated until it succeeds.
   * Without a next holder the ticket ends.
   */
  finish(ticket: DeliveredTicket, outcome: BatchOutcome, next: NextTaker): Promise<TakenBatch | undefined>;
  /** Lets the lane of a batch go on, and takes the next batch of any lane for the next holder, if there is one. */
  freeLane(ticket: DeliveredTicket, next: NextTaker): Promise<OwnBatch | undefined>;
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
/** The most batches that a worker takes for itself in one call. It takes more in further calls. */
const mostTaken = 50;
/** The part of its free slots for which a worker takes batches in one call. */
const mostTakenPerFree = 1 / 4;

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
  readonly #batches = new ActiveBatches();
  /** How many batches are being taken, at most. Whose they are is not known yet. */
  #beingTaken = 0;
  readonly #takes = new Set<Promise<void>>();
  /** Whether batches may be left whose tickets were used up, because their accounts or jobs had enough here. */
  #leftFull = false;
  #attending = false;
  /** Whether to look for batches again when the attendance under way ends. */
  #hasToLookAgain = false;
  /** Tickets that this worker has created for itself. */
  readonly #ownTickets = new Set<string>();
  #attendedAt = 0;
  #worker: Worker<TicketData> | undefined;
  /**
   * Receives tickets beyond the initial concurrency. A BullMQ worker whose handlers are all busy does not
   * notice that its own concurrency has been raised.
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
    if (this.#worker === undefined || this.#closing !== undefined) return;
    this.#resizeSurplus();
    this.#lookAgain();
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
      await this.#untilTheirOwnersAreKnown();
      const taken = await this.#take((full) => source.take(ticket, { crew, full }), batchesOf);
      if (taken === undefined) return;
      await this.#serveFrom(ticket, taken, mayContinue);
    } finally {
      slot.release();
    }
    this.#lookAgain();
  }

  /** How many batches it can take, with one whose slot has been acquired. */
  get #free(): number {
    return this.#slots.permits - this.#slots.held + 1;
  }

  /** Waits until so few batches are being taken that one job keeps within its share even if all of them are its own. */
  async #untilTheirOwnersAreKnown(): Promise<void> {
    while (this.#beingTaken >= this.#free * mostPerFree.share) await Promise.race(this.#takes);
  }

  /**
   * Takes at most `most` batches, whose slots have been acquired. `full`: accounts and jobs of which it may
   * take none.
   */
  async #take<Taken>(
    take: (full: Taker['full']) => Promise<Taken>,
    ofTaken: (taken: Taken) => readonly TakenBatch[],
    most = 1,
  ): Promise<Taken> {
    const full = this.#batches.full(this.#free, Math.max(0, this.#beingTaken + most - 1));
    if (full.accounts.length + full.jobs.length > 0) this.#leftFull = true;
    this.#beingTaken += most;
    const taking = take(full)
      .then((taken) => {
        for (const { batch } of ofTaken(taken)) this.#batches.add(batch);
        return taken;
      })
      .finally(() => {
        this.#beingTaken -= most;
        this.#takes.delete(settled);
      });
    const settled = taking.then(ignore, ignore);
    this.#takes.add(settled);
    return taking;
  }

  /**
   * Looks for batches that were left because their accounts or jobs had enough here. To be called when that
   * may have changed.
   */
  #lookAgain(): void {
    if (!this.#leftFull || this.#closing !== undefined) return;
    this.#hasToLookAgain = this.#attending;
    if (this.#attending) return;
    this.#leftFull = false;
    void this.#track(this.#attend());
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
      this.#batches.remove(batch);
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
        return await this.#take(
          (full) => source.finish(ticket, outcome, { nextHolder, crew, full }),
          batchesOf,
          nextHolder === undefined ? 0 : 1,
        );
      } catch (error) {
        if (closing) throw error;
      }
      await delay(systemClock, retryMs);
    }
  }

  /**
   * Serves the next batch, if there is a slot for it. If Redis is out of reach, the lane goes on when the
   * batch ends.
   */
  async #freeLane(ticket: DeliveredTicket): Promise<void> {
    if (this.#closing !== undefined) return;
    const { source, crew } = this.#dependencies;
    const slot = this.#slots.tryAcquire();
    const nextHolder = slot === undefined ? undefined : randomUUID();
    const next = await this.#take(
      (full) => source.freeLane(ticket, { nextHolder, crew, full }),
      (own) => batchesOf(own?.taken),
      slot === undefined ? 0 : 1,
    ).catch(() => undefined);
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
    this.#attending = true;
    this.#hasToLookAgain = false;
    // Until it is known whose they are, they count for every account and job (`#take`). So few are taken at once.
    const most = Math.min(mostTaken, Math.max(1, (this.#free - 1) * mostTakenPerFree));
    while (slots.length < most) {
      const slot = this.#slots.tryAcquire();
      if (slot === undefined) break;
      slots.push(slot);
    }
    try {
      const startedAt = steadyNow(systemClock);
      const tickets = [...this.#ownTickets];
      const holder = randomUUID();
      const limit = slots.length;
      const { lost, batches } = await this.#take(
        (full) => source.attend({ crew, tickets, limit, holder, full }),
        ({ batches: owned }) => owned.map(({ taken }) => taken),
        limit,
      );
      this.#attendedAt = startedAt;
      this.#abortLost(lost);
      for (const own of batches) this.#serveOwn(own, slots.pop());
      if (limit > 0 && batches.length === limit) this.#hasToLookAgain = true;
    } catch {
      if (steadyNow(systemClock) - this.#attendedAt >= times.lockMs) this.#abortLost([...this.#ownTickets]);
    } finally {
      for (const slot of slots) slot.release();
      this.#attending = false;
    }
    if (this.#hasToLookAgain) this.#lookAgain();
  }

  #serveOwn({ ticket, taken }: OwnBatch, slot: Permit | undefined): void {
    this.#ownTickets.add(ticket.id);
    this.#resizeWorker();
    const served = this.#serveFrom(ticket, taken, () => this.#closing === undefined).finally(() => {
      this.#ownTickets.delete(ticket.id);
      this.#resizeWorker();
      slot?.release();
      this.#lookAgain();
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

function batchesOf(taken: TakenBatch | undefined): readonly TakenBatch[] {
  return taken === undefined ? [] : [taken];
}

function ignore(): void {}

/** Waits for the promise, at most `timeoutMs`. */
async function waitAtMost(timeoutMs: number, promise: Promise<unknown>): Promise<void> {
  let cancel = () => {};
  const timeUp = new Promise<void>((resolve) => {
    cancel = systemClock.after(timeoutMs, resolve);
  });
  await Promise.race([promise, timeUp]);
  cancel();
}
