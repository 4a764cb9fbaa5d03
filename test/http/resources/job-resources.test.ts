import { describe, expect, it } from 'vitest';
import { lookupJob, verificationJob } from '../../../adapters/http/resources/job-resources.ts';
import { newJob } from '../../../contract/jobs/sample-data.ts';
import { jobStateOf, newJobRecord } from '../../../src/bulk/job.ts';
import { NotFound } from '../../../src/errors.ts';
import type { JobRecord } from '../../../src/ports/job-store.ts';

const submittedAt = Date.UTC(2030, 0, 1);

function jobWith(changes: Partial<JobRecord>) {
  const record = newJobRecord(newJob({ submittedAt, name: 'list.csv' }), 10);
  return { ...jobStateOf({ ...record, startedAt: submittedAt + 5, ...changes }), nextRetryAt: null };
}

describe('A bulk verification', () => {
  it('shows the documented fields and no others', () => {
    expect(verificationJob(jobWith({ processed: 10, completedAt: Date.UTC(2030, 0, 1, 1) }))).toEqual({
      job_id: 'job',
      status: 'complete',
      total_emails: 10,
      emails_processed: 10,
      submitted_at: '2030-01-01T00:00:00.000Z',
      retry_status: 'none',
      completed_at: '2030-01-01T01:00:00.000Z',
    });
  });

  it('has no time of completion while it runs, or once it has failed', () => {
    const running = { status: 'in_progress', emails_processed: 3, completed_at: null };
    expect(verificationJob(jobWith({ processed: 3 }))).toMatchObject(running);
    const failed = { status: 'failed', completed_at: null };
    expect(verificationJob(jobWith({ processed: 3, failedAt: 9 }))).toMatchObject(failed);
  });

  it('is not found where a lookup is asked for', () => {
    expect(() => lookupJob(jobWith({}))).toThrow(NotFound);
    expect(() => verificationJob(jobWith({ kind: 'lookup' }))).toThrow(NotFound);
  });
});

describe('A bulk lookup', () => {
  const byStatus = { safe: 3, risky: 0, invalid: 0, unknown: 3 };
  const running = { kind: 'lookup' as const, processed: 6, retrying: 2, byStatus };

  it('shows the documented fields and no others: rows that will be tried again are not counted yet', () => {
    expect(lookupJob(jobWith(running))).toEqual({
      job_id: 'job',
      status: 'running',
      total_rows: 10,
      total_processed: 4,
      summary: { total_found: 3, total_not_found: 1 },
      created_at: '2030-01-01T00:00:00.000Z',
      finished_at: null,
    });
  });

  it('is completed once every row is done', () => {
    const completedAt = Date.UTC(2030, 0, 1, 1);
    expect(lookupJob(jobWith({ ...running, processed: 10, retrying: 0, completedAt }))).toMatchObject({
      status: 'completed',
      total_processed: 10,
      summary: { total_found: 3, total_not_found: 7 },
      finished_at: '2030-01-01T01:00:00.000Z',
    });
  });

  it('is completed, with all rows, if it has failed: the credits went back', () => {
    expect(lookupJob(jobWith({ ...running, failedAt: Date.UTC(2030, 0, 1, 2) }))).toMatchObject({
      status: 'completed',
      total_processed: 10,
      summary: { total_found: 3, total_not_found: 7 },
      finished_at: '2030-01-01T02:00:00.000Z',
    });
  });
});
