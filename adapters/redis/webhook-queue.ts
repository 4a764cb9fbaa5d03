import { randomUUID } from 'node:crypto';
import type { LeasedDelivery, WebhookDelivery, WebhookQueue } from '../../src/ports/webhook-queue.ts';
import {
  bytesOf,
  checkAbandoned,
  checkAdded,
  checkEndpoint,
  checkPostponed,
  checkTaken,
} from '../stores/webhook-rules.ts';
import type { RedisScript } from './client.ts';
import type { RedisConnection } from './connection.ts';
import { asInteger, asList, asText } from './reply-values.ts';
import type { ScriptTime } from './script-time.ts';
import { webhookAdd } from './scripts/webhook-add.ts';
import { webhookRemoveAbandoned } from './scripts/webhook-remove-abandoned.ts';
import { webhookSet } from './scripts/webhook-set.ts';
import { webhookTake } from './scripts/webhook-take.ts';
import type { RedisStoreDependencies } from './store-dependencies.ts';

/** Scripts that the connection must define. */
export const webhookScripts: readonly RedisScript[] = [
  webhookAdd,
  webhookRemoveAbandoned,
  webhookSet,
  webhookTake,
];

/** Deliveries in Redis, shared by all processes that use it. */
export class RedisWebhookQueue implements WebhookQueue {
  readonly #redis: RedisConnection;
  readonly #time: ScriptTime;
  /** The braces keep all keys in one cluster slot. */
  readonly #key: string;

  constructor(dependencies: RedisStoreDependencies) {
    this.#redis = dependencies.redis;
    this.#time = dependencies.time;
    this.#key = `{${dependencies.prefix}:webhooks}`;
  }

  async add(
    delivery: WebhookDelivery,
    options: Parameters<WebhookQueue['add']>[1],
  ): Promise<'added' | 'present' | 'full'> {
    checkAdded(delivery, options);
    const { endpoint, jobId, account } = delivery;
    const { delayMs, maxBytes, maxBytesOfAccount } = options;
    const numbers = [delayMs, bytesOf(delivery), maxBytes, maxBytesOfAccount].map(String);
    const outcome = await this.#run(webhookAdd, endpoint, jobId, JSON.stringify(account), ...numbers);
    return (['full', 'added', 'present'] as const)[asInteger(outcome)] ?? 'full';
  }

  async take(
    endpoint: string,
    options: Parameters<WebhookQueue['take']>[1],
  ): Promise<readonly LeasedDelivery[]> {
    checkTaken(endpoint, options);
    const { limit, leaseMs } = options;
    // One id for all of them: with the job, it is unique.
    const leaseId = randomUUID();
    const reply = await this.#run(webhookTake, endpoint, String(limit), String(leaseMs), leaseId);
    return asList(reply).map((each) => {
      const [jobId, account, failures] = asList(each);
      const parsed = JSON.parse(asText(account)) as string | null;
      return { endpoint, jobId: asText(jobId), account: parsed, failures: asInteger(failures), leaseId };
    });
  }

  async postpone(
    delivery: LeasedDelivery,
    options: Parameters<WebhookQueue['postpone']>[1],
  ): Promise<boolean> {
    checkPostponed(delivery, options);
    const { endpoint, jobId, leaseId } = delivery;
    const numbers = [options.delayMs, options.failures].map(String);
    return asInteger(await this.#run(webhookSet, endpoint, jobId, leaseId, 'postpone', ...numbers)) === 1;
  }

  async remove({ endpoint, jobId, leaseId }: LeasedDelivery): Promise<boolean> {
    return asInteger(await this.#run(webhookSet, endpoint, jobId, leaseId, 'remove', '0', '0')) === 1;
  }

  async hasten(endpoint: string, jobId: string): Promise<void> {
    checkEndpoint(endpoint);
    await this.#run(webhookSet, endpoint, jobId, '', 'hasten', '0', '0');
  }

  async removeAbandoned(options: Parameters<WebhookQueue['removeAbandoned']>[0]): Promise<number> {
    checkAbandoned(options);
    const { olderThanMs, limit } = options;
    return asInteger(await this.#run(webhookRemoveAbandoned, String(olderThanMs), String(limit)));
  }

  #run(script: RedisScript, ...args: string[]): Promise<unknown> {
    return this.#redis.run(script, this.#key, this.#time.nowArgument, ...args);
  }
}
