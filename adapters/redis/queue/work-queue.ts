import { randomUUID } from 'node:crypto';
import type { Clock } from '../../../src/ports/clock.ts';
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
  type BatchReport,
  type DeliveredBatch,
  type Delivery,
  type DeliveryRequest,
  QueueWorkers,
  type WakeUps,
} from '../../stores/queue-worker.ts';
import { systemClock } from '../../system-clock.ts';
import type { RedisClient } from '../client.ts';
import type { RedisConnection } from '../connection.ts';
import { closedError } from '../failures.ts';
import { asInteger, asList, asText } from '../reply-values.ts';
import { queueDepth, queueDrop, queuePut } from '../scripts/queue.ts';
import { queueDeliver } from '../scripts/queue-deliver.ts';

export interface RedisWorkQueueDependencies {
  readonly redis: RedisConnection;
  /** Copied for the connections on which workers wait; not used itself. */
  readonly client: RedisClient;
  readonly prefix: string;
  /** The clock of due times; undefined for the server's. The delay until then passes in real time. */
  readonly clock: Clock | undefined;
  readonly times?: GivenQueueTimes | undefined;
}

/** Limits per script call: scripts block all other clients of Redis. */
const batchesPerCall = 100;
const dropsPerCall = 500;

/**
 * A work queue shared by all processes that use the same Redis. Lua scripts keep the lanes, the round robin,
 * the due times and the leases (`scripts/queue-lanes.ts`); workers ask for batches (`SharedQueueWorker`).
 */
export class RedisWorkQueue implements WorkQueue {
  readonly shared = true;
  readonly #dependencies: RedisWorkQueueDependencies;
  readonly #redis: RedisConnection;
  readonly #times: QueueTimes;
  /** The braces keep all keys of the queue in one cluster slot. */
  readonly #key: string;
  readonly #workers = new QueueWorkers(closedError);

  constructor(dependencies: RedisWorkQueueDependencies) {
    this.#dependencies = dependencies;
    this.#redis = dependencies.redis;
    this.#times = queueTimesWith(dependencies.times);
    this.#key = `{${dependencies.prefix}:queue}`;
    this.#redis.define(queueDeliver, queueDepth, queueDrop, queuePut);
  }

  async put(batches: readonly Batch[], options: { dueAt: number }): Promise<void> {
    checkPut(batches, options);
    const { clock = systemClock } = this.#dependencies;
    const delayMs = String(Math.max(0, Math.ceil(options.dueAt - clock.now())));
    for (let first = 0; first < batches.length; first += batchesPerCall) {
      const args = batches.slice(first, first + batchesPerCall).flatMap(argumentsOf);
      await this.#redis.run(queuePut, this.#key, delayMs, ...args);
    }
  }

  async egresses(): Promise<readonly string[]> {
    const sets = asList(await this.#redis.command('ZRANGE', `${this.#key}:sets`, '0', '-1')).map(asText);
    return [...new Set(sets.flatMap(egressesOf))];
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
    return this.#workers.start(options, (set) => ({
      storage: 'Redis',
      deliver: (request) => this.#deliver(set, request),
      wakeUps: new RedisWakeUps(this.#dependencies.client, {
        wake: `${this.#key}:wake:${set}`,
        news: `${this.#key}:news:${set}`,
      }),
      times: this.#times,
      handler,
    }));
  }

  async drop(jobId: string): Promise<void> {
    const ids = asList(await this.#redis.command('SMEMBERS', this.#jobKey(jobId))).map(asText);
    for (let first = 0; first < ids.length; first += dropsPerCall) {
      await this.#redis.run(queueDrop, this.#key, jobId, ...ids.slice(first, first + dropsPerCall));
    }
  }

  /** Closes all workers. */
  close(): Promise<void> {
    return this.#workers.close();
  }

  async #deliver(set: string, { reports, most, full, held }: DeliveryRequest): Promise<Delivery> {
    const { egressWaitMs, leaseMs } = this.#times;
    const fullNames = [...full.accounts.map((account) => JSON.stringify(account)), ...full.jobs];
    const holder = randomUUID();
    const reply = await this.#redis.run(
      queueDeliver,
      this.#key,
      set,
      String(egressWaitMs),
      JSON.stringify(fullNames),
      String(leaseMs),
      String(most),
      holder,
      held === undefined ? '' : '1',
      String(reports.length),
      ...reports.flatMap((report) => this.#argumentsOfReport(report)),
      ...(held ?? []).flatMap(({ batch, holder }) => [batch.id, holder]),
    );
    const [alarmMs, leftFull, lost, ...batches] = asList(reply);
    const isLost = new Set(asList(lost));
    return {
      batches: deliveredOf(batches, holder),
      lost: (held ?? []).filter((_, index) => isLost.has(index)),
      alarmMs: alarmMs === -1 ? undefined : asInteger(alarmMs),
      leftFull: leftFull === 1,
    };
  }

  #argumentsOfReport({ delivered, outcome }: BatchReport): string[] {
    const { firstDelayMs: firstMs, longestDelayMs: longestMs } = this.#times;
    const delayMs = redeliveryDelayMs(delivered.failures + 1, { firstMs, longestMs });
    return [delivered.batch.id, delivered.holder, outcome, String(delayMs)];
  }

  #jobKey(jobId: string): string {
    return `${this.#key}:job:${jobId}`;
  }
}

function deliveredOf(values: readonly unknown[], holder: string): DeliveredBatch[] {
  return Array.from({ length: values.length / 3 }, (_, index) => {
    const [body, failures, hasNext] = values.slice(3 * index);
    const batch: Batch = JSON.parse(asText(body));
    return { batch, holder, failures: asInteger(failures), hasNext: hasNext === 1 };
  });
}

function argumentsOf(batch: Batch): string[] {
  const { id, account, jobId, exchange, egress, attempt } = batch;
  const lane = JSON.stringify(egress === undefined ? [jobId, exchange] : [jobId, exchange, egress]);
  const retry = attempt > 1 ? '1' : '';
  return [id, JSON.stringify(account), jobId, lane, egress ?? '', JSON.stringify(batch), retry];
}

/** How long a wait lasts at most. */
const longestWaitMs = 20_000;

/** Commands wait until Redis is reachable again. One without an answer is a connection that was lost unnoticed. */
const options = {
  lazyConnect: true,
  enableOfflineQueue: true,
  maxRetriesPerRequest: null,
  autoResendUnfulfilledCommands: true,
  socketTimeout: 2 * longestWaitMs,
  commandTimeout: undefined,
  retryStrategy: (attempts: number) => Math.min(50 * attempts, 1_000),
};

/** The same for a cluster, which takes about a second to replace a master that has died. */
const clusterOptions = {
  ...options,
  retryDelayOnFailover: 100,
  retryDelayOnClusterDown: 100,
  redisOptions: options,
};

/** Waits for elements of lists, on a connection of its own: one that waits can do nothing else. */
class RedisWakeUps implements WakeUps {
  readonly #client: RedisClient;
  readonly #lists: { readonly any: readonly string[]; readonly news: readonly string[] };

  /** `lists`: those that get an element. */
  constructor(client: RedisClient, lists: { readonly wake: string; readonly news: string }) {
    this.#lists = { any: [lists.wake, lists.news], news: [lists.news] };
    // A cluster expects the list of start-up nodes first.
    const overrides = client.isCluster === true ? [[], clusterOptions] : [options];
    this.#client = Reflect.apply(client.duplicate, client, overrides);
    // The client reconnects by itself.
    this.#client.on('error', () => {});
  }

  /** Takes an element of one of the lists. */
  async next(wanted: 'any' | 'news', timeoutMs = longestWaitMs): Promise<boolean> {
    const lists = this.#lists[wanted];
    return (await this.#client.call('BLPOP', ...lists, String(timeoutMs / 1_000))) !== null;
  }

  close(): void {
    this.#client.disconnect();
  }
}
