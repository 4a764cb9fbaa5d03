import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { retryStatusOf, statusOf } from '../../src/bulk/job-status.ts';
import type { JobRecord } from '../../src/ports.ts';
import type { Status } from '../../src/resources.ts';
import { type Fate, type MortalProcess, party } from '../bulk/party.ts';
import { addresses } from '../bulk/scene.ts';

/** Where a job may go from where it is, in one or more steps. */
const later: Record<string, readonly string[]> = {
  pending: ['pending', 'in_progress', 'partial_complete_retrying', 'complete', 'failed'],
  in_progress: ['in_progress', 'partial_complete_retrying', 'complete', 'failed'],
  partial_complete_retrying: ['partial_complete_retrying', 'complete', 'failed'],
  complete: ['complete'],
  failed: ['failed'],
};
const retryRanks = ['none', 'pending', 'partial', 'complete'];
const price = 200;
const granted = 1_000_000;

type Action =
  | {
      readonly kind: 'submit';
      readonly count: number;
      readonly key: number | undefined;
      readonly fates: Fate[];
    }
  | { readonly kind: 'start' }
  | { readonly kind: 'stop'; readonly which: number }
  | { readonly kind: 'kill'; readonly which: number }
  | { readonly kind: 'cancel'; readonly which: number }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'outage'; readonly ms: number };

const which = fc.nat(3);
/** Of the calls that a submission makes of the store, and of those that others make meanwhile. */
const fates = fc.oneof(
  { weight: 2, arbitrary: fc.constant<Fate[]>([]) },
  // A look for expired holds, hold and create go well, the capture does not.
  fc.constantFrom<Fate[]>(['well', 'well', 'well', 'refused'], ['well', 'well', 'well', 'answer-lost']),
  fc.array(fc.constantFrom<Fate>('well', 'well', 'refused', 'answer-lost'), { maxLength: 8 }),
);
const actions: fc.Arbitrary<Action[]> = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant('submit' as const),
      count: fc.integer({ min: 1, max: 40 }),
      key: fc.option(fc.nat(1), { nil: undefined }),
      fates,
    }),
    fc.constant({ kind: 'start' as const }),
    fc.record({ kind: fc.constant('stop' as const), which }),
    fc.record({ kind: fc.constant('kill' as const), which }),
    fc.record({ kind: fc.constant('cancel' as const), which }),
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.nat(400_000) }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.nat(300) }) },
    fc.record({ kind: fc.constant('outage' as const), ms: fc.nat(5_000) }),
  ),
  { minLength: 3, maxLength: 25 },
);

/** What the attempts at an address find, one after the other; the last goes on for ever. */
const findings: fc.Arbitrary<Status[][]> = fc.array(
  fc.array(fc.constantFrom<Status>('safe', 'risky', 'invalid', 'unknown', 'unknown'), {
    minLength: 1,
    maxLength: 5,
  }),
  { minLength: 1, maxLength: 7 },
);

describe('Bulk jobs, whatever happens to their processes and their store', () => {
  it('only go forward, end with one final result for each address, and cost what was submitted', async () => {
    await fc.assert(
      fc.asyncProperty(actions, findings, async (script, found) => {
        const scene = party((email, attempt) => {
          const own = found[Number(/\d+/.exec(email)?.[0] ?? 0) % found.length] ?? [];
          return own[Math.min(attempt, own.length) - 1] ?? 'safe';
        });
        const { ledger, jobs, clock, passing } = scene;
        await ledger.grant({ id: 'first', account: 'acme', milliCredits: granted, reason: 'purchase' });
        const known = new Map<string, JobRecord>();
        const submitted = new Map<string, number>();
        const working: MortalProcess[] = [];
        const look = async () => {
          for (const id of submitted.keys()) {
            const job = await jobs.get(id);
            if (job === undefined) throw new Error('A job is gone.');
            const before = known.get(id);
            if (before !== undefined) assertForward(before, job);
            known.set(id, job);
          }
        };
        for (const action of script) {
          switch (action.kind) {
            case 'submit': {
              const { count, key } = action;
              scene.fate(action.fates);
              const options = {
                account: 'acme',
                keyId: 'key',
                ...(key === undefined ? {} : { idempotencyKey: `${key}` }),
              };
              const process = scene.spawn();
              const receipt = await passing(process.bulk.submit(addresses(count, 4), options)).catch(
                () => undefined,
              );
              if (receipt !== undefined) submitted.set(receipt.job_id, receipt.total_emails);
              break;
            }
            case 'start': {
              const process = scene.spawn();
              process.bulk.work();
              working.push(process);
              break;
            }
            case 'stop': {
              const [process] = working.splice(action.which % Math.max(1, working.length), 1);
              if (process !== undefined) await passing(process.bulk.close());
              break;
            }
            case 'kill':
              working.splice(action.which % Math.max(1, working.length), 1)[0]?.kill();
              break;
            case 'cancel': {
              const id = [...submitted.keys()][action.which];
              if (id !== undefined) await passing(scene.spawn().bulk.cancel(id)).catch(() => {});
              break;
            }
            case 'wait':
              await clock.advance(action.ms);
              break;
            case 'outage':
              scene.outage(true);
              await clock.advance(action.ms);
              scene.outage(false);
          }
          await look();
        }
        const last = scene.spawn();
        last.bulk.work();
        await scene.until(async () => {
          await look();
          return (await jobs.unfinished({ limit: 1 })).length === 0;
        });
        let cost = 0;
        for (const [id, total] of submitted) {
          const job = known.get(id);
          const states = await jobs.page(id, { offset: 0, limit: 1_000 });
          expect(states.length).toBe(total);
          const results = states.filter(({ result }) => result !== undefined);
          expect(results.length).toBe(job?.processed);
          if (job?.failedAt === null) {
            expect(states.every(({ result, retryAt }) => result !== undefined && retryAt === null)).toBe(
              true,
            );
            for (const { result, attempts } of states) {
              const unknown = result?.status === 'unknown';
              expect(unknown ? attempts : Math.min(attempts, 4)).toBe(unknown ? 4 : attempts);
            }
          }
          cost += price * (job?.failedAt === null ? total : results.length);
        }
        await clock.advance(600_000);
        await passing(scene.sweep());
        expect(await ledger.balance('acme')).toEqual({ available: granted - cost, held: 0 });
        await passing(last.bulk.close());
      }),
      { numRuns: 120 },
    );
  });
});

function assertForward(before: JobRecord, after: JobRecord): void {
  expect(later[statusOf(before)]).toContain(statusOf(after));
  expect(retryRanks.indexOf(retryStatusOf(after))).toBeGreaterThanOrEqual(
    retryRanks.indexOf(retryStatusOf(before)),
  );
  expect(after.processed).toBeGreaterThanOrEqual(before.processed);
  expect(after.retried).toBeGreaterThanOrEqual(before.retried);
  expect(after.processed).toBeLessThanOrEqual(after.total);
  if (before.completedAt !== null) expect(after.completedAt).toBe(before.completedAt);
}
