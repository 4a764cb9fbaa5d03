import { describe, expect, it } from 'vitest';
import { decideAttempts, type ItemProgress } from '../../adapters/stores/index.ts';
import { attemptAt, newJob } from '../../contract/jobs/sample-data.ts';
import { newJobRecord } from '../../src/bulk/job.ts';

const at = 1_000;
const retryAt = 2_000;
const unattempted: ItemProgress = { attempts: 0, retryAt: null, status: undefined };

describe('the decision on attempts', () => {
  it('counts consecutive attempts at one item as they follow one another', () => {
    const attempts = [attemptAt(0, { retryAt }), attemptAt(0, { attempt: 2 })];
    const { recorded, job } = decideAttempts(newJobRecord(newJob(), 1), attempts, {
      at,
      progressOf: () => unattempted,
    });
    expect(recorded).toEqual(attempts);
    expect(job).toMatchObject({
      processed: 1,
      retrying: 0,
      retried: 1,
      byStatus: { safe: 1 },
      completedAt: at,
    });
    expect(job.byStatus).toEqual({ safe: 1, risky: 0, invalid: 0, unknown: 0 });
  });

  it('goes on from the state of the item', () => {
    const waiting = { attempts: 1, retryAt, status: 'safe' } as const;
    const byStatus = { safe: 1, risky: 0, invalid: 0, unknown: 0 };
    const before = { ...newJobRecord(newJob(), 2), processed: 1, retrying: 1, safe: 1, byStatus };
    const attempt = attemptAt(1, { attempt: 2, retryAt });
    const { job } = decideAttempts(before, [attempt], { at, progressOf: () => waiting });
    expect(job).toEqual({ ...before, retried: 1, byStatus: { ...byStatus, safe: 0, unknown: 1 } });
  });

  it('skips positions that the job does not have, and leaves the job as it was', () => {
    const before = newJobRecord(newJob(), 2);
    const decision = decideAttempts(before, [attemptAt(2)], { at, progressOf: () => undefined });
    expect(decision).toEqual({ recorded: [], job: before });
  });

  it('records nothing of a job that has failed', () => {
    const before = { ...newJobRecord(newJob(), 1), failedAt: 1 };
    const decision = decideAttempts(before, [attemptAt(0)], { at, progressOf: () => unattempted });
    expect(decision).toEqual({ recorded: [], job: before });
  });
});
