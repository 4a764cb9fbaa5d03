/** SQL of jobs: rows in and out, no decisions. Writers must run inside a transaction. */
import type { JobPosition, JobRecord, NewJob } from '../../../src/ports/job-store.ts';
import type { JobLease } from '../../stores/job-rules.ts';
import type { SqliteConnection } from '../connection.ts';
import { forgetAnnouncements, insertAnnouncement } from './announcement-tables.ts';

/** A stored job. `number` identifies it within the file. */
export interface SqliteJob {
  readonly number: number;
  readonly record: JobRecord;
}

interface JobRow extends Omit<JobRecord, 'idempotency' | 'traceparent' | 'cancelled' | 'byStatus' | 'name'> {
  readonly number: number;
  readonly idempotencyKey: string | null;
  readonly fingerprint: string | null;
  readonly traceparent: string | null;
  readonly cancelled: 0 | 1;
  readonly safe: number;
  readonly risky: number;
  readonly invalid: number;
  readonly unknown: number;
  readonly name: string | null;
}

const columns = `number, id, kind, account, key_id AS keyId, milli_credits_per_item AS milliCreditsPerItem,
  submitted_at AS submittedAt, idempotency_key AS idempotencyKey, fingerprint, name, traceparent,
  started_at AS startedAt, completed_at AS completedAt, failed_at AS failedAt, cancelled, settled_at AS settledAt,
  total, processed, retrying, retried, safe, risky, invalid, unknown`;

/** Must repeat the condition of the index `unsettled_jobs`, or SQLite does not use it. */
const isUnsettled = 'completed_at IS NULL AND settled_at IS NULL';

export function readJob(connection: SqliteConnection, id: string): SqliteJob | undefined {
  return jobOf(connection.get(`SELECT ${columns} FROM jobs WHERE id = ?`, id));
}

export function readJobByKey(connection: SqliteConnection, idempotencyKey: string): SqliteJob | undefined {
  return jobOf(connection.get(`SELECT ${columns} FROM jobs WHERE idempotency_key = ?`, idempotencyKey));
}

export function insertJob(connection: SqliteConnection, number: number, job: NewJob, total: number): void {
  connection.run(
    `INSERT INTO jobs (number, id, kind, account, key_id, milli_credits_per_item, submitted_at, idempotency_key,
         fingerprint, name, traceparent, total)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    number,
    job.id,
    job.kind,
    job.account,
    job.keyId,
    job.milliCreditsPerItem,
    job.submittedAt,
    job.idempotency?.key ?? null,
    job.idempotency?.fingerprint ?? null,
    job.name ?? null,
    job.traceparent ?? null,
    total,
  );
  for (const endpoint of new Set(job.announceTo)) insertAnnouncement(connection, endpoint, job);
}

/** Writes the columns of a job that can change. */
export function updateJob(connection: SqliteConnection, { number, record }: SqliteJob): void {
  connection.run(
    `UPDATE jobs SET started_at = ?, completed_at = ?, failed_at = ?, cancelled = ?, settled_at = ?, processed = ?,
         retrying = ?, retried = ?, safe = ?, risky = ?, invalid = ?, unknown = ?
       WHERE number = ?`,
    record.startedAt,
    record.completedAt,
    record.failedAt,
    record.cancelled ? 1 : 0,
    record.settledAt,
    record.processed,
    record.retrying,
    record.retried,
    record.byStatus.safe,
    record.byStatus.risky,
    record.byStatus.invalid,
    record.byStatus.unknown,
    number,
  );
}

/** Returns jobs that are neither completed nor settled, in order of submission, after the job `after`. */
export function readUnfinishedJobs(
  connection: SqliteConnection,
  { limit, after }: { limit: number; after: SqliteJob | undefined },
): JobRecord[] {
  const rows = connection.all(
    `SELECT ${columns} FROM jobs WHERE ${isUnsettled} AND (submitted_at, number) > (?, ?)
       ORDER BY submitted_at, number LIMIT ?`,
    after?.record.submittedAt ?? -1,
    after?.number ?? -1,
    limit,
  );
  return rows.map((row) => recordOf(row as JobRow));
}

/** Returns jobs of an account, newest first, those before a position. */
export function readJobsOfAccount(
  connection: SqliteConnection,
  account: string,
  { limit, before }: { limit: number; before?: JobPosition | undefined },
): JobRecord[] {
  const rows = connection.all(
    `SELECT ${columns} FROM jobs WHERE account = ? AND (submitted_at, id) < (?, ?)
       ORDER BY submitted_at DESC, id DESC LIMIT ?`,
    account,
    // Later than any time of submission.
    before?.submittedAt ?? 2 ** 53,
    before?.id ?? '',
    limit,
  );
  return rows.map((row) => recordOf(row as JobRow));
}

/** Returns jobs that are completed or settled, in the order of their numbers, after the number `after`. */
export function readSettledJobs(
  connection: SqliteConnection,
  { limit, after }: { limit: number; after: number },
): SqliteJob[] {
  const rows = connection.all(
    `SELECT ${columns} FROM jobs WHERE number > ? AND (completed_at IS NOT NULL OR settled_at IS NOT NULL)
       ORDER BY number LIMIT ?`,
    after,
    limit,
  );
  return rows.map((row) => ({ number: (row as JobRow).number, record: recordOf(row as JobRow) }));
}

export function readLease(connection: SqliteConnection, number: number): JobLease | undefined {
  const row = connection.get(
    'SELECT lease_owner AS owner, lease_until AS until, lease_ms AS durationMs FROM jobs WHERE number = ?',
    number,
  );
  const { owner, until, durationMs } = row as { [Field in keyof JobLease]: JobLease[Field] | null };
  return owner === null || until === null || durationMs === null ? undefined : { owner, until, durationMs };
}

/** Without a lease, removes it. */
export function writeLease(connection: SqliteConnection, number: number, lease: JobLease | undefined): void {
  connection.run(
    'UPDATE jobs SET lease_owner = ?, lease_until = ?, lease_ms = ? WHERE number = ?',
    lease?.owner ?? null,
    lease?.until ?? null,
    lease?.durationMs ?? null,
    number,
  );
}

export function writeName(connection: SqliteConnection, number: number, name: string): void {
  connection.run('UPDATE jobs SET name = ? WHERE number = ?', name, number);
}

/** Returns completed and settled jobs that finished by `latest`. The condition must be that of the index `finished_jobs`. */
export function readFinishedJobs(connection: SqliteConnection, latest: number, limit: number): number[] {
  const rows = connection.all(
    `SELECT number FROM jobs WHERE (completed_at IS NOT NULL OR settled_at IS NOT NULL)
         AND coalesce(completed_at, failed_at) <= ?
       ORDER BY coalesce(completed_at, failed_at) LIMIT ?`,
    latest,
    limit,
  ) as { number: number }[];
  return rows.map(({ number }) => number);
}

/** Hides a job from all readers. Its items and results are left to be deleted. */
export function removeJob(connection: SqliteConnection, number: number): void {
  forgetAnnouncements(connection, number);
  connection.run('DELETE FROM jobs WHERE number = ?', number);
  insertRemovedJob(connection, number);
}

/** Leaves the items and results of a job that is gone to be deleted. */
export function insertRemovedJob(connection: SqliteConnection, number: number): void {
  connection.run('INSERT INTO removed_jobs (number) VALUES (?)', number);
}

export function readRemovedJob(connection: SqliteConnection): number | undefined {
  const row = connection.get('SELECT number FROM removed_jobs LIMIT 1') as { number: number } | undefined;
  return row?.number;
}

export function forgetRemovedJob(connection: SqliteConnection, number: number): void {
  connection.run('DELETE FROM job_open_items WHERE number = ?', number);
  connection.run('DELETE FROM removed_jobs WHERE number = ?', number);
}

/** A job that is being created: its items are being stored. */
interface Draft extends JobPosition {
  readonly number: number;
  readonly expiresAt: number;
}

/** Returns the number that the draft will have as a job. It is never used again. */
export function insertDraft(
  connection: SqliteConnection,
  { id, submittedAt }: JobPosition,
  expiresAt: number,
): number {
  const row = connection.get(
    'INSERT INTO job_drafts (job, submitted_at, expires_at) VALUES (?, ?, ?) RETURNING number',
    id,
    submittedAt,
    expiresAt,
  ) as { number: number };
  return row.number;
}

/** Returns false if the draft is gone. */
export function renewDraft(connection: SqliteConnection, number: number, expiresAt: number): boolean {
  return connection.run('UPDATE job_drafts SET expires_at = ? WHERE number = ?', expiresAt, number) === 1;
}

/** Returns false if the draft is gone. */
export function deleteDraft(connection: SqliteConnection, number: number): boolean {
  return connection.run('DELETE FROM job_drafts WHERE number = ?', number) === 1;
}

export function readDrafts(connection: SqliteConnection): readonly Draft[] {
  return connection.all(
    'SELECT number, job AS id, submitted_at AS submittedAt, expires_at AS expiresAt FROM job_drafts',
  ) as Draft[];
}

function jobOf(row: unknown): SqliteJob | undefined {
  if (row === undefined) return undefined;
  const found = row as JobRow;
  return { number: found.number, record: recordOf(found) };
}

function recordOf(row: JobRow): JobRecord {
  const { idempotencyKey, fingerprint, name, traceparent, safe, risky, invalid, unknown } = row;
  return {
    id: row.id,
    kind: row.kind,
    account: row.account,
    keyId: row.keyId,
    milliCreditsPerItem: row.milliCreditsPerItem,
    submittedAt: row.submittedAt,
    idempotency:
      idempotencyKey === null || fingerprint === null ? null : { key: idempotencyKey, fingerprint },
    startedAt: row.startedAt,
    completedAt: row.completedAt,
    failedAt: row.failedAt,
    cancelled: row.cancelled === 1,
    settledAt: row.settledAt,
    total: row.total,
    processed: row.processed,
    retrying: row.retrying,
    retried: row.retried,
    byStatus: { safe, risky, invalid, unknown },
    ...(traceparent !== null && { traceparent }),
    ...(name !== null && { name }),
  };
}
