import { describe, expect, it } from 'vitest';
import { ada, addresses, attemptAt, greylisted, lookup } from '../../../contract/jobs/sample-data.ts';
import { JobReader } from '../../../src/bulk/job-reader.ts';
import type { JobAttempt, JobItem, NewJob } from '../../../src/ports/job-store.ts';
import { memoryContext } from './memory-context.ts';

async function start(fields: Partial<NewJob> = {}, items: readonly JobItem[] = addresses(3)) {
  const { jobs, createJob } = memoryContext();
  await createJob({ account: null, ...fields }, { items });
  await jobs.start('job', { at: 1 });
  const record = (...attempts: readonly JobAttempt[]) => jobs.record('job', attempts, { at: 2 });
  return { jobs, record, reader: new JobReader(jobs) };
}

async function collect<Row>(pages: AsyncIterable<readonly Row[]>): Promise<Row[][]> {
  const collected: Row[][] = [];
  for await (const page of pages) collected.push([...page]);
  return collected;
}

const notFound = { code: 'not_found', message: 'Job not found.' };

describe('A job', () => {
  it('is found by its id, and by the key that owns it', async () => {
    const { reader } = await start({ keyId: 'key 1' });
    expect((await reader.job('job')).id).toBe('job');
    expect((await reader.job('job', {})).id).toBe('job');
    expect((await reader.job('job', { keyId: 'key 1' }, 'verification')).id).toBe('job');
  });

  it('is not found with another key, as another kind, or under another id', async () => {
    const { reader } = await start({ keyId: 'key 1' });
    await expect(reader.job('job', { keyId: 'key 2' })).rejects.toMatchObject(notFound);
    await expect(reader.job('job', {}, 'lookup')).rejects.toMatchObject(notFound);
    await expect(reader.job('other')).rejects.toMatchObject(notFound);
    await expect(reader.job('other', { keyId: 'key 1' })).rejects.toMatchObject(notFound);
  });

  it('without an owner is not found with a key', async () => {
    const { reader } = await start({ keyId: null });
    await expect(reader.job('job', { keyId: 'key 1' })).rejects.toMatchObject(notFound);
  });
});

describe('The items of a job', () => {
  it('are given by pages while it is worked on, with what is known of each, and are hidden from other keys', async () => {
    const { reader, record } = await start({ keyId: 'key 1' });
    await record(attemptAt(1));
    const page = await reader.items('job', { offset: 1, limit: 2 }, { keyId: 'key 1' });
    expect(page).toMatchObject([
      { position: 1, item: { email: 'user1@example.com' }, attempts: 1, result: { status: 'safe' } },
      { position: 2, item: { email: 'user2@example.com' }, attempts: 0 },
    ]);
    const hidden = reader.items('job', { offset: 0, limit: 2 }, { keyId: 'key 2' });
    await expect(hidden).rejects.toMatchObject(notFound);
  });
});

describe('The results of a verification', () => {
  it('cannot be read before the first pass is over, nor of a failed job', async () => {
    const { reader, jobs, record } = await start();
    await record(attemptAt(0));
    await expect(reader.results('job')).rejects.toMatchObject({
      code: 'results_not_ready',
      status: 'in_progress',
    });
    await jobs.fail('job', { at: 3 });
    await expect(reader.results('job')).rejects.toMatchObject({ status: 'failed' });
  });

  it('are all there once it is complete, in order of submission, 250 a page', async () => {
    const { reader, jobs } = await start({}, addresses(1_000));
    for (const from of [500, 0]) {
      const attempts = Array.from({ length: 500 }, (_, index) => attemptAt(from + index));
      await jobs.record('job', attempts, { at: 2 });
    }
    const results = await reader.results('job');
    expect(results.totalResults).toBe(1_000);
    expect(results.job).toMatchObject({ job_id: 'job', status: 'complete' });
    const pages = await collect(results.pages());
    expect(pages.map((page) => page.length)).toEqual(Array(4).fill(250));
    expect(pages.flat().map(({ email }) => email)).toEqual(
      Array.from({ length: 1_000 }, (_, position) => `user${position}@example.com`),
    );
    expect(await collect(results.pendingRetries())).toEqual([]);
  });

  it('contain provisional ones while addresses are tried again, which are listed', async () => {
    const { reader, record } = await start();
    await record(attemptAt(0), attemptAt(1, { retryAt: 99 }), attemptAt(2, { retryAt: 99 }));
    const results = await reader.results('job');
    expect(results.job.status).toBe('partial_complete_retrying');
    expect((await collect(results.pages())).flat().map(({ status }) => status)).toEqual([
      'safe',
      'unknown',
      'unknown',
    ]);
    expect(await collect(results.pendingRetries())).toEqual([['user1@example.com', 'user2@example.com']]);
  });

  it('list many addresses that are tried again by pages of 250', async () => {
    for (const [count, pages] of [
      [250, [250]],
      [600, [250, 250, 100]],
    ] as const) {
      const { reader, jobs } = await start({}, addresses(count));
      for (let from = 0; from < count; from += 500) {
        const attempts = Array.from({ length: Math.min(500, count - from) }, (_, index) =>
          attemptAt(from + index, { retryAt: 99 }),
        );
        await jobs.record('job', attempts, { at: 2 });
      }
      const listed = await collect((await reader.results('job')).pendingRetries());
      expect(listed.map((page) => page.length)).toEqual(pages);
      expect(new Set(listed.flat()).size).toBe(count);
    }
  });

  it('have no place for lookups', async () => {
    const { reader } = await start({ kind: 'lookup' }, [ada]);
    await expect(reader.results('job')).rejects.toMatchObject(notFound);
  });
});

describe('The rows of a lookup', () => {
  const rows = [ada, { ...ada, first_name: 'Bob' }, { ...ada, first_name: 'Cat' }];
  const found = lookup();
  const notYet = lookup({ status: 'unknown', substatus: 'timeout', email: null, confidence: null });

  it('are given once they are final, with the counts of the job', async () => {
    const { reader, record } = await start({ kind: 'lookup' }, rows);
    await record(attemptAt(0, { result: found }), attemptAt(1, { result: notYet, retryAt: 99 }));
    expect(await reader.lookupPage('job', { offset: 0, limit: 10 })).toEqual({
      job_id: 'job',
      total_rows: 3,
      total_processed: 1,
      offset: 0,
      limit: 10,
      results: [found],
    });
    expect((await reader.lookupPage('job', { offset: 1, limit: 10 })).results).toEqual([]);
  });

  it('of a failed job are given as far as they came, and the others as not completed', async () => {
    const { reader, record, jobs } = await start({ kind: 'lookup' }, rows);
    await record(attemptAt(0, { result: found }), attemptAt(1, { result: notYet, retryAt: 99 }));
    await jobs.fail('job', { at: 3 });
    const page = await reader.lookupPage('job', { offset: 0, limit: 10 });
    expect(page).toMatchObject({ total_processed: 3 });
    expect(page.results).toEqual([
      found,
      notYet,
      expect.objectContaining({ first_name: 'Cat', email: null, credits_consumed: 0 }),
    ]);
  });

  it('have no place for verifications, and are hidden from other keys', async () => {
    const { reader, record } = await start();
    await record(attemptAt(0, { result: greylisted() }));
    const page = { offset: 0, limit: 1 };
    await expect(reader.lookupPage('job', page)).rejects.toMatchObject(notFound);
    const lookups = await start({ kind: 'lookup', keyId: 'key 1' }, rows);
    await expect(lookups.reader.lookupPage('job', page, { keyId: 'key 2' })).rejects.toMatchObject(notFound);
  });
});
