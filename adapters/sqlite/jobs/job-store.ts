import { randomUUID } from 'node:crypto';
import { isFinished } from '../../../src/bulk/job.ts';
import type { Clock } from '../../../src/ports/clock.ts';
import type {
  Announcement,
  JobAttempt,
  JobItem,
  JobItemState,
  JobPosition,
  JobRecord,
  JobStore,
  NewJob,
  RedactedItem,
  RedactOptions,
} from '../../../src/ports/job-store.ts';
import {
  type CreateResult,
  decideAttempts,
  decideLease,
  type FailResult,
  type FinishedPage,
  finishedPage,
  isUnsettled,
  jobNotFound,
  type RecordResult,
} from '../../stores/job-rules.ts';
import type { SqliteConnection } from '../connection.ts';
import type { DatabaseFile } from '../database-file.ts';
import type { SqliteStoreDependencies } from '../store-dependencies.ts';
import type { WriteBatch } from '../write-batch.ts';
import {
  announceJob,
  endAnnouncement,
  leaseAnnouncement,
  readDueAnnouncement,
} from './announcement-tables.ts';
import { SqliteJobCreation } from './job-creation.ts';
import { SqliteJobDeletion } from './job-deletion.ts';
import {
  closeItems,
  readNextRetryAt,
  readOpenItems,
  readProgress,
  readStates,
  redactItem,
  writeAttempt,
} from './job-item-tables.ts';
import type { SqliteJob } from './job-tables.ts';
import * as tables from './job-tables.ts';

/** Jobs in the SQLite file. Results and counters change in one transaction. */
export class SqliteJobStore implements JobStore {
  readonly #file: DatabaseFile;
  readonly #writes: WriteBatch;
  readonly #creation: SqliteJobCreation;
  readonly #deletion: SqliteJobDeletion;
  readonly #clock: Clock;
  /** The account that each endpoint was last told of, by this process: the next one has its turn. */
  readonly #served = new Map<string, string>();

  constructor(dependencies: SqliteStoreDependencies) {
    this.#file = dependencies.file;
    this.#writes = dependencies.writes;
    this.#clock = dependencies.clock;
    this.#deletion = new SqliteJobDeletion(dependencies);
    this.#creation = new SqliteJobCreation({ ...dependencies, deletion: this.#deletion });
  }

  async create(job: NewJob, items: readonly JobItem[]): Promise<CreateResult> {
    return this.#creation.create(job, items);
  }

  async get(id: string): Promise<JobRecord | undefined> {
    return this.#file.use((connection) => tables.readJob(connection, id)?.record);
  }

  async find(idempotencyKey: string): Promise<JobRecord | undefined> {
    return this.#file.use((connection) => tables.readJobByKey(connection, idempotencyKey)?.record);
  }

  async record(id: string, attempts: readonly JobAttempt[], options: { at: number }): Promise<RecordResult> {
    return this.#writes.write((connection) =>
      recordAttempts(connection, requireJob(connection, id), attempts, options.at),
    );
  }

  async start(id: string, options: { at: number }): Promise<JobRecord> {
    return this.#writes.write((connection) => {
      const job = requireJob(connection, id);
      if (job.record.startedAt !== null) return job.record;
      return updateJob(connection, job, { startedAt: options.at });
    });
  }

  async fail(id: string, options: { at: number; cancelled?: boolean }): Promise<FailResult> {
    const { at: failedAt, cancelled = false } = options;
    return this.#writes.write((connection) => {
      const job = requireJob(connection, id);
      if (isFinished(job.record)) return { failed: false, job: job.record };
      return { failed: true, job: updateJob(connection, job, { failedAt, cancelled }) };
    });
  }

  async markSettled(id: string, options: { at: number }): Promise<void> {
    await this.#writes.write((connection) => {
      const job = requireJob(connection, id);
      const { failedAt, settledAt } = job.record;
      if (failedAt !== null && settledAt === null) updateJob(connection, job, { settledAt: options.at });
    });
  }

  async page(id: string, options: { offset: number; limit: number }): Promise<readonly JobItemState[]> {
    const { offset, limit } = options;
    return this.#read((connection) => {
      const { number, record } = requireJob(connection, id);
      const length = Math.max(0, Math.min(limit, record.total - offset));
      return readStates(
        connection,
        number,
        Array.from({ length }, (_, index) => offset + index),
      );
    });
  }

  async items(id: string, positions: readonly number[]): Promise<readonly JobItemState[]> {
    return this.#read((connection) => {
      const { number, record } = requireJob(connection, id);
      return readStates(
        connection,
        number,
        positions.filter((position) => position < record.total),
      );
    });
  }

  async openItems(
    id: string,
    options: { afterPosition?: number; limit: number },
  ): Promise<readonly JobItemState[]> {
    const { afterPosition = -1, limit } = options;
    return this.#read((connection) => {
      const { number } = requireJob(connection, id);
      return readStates(connection, number, readOpenItems(connection, number, { afterPosition, limit }));
    });
  }

  async nextRetryAt(id: string): Promise<number | null> {
    return this.#read((connection) => readNextRetryAt(connection, requireJob(connection, id).number));
  }

  async unfinished(options: { limit: number; after?: string }): Promise<readonly JobRecord[]> {
    const { limit, after } = options;
    return this.#file.use((connection) =>
      tables.readUnfinishedJobs(connection, {
        limit,
        after: after === undefined ? undefined : requireJob(connection, after),
      }),
    );
  }

  async finished(options: { limit: number; cursor?: string }): Promise<FinishedPage> {
    const { limit, cursor } = options;
    const found = await this.#file.use((connection) =>
      tables.readSettledJobs(connection, { limit, after: cursor === undefined ? -1 : Number(cursor) }),
    );
    return finishedPage(found, limit);
  }

  async ofAccount(
    account: string,
    options: Parameters<JobStore['ofAccount']>[1],
  ): Promise<readonly JobRecord[]> {
    return this.#file.use((connection) => tables.readJobsOfAccount(connection, account, options));
  }

  async redact(id: string, items: readonly RedactedItem[], { name }: RedactOptions = {}): Promise<number> {
    return this.#writes.write((connection) => {
      const { number, record } = requireJob(connection, id);
      if (isUnsettled(record)) return 0;
      const existing = items.filter(({ position }) => position < record.total);
      for (const item of existing) redactItem(connection, number, item);
      if (name !== undefined) tables.writeName(connection, number, name);
      return existing.length;
    });
  }

  async lease(id: string, options: { owner: string; now: number; until: number }): Promise<boolean> {
    return this.#writes.write((connection) => {
      const { number, record } = requireJob(connection, id);
      if (!isUnsettled(record)) return false;
      const held = tables.readLease(connection, number);
      const { granted, lease } = decideLease(held, options);
      if (lease !== held) tables.writeLease(connection, number, lease);
      return granted;
    });
  }

  async releaseLease(id: string, owner: string): Promise<void> {
    await this.#writes.write((connection) => {
      const { number } = requireJob(connection, id);
      if (tables.readLease(connection, number)?.owner !== owner) return;
      tables.writeLease(connection, number, undefined);
    });
  }

  async leaseAnnouncement(
    endpoint: string,
    options: Parameters<JobStore['leaseAnnouncement']>[1],
  ): Promise<Announcement | undefined> {
    const { leaseMs } = options;
    const readDue = (connection: SqliteConnection) =>
      readDueAnnouncement(connection, endpoint, {
        served: this.#served.get(endpoint) ?? '',
        now: this.#now(),
      });
    // Processes ask every few seconds: without anything due, the file is only read.
    if ((await this.#file.use(readDue)) === undefined) return undefined;
    return this.#writes.write((connection) => {
      const due = readDue(connection);
      if (due === undefined) return undefined;
      const { jobId, account, failures } = due;
      const leaseId = randomUUID();
      leaseAnnouncement(connection, { endpoint, jobId, leaseId }, { now: this.#now(), leaseMs });
      this.#served.set(endpoint, account);
      return { endpoint, jobId, job: tables.readJob(connection, jobId)?.record, failures, leaseId };
    });
  }

  async endAnnouncement(announcement: Announcement, options: { retryMs?: number } = {}): Promise<boolean> {
    const { retryMs } = options;
    return this.#writes.write((connection) =>
      endAnnouncement(connection, announcement, { retryMs, now: this.#now() }),
    );
  }

  async delete(id: string): Promise<boolean> {
    return this.#deletion.delete(id);
  }

  async deleteFinished(options: { olderThanMs: number; limit: number }): Promise<number> {
    return this.#deletion.deleteFinished(options);
  }

  async sweepDrafts(): Promise<readonly JobPosition[]> {
    return this.#creation.sweepDrafts();
  }

  #now(): number {
    return Math.floor(this.#clock.now());
  }

  /** Reads the tables of a job in one state: another process may delete it between two reads. */
  #read<T>(work: (connection: SqliteConnection) => T): Promise<T> {
    return this.#file.use((connection) => connection.snapshot(() => work(connection)));
  }
}

function requireJob(connection: SqliteConnection, id: string): SqliteJob {
  const job = tables.readJob(connection, id);
  if (job === undefined) throw jobNotFound(id);
  return job;
}

function updateJob(connection: SqliteConnection, job: SqliteJob, changes: Partial<JobRecord>): JobRecord {
  const record = { ...job.record, ...changes };
  tables.updateJob(connection, { ...job, record });
  if (isFinished(record) && !isFinished(job.record)) announceJob(connection, record.id);
  return record;
}

function recordAttempts(
  connection: SqliteConnection,
  job: SqliteJob,
  attempts: readonly JobAttempt[],
  at: number,
): RecordResult {
  const progress = readProgress(
    connection,
    job.number,
    attempts.map(({ position }) => position).filter((position) => position < job.record.total),
  );
  const unattempted = { attempts: 0, retryAt: null, status: undefined };
  const { recorded, job: record } = decideAttempts(job.record, attempts, {
    at,
    progressOf: (position) =>
      position < job.record.total ? (progress.get(position) ?? unattempted) : undefined,
  });
  if (recorded.length === 0) return { recorded: [], job: record };
  for (const attempt of recorded) writeAttempt(connection, job.number, attempt);
  const final = recorded.filter(({ retryAt }) => retryAt === null);
  closeItems(
    connection,
    job.number,
    final.map(({ position }) => position),
  );
  return { recorded: recorded.map(({ position }) => position), job: updateJob(connection, job, record) };
}
