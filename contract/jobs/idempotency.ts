import assert from 'node:assert/strict';
import type { JobTest } from './job-test.ts';
import { addresses, attemptAt, minuteMs, newJob, submittedAt } from './sample-data.ts';

const idempotency = { key: 'key 1:abc', fingerprint: 'f1' };

export function idempotencyContract(test: JobTest): void {
  test('a second submission with the key returns the first job and stores nothing', async (context) => {
    const { jobs, createJob } = context;
    const first = await createJob(2, { id: 'first', idempotency });
    const second = newJob({ id: 'second', idempotency, submittedAt: submittedAt + minuteMs });
    assert.deepEqual(await jobs.create(second, addresses(5)), { created: false, job: first });
    assert.equal(await jobs.get('second'), undefined);
    await assert.rejects(jobs.page('second', { offset: 0, limit: 1 }), { code: 'not_found' });
    assert.deepEqual(await jobs.unfinished({ limit: 10 }), [first]);
  });

  test('only the key is compared; the caller compares the fingerprint', async ({ jobs, createJob }) => {
    const first = await createJob(1, { id: 'first', idempotency });
    const other = newJob({ id: 'second', idempotency: { ...idempotency, fingerprint: 'f2' } });
    assert.deepEqual(await jobs.create(other, addresses(1)), { created: false, job: first });
  });

  test('a creation repeated with the same id and key is not a conflict', async ({ jobs, createJob }) => {
    const first = await createJob(1, { idempotency });
    assert.deepEqual(await jobs.create(newJob({ idempotency }), addresses(1)), {
      created: false,
      job: first,
    });
  });

  test('an id refused under one key can be used under another', async ({ jobs, createJob }) => {
    await createJob(1, { id: 'first', idempotency });
    await jobs.create(newJob({ id: 'second', idempotency }), addresses(1));
    await createJob(3, { id: 'second', idempotency: { key: 'key 1:def', fingerprint: 'f1' } });
    assert.equal((await jobs.find('key 1:def'))?.id, 'second');
  });

  test('the job of a key is returned in its current state', async ({ jobs, createJob }) => {
    await createJob(1, { id: 'first', idempotency });
    const { job } = await jobs.record('first', [attemptAt(0)], { at: submittedAt + minuteMs });
    assert.equal(job.completedAt, submittedAt + minuteMs);
    assert.deepEqual(await jobs.find(idempotency.key), job);
    const again = newJob({ id: 'second', idempotency });
    assert.deepEqual(await jobs.create(again, addresses(1)), { created: false, job });
  });

  test('keys are compared exactly', async ({ jobs, createJob }) => {
    await createJob(1, { id: 'first', idempotency: { key: 'Key', fingerprint: 'f' } });
    await createJob(1, { id: 'second', idempotency: { key: 'key', fingerprint: 'f' } });
    await createJob(1, { id: 'third', idempotency: { key: 'key ', fingerprint: 'f' } });
    assert.equal((await jobs.find('key'))?.id, 'second');
    assert.equal(await jobs.find('KEY'), undefined);
  });

  test('an id is not an idempotency key', async ({ jobs, createJob }) => {
    await createJob(1, { id: 'first', idempotency });
    assert.equal(await jobs.find('first'), undefined);
    assert.equal(await jobs.get(idempotency.key), undefined);
  });

  test('jobs without a key are separate', async ({ createJob }) => {
    await createJob(1, { id: 'first' });
    await createJob(1, { id: 'second' });
  });
}
