import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isFinished, resultCount, retryStatusOf, statusOf } from '../../src/bulk/job.ts';
import type { JobRecord } from '../../src/ports/job-store.ts';
import { forAll } from '../support/values/for-all.ts';

const fresh: JobRecord = {
  id: '4f6c1d0e-58a1-4a51-9d0c-0d5a1f0b7c11',
  kind: 'verification',
  account: null,
  keyId: null,
  milliCreditsPerItem: 0,
  idempotency: null,
  submittedAt: Date.UTC(2030, 0, 1),
  startedAt: null,
  completedAt: null,
  failedAt: null,
  cancelled: false,
  settledAt: null,
  total: 10,
  processed: 0,
  retrying: 0,
  retried: 0,
  byStatus: { safe: 0, risky: 0, invalid: 0, unknown: 0 },
};
const started = { ...fresh, startedAt: fresh.submittedAt + 5 };

describe('A job', () => {
  it('is finished once it has completed or failed', () => {
    expect(isFinished(started)).toBe(false);
    expect(isFinished({ ...started, completedAt: 1 })).toBe(true);
    expect(isFinished({ ...started, failedAt: 1 })).toBe(true);
  });

  it('makes progress by every result, those of retries included', () => {
    expect(resultCount({ ...started, processed: 7, retried: 2 })).toBe(9);
  });
});

describe('The status of a bulk verification', () => {
  it.each([
    ['is pending until work on it starts', 'pending', { startedAt: null }],
    ['is in progress until an address has a first result', 'in_progress', {}],
    ['is in progress until all have one', 'in_progress', { processed: 9, retrying: 3 }],
    [
      'is partially complete while unknown addresses are retried',
      'partial_complete_retrying',
      { processed: 10, retrying: 3 },
    ],
    ['is complete once no address is open', 'complete', { processed: 10, completedAt: 1 }],
    [
      'is failed once the job has failed, retrying or not',
      'failed',
      { processed: 10, retrying: 2, failedAt: 1 },
    ],
  ])('%s', (_, status, job) => {
    expect(statusOf({ ...started, ...job })).toBe(status);
  });
});

describe('The retry status', () => {
  it.each([
    ['none', { processed: 4, retrying: 0, retried: 0 }],
    ['pending', { processed: 10, retrying: 3, retried: 0 }],
    ['partial', { processed: 10, retrying: 2, retried: 1 }],
    ['complete', { processed: 10, retrying: 0, retried: 3 }],
  ] as const)('is %s with %o', (status, counters) => {
    expect(retryStatusOf({ ...started, ...counters })).toBe(status);
  });

  it('never falls back while results come in, in whatever order', () => {
    const ranks = ['none', 'pending', 'partial', 'complete'];
    forAll(fc.array(fc.record({ item: fc.nat(9), final: fc.boolean() }), { maxLength: 60 }), (results) => {
      const attempts = new Map<number, { count: number; final: boolean }>();
      let rank = 0;
      for (const { item, final } of results) {
        const known = attempts.get(item) ?? { count: 0, final: false };
        if (known.final) continue;
        attempts.set(item, { count: known.count + 1, final });
        const states = [...attempts.values()];
        const job = {
          ...started,
          processed: states.length,
          retrying: states.filter((state) => !state.final).length,
          retried: states.reduce((sum, state) => sum + state.count - 1, 0),
        };
        const next = ranks.indexOf(retryStatusOf(job));
        expect(next).toBeGreaterThanOrEqual(rank);
        rank = next;
      }
    });
  });
});
