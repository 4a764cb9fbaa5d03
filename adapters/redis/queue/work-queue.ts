import type { Batch, Clock, WorkQueue } from '../../../src/ports.ts';
import { checkPositiveInteger } from '../../stores/argument-checks.ts';
import { type BatchHandler, checkPut } from '../../stores/batch-rules.ts';
import { systemClock } from '../../system-clock.ts';
import type { RedisClient, RedisScript } from '../client.ts';
import { RedisConnection } from '../connection.ts';
import { closedStores } from '../failures.ts';
import { integerOf, listOf, textOf } from '../reply.ts';
import { queueDrop } from '../scripts/queue-drop.ts';
import { queueFinish } from '../scripts/queue-finish.ts';
import { queuePut } from '../scripts/queue-put.ts';
import { queueTake } from '../scripts/queue-take.ts';
import { queueTickets } from '../scripts/queue-tickets.ts';
import { impatientTwin } from './connections.ts';
import { TicketOffice, ticketsOf } from './ticket-dispatcher.ts';
import { defaultQueueTimes, type QueueTimes } from './times.ts';
import { type BatchOutcome, type BatchSource, type HeldTicket, RedisQueueWorker } from './worker.ts';

/** To be known to the connection. */
export const queueScripts: readonly RedisScript[] = [
  queueDrop,
  queueFinish,
  queuePut,
  queueTake,
  queueTickets,
];

export interface RedisWorkQueueOptions {
  readonly redis: RedisConnection;
  /** Copied for the connections of BullMQ, and not used itself. */
  readonly client: RedisClient;
  readonly place: string;
  readonly callTimeoutMs: number;
  readonly prefix: string;
  /** What due times are given in. Only what is left until then counts: the waiting is done in real time. */
  readonly clock: Clock | undefined;
  readonly times?: Partial<QueueTimes> | undefined;
}

/** As much as one script does at a time, so that nobody else waits long for Redis. */
const batchesPerCall = 100;
const dropsAtOnce = 500;

/**
 * Batches for every process of the Redis. Lanes, turns and due times are kept by scripts of our own
 * (`scripts/queue-lanes.ts`); BullMQ carries a ticket for each lane that could go on, sees to it that a ticket of a
 * process that dies is given out again, and wakes who waits for the time of one.
 */
export class RedisWorkQueue implements WorkQueue, BatchSource {
  readonly shared = true;
  readonly #options: RedisWorkQueueOptions;
  readonly #redis: RedisConnection;
  readonly #times: QueueTimes;
  /** In braces: all of it, and all of BullMQ's, is in one slot of a cluster. */
  readonly #key: string;
  readonly #workers = new Set<RedisQueueWorker>();
  #tickets: TicketOffice | undefined;
  #closed = false;

  constructor(options: RedisWorkQueueOptions) {
    this.#options = options;
    this.#redis = options.redis;
    this.#times = { ...defaultQueueTimes, ...options.times };
    this.#key = `{${options.prefix}:queue}`;
  }

  async put(batches: readonly Batch[], options: { dueAt: number }): Promise<void> {
    checkPut(batches, options);
    const { clock = systemClock } = this.#options;
    const delay = String(Math.max(0, Math.ceil(options.dueAt - clock.now())));
    for (let first = 0; first < batches.length; first += batchesPerCall) {
      const words = batches.slice(first, first + batchesPerCall).flatMap(wordsOf);
      await this.#handIn(await this.#redis.run(queuePut, this.#key, delay, ...words));
    }
  }

  async count(jobId: string): Promise<number> {
    return integerOf(await this.#redis.command('SCARD', this.#jobKey(jobId)));
  }

  work(handler: BatchHandler, options: { concurrency: number }): { close(): Promise<void> } {
    const { concurrency } = options;
    checkPositiveInteger('concurrency', concurrency);
    if (this.#closed) throw closedStores();
    const worker = new RedisQueueWorker({
      source: this,
      tickets: this.#office(),
      client: this.#options.client,
      key: this.#key,
      times: this.#times,
      closeTimeoutMs: this.#options.callTimeoutMs,
      handler,
      concurrency,
    });
    this.#workers.add(worker);
    return {
      close: async () => {
        await worker.close();
        this.#workers.delete(worker);
      },
    };
  }

  async drop(jobId: string): Promise<void> {
    const ids = listOf(await this.#redis.command('SMEMBERS', this.#jobKey(jobId))).map(textOf);
    for (let first = 0; first < ids.length; first += dropsAtOnce) {
      await this.#redis.run(queueDrop, this.#key, jobId, ...ids.slice(first, first + dropsAtOnce));
    }
  }

  /** Closes all workers. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#workers].map((worker) => worker.close()));
    await this.#tickets?.close();
  }

  async take(ticket: HeldTicket): Promise<Batch | undefined> {
    const words = [ticket.id, ticket.holder, String(ticket.at)];
    return this.#handed(await this.#redis.run(queueTake, this.#key, ...words));
  }

  async finish(
    ticket: HeldTicket,
    outcome: BatchOutcome,
    nextHolder: string | undefined,
  ): Promise<Batch | undefined> {
    const { firstPauseMs, longestPauseMs } = this.#times;
    const pauses = [String(firstPauseMs), String(longestPauseMs)];
    const words = [ticket.id, ticket.holder, outcome, ...pauses, nextHolder ?? ''];
    return this.#handed(await this.#redis.run(queueFinish, this.#key, ...words));
  }

  async #handed(reply: unknown): Promise<Batch | undefined> {
    const [body, ...made] = listOf(reply);
    await this.#handIn(made);
    return body === '' ? undefined : batchOf(textOf(body));
  }

  /** What fails here is made up for by the workers, who look for tickets that are not handed in. */
  async #handIn(made: unknown): Promise<void> {
    await this.#office()
      .handIn(ticketsOf(made))
      .catch(() => {});
  }

  #office(): TicketOffice {
    this.#tickets ??= new TicketOffice({
      redis: this.#redis,
      key: this.#key,
      bullmq: new RedisConnection({
        client: impatientTwin(this.#options.client),
        owned: true,
        place: this.#options.place,
        callTimeoutMs: this.#options.callTimeoutMs,
        scripts: [],
      }),
    });
    return this.#tickets;
  }

  #jobKey(jobId: string): string {
    return `${this.#key}:job:${jobId}`;
  }
}

function wordsOf(batch: Batch): string[] {
  const { id, jobId, exchange } = batch;
  return [id, jobId, JSON.stringify([jobId, exchange]), JSON.stringify(batch)];
}

function batchOf(body: string): Batch {
  const { id, jobId, exchange, attempt, positions } = JSON.parse(body);
  return { id, jobId, exchange, attempt, positions };
}
