import { describe, expect, it } from 'vitest';
import { delay } from '../../src/concurrency/deadline.ts';
import { NotFound, ResultsNotReady, ServiceUnavailable, StorageUnavailable } from '../../src/errors.ts';
import { addresses, all, bulkScene } from './scene.ts';

const minuteMs = 60_000;

describe('A bulk job', () => {
  it('goes from pending over in_progress to complete, with a result for each address in order', async () => {
    const { bulk, until } = bulkScene(() => 'safe');
    const emails = addresses(1_200);
    const { job_id } = await bulk.submit(emails);
    expect(await bulk.status(job_id)).toMatchObject({ status: 'pending', emails_processed: 0 });
    const worker = bulk.work();
    const seen = new Set<string>();
    await until(async () => {
      const { status } = await bulk.status(job_id);
      seen.add(status);
      return status === 'complete';
    });
    const results = await bulk.results(job_id);
    expect((await all(results.pages())).map(({ email }) => email)).toEqual(emails);
    expect(results.totalResults).toBe(1_200);
    expect(await all(results.pendingRetries())).toEqual([]);
    expect([...seen].every((status) => ['pending', 'in_progress', 'complete'].includes(status))).toBe(true);
    expect(await bulk.status(job_id)).toMatchObject({ retry_status: 'none', emails_processed: 1_200 });
    await worker.close();
  });

  it('tries unknown addresses again 6, 16 and 35 minutes after the last attempt, then takes the result', async () => {
    const { bulk, until, attempts } = bulkScene((email, attempt) => {
      if (email.startsWith('never')) return 'unknown';
      return email.startsWith('late') && attempt < 3 ? 'unknown' : 'safe';
    });
    const { job_id } = await bulk.submit(['ann@example.com', 'late@example.com', 'never@example.com']);
    const worker = bulk.work();
    const statusIs = (wanted: string) => async () => (await bulk.status(job_id)).status === wanted;
    await until(statusIs('partial_complete_retrying'));
    expect(await bulk.status(job_id)).toMatchObject({ retry_status: 'pending', completed_at: null });
    const partial = await bulk.results(job_id);
    expect((await all(partial.pages())).map(({ status }) => status)).toEqual(['safe', 'unknown', 'unknown']);
    expect(await all(partial.pendingRetries())).toEqual(['late@example.com', 'never@example.com']);
    await until(async () => (await bulk.status(job_id)).retry_status === 'partial');
    await until(statusIs('complete'));
    const gaps = (email: string) => {
      const times = attempts.filter((attempt) => attempt.email === email).map(({ at }) => at);
      return times.slice(1).map((at, index) => Math.floor((at - (times[index] ?? 0)) / minuteMs));
    };
    expect(gaps('ann@example.com')).toEqual([]);
    expect(gaps('late@example.com')).toEqual([6, 16]);
    expect(gaps('never@example.com')).toEqual([6, 16, 35]);
    expect(await bulk.status(job_id)).toMatchObject({ retry_status: 'complete' });
    const final = await bulk.results(job_id);
    expect((await all(final.pages())).map(({ status }) => status)).toEqual(['safe', 'safe', 'unknown']);
    await worker.close();
  });

  it('has no results before its first pass is over, and none for others', async () => {
    const { bulk } = bulkScene(() => 'safe');
    const { job_id } = await bulk.submit(['ann@example.com'], { keyId: 'key-1' });
    await expect(bulk.results(job_id, { keyId: 'key-1' })).rejects.toThrow(ResultsNotReady);
    await expect(bulk.results(job_id, { keyId: 'key-2' })).rejects.toThrow(NotFound);
    await expect(bulk.status(job_id, { keyId: 'key-2' })).rejects.toThrow(NotFound);
    await expect(bulk.status('0b0f8a5e-7f1f-4a5d-8b1b-000000000000')).rejects.toThrow(NotFound);
  });

  it('does not wait for a large one that was submitted before', async () => {
    const { bulk, until, passing, attempts } = bulkScene(() => 'safe', { concurrency: 2 });
    const large = await passing(bulk.submit(addresses(20_000, 5)));
    const worker = bulk.work();
    await until(() => attempts.length > 0);
    const small = await bulk.submit(['ann@d1.example.com', 'ann@d2.example.com']);
    await until(async () => (await bulk.status(small.job_id)).status === 'complete');
    expect((await bulk.status(large.job_id)).emails_processed).toBeLessThan(20_000);
    await passing(worker.close());
  });

  it('goes on where it was after its process has ended, and attempts nothing twice that was recorded', async () => {
    const scene = bulkScene(async (email, attempt, clock) => {
      await delay(clock, 200);
      return email.startsWith('person3') && attempt === 1 ? 'unknown' : 'safe';
    });
    const { bulk, until, passing, attempts } = scene;
    const { job_id } = await bulk.submit(addresses(2_000));
    const worker = bulk.work();
    await until(() => attempts.length > 700);
    await passing(worker.close());
    const { emails_processed } = await bulk.status(job_id);
    const other = scene.beside();
    const second = other.work();
    await until(async () => (await other.status(job_id)).status === 'complete');
    expect(emails_processed).toBeGreaterThan(0);
    // Those under way when the first process ended, and only those, were attempted for nothing.
    const tries = new Map<string, number>();
    for (const { email } of attempts) tries.set(email, (tries.get(email) ?? 0) + 1);
    const again = [...tries].filter(([email, count]) => count > (email.startsWith('person3') ? 2 : 1)).length;
    expect(again).toBeLessThanOrEqual(10 * 50);
    expect(again).toBeLessThan(2_000 - emails_processed);
    expect((await all((await other.results(job_id)).pages())).every(({ status }) => status === 'safe')).toBe(
      true,
    );
    await second.close();
  });

  it('is taken over when the lease of its process has lapsed, and not before', async () => {
    const scene = bulkScene(() => 'safe', { leaseMs: 10_000 });
    const { bulk, jobs, clock, until, attempts } = scene;
    const { job_id } = await bulk.submit(addresses(10));
    const now = Math.floor(clock.now());
    await jobs.lease(job_id, { owner: 'killed', now, until: now + 10_000 });
    const worker = bulk.work();
    await clock.advance(9_000);
    expect(attempts).toEqual([]);
    await until(async () => (await bulk.status(job_id)).status === 'complete');
    await worker.close();
  });

  it('waits while its store is out of reach, and goes on when it is back', async () => {
    const { bulk, until, jobs, clock } = bulkScene(() => 'safe', { giveUpMs: 60_000 });
    const { job_id } = await bulk.submit(addresses(100));
    const record = jobs.record.bind(jobs);
    jobs.record = async () => {
      throw new StorageUnavailable('The disk is away.');
    };
    const worker = bulk.work();
    await clock.advance(3_600_000);
    expect(await bulk.status(job_id)).toMatchObject({ status: 'in_progress', emails_processed: 0 });
    jobs.record = record;
    await until(async () => (await bulk.status(job_id)).status === 'complete');
    await worker.close();
  });

  it('fails if nothing works for long, and gives back what has no result', async () => {
    let works = true;
    const { bulk, until, ledger, clock } = bulkScene(
      (email) => {
        if (works || email.endsWith('@d0.example.com')) return 'safe';
        throw new ServiceUnavailable('Port 25 is closed.');
      },
      { giveUpMs: 3_600_000 },
    );
    await ledger.grant({ id: 'first', account: 'acme', milliCredits: 100_000, reason: 'purchase' });
    works = false;
    const { job_id } = await bulk.submit(addresses(100), { account: 'acme' });
    const worker = bulk.work();
    await clock.advance(3_000_000);
    expect((await bulk.status(job_id)).status).toBe('in_progress');
    await until(async () => (await bulk.status(job_id)).status === 'failed');
    expect((await bulk.status(job_id)).emails_processed).toBe(10);
    await until(async () => (await ledger.balance('acme')).available === 100_000 - 10 * 200);
    await expect(bulk.results(job_id)).rejects.toThrow('failed');
    await worker.close();
  });

  it('keeps its results where only the attempts to improve on them cannot be made', async () => {
    const { bulk, until } = bulkScene(
      (email, attempt) => {
        if (attempt > 1) throw new ServiceUnavailable('Port 25 is closed.');
        return email.startsWith('late') ? 'unknown' : 'safe';
      },
      { giveUpMs: 3_600_000 },
    );
    const { job_id } = await bulk.submit(['ann@example.com', 'late@example.com']);
    const worker = bulk.work();
    await until(async () => (await bulk.status(job_id)).status === 'complete');
    const results = await bulk.results(job_id);
    expect((await all(results.pages())).map(({ status }) => status)).toEqual(['safe', 'unknown']);
    expect(await all(results.pendingRetries())).toEqual([]);
    await worker.close();
  });

  it('gives credits back once when it is cancelled, however often', async () => {
    const { bulk, ledger } = bulkScene(() => 'safe');
    await ledger.grant({ id: 'first', account: 'acme', milliCredits: 1_000, reason: 'purchase' });
    const { job_id } = await bulk.submit(addresses(5), { account: 'acme' });
    await Promise.all([bulk.cancel(job_id), bulk.cancel(job_id)]);
    await bulk.cancel(job_id);
    expect(await bulk.status(job_id)).toMatchObject({ status: 'failed' });
    expect(await ledger.balance('acme')).toEqual({ available: 1_000, held: 0 });
  });

  it('has its credits given back by another process where the one that ended it died', async () => {
    const scene = bulkScene(() => 'safe');
    const { bulk, ledger, jobs, until, clock } = scene;
    await ledger.grant({ id: 'first', account: 'acme', milliCredits: 1_000, reason: 'purchase' });
    const { job_id } = await bulk.submit(addresses(5), { account: 'acme' });
    await jobs.fail(job_id, { at: clock.now() });
    const worker = scene.beside().work();
    await until(async () => (await ledger.balance('acme')).available === 1_000);
    expect(await jobs.unfinished({ limit: 1 })).toEqual([]);
    await worker.close();
  });
});
