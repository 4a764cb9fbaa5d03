/** SQL of what endpoints are still to be told of jobs: rows in and out. */
import type { Announcement, NewJob } from '../../../src/ports/job-store.ts';
import { accountText } from '../../stores/job-rules.ts';
import { digest, type Run } from '../statements.ts';

/** A job that was deleted may have had the same id. */
export async function insertAnnouncements(run: Run, job: NewJob): Promise<void> {
  const endpoints = [...new Set(job.announceTo)];
  if (endpoints.length === 0) return;
  await run(
    `INSERT INTO mailproof.job_announcements (job, job_id, endpoint, account)
       SELECT $1, $2, endpoint, $4 FROM unnest($3::text[]) AS endpoint
       ON CONFLICT (job, endpoint) DO UPDATE
         SET account = excluded.account, failures = 0, due_at = NULL, set_at = NULL, lease = NULL`,
    [digest(job.id), job.id, endpoints, digest(accountText(job))],
  );
}

/** Makes all announcements of a job that has just finished due, before those that were tried in vain. */
export async function announceJob(run: Run, jobId: string): Promise<void> {
  const sql = 'UPDATE mailproof.job_announcements SET due_at = 0, set_at = 0 WHERE job = $1';
  await run(sql, [digest(jobId)]);
}

/**
 * Leases the first announcement of the next account that has one due, in an order of accounts that begins after `served`.
 * What was set later than now was set before the clock was set back.
 */
export async function leaseAnnouncement(
  run: Run,
  endpoint: string,
  { served, now, leaseMs, leaseId }: { served: Buffer; now: number; leaseMs: number; leaseId: string },
): Promise<{ jobId: string; account: Buffer; failures: number } | undefined> {
  const [row] = await run(
    `UPDATE mailproof.job_announcements AS announcement SET lease = $4, due_at = $3::bigint + $5, set_at = $3
       FROM (
         SELECT job FROM mailproof.job_announcements
           WHERE endpoint = $1 AND due_at IS NOT NULL AND (due_at <= $3 OR set_at > $3)
           ORDER BY account <= $2, account, due_at LIMIT 1 FOR UPDATE SKIP LOCKED
       ) AS due WHERE announcement.job = due.job AND endpoint = $1
       RETURNING job_id, account, failures`,
    [endpoint, served, now, leaseId, leaseMs],
  );
  return row && { jobId: row.job_id, account: row.account, failures: row.failures };
}

/** Deletes the announcement, or makes it due again. Returns false if the lease was lost. */
export async function endAnnouncement(
  run: Run,
  { jobId, endpoint, leaseId }: Announcement,
  { retryMs, now }: { readonly retryMs: number | undefined; readonly now: number },
): Promise<boolean> {
  const where = 'WHERE job = $1 AND endpoint = $2 AND lease = $3 RETURNING 1';
  const ids = [digest(jobId), endpoint, leaseId];
  const ended =
    retryMs === undefined
      ? await run(`DELETE FROM mailproof.job_announcements ${where}`, ids)
      : await run(
          `UPDATE mailproof.job_announcements SET lease = NULL, failures = failures + 1, due_at = $4, set_at = $5 ${where}`,
          [...ids, now + retryMs, now],
        );
  return ended.length > 0;
}
