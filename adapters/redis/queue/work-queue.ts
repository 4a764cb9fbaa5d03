import type { Clock } from '../../../src/ports/clock.ts';
import type {
  Batch,
  BatchHandler,
  QueueDepth,
  QueueWorker,
  WorkQueue,
} from '../../../src/ports/work-queue.ts';
import { checkPositiveInteger } from '../../stores/argument-checks.ts';
import { checkPut, checkWork, crewOf, egressesOf } from '../../stores/batch-rules.ts';
import { systemClock } from '../../system-clock.ts';
import type { RedisClient, RedisScript } from '../client.ts';
import { RedisConnection } from '../connection.ts';
import { closedError } from '../failures.ts';
import { asInteger, asList, asText } from '../reply-values.ts';
import { queueAttend } from '../scripts/queue-attend.ts';
import { queueDepth } from '../scripts/queue-depth.ts';
import { queueDrop } from '../scripts/queue-drop.ts';
import { queueFinish } from '../scripts/queue-finish.ts';
import { queueFree } from '../scripts/queue-free.ts';
import { queuePendingTickets } from '../scripts/queue-pending-tickets.ts';
import { queuePut } from '../scripts/queue-put.ts';
import { queueTake } from '../scripts/queue-take.ts';
import { failFastConnection } from './connections.ts';
import { TicketDispatcher, ticketsOf } from './ticket-dispatcher.ts';
import { type QueueTimes, queueTimesWith } from './times.ts';
import {
  type Attendance,
  type AttendanceReport,
  type BatchOutcome,
  type BatchSource,
  type DeliveredTicket,
  type NextTaker,
  type OwnBatch,
  RedisQueueWorker,
  type TakenBatch,
  type Taker,
} from './worker.ts';

/** Scripts that the connection must define. */
export const queueScripts: readonly RedisScript[] = [
  queueAttend,
  queueDepth,
  queueDrop,
  queueFinish,
  queueFree,
  queuePut,
  queueTake,
  queuePendingTickets,
];

export interface RedisWorkQueueDependencies {
  readonly redis: RedisConnection;
  /** Copied for the connections of BullMQ; not used itself. */
  readonly client: RedisClient;
  /** Host and port, for messages. */
  readonly address: string;
  readonly callTimeoutMs: number;
  readonly prefix: string;
  /** The clock of due times; undefined for the server's. The delay until then passes in real time. */
  readonly clock: Clock | undefined;
  readonly times?: Partial<QueueTimes> | undefined;
}

/** Limits per script call: scripts block all other clients of Redis. */
const batchesPerCall = 100;
const dropsPerCall = 500;

/**
 * A work queue shared by all processes that use the same Redis. Lua scripts keep the lanes, the round robin and the due
 * times (`scripts/queue-lanes.ts`). BullMQ delivers a ticket for each ready lane, delays tickets until they are due,
 * and delivers them again if a process dies. It delivers them to any worker: batches that none of its tickets led to are
 * fetched by the workers that may have them.
 */
export class RedisWorkQueue implements WorkQueue, BatchSource {
  readonly shared = true;
  readonly #dependencies: RedisWorkQueueDependencies;
  readonly #redis: RedisConnection;
  readonly #times: QueueTimes;
  /** The braces keep all keys of the queue, including BullMQ's, in one cluster slot. */
  readonly #key: string;
  readonly #workers = new Set<RedisQueueWorker>();
  #dispatcher: TicketDispatcher | undefined;
  #closed = false;

  constructor(dependencies: RedisWorkQueueDependencies) {
    this.#dependencies = dependencies;
    this.#redis = dependencies.redis;
    this.#times = queueTimesWith(dependencies.times);
    this.#key = `{${dependencies.prefix}:queue}`;
  }

  async put(batches: readonly Batch[], options: { dueAt: number }): Promise<void> {
    checkPut(batches, options);
    const { clock = systemClock } = this.#dependencies;
    const delayMs = String(Math.max(0, Math.ceil(options.dueAt - clock.now())));
    for (let first = 0; first < batches.length; first += batchesPerCall) {
      const args = batches.slice(first, first + batchesPerCall).flatMap(argumentsOf);
      await this.#dispatchTickets(await this.#redis.run(queuePut, this.#key, delayMs, ...args));
    }
  }

  async egresses(): Promise<readonly string[]> {
    const crews = asList(await this.#redis.command('ZRANGE', `${this.#key}:crews`, '0', '-1')).map(asText);
    return [...new Set(crews.flatMap(egressesOf))];
  }

  async count(jobId: string): Promise<number> {
    return asInteger(await this.#redis.command('SCARD', this.#jobKey(jobId)));
  }

  async depth(): Promise<QueueDepth> {
    const reply = asList(await this.#redis.run(queueDepth, this.#key)).map(asInteger);
    const [queued = 0, delayed = 0, active = 0, oldestDueRetryMs = 0] = reply;
    return { queued, delayed, active, oldestDueRetryMs };
  }

  work(handler: BatchHandler, options: Parameters<WorkQueue['work']>[1]): QueueWorker {
    checkWork(options);
    const { concurrency, egresses = [] } = options;
    if (this.#closed) throw closedError();
    const worker = new RedisQueueWorker({
      source: this,
      dispatcher: this.#ensureDispatcher(),
      client: this.#dependencies.client,
      key: this.#key,
      times: this.#times,
      closeTimeoutMs: this.#dependencies.callTimeoutMs,
      handler,
      concurrency,
      crew: crewOf(egresses),
    });
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

  async drop(jobId: string): Promise<void> {
    const ids = asList(await this.#redis.command('SMEMBERS', this.#jobKey(jobId))).map(asText);
    for (let first = 0; first < ids.length; first += dropsPerCall) {
      await this.#redis.run(queueDrop, this.#key, jobId, ...ids.slice(first, first + dropsPerCall));
    }
  }

  /** Closes all workers. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#workers].map((worker) => worker.close()));
    await this.#dispatcher?.close();
  }

  async take(ticket: DeliveredTicket, taker: Taker): Promise<TakenBatch | undefined> {
    const args = [ticket.id, ticket.holder, String(ticket.at), ...this.#servedBy(taker)];
    return this.#receive(await this.#redis.run(queueTake, this.#key, ...args));
  }

  async finish(
    ticket: DeliveredTicket,
    outcome: BatchOutcome,
    { nextHolder = '', ...taker }: NextTaker,
  ): Promise<TakenBatch | undefined> {
    const { firstDelayMs, longestDelayMs } = this.#times;
    const delays = [String(firstDelayMs), String(longestDelayMs)];
    const next = [nextHolder, ...this.#servedBy(taker)];
    const args = [ticket.id, ticket.holder, outcome, ...delays, ...next];
    return this.#receive(await this.#redis.run(queueFinish, this.#key, ...args));
  }

  async attend({ tickets, limit, holder, ...taker }: Attendance): Promise<AttendanceReport> {
    const lease = String(this.#times.lockMs);
    const args = [...this.#servedBy(taker), lease, String(limit), holder, ...tickets];
    const reply = await this.#redis.run(queueAttend, this.#key, ...args);
    const [lost, newTickets, ...delivered] = asList(reply);
    await this.#dispatchTickets(newTickets);
    return { lost: asList(lost).map(asText), batches: ownBatchesOf(delivered, holder) };
  }

  async freeLane(
    ticket: DeliveredTicket,
    { nextHolder = '', ...taker }: NextTaker,
  ): Promise<OwnBatch | undefined> {
    const lease = String(this.#times.lockMs);
    const args = [ticket.id, ticket.holder, nextHolder, ...this.#servedBy(taker), lease];
    const [newTickets, ...delivered] = asList(await this.#redis.run(queueFree, this.#key, ...args));
    await this.#dispatchTickets(newTickets);
    return ownBatchesOf(delivered, nextHolder)[0];
  }

  #servedBy({ crew, full }: Taker): string[] {
    const names = [...full.accounts.map((account) => JSON.stringify(account)), ...full.jobs];
    return [crew, String(this.#times.egressWaitMs), JSON.stringify(names)];
  }

  async #receive(reply: unknown): Promise<TakenBatch | undefined> {
    const [body, hasNext, ...tickets] = asList(reply);
    await this.#dispatchTickets(tickets);
    return body === '' ? undefined : takenBatchOf(body, hasNext);
  }

  /** Failures are harmless: workers regularly dispatch pending tickets. */
  async #dispatchTickets(tickets: unknown): Promise<void> {
    await this.#ensureDispatcher()
      .dispatch(ticketsOf(tickets))
      .catch(() => {});
  }

  #ensureDispatcher(): TicketDispatcher {
    this.#dispatcher ??= new TicketDispatcher({
      redis: this.#redis,
      key: this.#key,
      bullmq: new RedisConnection({
        client: failFastConnection(this.#dependencies.client),
        owned: true,
        address: this.#dependencies.address,
        callTimeoutMs: this.#dependencies.callTimeoutMs,
        scripts: [],
      }),
    });
    return this.#dispatcher;
  }

  #jobKey(jobId: string): string {
    return `${this.#key}:job:${jobId}`;
  }
}

/** Parses tickets that a worker has created for itself, and the batch of each. */
function ownBatchesOf(reply: readonly unknown[], holder: string): readonly OwnBatch[] {
  return Array.from({ length: reply.length / 3 }, (_, index) => {
    const [id, body, hasNext] = reply.slice(3 * index);
    return { ticket: { id: asText(id), at: 0, holder }, taken: takenBatchOf(body, hasNext) };
  });
}

function takenBatchOf(body: unknown, hasNext: unknown): TakenBatch {
  return { batch: batchOf(asText(body)), hasNext: hasNext === 1 };
}

function argumentsOf(batch: Batch): string[] {
  const { id, account, jobId, exchange, egress, attempt } = batch;
  const lane = JSON.stringify(egress === undefined ? [jobId, exchange] : [jobId, exchange, egress]);
  const retry = attempt > 1 ? '1' : '';
  return [id, JSON.stringify(account), jobId, lane, egress ?? '', JSON.stringify(batch), retry];
}

function batchOf(body: string): Batch {
  // Earlier versions stored neither account nor egress.
  const { id, account = null, jobId, exchange, egress, attempt, positions } = JSON.parse(body);
  return { id, account, jobId, exchange, ...(egress === undefined ? {} : { egress }), attempt, positions };
}
