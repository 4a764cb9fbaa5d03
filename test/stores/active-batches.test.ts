import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ActiveBatches } from '../../adapters/stores/active-batches.ts';
import { forAll } from '../support/values/for-all.ts';

const owned = fc.record({
  account: fc.constantFrom('one', 'other', null),
  jobId: fc.constantFrom('a', 'b', 'c'),
});

function holding(batches: readonly { account: string | null; jobId: string }[]): ActiveBatches {
  const active = new ActiveBatches();
  for (const batch of batches) active.add(batch);
  return active;
}

describe('the batches that a worker may take in one step', () => {
  it('are all within the shares of their account and job, whosever they are', () => {
    forAll(fc.array(owned, { maxLength: 60 }), fc.nat(30), owned, (held, free, next) => {
      const active = holding(held);
      const full = active.full(free);
      fc.pre(!full.accounts.includes(next.account) && !full.jobs.includes(next.jobId));
      const most = active.mostAtOnce(free);
      for (let taken = 0; taken < most; taken += 1) {
        const now = active.full(free - taken);
        expect([...now.accounts, ...now.jobs]).not.toContain(next.jobId);
        expect(now.accounts).not.toContain(next.account);
        active.add(next);
      }
    });
  });

  it('are as many as there may be', () => {
    expect(holding([]).mostAtOnce(24)).toBe(20);
    const nineteen = Array.from({ length: 19 }, () => ({ account: 'one', jobId: 'a' }));
    expect(holding(nineteen).mostAtOnce(5)).toBe(1);
    expect(holding(nineteen.slice(0, 8)).mostAtOnce(5)).toBe(3);
    expect(holding(nineteen).mostAtOnce(0)).toBe(0);
  });
});
