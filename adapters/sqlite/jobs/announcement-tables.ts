/** SQL of what endpoints are still to be told of jobs: rows in and out. Writers must run inside a transaction. */

import type { Announcement } from '../../../src/ports/job-store.ts';
import { accountText } from '../../stores/job-rules.ts';
import type { SqliteConnection } from '../connection.ts';

type AnnouncementLease = Pick<Announcement, 'jobId' | 'endpoint' | 'leaseId'>;

/** An announcement that is due, of the account whose turn it is. */
interface DueAnnouncement {
  readonly jobId: string;
  readonly account: string;
  readonly failures: number;
}

/** A job that was deleted may have had the same id. */
export function insertAnnouncement(
  connection: SqliteConnection,
  endpoint: string,
  job: { readonly id: string; readonly account: string | null },
): void {
  const row = 'INSERT OR REPLACE INTO job_announcements (job, endpoint, account) VALUES (?, ?, ?)';
  connection.run(row, job.id, endpoint, accountText(job));
}

/** For a job that is being deleted. */
export function forgetAnnouncements(connection: SqliteConnection, number: number): void {
  connection.run(
    `DELETE FROM job_announcements
       WHERE job = (SELECT id FROM jobs WHERE number = ?) AND failures = 0 AND lease IS NULL`,
    number,
  );
}

/** Makes all announcements of a job that has just finished due, before those that were tried in vain. */
export function announceJob(connection: SqliteConnection, jobId: string): void {
  connection.run('UPDATE job_announcements SET due_at = 0, set_at = 0 WHERE job = ?', jobId);
}

/**
 * Returns the first announcement of the next account that has one due, in the order of their names, beginning after
 * `served`. What was set later than now was set before the clock was set back.
 */
export function readDueAnnouncement(
  connection: SqliteConnection,
  endpoint: string,
  { served, now }: { readonly served: string; readonly now: number },
): DueAnnouncement | undefined {
  const nextAfter = (account: string) =>
    connection.get(
      `SELECT job AS jobId, account, failures FROM job_announcements
         WHERE endpoint = ? AND account > ? AND due_at IS NOT NULL AND (due_at <= ? OR set_at > ?)
         ORDER BY account, due_at LIMIT 1`,
      endpoint,
      account,
      now,
      now,
    ) as DueAnnouncement | undefined;
  return nextAfter(served) ?? nextAfter('');
}

export function leaseAnnouncement(
  connection: SqliteConnection,
  { jobId, endpoint, leaseId }: AnnouncementLease,
  { now, leaseMs }: { readonly now: number; readonly leaseMs: number },
): void {
  connection.run(
    'UPDATE job_announcements SET lease = ?, due_at = ?, set_at = ? WHERE job = ? AND endpoint = ?',
    leaseId,
    now + leaseMs,
    now,
    jobId,
    endpoint,
  );
}

/** Deletes the announcement, or makes it due again. Returns false if the lease was lost. */
export function endAnnouncement(
  connection: SqliteConnection,
  { jobId, endpoint, leaseId }: AnnouncementLease,
  { retryMs, now }: { readonly retryMs: number | undefined; readonly now: number },
): boolean {
  const where = 'WHERE job = ? AND endpoint = ? AND lease = ?';
  const ids = [jobId, endpoint, leaseId] as const;
  if (retryMs === undefined) return connection.run(`DELETE FROM job_announcements ${where}`, ...ids) === 1;
  const retry = `UPDATE job_announcements SET lease = NULL, failures = failures + 1, due_at = ?, set_at = ? ${where}`;
  return connection.run(retry, now + retryMs, now, ...ids) === 1;
}
