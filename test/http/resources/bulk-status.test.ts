import { describe, expect, it } from 'vitest';
import type { BulkVerificationJob } from '../../../src/index.ts';
import { StorageUnavailable } from '../../../src/index.ts';
import { fetchWithKey, readDetail, serveEngine } from '../http-fixtures.ts';
import { advanceUntil, createBulkService, recordResults, serveBulk, submitBulk } from './bulk-service.ts';

const unknownId = '00000000-0000-4000-8000-000000000000';

describe('GET /v1/bulk/{job_id}', () => {
  it('follows a job from submission to completion, in the documented fields', async () => {
    const { engine, key, clock, url } = await serveBulk();
    const jobId = await submitBulk(url, key, ['ann@example.com', 'bob@example.com']);
    const response = await fetchWithKey(`${url}/v1/bulk/${jobId}`, key);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json']);
    const job = (await response.json()) as BulkVerificationJob;
    expect(job).toEqual({
      job_id: jobId,
      status: 'pending',
      total_emails: 2,
      emails_processed: 0,
      submitted_at: '2030-01-01T00:00:00.000Z',
      retry_status: 'none',
      completed_at: null,
    });
    expect(Object.keys(job)).toEqual([
      'job_id',
      'status',
      'total_emails',
      'emails_processed',
      'submitted_at',
      'retry_status',
      'completed_at',
    ]);

    const worker = engine.jobs.work();
    const status = async () => (await fetchWithKey(`${url}/v1/bulk/${jobId}`, key)).json();
    await advanceUntil(clock, async () => ((await status()) as BulkVerificationJob).status === 'complete');
    await worker.close();
    expect(await status()).toMatchObject({
      status: 'complete',
      emails_processed: 2,
      retry_status: 'none',
      completed_at: expect.stringMatching(/^2030-01-01T\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
  });

  it('shows progress and retries', async () => {
    const service = await createBulkService();
    const { engine, key } = service;
    const url = await serveEngine(engine);
    const emails = ['ann@example.com', 'bob@example.com', 'carl@example.com'];
    const status = async (jobId: string) => (await fetchWithKey(`${url}/v1/bulk/${jobId}`, key)).json();

    const half = await submitBulk(url, key, emails);
    await recordResults(service, half, [['ann@example.com', 'unknown']]);
    expect(await status(half)).toMatchObject({
      status: 'in_progress',
      emails_processed: 1,
      retry_status: 'pending',
      completed_at: null,
    });

    const retrying = await submitBulk(url, key, emails);
    await recordResults(service, retrying, [
      ['ann@example.com', 'unknown'],
      ['bob@example.com', 'safe'],
      ['carl@example.com', 'invalid'],
    ]);
    expect(await status(retrying)).toMatchObject({
      status: 'partial_complete_retrying',
      emails_processed: 3,
      retry_status: 'pending',
      completed_at: null,
    });

    await engine.jobs.cancel(half);
    expect(await status(half)).toMatchObject({ status: 'failed', completed_at: null });
  });

  it('accepts the id in either case', async () => {
    const { key, url } = await serveBulk();
    const jobId = await submitBulk(url, key, ['ann@example.com']);
    const response = await fetchWithKey(`${url}/v1/bulk/${jobId.toUpperCase()}`, key);
    expect(await response.json()).toMatchObject({ job_id: jobId });
  });
});

describe.each(['', '/results'])('The id in GET /v1/bulk/{job_id}%s', (rest) => {
  it.each([
    'nonsense',
    '1',
    unknownId.replaceAll('-', ''),
    `{${unknownId}}`,
    `${unknownId}0`,
    `%20${unknownId}`,
    unknownId.replace('4', 'g'),
    '..%2f..%2f',
    '%00',
    '%zz',
    '%ff',
    `${unknownId}%c3%28`,
    'é',
  ])('gets 400 if it is "%s"', async (id) => {
    const { engine, key } = await createBulkService();
    const response = await fetchWithKey(`${await serveEngine(engine)}/v1/bulk/${id}${rest}`, key);
    expect(response.status).toBe(400);
    expect(await readDetail(response)).toBe('invalid job ID format');
  });

  it('gets 404 if the job does not exist or belongs to another key', async () => {
    const { key, otherKey, url } = await serveBulk();
    const jobId = await submitBulk(url, key, ['ann@example.com']);
    for (const [id, senderKey] of [
      [unknownId, key],
      [jobId, otherKey],
    ] as const) {
      const response = await fetchWithKey(`${url}/v1/bulk/${id}${rest}`, senderKey);
      expect(response.status).toBe(404);
      expect(await readDetail(response)).toBe('job not found');
    }
  });

  it('is checked after the key', async () => {
    const { engine } = await createBulkService();
    expect((await fetchWithKey(`${await serveEngine(engine)}/v1/bulk/nonsense${rest}`, 'wrong')).status).toBe(
      401,
    );
  });

  it('gets 405 with Allow for other methods, and 502 if the storage is unreachable', async () => {
    const { stores, key, url } = await serveBulk();
    for (const method of ['HEAD', 'POST', 'DELETE']) {
      const response = await fetchWithKey(`${url}/v1/bulk/${unknownId}${rest}`, key, { method });
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET']);
    }
    stores.jobs.get = async () => {
      throw new StorageUnavailable('The disk is gone.');
    };
    expect((await fetchWithKey(`${url}/v1/bulk/${unknownId}${rest}`, key)).status).toBe(502);
  });
});

it('GET /v1/bulk gets 405: it takes submissions only', async () => {
  const { key, url } = await serveBulk();
  const response = await fetchWithKey(`${url}/v1/bulk`, key);
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  expect((await fetchWithKey(`${url}/v1/bulk/`, key)).status).toBe(404);
});
