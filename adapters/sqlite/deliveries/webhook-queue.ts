import { randomUUID } from 'node:crypto';
import type { Clock } from '../../../src/ports/clock.ts';
import type { LeasedDelivery, WebhookDelivery, WebhookQueue } from '../../../src/ports/webhook-queue.ts';
import {
  bytesOf,
  checkAbandoned,
  checkAdded,
  checkEndpoint,
  checkPostponed,
  checkTaken,
} from '../../stores/webhook-rules.ts';
import type { DatabaseFile } from '../database-file.ts';
import type { SqliteStoreDependencies } from '../store-dependencies.ts';
import type { WriteBatch } from '../write-batch.ts';
import {
  addDelivery,
  hastenDelivery,
  isAnyDue,
  postponeDelivery,
  removeAbandonedDeliveries,
  removeDelivery,
  takeDeliveries,
} from './webhook-tables.ts';

/** Deliveries in the SQLite file, shared by all processes that use it. */
export class SqliteWebhookQueue implements WebhookQueue {
  readonly #file: DatabaseFile;
  readonly #writes: WriteBatch;
  readonly #clock: Clock;

  constructor(dependencies: SqliteStoreDependencies) {
    this.#file = dependencies.file;
    this.#writes = dependencies.writes;
    this.#clock = dependencies.clock;
  }

  async add(
    delivery: WebhookDelivery,
    options: Parameters<WebhookQueue['add']>[1],
  ): Promise<'added' | 'present' | 'full'> {
    checkAdded(delivery, options);
    const bytes = bytesOf(delivery);
    return this.#writes.write((connection) =>
      addDelivery(connection, delivery, { ...options, bytes, now: this.#now() }),
    );
  }

  async take(
    endpoint: string,
    options: Parameters<WebhookQueue['take']>[1],
  ): Promise<readonly LeasedDelivery[]> {
    checkTaken(endpoint, options);
    // Processes ask every few seconds: without anything due, the file is only read.
    if (!(await this.#file.use((connection) => isAnyDue(connection, endpoint, this.#now())))) return [];
    return this.#writes.write((connection) =>
      takeDeliveries(connection, endpoint, { ...options, now: this.#now(), newLeaseId: randomUUID }),
    );
  }

  async postpone(
    delivery: LeasedDelivery,
    options: Parameters<WebhookQueue['postpone']>[1],
  ): Promise<boolean> {
    checkPostponed(delivery, options);
    return this.#writes.write((connection) =>
      postponeDelivery(connection, delivery, { ...options, now: this.#now() }),
    );
  }

  async remove(delivery: LeasedDelivery): Promise<boolean> {
    return this.#writes.write((connection) => removeDelivery(connection, delivery));
  }

  async hasten(endpoint: string, jobId: string): Promise<void> {
    checkEndpoint(endpoint);
    await this.#writes.write((connection) => hastenDelivery(connection, { endpoint, jobId }, this.#now()));
  }

  async removeAbandoned(options: Parameters<WebhookQueue['removeAbandoned']>[0]): Promise<number> {
    checkAbandoned(options);
    const { olderThanMs, limit } = options;
    return this.#writes.write((connection) =>
      removeAbandonedDeliveries(connection, { until: this.#now() - olderThanMs, limit }),
    );
  }

  #now(): number {
    return Math.floor(this.#clock.now());
  }
}
