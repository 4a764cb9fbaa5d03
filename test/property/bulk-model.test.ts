import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { auditedJob } from '../../contract/jobs/audit.ts';
import { retryStatusOf, statusOf } from '../../src/bulk/job.ts';
import type { JobRecord } from '../../src/ports/job-store.ts';
import type { Status } from '../../src/resources.ts';
import { addresses } from '../bulk/bulk-fixture.ts';
import { type CallOutcome, type KillableProcess, processGroup } from '../bulk/killable-processes.ts';
import { times } from '../support/values/for-all.ts';

/** The statuses that may follow a status, in one or more steps. */
const laterStatuses: Record<string, readonly string[]> = {
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
      readonly domains: number;
      readonly key: number | undefined;
      readonly outcomes: CallOutcome[];
    }
  | { readonly kind: 'start'; readonly outcomes: CallOutcome[] }
  | { readonly kind: 'stop'; readonly which: number }
  | { readonly kind: 'kill'; readonly which: number }
  /** `which`: 0 is the job that was submitted last. */
  | { readonly kind: 'cancel'; readonly which: number; readonly outcomes: CallOutcome[] }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'outage'; readonly ms: number };

const which = fc.nat(3);
const outcome = fc.constantFrom<CallOutcome>('refused', 'answer-lost');
function succeeding(calls: number): CallOutcome[] {
  return new Array<CallOutcome>(calls).fill('ok');
}
/** One or two calls fail, each after at most `most` others. */
function failuresAfter(most: number): fc.Arbitrary<CallOutcome[]> {
  const failure = fc.record({ before: fc.nat(most), outcome });
  return fc
    .array(failure, { minLength: 1, maxLength: 2 })
    .map((failures) => failures.flatMap(({ before, outcome }) => [...succeeding(before), outcome]));
}
const submission = fc.option(fc.nat(1), { nil: undefined, freq: 1 }).chain((key) => {
  // To sweep, to hold and to create; with a key, first to look for an earlier submission.
  const callsBeforeCapture = key === undefined ? 3 : 8;
  return fc.record({
    kind: fc.constant('submit' as const),
    // A key with other addresses is refused.
    count: key === undefined ? fc.integer({ min: 1, max: 60 }) : fc.constant(30 + key),
    domains: key === undefined ? fc.constantFrom(1, 4) : fc.constant(4),
    key: fc.constant(key),
    outcomes: fc.oneof(
      fc.constant<CallOutcome[]>([]),
      // Neither attempt at the capture is answered.
      fc.tuple(outcome, outcome).map((both) => [...succeeding(callsBeforeCapture), ...both]),
      failuresAfter(5),
    ),
  });
});
const start = fc.record({
  kind: fc.constant('start' as const),
  outcomes: fc.oneof({ weight: 2, arbitrary: fc.constant<CallOutcome[]>([]) }, failuresAfter(20)),
});
const cancellation = fc.record({
  kind: fc.constant('cancel' as const),
  which,
  outcomes: fc.oneof(
    fc.constant<CallOutcome[]>([]),
    // The job is read, ended and looked up in the ledger; its refund fails.
    outcome.map((refund) => [...succeeding(3), refund]),
    failuresAfter(5),
  ),
});
const wait = (most: number) => fc.record({ kind: fc.constant('wait' as const), ms: fc.nat(most) });
const action: fc.Arbitrary<Action> = fc.oneof(
  submission,
  start,
  fc.record({ kind: fc.constant('stop' as const), which }),
  fc.record({ kind: fc.constant('kill' as const), which }),
  cancellation,
  { weight: 3, arbitrary: wait(400_000) },
  { weight: 3, arbitrary: wait(300) },
  fc.record({ kind: fc.constant('outage' as const), ms: fc.nat(5_000) }),
);
/** A job that is cancelled while it is worked on, or waits for its retries. */
const cancelledJob: fc.Arbitrary<Action[]> = fc.tuple(
  submission.map((submitted) => ({ ...submitted, key: undefined, outcomes: [] })),
  start,
  fc.oneof(wait(150), wait(60_000)),
  cancellation.map((cancelled) => ({ ...cancelled, which: 0 })),
);
const actions = fc
  .array(
    fc.oneof({ weight: 8, arbitrary: action.map((one) => [one]) }, { weight: 1, arbitrary: cancelledJob }),
    {
      minLength: 3,
      maxLength: 25,
    },
  )
  .map((groups): Action[] => groups.flat());

/** The results of successive attempts at an address. The last one repeats for ever. */
const statuses: fc.Arbitrary<Status[][]> = fc.array(
  fc.array(fc.constantFrom<Status>('safe', 'risky', 'invalid', 'unknown', 'unknown'), {
    minLength: 1,
    maxLength: 5,
  }),
  { minLength: 1, maxLength: 7 },
);

describe('Bulk jobs, whatever happens to their processes and their store', () => {
  it('only make progress, end with one final result for each address, and cost what was submitted', async () => {
    await times(40).forAllAsync(actions, statuses, async (script, statusesByAddress) => {
      const group = processGroup((email, attempt) => {
        const index = Number(/\d+/.exec(email)?.[0] ?? 0) % statusesByAddress.length;
        const own = statusesByAddress[index] ?? [];
        return own[Math.min(attempt, own.length) - 1] ?? 'safe';
      });
      const { ledger, jobs, clock, advanceUntilSettled } = group;
      await ledger.grant({ id: 'first', account: 'acme', milliCredits: granted, reason: 'purchase' });
      const known = new Map<string, JobRecord>();
      const submitted = new Map<string, number>();
      const working: KillableProcess[] = [];
      const checkProgress = async () => {
        for (const id of submitted.keys()) {
          // Counts the items anew.
          const job = await auditedJob(jobs, id);
          const before = known.get(id);
          if (before !== undefined) expectProgress(before, job);
          known.set(id, job);
        }
      };
      for (const action of script) {
        switch (action.kind) {
          case 'submit': {
            const { count, domains, key } = action;
            const options = {
              account: 'acme',
              keyId: 'key',
              ...(key === undefined ? {} : { idempotencyKey: `${key}` }),
            };
            const process = group.startProcess(action.outcomes);
            const receipt = await advanceUntilSettled(
              process.bulk.submit(addresses(count, domains), options),
            ).catch(() => undefined);
            if (receipt !== undefined) submitted.set(receipt.id, receipt.total);
            break;
          }
          case 'start': {
            const process = group.startProcess(action.outcomes);
            process.bulk.work();
            working.push(process);
            break;
          }
          case 'stop': {
            const [process] = working.splice(action.which % Math.max(1, working.length), 1);
            if (process !== undefined) await advanceUntilSettled(process.bulk.close());
            break;
          }
          case 'kill':
            working.splice(action.which % Math.max(1, working.length), 1)[0]?.kill();
            break;
          case 'cancel': {
            const id = [...submitted.keys()].at(-1 - (action.which % Math.max(1, submitted.size)));
            const process = group.startProcess(action.outcomes);
            if (id !== undefined) await advanceUntilSettled(process.bulk.cancel(id)).catch(() => {});
            break;
          }
          case 'wait':
            await clock.advance(action.ms);
            break;
          case 'outage':
            group.setOutage(true);
            await clock.advance(action.ms);
            group.setOutage(false);
        }
        await checkProgress();
      }
      group.heal();
      const last = group.startProcess();
      last.bulk.work();
      await group.advanceUntil(async () => {
        await checkProgress();
        return (await jobs.unfinished({ limit: 1 })).length === 0;
      });
      // What failed is undone, and the holds of submissions that failed have expired.
      await clock.advance(600_000);
      await advanceUntilSettled(group.sweep());
      await group.advanceUntil(async () => (await jobs.unfinished({ limit: 1 })).length === 0);
      let cost = 0;
      for (const id of new Set([...submitted.keys(), ...group.triedJobIds])) {
        const job = await jobs.get(id);
        // Its creation failed.
        if (job === undefined && !submitted.has(id)) continue;
        const states = await jobs.page(id, { offset: 0, limit: 1_000 });
        expect(states.length).toBe(submitted.get(id) ?? job?.total);
        const results = states.filter(({ result }) => result !== undefined);
        expect(results.length).toBe(job?.processed);
        if (job?.failedAt === null) {
          expect(states.every(({ result, retryAt }) => result !== undefined && retryAt === null)).toBe(true);
          for (const { result, attempts } of states) {
            const unknown = result?.status === 'unknown';
            expect(unknown ? attempts : Math.min(attempts, 4)).toBe(unknown ? 4 : attempts);
          }
        }
        cost += price * (job?.failedAt === null ? states.length : results.length);
      }
      expect(await ledger.balance('acme')).toEqual({ available: granted - cost, held: 0 });
      await advanceUntilSettled(last.bulk.close());
    });
  });
});

function expectProgress(before: JobRecord, after: JobRecord): void {
  expect(laterStatuses[statusOf(before)]).toContain(statusOf(after));
  expect(retryRanks.indexOf(retryStatusOf(after))).toBeGreaterThanOrEqual(
    retryRanks.indexOf(retryStatusOf(before)),
  );
  expect(after.processed).toBeGreaterThanOrEqual(before.processed);
  expect(after.retried).toBeGreaterThanOrEqual(before.retried);
  expect(after.processed).toBeLessThanOrEqual(after.total);
  if (before.completedAt !== null) expect(after.completedAt).toBe(before.completedAt);
}
