/** The SQL of jobs: rows in and out, no decisions. Writers run inside a transaction. */
import type { JobRecord, NewJob } from '../../../src/ports.ts';
import type { Session } from '../session.ts';

/** A job as it is stored. `number` names it within the file. */
export interface StoredJob {
  readonly number: number;
  readonly record: JobRecord;
}

/** Who drives a job, and until when; both null where nobody ever did. */
export interface Lease {
  readonly owner: string | null;
  readonly until: number | null;
}

interface JobRow extends Omit<JobRecord, 'idempotency'> {
  readonly number: number;
  readonly idempotencyKey: string | null;
  readonly fingerprint: string | null;
}

const columns = `number, id, kind, account, key_id AS keyId, milli_credits_per_item AS milliCreditsPerItem,
  submitted_at AS submittedAt, idempotency_key AS idempotencyKey, fingerprint, started_at AS startedAt,
  completed_at AS completedAt, failed_at AS failedAt, settled_at AS settledAt,
  total, processed, retrying, retried, safe`;

/** As the index says it, which is used for nothing else. */
const isUnsettled = 'completed_at IS NULL AND settled_at IS NULL';

export function readJob(session: Session, id: string): StoredJob | undefined {
  return storedJob(session.get(`SELECT ${columns} FROM jobs WHERE id = ?`, id));
}

export function readJobByKey(session: Session, idempotencyKey: string): StoredJob | undefined {
  return storedJob(session.get(`SELECT ${columns} FROM jobs WHERE idempotency_key = ?`, idempotencyKey));
}

export function insertJob(session: Session, number: number, job: NewJob, total: number): void {
  session.run(
    `INSERT INTO jobs (number, id, kind, account, key_id, milli_credits_per_item, submitted_at, idempotency_key,
         fingerprint, total)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    number,
    job.id,
    job.kind,
    job.account,
    job.keyId,
    job.milliCreditsPerItem,
    job.submittedAt,
    job.idempotency?.key ?? null,
    job.idempotency?.fingerprint ?? null,
    total,
  );
}

/** Writes what can change of a job. */
export function updateJob(session: Session, { number, record }: StoredJob): void {
  session.run(
    `UPDATE jobs SET started_at = ?, completed_at = ?, failed_at = ?, settled_at = ?, processed = ?, retrying = ?,
         retried = ?, safe = ?
       WHERE number = ?`,
    record.startedAt,
    record.completedAt,
    record.failedAt,
    record.settledAt,
    record.processed,
    record.retrying,
    record.retried,
    record.safe,
    number,
  );
}

/** Jobs neither completed nor settled, in order of submission, after the job `after`. */
export function readUnsettled(
  session: Session,
  { limit, after }: { limit: number; after: StoredJob | undefined },
): JobRecord[] {
  const rows = session.all(
    `SELECT ${columns} FROM jobs WHERE ${isUnsettled} AND (submitted_at, number) > (?, ?)
       ORDER BY submitted_at, number LIMIT ?`,
    after?.record.submittedAt ?? -1,
    after?.number ?? -1,
    limit,
  );
  return rows.map((row) => recordOf(row as JobRow));
}

export function readLease(session: Session, number: number): Lease {
  const row = session.get(
    'SELECT lease_owner AS owner, lease_until AS until FROM jobs WHERE number = ?',
    number,
  );
  const { owner, until } = row as Lease;
  return { owner, until };
}

export function writeLease(session: Session, number: number, { owner, until }: Lease): void {
  session.run('UPDATE jobs SET lease_owner = ?, lease_until = ? WHERE number = ?', owner, until, number);
}

/** Returns the number of the job that the draft is to become; no other job ever gets it. */
export function insertDraft(session: Session, expiresAt: number): number {
  const row = session.get('INSERT INTO job_drafts (expires_at) VALUES (?) RETURNING number', expiresAt) as {
    number: number;
  };
  return row.number;
}

export function isDraft(session: Session, number: number): boolean {
  return session.get('SELECT 1 FROM job_drafts WHERE number = ?', number) !== undefined;
}

export function deleteDraft(session: Session, number: number): void {
  session.run('DELETE FROM job_drafts WHERE number = ?', number);
}

export function readExpiredDrafts(session: Session, now: number): number[] {
  const rows = session.all('SELECT number FROM job_drafts WHERE expires_at <= ?', now) as {
    number: number;
  }[];
  return rows.map(({ number }) => number);
}

function storedJob(row: unknown): StoredJob | undefined {
  if (row === undefined) return undefined;
  const found = row as JobRow;
  return { number: found.number, record: recordOf(found) };
}

function recordOf(row: JobRow): JobRecord {
  const { idempotencyKey, fingerprint } = row;
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
    settledAt: row.settledAt,
    total: row.total,
    processed: row.processed,
    retrying: row.retrying,
    retried: row.retried,
    safe: row.safe,
  };
}
