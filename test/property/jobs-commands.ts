import assert from 'node:assert/strict';
import fc from 'fast-check';
import { addresses, newJob, verification } from '../../contract/jobs/sample-data.ts';
import type { ManualClock } from '../../contract/manual-clock.ts';
import type { JobAttempt, JobPosition, JobStore } from '../../src/ports/job-store.ts';
import type { Expected, ReferenceJobs } from './jobs-reference.ts';

/** The store under test. Commands alternate between its handles. */
interface RealJobs {
  readonly clock: ManualClock;
  next(): JobStore;
}

type JobCommand = fc.AsyncCommand<ReferenceJobs, RealJobs>;

function command(text: string, run: (model: ReferenceJobs, real: RealJobs) => Promise<void>): JobCommand {
  return { run, check: () => true, toString: () => text };
}

async function same<Result>(call: Promise<Result>, expected: Expected<Result>): Promise<void> {
  assert.deepEqual(await outcomeOf(call), expected);
}

async function outcomeOf<Result>(call: Promise<Result>): Promise<Expected<Result>> {
  try {
    return { kind: 'result', result: await call };
  } catch (error) {
    const code = (error as { code?: unknown }).code;
    if (code === 'conflict' || code === 'invalid_argument' || code === 'not_found') {
      return { kind: 'error', code };
    }
    throw error;
  }
}

/** Few, so that they repeat. The last ones seldom belong to a job. */
const id = fc.constantFrom('j1', 'j1', 'j1', 'j2', 'j2', 'j3', 'j:{4}');
const owner = fc.constantFrom('o1', 'o2', 'o3');
const idempotencyKey = fc.constantFrom('k1', 'k2', 'k3');
const position = fc.nat({ max: 6 });
const limit = fc.integer({ min: 1, max: 8 });

const creations = fc
  .record({
    id,
    key: fc.option(idempotencyKey, { freq: 3 }),
    fingerprint: fc.constantFrom('f1', 'f2'),
    total: fc.oneof({ weight: 20, arbitrary: fc.integer({ min: 1, max: 6 }) }, fc.constant(0)),
  })
  .map(({ id, key, fingerprint, total }) =>
    command(`create(${id}, ${total} items, ${key} ${fingerprint})`, async (model, real) => {
      real.clock.leap(1);
      const idempotency = key === null ? null : { key, fingerprint };
      const job = newJob({ id, idempotency, submittedAt: real.clock.now() });
      const items = addresses(total);
      await same(real.next().create(job, items), model.create(job, items));
    }),
  );

interface DrawnAttempt {
  readonly position: number;
  /** 1: the next attempt. */
  readonly step: number;
  readonly status: 'safe' | 'invalid' | 'unknown';
  readonly delayMs: number | null;
}

const drawn: fc.Arbitrary<DrawnAttempt> = fc.record({
  position,
  step: fc.constantFrom(1, 1, 1, 1, 1, 0, 2, -1),
  status: fc.constantFrom('safe', 'invalid', 'unknown'),
  delayMs: fc.option(fc.nat({ max: 50 })),
});

const attemptAt = (model: ReferenceJobs, id: string, drawn: DrawnAttempt, now: number): JobAttempt => ({
  position: drawn.position,
  attempt: Math.max(1, model.attempts(id, drawn.position) + drawn.step),
  result: verification({ status: drawn.status, explanation: `Found out at ${now}.` }),
  retryAt: drawn.delayMs === null ? null : now + drawn.delayMs,
});

const recordings = fc.record({ id, attempts: fc.array(drawn, { maxLength: 8 }) }).map(({ id, attempts }) =>
  command(`record(${id}, ${fc.stringify(attempts)})`, async (model, real) => {
    const at = real.clock.now();
    const batch = attempts.map((each) => attemptAt(model, id, each, at));
    await same(real.next().record(id, batch, { at }), model.record(id, batch, at));
  }),
);

const starts = id.map((id) =>
  command(`start(${id})`, async (model, real) => {
    const at = real.clock.now();
    await same(real.next().start(id, { at }), model.start(id, at));
  }),
);

const failures = fc.tuple(id, fc.boolean()).map(([id, cancelled]) =>
  command(`fail(${id}, ${cancelled})`, async (model, real) => {
    const at = real.clock.now();
    await same(real.next().fail(id, { at, cancelled }), model.fail(id, at, cancelled));
  }),
);

const settlements = id.map((id) =>
  command(`markSettled(${id})`, async (model, real) => {
    const at = real.clock.now();
    await same(real.next().markSettled(id, { at }), model.markSettled(id, at));
  }),
);

const lookups = fc.record({ id, idempotencyKey }).map(({ id, idempotencyKey }) =>
  command(`get(${id}), find(${idempotencyKey})`, async (model, real) => {
    assert.deepEqual(await real.next().get(id), model.get(id));
    assert.deepEqual(await real.next().find(idempotencyKey), model.find(idempotencyKey));
  }),
);

const pages = fc
  .record({ id, offset: position, limit })
  .map(({ id, offset, limit }) =>
    command(`page(${id}, ${limit} from ${offset})`, (model, real) =>
      same(real.next().page(id, { offset, limit }), model.page(id, offset, limit)),
    ),
  );

const selections = fc
  .record({ id, positions: fc.uniqueArray(position) })
  .map(({ id, positions }) =>
    command(`items(${id}, ${positions})`, (model, real) =>
      same(real.next().items(id, positions), model.items(id, positions)),
    ),
  );

const openings = fc
  .record({ id, afterPosition: fc.integer({ min: -1, max: 6 }), limit })
  .map(({ id, afterPosition, limit }) =>
    command(`openItems(${id}, ${limit} after ${afterPosition})`, (model, real) =>
      same(real.next().openItems(id, { afterPosition, limit }), model.openItems(id, afterPosition, limit)),
    ),
  );

const lists = fc.record({ after: fc.option(id, { nil: undefined }), limit }).map(({ after, limit }) =>
  command(`unfinished(${limit} after ${after})`, (model, real) => {
    const options = after === undefined ? { limit } : { limit, after };
    return same(real.next().unfinished(options), model.unfinished(limit, after));
  }),
);

/** A position at a job, or beside it. */
const positionsAtJob = fc.option(fc.record({ id, job: id, laterMs: fc.integer({ min: -1, max: 1 }) }), {
  nil: undefined,
});

const accountLists = fc.record({ at: positionsAtJob, limit }).map(({ at, limit }) =>
  command(`ofAccount(${limit} before ${JSON.stringify(at)})`, (model, real) => {
    const before: JobPosition | undefined = at && {
      id: at.id,
      submittedAt: (model.get(at.job)?.submittedAt ?? real.clock.now()) + at.laterMs,
    };
    const options = before === undefined ? { limit } : { limit, before };
    return same(real.next().ofAccount('acme', options), model.ofAccount('acme', limit, before));
  }),
);

const leases = fc.record({ id, owner, lifeMs: fc.nat({ max: 30 }) }).map(({ id, owner, lifeMs }) =>
  command(`lease(${id}, ${owner} for ${lifeMs} ms)`, async (model, real) => {
    const now = real.clock.now();
    const until = now + lifeMs;
    await same(real.next().lease(id, { owner, now, until }), model.lease(id, owner, now, until));
  }),
);

const returns = fc
  .record({ id, owner })
  .map(({ id, owner }) =>
    command(`releaseLease(${id}, ${owner})`, (model, real) =>
      same(real.next().releaseLease(id, owner), model.releaseLease(id, owner)),
    ),
  );

const nextRetries = id.map((id) =>
  command(`nextRetryAt(${id})`, (model, real) => same(real.next().nextRetryAt(id), model.nextRetryAt(id))),
);

const deletions = id.map((id) =>
  command(`delete(${id})`, (model, real) => same(real.next().delete(id), model.delete(id))),
);

const cleanUps = fc.integer({ min: 0, max: 30 }).map((olderThanMs) =>
  command(`deleteFinished(${olderThanMs} ms)`, async (model, real) => {
    const deleted = await real.next().deleteFinished({ olderThanMs, limit: 100 });
    assert.equal(deleted, model.deleteFinished(real.clock.now() - olderThanMs));
  }),
);

const clockSteps = fc.integer({ min: 1, max: 20 }).map((spanMs) =>
  command(`advance(${spanMs} ms)`, async (_model, real) => {
    real.clock.leap(spanMs);
  }),
);

/** Commands of every kind, the frequent ones several times. */
export const jobCommands = [
  creations,
  creations,
  recordings,
  recordings,
  recordings,
  recordings,
  starts,
  failures,
  settlements,
  lookups,
  pages,
  selections,
  openings,
  nextRetries,
  lists,
  accountLists,
  leases,
  leases,
  returns,
  deletions,
  cleanUps,
  clockSteps,
] as const;
