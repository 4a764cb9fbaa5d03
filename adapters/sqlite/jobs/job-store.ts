import { isFinished } from '../../../src/bulk/job-status.ts';
import type {
  Clock,
  JobAttempt,
  JobItem,
  JobItemState,
  JobRecord,
  JobStore,
  NewJob,
} from '../../../src/ports.ts';
import {
  type CounterChange,
  checkChange,
  checkIdempotencyKey,
  checkJobId,
  checkLease,
  checkNewJob,
  checkOpen,
  checkPage,
  checkPositions,
  checkRecord,
  checkUnfinished,
  checkUnlease,
  decideAttempt,
  isSafe,
  isThrough,
  isUnsettled,
  jobNotFound,
} from '../../stores/job-rules.ts';
import type { DatabaseFile } from '../database-file.ts';
import type { Session } from '../session.ts';
import type { WriteBatch } from '../write-batch.ts';
import { type Created, JobCreation } from './job-creation.ts';
import { readProgress, readStates, writeAttempt } from './job-item-tables.ts';
import { closeItems, readOpenItems } from './job-open-items.ts';
import type { StoredJob } from './job-tables.ts';
import * as tables from './job-tables.ts';

interface Recorded {
  readonly recorded: readonly number[];
  readonly job: JobRecord;
}

/** Results and the counters that tell of them change in one transaction, or none of them does. */
export class SqliteJobStore implements JobStore {
  readonly #file: DatabaseFile;
  readonly #writes: WriteBatch;
  readonly #creation: JobCreation;

  constructor(options: { file: DatabaseFile; writes: WriteBatch; clock: Clock }) {
    this.#file = options.file;
    this.#writes = options.writes;
    this.#creation = new JobCreation(options);
  }

  async create(job: NewJob, items: readonly JobItem[]): Promise<Created> {
    checkNewJob(job, items);
    return this.#creation.create(job, items);
  }

  async get(id: string): Promise<JobRecord | undefined> {
    checkJobId(id);
    return this.#file.use((session) => tables.readJob(session, id)?.record);
  }

  async find(idempotencyKey: string): Promise<JobRecord | undefined> {
    checkIdempotencyKey(idempotencyKey);
    return this.#file.use((session) => tables.readJobByKey(session, idempotencyKey)?.record);
  }

  async record(id: string, attempts: readonly JobAttempt[], options: { at: number }): Promise<Recorded> {
    checkRecord(id, attempts, options);
    return this.#writes.write((session) => recordAll(session, requireJob(session, id), attempts, options.at));
  }

  async start(id: string, options: { at: number }): Promise<JobRecord> {
    checkChange(id, options);
    return this.#writes.write((session) => {
      const job = requireJob(session, id);
      if (job.record.startedAt !== null) return job.record;
      return change(session, job, { startedAt: options.at });
    });
  }

  async fail(id: string, options: { at: number }): Promise<{ failed: boolean; job: JobRecord }> {
    checkChange(id, options);
    return this.#writes.write((session) => {
      const job = requireJob(session, id);
      if (isFinished(job.record)) return { failed: false, job: job.record };
      return { failed: true, job: change(session, job, { failedAt: options.at }) };
    });
  }

  async markSettled(id: string, options: { at: number }): Promise<void> {
    checkChange(id, options);
    await this.#writes.write((session) => {
      const job = requireJob(session, id);
      const { failedAt, settledAt } = job.record;
      if (failedAt !== null && settledAt === null) change(session, job, { settledAt: options.at });
    });
  }

  async page(id: string, options: { offset: number; limit: number }): Promise<readonly JobItemState[]> {
    checkPage(id, options);
    const { offset, limit } = options;
    return this.#file.use((session) => {
      const { number, record } = requireJob(session, id);
      const length = Math.max(0, Math.min(limit, record.total - offset));
      return readStates(
        session,
        number,
        Array.from({ length }, (_, index) => offset + index),
      );
    });
  }

  async items(id: string, positions: readonly number[]): Promise<readonly JobItemState[]> {
    checkPositions(id, positions);
    return this.#file.use((session) => {
      const { number, record } = requireJob(session, id);
      return readStates(
        session,
        number,
        positions.filter((position) => position < record.total),
      );
    });
  }

  async openItems(
    id: string,
    options: { afterPosition?: number; limit: number },
  ): Promise<readonly JobItemState[]> {
    checkOpen(id, options);
    return this.#file.use((session) => readOpen(session, requireJob(session, id).number, options));
  }

  async unfinished(options: { limit: number; after?: string }): Promise<readonly JobRecord[]> {
    checkUnfinished(options);
    const { limit, after } = options;
    return this.#file.use((session) =>
      tables.readUnsettled(session, {
        limit,
        after: after === undefined ? undefined : requireJob(session, after),
      }),
    );
  }

  async lease(id: string, options: { owner: string; now: number; until: number }): Promise<boolean> {
    checkLease(id, options);
    const { owner, now, until } = options;
    return this.#writes.write((session) => {
      const { number, record } = requireJob(session, id);
      const lease = tables.readLease(session, number);
      const isFree = lease.until === null || lease.until <= now || lease.owner === owner;
      if (!isFree || !isUnsettled(record)) return false;
      tables.writeLease(session, number, { owner, until });
      return true;
    });
  }

  async releaseLease(id: string, owner: string): Promise<void> {
    checkUnlease(id, owner);
    await this.#writes.write((session) => {
      const { number } = requireJob(session, id);
      if (tables.readLease(session, number).owner !== owner) return;
      tables.writeLease(session, number, { owner: null, until: null });
    });
  }
}

function requireJob(session: Session, id: string): StoredJob {
  const job = tables.readJob(session, id);
  if (job === undefined) throw jobNotFound(id);
  return job;
}

function change(session: Session, job: StoredJob, changes: Partial<JobRecord>): JobRecord {
  const record = { ...job.record, ...changes };
  tables.updateJob(session, { ...job, record });
  return record;
}

function recordAll(session: Session, job: StoredJob, attempts: readonly JobAttempt[], at: number): Recorded {
  if (isFinished(job.record)) return { recorded: [], job: job.record };
  const present = attempts.filter(({ position }) => position < job.record.total);
  const progress = readProgress(
    session,
    job.number,
    present.map(({ position }) => position),
  );
  const recorded: JobAttempt[] = [];
  let counters = job.record;
  for (const attempt of present) {
    const { position, result, retryAt } = attempt;
    const decided = decideAttempt(
      progress.get(position) ?? { attempts: 0, retryAt: null, safe: false },
      attempt,
    );
    if (decided === undefined) continue;
    progress.set(position, { attempts: attempt.attempt, retryAt, safe: isSafe(result) });
    writeAttempt(session, job.number, attempt);
    counters = counted(counters, decided);
    recorded.push(attempt);
  }
  const positions = recorded.map(({ position }) => position);
  if (recorded.length === 0) return { recorded: positions, job: job.record };
  const final = recorded.filter(({ retryAt }) => retryAt === null);
  closeItems(
    session,
    job.number,
    final.map(({ position }) => position),
  );
  const completedAt = isThrough(counters) ? at : null;
  return { recorded: positions, job: change(session, job, { ...counters, completedAt }) };
}

function counted(job: JobRecord, change: CounterChange): JobRecord {
  return {
    ...job,
    processed: job.processed + change.processed,
    retrying: job.retrying + change.retrying,
    retried: job.retried + change.retried,
    safe: job.safe + change.safe,
  };
}

/** Another process may make an item final between the two reads: then those that follow are looked at. */
function readOpen(
  session: Session,
  number: number,
  { afterPosition = -1, limit }: { afterPosition?: number; limit: number },
): JobItemState[] {
  const open: JobItemState[] = [];
  for (let after: number | undefined = afterPosition; after !== undefined && open.length < limit; ) {
    const positions = readOpenItems(session, number, { afterPosition: after, limit: limit - open.length });
    const states = readStates(session, number, positions);
    open.push(...states.filter(({ result, retryAt }) => result === undefined || retryAt !== null));
    after = positions.at(-1);
  }
  return open;
}
