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

const notFound = { code: 'not_found', message: 'Job not found.' };

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
    expect(await reader.lookupPage('job', { offset: 0, limit: 10 })).toMatchObject({
      job: { id: 'job', total: 3, processed: 2, retrying: 1 },
      results: [found],
    });
    expect((await reader.lookupPage('job', { offset: 1, limit: 10 })).results).toEqual([]);
  });

  it('of a failed job are given as far as they came, and the others as not completed', async () => {
    const { reader, record, jobs } = await start({ kind: 'lookup' }, rows);
    await record(attemptAt(0, { result: found }), attemptAt(1, { result: notYet, retryAt: 99 }));
    await jobs.fail('job', { at: 3 });
    const page = await reader.lookupPage('job', { offset: 0, limit: 10 });
    expect(page.job).toMatchObject({ status: 'failed', total: 3, retrying: 0 });
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
