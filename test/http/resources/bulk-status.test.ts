import { describe, expect, it } from 'vitest';
import type { BulkVerificationJob } from '../../../src/index.ts';
import { fetchWithKey, serveEngine } from '../http-fixtures.ts';
import { advanceUntil, createBulkService, recordResults, serveBulk, submitBulk } from './bulk-service.ts';

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
    expect(Object.keys(job)).toEqual(
      'job_id status total_emails emails_processed submitted_at retry_status completed_at'.split(' '),
    );

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
});

it('GET /v1/bulk gets 405: it takes submissions only', async () => {
  const { key, url } = await serveBulk();
  const response = await fetchWithKey(`${url}/v1/bulk`, key);
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  expect((await fetchWithKey(`${url}/v1/bulk/`, key)).status).toBe(404);
});
