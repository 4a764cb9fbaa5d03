import { describe, expect, it } from 'vitest';
import type { BulkRun } from '../../src/bulk/bulk-run.ts';
import { delay } from '../../src/concurrency/deadline.ts';
import { InsufficientCredits, NotFound } from '../../src/errors.ts';
import type { BulkVerificationJob, EmailVerification, Status } from '../../src/resources.ts';
import { addresses, type BulkScene, bulkScene } from './scene.ts';

/** Iterates while time passes. */
async function collect(run: BulkRun<EmailVerification>, { until }: BulkScene): Promise<EmailVerification[]> {
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
  await until(() => ended !== undefined);
  if (ended !== undefined && 'error' in ended) throw ended.error;
  return rows;
}

describe('runBulk', () => {
  it('yields every address once with its final result, retries included', async () => {
    const scene = bulkScene((email, attempt) => (email.includes('7@') && attempt < 2 ? 'unknown' : 'safe'));
    const emails = addresses(3_000, 30);
    const rows = await collect(scene.bulk.run([...emails, ...emails]), scene);
    expect(rows.map(({ email }) => email).sort()).toEqual([...emails].sort());
    expect(rows.every(({ status }) => status === 'safe')).toBe(true);
  });

  it('tells its progress, which never falls', async () => {
    const scene = bulkScene(() => 'safe');
    const told: BulkVerificationJob[] = [];
    await collect(scene.bulk.run(addresses(2_000), { onProgress: (job) => told.push(job) }), scene);
    const processed = told.map((job) => job.emails_processed);
    expect(processed).toEqual([...processed].sort((a, b) => a - b));
    expect(told.at(-1)).toMatchObject({ status: 'complete', emails_processed: 2_000 });
    expect(told.length).toBeGreaterThan(1);
  });

  it('charges the account, and rejects where it has too little', async () => {
    const scene = bulkScene(() => 'safe');
    await scene.ledger.grant({ id: 'first', account: 'acme', milliCredits: 1_000, reason: 'purchase' });
    await collect(scene.bulk.run(addresses(5), { account: 'acme' }), scene);
    expect(await scene.ledger.balance('acme')).toEqual({ available: 0, held: 0 });
    const poor = collect(scene.bulk.run(addresses(5), { account: 'acme' }), scene);
    await expect(poor).rejects.toThrow(InsufficientCredits);
  });

  it('leaves a job that is gone on with by its id when it is aborted, and charges it once', async () => {
    const scene = bulkScene(async (_email, _attempt, clock): Promise<Status> => {
      await delay(clock, 100);
      return 'safe';
    });
    await scene.ledger.grant({ id: 'first', account: 'acme', milliCredits: 600_000, reason: 'purchase' });
    const controller = new AbortController();
    const emails = addresses(3_000);
    const run = scene.bulk.run(emails, {
      account: 'acme',
      signal: controller.signal,
      onProgress: (job) => {
        if (job.emails_processed > 500) controller.abort(new Error('Enough for now.'));
      },
    });
    await expect(collect(run, scene)).rejects.toThrow('Enough for now.');
    expect((await scene.bulk.status(run.jobId)).status).toBe('in_progress');
    const rows = await collect(scene.beside().run({ jobId: run.jobId }), scene);
    expect(rows.map(({ email }) => email).sort()).toEqual([...emails].sort());
    expect(await scene.ledger.balance('acme')).toEqual({ available: 0, held: 0 });
  });

  it('leaves such a job when the loop is left, too', async () => {
    const scene = bulkScene(() => 'safe');
    const run = scene.bulk.run(addresses(3_000));
    const first = run[Symbol.asyncIterator]();
    let row: IteratorResult<unknown> | undefined;
    void first.next().then((result) => {
      row = result;
    });
    await scene.until(() => row !== undefined);
    await scene.passing(Promise.resolve(first.return?.()));
    expect((await collect(run, scene)).length).toBe(3_000);
  });

  it('rejects for a job that is not there', async () => {
    const scene = bulkScene(() => 'safe');
    await expect(collect(scene.bulk.run({ jobId: 'nobody' }), scene)).rejects.toThrow(NotFound);
  });

  it('shows what another process finds', async () => {
    const scene = bulkScene(() => 'safe');
    const emails = addresses(500);
    const { job_id } = await scene.bulk.submit(emails);
    const worker = scene.bulk.work();
    await scene.until(async () => (await scene.bulk.status(job_id)).emails_processed > 0);
    const rows = await collect(scene.beside().run({ jobId: job_id }), scene);
    expect(rows.length).toBe(500);
    await worker.close();
  });

  it('gives what there is and then rejects where the job fails', async () => {
    const scene = bulkScene((email) => (email.startsWith('person0@') ? 'safe' : new Promise(() => {})));
    const run = scene.bulk.run(addresses(10));
    const rows: string[] = [];
    let failure: unknown;
    const iterate = async () => {
      for await (const { email } of run) rows.push(email);
    };
    void iterate().catch((error: unknown) => {
      failure = error;
    });
    await scene.until(() => rows.length === 1);
    // An attempt that hears nobody would keep the worker from closing: the test lets go of it.
    void scene.bulk.cancel(run.jobId);
    await scene.until(async () => (await scene.bulk.status(run.jobId)).status === 'failed');
    expect(rows).toEqual(['person0@d0.example.com']);
    expect(failure).toBeUndefined();
  });
});
