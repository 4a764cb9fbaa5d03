import { describe, expect, it } from 'vitest';
import type { BulkRun } from '../../src/bulk/bulk-run.ts';
import type { JobState } from '../../src/bulk/job.ts';
import { delay } from '../../src/concurrency/deadline.ts';
import { InsufficientCredits, NotFound } from '../../src/errors.ts';
import type { EmailVerification, Status } from '../../src/resources.ts';
import { addresses, type BulkFixture, bulkFixture, verification } from './bulk-fixture.ts';

/** Iterates over the run while time passes. */
async function collect(
  run: BulkRun<EmailVerification>,
  { advanceUntil }: BulkFixture,
): Promise<EmailVerification[]> {
  const rows: EmailVerification[] = [];
  let ended: { error?: unknown } | undefined;
  const iterate = async () => {
    for await (const row of run) rows.push(row);
  };
  iterate().then(
    () => {
      ended = {};
    },
    (error: unknown) => {
      ended = { error };
    },
  );
  await advanceUntil(() => ended !== undefined);
  if (ended !== undefined && 'error' in ended) throw ended.error;
  return rows;
}

describe('runBulk', () => {
  it('yields every address once with its final result, retries included', async () => {
    const fixture = bulkFixture((email, attempt) =>
      email.includes('7@') && attempt < 2 ? 'unknown' : 'safe',
    );
    const emails = addresses(3_000, 30);
    const rows = await collect(fixture.bulk.run([...emails, ...emails]), fixture);
    expect(rows.map(({ email }) => email).sort()).toEqual([...emails].sort());
    expect(rows.every(({ status }) => status === 'safe')).toBe(true);
  });

  it('reports its progress, which never falls', async () => {
    const fixture = bulkFixture(() => 'safe');
    const reports: JobState[] = [];
    await collect(fixture.bulk.run(addresses(2_000), { onProgress: (job) => reports.push(job) }), fixture);
    const processed = reports.map((job) => job.processed);
    expect(processed).toEqual([...processed].sort((a, b) => a - b));
    expect(reports.at(-1)).toMatchObject({ status: 'complete', processed: 2_000 });
    expect(reports.length).toBeGreaterThan(1);
  });

  it('charges the account, and rejects if it has too few credits', async () => {
    const fixture = bulkFixture(() => 'safe');
    await fixture.ledger.grant({ id: 'first', account: 'acme', milliCredits: 1_000, reason: 'purchase' });
    await collect(fixture.bulk.run(addresses(5), { account: 'acme' }), fixture);
    expect(await fixture.ledger.balance('acme')).toEqual({ available: 0, held: 0 });
    const poor = collect(fixture.bulk.run(addresses(5), { account: 'acme' }), fixture);
    await expect(poor).rejects.toThrow(InsufficientCredits);
  });

  it('leaves a job that can be resumed by its id when it is aborted, and charges it once', async () => {
    const fixture = bulkFixture(async (_email, _attempt, clock): Promise<Status> => {
      await delay(clock, 100);
      return 'safe';
    });
    await fixture.ledger.grant({ id: 'first', account: 'acme', milliCredits: 600_000, reason: 'purchase' });
    const controller = new AbortController();
    const emails = addresses(3_000);
    const run = fixture.bulk.run(emails, {
      account: 'acme',
      signal: controller.signal,
      onProgress: (job) => {
        if (job.processed > 500) controller.abort(new Error('Enough for now.'));
      },
    });
    await expect(collect(run, fixture)).rejects.toThrow('Enough for now.');
    expect((await fixture.bulk.get(run.jobId)).status).toBe('in_progress');
    const rows = await collect(fixture.otherProcess().run({ jobId: run.jobId }), fixture);
    expect(rows.map(({ email }) => email).sort()).toEqual([...emails].sort());
    expect(await fixture.ledger.balance('acme')).toEqual({ available: 0, held: 0 });
  });

  it('leaves such a job when the loop is left', async () => {
    const fixture = bulkFixture(() => 'safe');
    const run = fixture.bulk.run(addresses(3_000));
    const first = run[Symbol.asyncIterator]();
    let row: IteratorResult<unknown> | undefined;
    void first.next().then((result) => {
      row = result;
    });
    await fixture.advanceUntil(() => row !== undefined);
    await fixture.advanceUntilSettled(Promise.resolve(first.return?.()));
    expect((await collect(run, fixture)).length).toBe(3_000);
  });

  it('leaves no worker and no timer behind', async () => {
    const fixture = bulkFixture(() => 'safe');
    await collect(fixture.bulk.run(addresses(5)), fixture);
    expect(fixture.clock.pending).toBe(0);
  });

  it('rejects if the job does not exist', async () => {
    const fixture = bulkFixture(() => 'safe');
    await expect(collect(fixture.bulk.run({ jobId: 'unknown' }), fixture)).rejects.toThrow(NotFound);
  });

  it('yields what another process finds', async () => {
    const fixture = bulkFixture(() => 'safe');
    const emails = addresses(500);
    const { id: jobId } = await fixture.bulk.submit(emails);
    const worker = fixture.bulk.work();
    await fixture.advanceUntil(async () => (await fixture.bulk.get(jobId)).processed > 0);
    const rows = await collect(fixture.otherProcess().run({ jobId }), fixture);
    expect(rows.length).toBe(500);
    await worker.close();
  });

  it('yields what another process was the first to record, not what this one found later', async () => {
    let recordElsewhere = async (): Promise<unknown> => undefined;
    const fixture = bulkFixture(async (email): Promise<Status> => {
      if (email.startsWith('ann')) await recordElsewhere();
      return 'safe';
    });
    const { bulk, jobs, clock } = fixture;
    const run = bulk.run(['ann@example.com', 'bob@example.com']);
    const first = {
      position: 0,
      attempt: 1,
      result: verification('ann@example.com', 'invalid'),
      retryAt: null,
    };
    recordElsewhere = () => jobs.record(run.jobId, [first], { at: clock.now() });
    const rows = await collect(run, fixture);
    expect(rows.map(({ email, status }) => `${email} ${status}`).sort()).toEqual([
      'ann@example.com invalid',
      'bob@example.com safe',
    ]);
  });

  it('yields the results of a job that was cancelled', async () => {
    const fixture = bulkFixture((email) => (email.startsWith('person0@') ? 'safe' : new Promise(() => {})));
    const run = fixture.bulk.run(addresses(10));
    const rows: string[] = [];
    let failure: unknown;
    const iterate = async () => {
      for await (const { email } of run) rows.push(email);
    };
    void iterate().catch((error: unknown) => {
      failure = error;
    });
    await fixture.advanceUntil(() => rows.length === 1);
    // An attempt that ignores its signal would keep the worker from closing: the test abandons it.
    void fixture.bulk.cancel(run.jobId);
    await fixture.advanceUntil(async () => (await fixture.bulk.get(run.jobId)).status === 'failed');
    expect(rows).toEqual(['person0@d0.example.com']);
    expect(failure).toBeUndefined();
  });
});
