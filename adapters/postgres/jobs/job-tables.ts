/** SQL of jobs: rows in and out, no decisions. */
import type { JobPosition, JobRecord, NewJob } from '../../../src/ports/job-store.ts';
import type { JobLease } from '../../stores/job-rules.ts';
import { digest, type Row, type Run } from '../statements.ts';

/** A stored job. `number` identifies it in the schema. */
export interface PostgresJob {
  readonly number: number;
  readonly record: JobRecord;
  readonly lease: JobLease | undefined;
}

/** `lock`: until the transaction ends, nobody else changes or deletes the job. */
export async function readJob(run: Run, id: string, { lock = false } = {}): Promise<PostgresJob | undefined> {
  const [row] = await run(`SELECT * FROM mailproof.jobs WHERE key = $1${lock ? ' FOR UPDATE' : ''}`, [
    digest(id),
  ]);
  return row && jobOf(row);
}

export async function readJobByKey(run: Run, idempotencyKey: string): Promise<JobRecord | undefined> {
  const sql = 'SELECT * FROM mailproof.jobs WHERE idempotency_digest = $1';
  const [row] = await run(sql, [digest(idempotencyKey)]);
  return row && jobOf(row).record;
}

/** Returns the number of the job. */
export async function insertJob(run: Run, job: NewJob, total: number): Promise<number> {
  const { idempotency } = job;
  const [{ number }] = await run(
    `INSERT INTO mailproof.jobs (key, id, kind, account, account_key, key_id, milli_credits_per_item, submitted_at,
         idempotency_digest, idempotency_key, fingerprint, name, traceparent, total)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) RETURNING number`,
    [
      ...[digest(job.id), job.id, job.kind, job.account, job.account === null ? null : digest(job.account)],
      ...[job.keyId, job.milliCreditsPerItem, job.submittedAt],
      ...[idempotency === null ? null : digest(idempotency.key), idempotency?.key, idempotency?.fingerprint],
      ...[job.name, job.traceparent, total],
    ],
  );
  return number;
}

/** Writes the columns of a job that can change, but its lease. */
export async function updateJob(run: Run, { number, record }: PostgresJob): Promise<void> {
  const { safe, risky, invalid, unknown } = record.byStatus;
  await run(
    `UPDATE mailproof.jobs SET started_at = $2, completed_at = $3, failed_at = $4, cancelled = $5, settled_at = $6,
         processed = $7, retrying = $8, retried = $9, safe = $10, risky = $11, invalid = $12, unknown = $13
       WHERE number = $1`,
    [
      ...[number, record.startedAt, record.completedAt, record.failedAt, record.cancelled, record.settledAt],
      ...[record.processed, record.retrying, record.retried, safe, risky, invalid, unknown],
    ],
  );
}

/** Without a lease, removes it. */
export async function writeLease(run: Run, number: number, lease?: JobLease): Promise<void> {
  await run('UPDATE mailproof.jobs SET lease_owner = $2, lease_until = $3, lease_ms = $4 WHERE number = $1', [
    number,
    lease?.owner,
    lease?.until,
    lease?.durationMs,
  ]);
}

export async function writeName(run: Run, number: number, name: string): Promise<void> {
  await run('UPDATE mailproof.jobs SET name = $2 WHERE number = $1', [number, name]);
}

/** Returns jobs that are neither completed nor settled, in order of submission, after the job `after`. */
export async function readUnfinishedJobs(
  run: Run,
  { limit, after }: { limit: number; after: PostgresJob | undefined },
): Promise<JobRecord[]> {
  const rows = await run(
    `SELECT * FROM mailproof.jobs WHERE completed_at IS NULL AND settled_at IS NULL
       AND (submitted_at, number) > ($1, $2) ORDER BY submitted_at, number LIMIT $3`,
    [after?.record.submittedAt ?? -1, after?.number ?? -1, limit],
  );
  return rows.map((row) => jobOf(row).record);
}

/** Returns jobs that are completed or settled, in the order of their numbers, after the number `after`. */
export async function readSettledJobs(
  run: Run,
  { limit, after }: { limit: number; after: number },
): Promise<PostgresJob[]> {
  const rows = await run(
    `SELECT * FROM mailproof.jobs WHERE number > $1 AND (completed_at IS NOT NULL OR settled_at IS NOT NULL)
       ORDER BY number LIMIT $2`,
    [after, limit],
  );
  return rows.map(jobOf);
}

/** Returns jobs of an account, newest first, those before a position. */
export async function readJobsOfAccount(
  run: Run,
  account: string,
  { limit, before }: { limit: number; before?: JobPosition | undefined },
): Promise<JobRecord[]> {
  const rows = await run(
    `SELECT * FROM mailproof.jobs WHERE account_key = $1 AND submitted_at <= $2 AND (submitted_at, id) < ($2, $3)
       ORDER BY submitted_at DESC, id DESC LIMIT $4`,
    // Later than any time of submission.
    [digest(account), before?.submittedAt ?? 2 ** 53, before?.id ?? '', limit],
  );
  return rows.map((row) => jobOf(row).record);
}

/** Deletes completed and settled jobs that finished by `latest`. Returns how many. */
export async function deleteOldest(run: Run, latest: number, limit: number): Promise<number> {
  const rows = await run(
    `SELECT number, key FROM mailproof.jobs WHERE (completed_at IS NOT NULL OR settled_at IS NOT NULL)
       AND coalesce(completed_at, failed_at) <= $1
       ORDER BY coalesce(completed_at, failed_at) LIMIT $2 FOR UPDATE SKIP LOCKED`,
    [latest, limit],
  );
  for (const { number, key } of rows) await deleteJob(run, number, key);
  return rows.length;
}

/** The announcements that were leased before are due as ever. */
export async function deleteJob(run: Run, number: number, key: Buffer): Promise<void> {
  await run('DELETE FROM mailproof.job_announcements WHERE job = $1 AND failures = 0 AND lease IS NULL', [
    key,
  ]);
  await run('DELETE FROM mailproof.job_results WHERE job = $1', [number]);
  await run('DELETE FROM mailproof.job_items WHERE job = $1', [number]);
  await run('DELETE FROM mailproof.jobs WHERE number = $1', [number]);
}

function jobOf(row: Row): PostgresJob {
  const { idempotency_key: key, fingerprint, name, traceparent, safe, risky, invalid, unknown } = row;
  const { lease_owner: owner, lease_until: until, lease_ms: durationMs } = row;
  const record: JobRecord = {
    ...{ id: row.id, kind: row.kind, account: row.account, keyId: row.key_id },
    milliCreditsPerItem: row.milli_credits_per_item,
    submittedAt: row.submitted_at,
    idempotency: key === null ? null : { key, fingerprint },
    startedAt: row.started_at,
    completedAt: row.completed_at,
    failedAt: row.failed_at,
    cancelled: row.cancelled,
    settledAt: row.settled_at,
    ...{ total: row.total, processed: row.processed, retrying: row.retrying, retried: row.retried },
    byStatus: { safe, risky, invalid, unknown },
    ...(name !== null && { name }),
    ...(traceparent !== null && { traceparent }),
  };
  return { number: row.number, record, lease: owner === null ? undefined : { owner, until, durationMs } };
}
