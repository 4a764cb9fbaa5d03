import { randomUUID } from 'node:crypto';
import type {
  Batch,
  BatchHandler,
  QueueDepth,
  QueueWorker,
  WorkQueue,
} from '../../../src/ports/work-queue.ts';
import {
  checkPut,
  egressesOf,
  type GivenQueueTimes,
  type QueueTimes,
  queueTimesWith,
  redeliveryDelayMs,
} from '../../stores/batch-rules.ts';
import {
  type DeliveredBatch,
  type Delivery,
  type DeliveryRequest,
  QueueWorkers,
} from '../../stores/queue-worker.ts';
import { systemClock } from '../../system-clock.ts';
import type { PostgresStoreDependencies } from '../database.ts';
import { closedError } from '../failures.ts';
import { digest, type Row } from '../statements.ts';
import { QueueNotifications } from './notifications.ts';

const batchesPerCall = 500;
/** The heartbeats of workers see what is due later than this. */
const soonMs = 10_000;

/** SQL for the time by the clock of the server, by which batches are due, in milliseconds. */
const serverNow = 'extract(epoch FROM clock_timestamp())::float8 * 1000';

/**
 * A work queue shared by all processes that use the same schema. Functions of the schema keep the lanes, the round robin, the
 * due times and the leases (`queue-schema.ts`); workers ask for batches.
 */
export class PostgresWorkQueue implements WorkQueue {
  readonly shared = true;
  readonly #dependencies: PostgresStoreDependencies;
  readonly #times: QueueTimes;
  readonly #channel: string;
  readonly #notifications: QueueNotifications;
  readonly #workers = new QueueWorkers(closedError);

  constructor(dependencies: PostgresStoreDependencies, times?: GivenQueueTimes) {
    this.#dependencies = dependencies;
    this.#times = queueTimesWith(times);
    this.#channel = `mailproof_queue_${dependencies.database.schema}`;
    this.#notifications = new QueueNotifications(dependencies.database, this.#channel);
  }

  async put(batches: readonly Batch[], options: { dueAt: number }): Promise<void> {
    checkPut(batches, options);
    const { database, clock = systemClock } = this.#dependencies;
    const delayMs = Math.max(0, Math.ceil(options.dueAt - clock.now()));
    for (let first = 0; first < batches.length; first += batchesPerCall) {
      const some = batches.slice(first, first + batchesPerCall);
      await database.query('SELECT mailproof.queue_put($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)', [
        this.#channel,
        delayMs,
        soonMs,
        some.map(({ id }) => digest(id)),
        some.map(({ account }) => accountKey(account)),
        some.map(({ jobId }) => jobKey(jobId)),
        some.map(({ jobId, exchange, egress }) => digest(JSON.stringify([jobId, exchange, egress]))),
        some.map(({ egress }) => egress ?? null),
        some.map(({ attempt }) => attempt),
        some.map((batch) => JSON.stringify(batch)),
      ]);
    }
  }

  async egresses(): Promise<readonly string[]> {
    const rows = await this.#dependencies.database.query(
      `SELECT egresses FROM mailproof.queue_sets WHERE at > ${serverNow} - $1`,
      [this.#times.leaseMs],
    );
    return [...new Set(rows.flatMap(({ egresses }) => egressesOf(egresses)))];
  }

  async count(jobId: string): Promise<number> {
    const [{ count }] = await this.#dependencies.database.query(
      'SELECT count(*) AS count FROM mailproof.queue_batches WHERE job = $1',
      [jobKey(jobId)],
    );
    return count;
  }

  async depth(): Promise<QueueDepth> {
    const [row] = await this.#dependencies.database.query(
      `SELECT count(*) FILTER (WHERE is_due) AS queued,
         count(*) FILTER (WHERE state <> 'active' AND NOT is_due) AS delayed,
         count(*) FILTER (WHERE state = 'active') AS active,
         coalesce(max(now - due_at) FILTER (WHERE is_due AND attempt > 1), 0) AS oldest
       FROM (SELECT state, attempt, due_at, now, state <> 'active' AND due_at <= now AS is_due
         FROM mailproof.queue_batches, (SELECT ${serverNow} AS now) AS clock) AS batches`,
    );
    const { queued, delayed, active, oldest } = row;
    return { queued, delayed, active, oldestDueRetryMs: Math.round(oldest) };
  }

  work(handler: BatchHandler, options: Parameters<WorkQueue['work']>[1]): QueueWorker {
    return this.#workers.start(options, (set) => {
      this.#dependencies.database.checkPoolOfWorker();
      return {
        storage: 'PostgreSQL',
        deliver: (request) => this.#deliver(set, request),
        wakeUps: this.#notifications.listen(),
        times: this.#times,
        handler,
      };
    });
  }

  async drop(jobId: string): Promise<void> {
    await this.#dependencies.database.query('SELECT mailproof.queue_drop($1)', [jobKey(jobId)]);
  }

  /** Closes all workers. */
  close(): Promise<void> {
    return this.#workers.close();
  }

  async #deliver(set: string, { reports, most, full, held }: DeliveryRequest): Promise<Delivery> {
    const { egressWaitMs, leaseMs, firstDelayMs: firstMs, longestDelayMs: longestMs } = this.#times;
    const renewed = held ?? [];
    const holder = randomUUID();
    const [{ reply }] = await this.#dependencies.database.query(
      `SELECT mailproof.queue_deliver($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) AS reply`,
      [
        ...[this.#channel, set, digest(set), egressWaitMs, leaseMs],
        [...full.accounts.map(accountKey), ...full.jobs.map(jobKey)],
        ...[most, holder, held !== undefined],
        reports.map(({ delivered }) => digest(delivered.batch.id)),
        reports.map(({ delivered }) => delivered.holder),
        reports.map(({ outcome }) => outcome),
        reports.map(({ delivered }) => redeliveryDelayMs(delivered.failures + 1, { firstMs, longestMs })),
        renewed.map(({ batch }) => digest(batch.id)),
        renewed.map((delivered) => delivered.holder),
      ],
    );
    const { batches, lost, alarmMs, leftFull } = JSON.parse(reply);
    const isLost = new Set<number>(lost);
    return {
      batches: batches.map(
        ({ body, ...row }: Row): DeliveredBatch => ({
          ...(row as DeliveredBatch),
          batch: JSON.parse(body),
          holder,
        }),
      ),
      lost: renewed.filter((_, index) => isLost.has(index)),
      alarmMs: alarmMs === null ? undefined : Math.max(0, Math.ceil(alarmMs)),
      leftFull,
    };
  }
}

/** Accounts and jobs with the same text differ: a worker names both as full. */
function accountKey(account: string | null): Buffer {
  return digest(`account ${JSON.stringify(account)}`);
}

function jobKey(id: string): Buffer {
  return digest(`job ${id}`);
}
