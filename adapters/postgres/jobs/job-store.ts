import { randomUUID } from 'node:crypto';
import { isFinished, newJobRecord } from '../../../src/bulk/job.ts';
import { shareOfJob, type WorkShare } from '../../../src/concurrency/work-share.ts';
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
  jobExists,
  jobNotFound,
  type RecordResult,
} from '../../stores/job-rules.ts';
import type { Database, PostgresStoreDependencies } from '../database.ts';
import { digest, nowOr, type Run } from '../statements.ts';
import {
  announceJob,
  endAnnouncement,
  insertAnnouncements,
  leaseAnnouncement,
} from './announcement-tables.ts';
import * as items from './job-item-tables.ts';
import * as tables from './job-tables.ts';

/** Jobs in tables. Every change locks the row of its job. */
export class PostgresJobStore implements JobStore {
  readonly #database: Database;
  readonly #clock: Clock | undefined;
  /** The account that each endpoint was last told of, by this process: the next one has its turn. */
  readonly #served = new Map<string, Buffer>();

  constructor({ database, clock }: PostgresStoreDependencies) {
    this.#database = database;
    this.#clock = clock;
  }

  /** In one transaction, which nobody sees before it is complete. A call with the same id or key waits for its end. */
  async create(job: NewJob, all: readonly JobItem[]): Promise<CreateResult> {
    return this.#database.transact(async (run) => {
      const repeated =
        job.idempotency === null ? undefined : await tables.readJobByKey(run, job.idempotency.key);
      if (repeated !== undefined) return { created: false, job: repeated };
      if ((await tables.readJob(run, job.id)) !== undefined) throw jobExists(job.id);
      const number = await tables.insertJob(run, job, all.length);
      await items.insertItems(run, number, all);
      await insertAnnouncements(run, job);
      return { created: true, job: newJobRecord(job, all.length) };
    }, shareOfJob(job));
  }

  async get(id: string): Promise<JobRecord | undefined> {
    return (await tables.readJob(this.#database.query, id))?.record;
  }

  async find(idempotencyKey: string): Promise<JobRecord | undefined> {
    return tables.readJobByKey(this.#database.query, idempotencyKey);
  }

  async record(id: string, attempts: readonly JobAttempt[], options: { at: number }): Promise<RecordResult> {
    return this.#change(id, (run, job) => recordAttempts(run, job, attempts, options.at));
  }

  async start(id: string, options: { at: number }): Promise<JobRecord> {
    return this.#change(id, async (run, job) => {
      if (job.record.startedAt !== null) return job.record;
      return updateJob(run, job, { startedAt: options.at });
    });
  }

  async fail(id: string, options: { at: number; cancelled?: boolean }): Promise<FailResult> {
    const { at: failedAt, cancelled = false } = options;
    return this.#change(id, async (run, job) => {
      if (isFinished(job.record)) return { failed: false, job: job.record };
      return { failed: true, job: await updateJob(run, job, { failedAt, cancelled }) };
    });
  }

  async markSettled(id: string, options: { at: number }): Promise<void> {
    await this.#change(id, async (run, job) => {
      const { failedAt, settledAt } = job.record;
      if (failedAt !== null && settledAt === null) await updateJob(run, job, { settledAt: options.at });
    });
  }

  async page(id: string, options: { offset: number; limit: number }): Promise<readonly JobItemState[]> {
    const { offset, limit } = options;
    return this.#read(id, (run, { number, record }) => {
      const length = Math.max(0, Math.min(limit, record.total - offset));
      return items.readStates(
        run,
        number,
        Array.from({ length }, (_, index) => offset + index),
      );
    });
  }

  async items(id: string, positions: readonly number[]): Promise<readonly JobItemState[]> {
    return this.#read(id, (run, { number, record }) =>
      items.readStates(
        run,
        number,
        positions.filter((position) => position < record.total),
      ),
    );
  }

  async openItems(
    id: string,
    options: { afterPosition?: number; limit: number },
  ): Promise<readonly JobItemState[]> {
    const { afterPosition = -1, limit } = options;
    return this.#read(id, async (run, { number, record: { total } }) =>
      items.readStates(
        run,
        number,
        await items.readOpenPositions(run, { number, total }, { afterPosition, limit }),
      ),
    );
  }

  async nextRetryAt(id: string): Promise<number | null> {
    return this.#read(id, (run, { number }) => items.readNextRetryAt(run, number));
  }

  async unfinished(options: { limit: number; after?: string }): Promise<readonly JobRecord[]> {
    const { limit, after: id } = options;
    const run = this.#database.query;
    const after = id === undefined ? undefined : await requireJob(run, id);
    return tables.readUnfinishedJobs(run, { limit, after });
  }

  async finished(options: { limit: number; cursor?: string }): Promise<FinishedPage> {
    const { limit, cursor } = options;
    const after = cursor === undefined ? -1 : Number(cursor);
    const found = await tables.readSettledJobs(this.#database.query, { limit, after });
    return finishedPage(found, limit);
  }

  async ofAccount(
    account: string,
    options: Parameters<JobStore['ofAccount']>[1],
  ): Promise<readonly JobRecord[]> {
    return tables.readJobsOfAccount(this.#database.query, account, options);
  }

  async redact(id: string, redacted: readonly RedactedItem[], { name }: RedactOptions = {}): Promise<number> {
    return this.#change(id, async (run, { number, record }) => {
      if (isUnsettled(record)) return 0;
      const existing = redacted.filter(({ position }) => position < record.total);
      for (const item of existing) await items.redactItem(run, number, item);
      if (name !== undefined) await tables.writeName(run, number, name);
      return existing.length;
    });
  }

  /** How long it is to last is measured by the clock of the store. */
  async lease(id: string, options: { owner: string; now: number; until: number }): Promise<boolean> {
    const { owner } = options;
    return this.#change(id, async (run, { number, record, lease: held }) => {
      if (!isUnsettled(record)) return false;
      const now = this.#clock === undefined ? await this.#now(run) : options.now;
      const until = now + options.until - options.now;
      const { granted, lease } = decideLease(held, { owner, now, until });
      if (lease !== held) await tables.writeLease(run, number, lease);
      return granted;
    });
  }

  async releaseLease(id: string, owner: string): Promise<void> {
    await this.#change(id, async (run, { number, lease }) => {
      if (lease?.owner === owner) await tables.writeLease(run, number);
    });
  }

  async leaseAnnouncement(
    endpoint: string,
    options: Parameters<JobStore['leaseAnnouncement']>[1],
  ): Promise<Announcement | undefined> {
    const run = this.#database.query;
    const served = this.#served.get(endpoint) ?? Buffer.of();
    const leaseId = randomUUID();
    const request = { served, now: await this.#now(run), leaseMs: options.leaseMs, leaseId };
    const due = await leaseAnnouncement(run, endpoint, request);
    if (due === undefined) return undefined;
    const { jobId, account, failures } = due;
    this.#served.set(endpoint, account);
    return { endpoint, jobId, job: await this.get(jobId), failures, leaseId };
  }

  async endAnnouncement(announcement: Announcement, options: { retryMs?: number } = {}): Promise<boolean> {
    const run = this.#database.query;
    return endAnnouncement(run, announcement, { retryMs: options.retryMs, now: await this.#now(run) });
  }

  async delete(id: string): Promise<boolean> {
    return this.#change(id, async (run, { number, record }) => {
      if (isUnsettled(record)) return false;
      await tables.deleteJob(run, number, digest(id));
      return true;
    });
  }

  async deleteFinished(options: { olderThanMs: number; limit: number }): Promise<number> {
    const latest = (await this.#now(this.#database.query)) - options.olderThanMs;
    for (let deleted = 0; ; deleted += 1) {
      if (deleted === options.limit) return deleted;
      if ((await this.#database.transact((run) => tables.deleteOldest(run, latest, 1))) === 0) return deleted;
    }
  }

  /** There are none: a transaction that is not complete is rolled back. */
  async sweepDrafts(): Promise<readonly JobPosition[]> {
    return [];
  }

  /** Changes a job while nobody else does. */
  #change<Result>(
    id: string,
    change: (run: Run, job: tables.PostgresJob) => Promise<Result>,
  ): Promise<Result> {
    const changeJob = async (run: Run) => change(run, await requireJob(run, id, { lock: true }));
    return this.#database.transact(changeJob, shareOf(id));
  }

  /** Reads a job in one state: another process may delete it between two reads. */
  #read<Result>(id: string, read: (run: Run, job: tables.PostgresJob) => Promise<Result>): Promise<Result> {
    return this.#database.snapshot(async (run) => read(run, await requireJob(run, id)), shareOf(id));
  }

  async #now(run: Run): Promise<number> {
    if (this.#clock !== undefined) return Math.floor(this.#clock.now());
    const [{ now }] = await run(`SELECT floor(${nowOr('NULL')})::bigint AS now`);
    return now;
  }
}

/** The account of a job is not known before it is read, so each job counts as an account. */
function shareOf(id: string): WorkShare {
  return { kind: 'bulk', account: `job ${id}`, jobId: id };
}

async function requireJob(run: Run, id: string, options?: { lock: boolean }): Promise<tables.PostgresJob> {
  const job = await tables.readJob(run, id, options);
  if (job === undefined) throw jobNotFound(id);
  return job;
}

async function updateJob(run: Run, job: tables.PostgresJob, changes: Partial<JobRecord>): Promise<JobRecord> {
  const record = { ...job.record, ...changes };
  await tables.updateJob(run, { ...job, record });
  if (isFinished(record) && !isFinished(job.record)) await announceJob(run, record.id);
  return record;
}

async function recordAttempts(
  run: Run,
  job: tables.PostgresJob,
  attempts: readonly JobAttempt[],
  at: number,
): Promise<RecordResult> {
  const { total } = job.record;
  const positions = attempts.map(({ position }) => position).filter((position) => position < total);
  const progress = await items.readProgress(run, job.number, positions);
  const unattempted = { attempts: 0, retryAt: null, status: undefined };
  const { recorded, job: record } = decideAttempts(job.record, attempts, {
    at,
    progressOf: (position) => (position < total ? (progress.get(position) ?? unattempted) : undefined),
  });
  if (recorded.length === 0) return { recorded: [], job: record };
  await items.writeAttempts(run, job.number, recorded);
  return {
    recorded: recorded.map(({ position }) => position),
    job: await updateJob(run, job, record),
  };
}
