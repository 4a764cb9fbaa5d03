import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shareOfJob } from '../../src/concurrency/work-share.ts';
import { MailproofError, ServiceUnavailable } from '../../src/errors.ts';
import { type LedgerFault, verdictOn, type Work } from '../credits/charged-verifications.ts';
import { chargedLookups, knowing } from '../lookup/charged-lookups.ts';
import { times } from '../support/values/for-all.ts';

type Fate = 'answers' | 'unknown' | 'unavailable' | 'never';

const people = [
  { first_name: 'Ann', last_name: 'Lee', domain: 'example.org' },
  { first_name: ' ann', last_name: 'LEE ', domain: 'Example.org' },
  { first_name: 'Bob', last_name: 'Smith', domain: 'example.org' },
  { first_name: 'Cay', last_name: 'Jones', domain: 'example.net' },
];

const step = fc.record({
  who: fc.constantFrom('acme' as const, 'bolt' as const),
  row: fc.constantFrom(...people),
  timeoutMs: fc.constantFrom(30_000, 120_000),
  fate: fc.constantFrom<Fate>('answers', 'answers', 'unknown', 'unavailable', 'never'),
  faults: fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    {
      weight: 1,
      arbitrary: fc.array(fc.constantFrom<LedgerFault | undefined>(undefined, 'before', 'after'), {
        maxLength: 5,
      }),
    },
  ),
  inBulk: fc.boolean(),
  leavesAfterMs: fc.constantFrom(undefined, undefined, 0, 20_000),
  thenMs: fc.constantFrom(0, 0, 1_000, 40_000, 86_400_000),
});

const departure = 'The caller has gone.';

function isDeparture(error: unknown): boolean {
  return error instanceof Error && error.message === departure;
}

describe('the balance', () => {
  it('is what was granted less a credit for each fresh single answer, whatever fails or times out', async () => {
    await times(200).forAllAsync(
      fc.array(step, { maxLength: 20 }),
      fc.integer({ min: 1, max: 12_000 }),
      async (steps, granted) => {
        let fate: Fate = 'answers';
        const exchange = knowing('ann.lee@example.org', 'cay@example.net');
        const work: Work = async (email, wait) => {
          const mine = fate;
          if (mine === 'unavailable') throw new ServiceUnavailable('none');
          if (mine === 'unknown') return verdictOn(email, 'unknown', 'mail_server_unavailable');
          if (mine === 'never') {
            return new Promise((_, reject) =>
              wait.signal?.addEventListener('abort', () => reject(wait.signal?.reason)),
            );
          }
          return exchange(email, wait);
        };
        const { ledger, charges, clock, lookups } = chargedLookups(work);
        const accounts = ['acme', 'bolt'] as const;
        for (const account of accounts) {
          await ledger.grant({ id: `for ${account}`, account, milliCredits: granted, reason: 'purchase' });
        }
        const consumed = { acme: 0, bolt: 0 };
        const surprises: unknown[] = [];
        const noteFailure = (error: unknown) => {
          if (!(error instanceof MailproofError) && !isDeparture(error)) surprises.push(error);
        };
        for (const { who, row, timeoutMs, faults, inBulk, leavesAfterMs, thenMs, ...rest } of steps) {
          fate = rest.fate;
          ledger.faults.push(...faults);
          const caller = new AbortController();
          const leave = () => caller.abort(new Error(departure));
          const stay = leavesAfterMs === undefined ? () => {} : clock.after(leavesAfterMs, leave);
          const { signal } = caller;
          const asked = inBulk
            ? lookups.attempt(row, { timeoutMs, share: shareOfJob({ id: 'job', account: who }), signal })
            : lookups.lookup({ row, timeoutMs, account: who, signal: () => signal }).then((answer) => {
                expect(answer.result.credits_consumed).toBe(answer.fresh ? 1 : 0);
                consumed[who] += 1_000 * answer.result.credits_consumed;
              });
          asked.catch(noteFailure).finally(stay);
          await clock.advance(thenMs);
        }
        await clock.advance(300_000);
        ledger.faults.length = 0;
        await charges.sweep();
        for (const account of accounts) {
          const balance = await ledger.balance(account);
          expect(balance).toEqual({ available: granted - consumed[account], held: 0 });
        }
        expect(surprises).toEqual([]);
        expect(clock.pending).toBe(0);
      },
    );
  });
});
