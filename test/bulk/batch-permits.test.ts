import { setImmediate as macrotask } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { memoryStores } from '../../adapters/memory/index.ts';
import { AttemptRecorder } from '../../src/bulk/attempt-recorder.ts';
import { BatchRun } from '../../src/bulk/batch-run.ts';
import { type BulkContext, createBulkContext } from '../../src/bulk/bulk-context.ts';
import { abortable, delay } from '../../src/concurrency/deadline.ts';
import type { JobShare } from '../../src/concurrency/work-share.ts';
import { Charges } from '../../src/credits/charges.ts';
import type { Batch } from '../../src/ports/work-queue.ts';
import type { EmailVerification } from '../../src/resources.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { usualParts } from './bulk-fixture.ts';

const allPermits = 256;
const share: JobShare = { kind: 'bulk', account: null, jobId: 'job' };
const total = 60;
const batch: Batch = {
  id: 'job:1:0',
  account: null,
  jobId: 'job',
  exchange: 'mx.example.com',
  attempt: 1,
  positions: Array.from({ length: total }, (_, position) => position),
};

const safe = { status: 'safe', substatus: 'deliverable' } as EmailVerification;

/** A job of 60 addresses, one batch of it, and a context whose `verify` the test may replace. */
async function setUp(changes: Partial<BulkContext> = {}) {
  const clock = new ManualClock();
  const random = { next: () => 0, uuid: () => 'process' };
  const { jobs, queue, ledger, leases, cache } = memoryStores({ clock });
  const items = batch.positions.map((position) => ({ email: `a${position}@example.com` }));
  const submittedAt = clock.now();
  await jobs.create(
    {
      id: 'job',
      kind: 'verification',
      account: null,
      keyId: null,
      milliCreditsPerItem: 0,
      submittedAt,
      idempotency: null,
    },
    items,
  );
  await jobs.start('job', { at: submittedAt });
  const context: BulkContext = {
    ...createBulkContext(
      {
        ...usualParts(clock),
        random,
        jobs,
        queue,
        leases,
        cache,
        charges: new Charges({ ledger, clock, random, onChange: () => {} }),
        prices: { verify: 0, lookup: 0, verifyDns: 0, verifySyntax: 0 },
        verify: async () => safe,
        exchangeOf: async () => 'mx.example.com',
      },
      {},
    ),
    ...changes,
  };
  return { clock, context, jobs };
}

async function runToTheEnd(clock: ManualClock, context: BulkContext, signal: AbortSignal): Promise<unknown> {
  let outcome: unknown = 'pending';
  new BatchRun(batch, context, new AttemptRecorder(context)).run(signal).then(
    () => {
      outcome = 'done';
    },
    (error: unknown) => {
      outcome = error;
    },
  );
  for (let round = 0; round < 50 && outcome === 'pending'; round += 1) await clock.advance(20);
  return outcome;
}

async function freePermits({ limiter }: BulkContext): Promise<number> {
  const permits = limiter.startBatch(share);
  let granted = 0;
  for (let index = 0; index < 2 * allPermits; index += 1) {
    void permits.acquire(new AbortController().signal).then(() => {
      granted += 1;
    });
  }
  await macrotask();
  return granted;
}

const { signal } = new AbortController();

describe('a batch has released every permit', () => {
  it('when its items are done', async () => {
    const { clock, context } = await setUp();
    expect(await runToTheEnd(clock, context, signal)).toBe('done');
    expect(await freePermits(context)).toBe(allPermits);
  });

  it('when an attempt fails', async () => {
    const reason = new Error('our fault');
    let attempts = 0;
    const { clock, context } = await setUp({
      verify: async () => {
        attempts += 1;
        if (attempts % 3 === 0) throw reason;
        return safe;
      },
    });
    expect(await runToTheEnd(clock, context, signal)).toBe(reason);
    expect(await freePermits(context)).toBe(allPermits);
  });

  it('when it is aborted, whether its slots attempt items or wait for permits', async () => {
    const controller = new AbortController();
    const reason = new Error('closing');
    let attempts = 0;
    const { clock, context } = await setUp({
      verify: (_, options) => {
        attempts += 1;
        return abortable(new Promise(() => {}), options.signal);
      },
    });
    const earlier = context.limiter.startBatch(share);
    const held = await Promise.all(Array.from({ length: allPermits - 10 }, () => earlier.acquire(signal)));
    const outcome = runToTheEnd(clock, context, controller.signal);
    await macrotask();
    expect(attempts).toBe(10);
    controller.abort(reason);
    expect(await outcome).toBe(reason);
    for (const permit of held) permit.release();
    earlier.end();
    expect(await freePermits(context)).toBe(allPermits);
  });

  it('when the store fails, and attempts no further items', async () => {
    const reason = new Error('The store is out of reach.');
    let attempts = 0;
    const { clock, context, jobs } = await setUp({
      verify: async () => {
        attempts += 1;
        // The first results are written while the next items are attempted.
        if (attempts > 24) await delay(clock, 100);
        return safe;
      },
    });
    jobs.record = () => Promise.reject(reason);
    expect(await runToTheEnd(clock, context, signal)).toBe(reason);
    expect(attempts).toBe(48);
    expect(await freePermits(context)).toBe(allPermits);
  });
});
