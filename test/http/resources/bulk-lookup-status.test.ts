import { describe, expect, it } from 'vitest';
import type { BulkLookupJob } from '../../../src/index.ts';
import { fetchWithKey, serveEngine } from '../http-fixtures.ts';
import { advanceUntil } from './bulk-service.ts';
import {
  ann,
  bob,
  createLookupService,
  createRows,
  recordRows,
  serveLookups,
  submitBulkLookup,
} from './lookup-service.ts';

describe('GET /v1/bulk-lookup/{job_id}', () => {
  it('follows a job from submission to completion, in the documented fields', async () => {
    const { engine, key, clock, url } = await serveLookups();
    const jobId = await submitBulkLookup(url, key, [ann, bob, { ...ann, domain: 'example.org' }]);
    const response = await fetchWithKey(`${url}/v1/bulk-lookup/${jobId}`, key);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json']);
    const job = (await response.json()) as BulkLookupJob;
    expect(job).toEqual({
      job_id: jobId,
      status: 'running',
      total_rows: 3,
      total_processed: 0,
      summary: { total_found: 0, total_not_found: 0 },
      created_at: '2030-01-01T00:00:00.000Z',
      finished_at: null,
    });
    expect(Object.keys(job)).toEqual(
      'job_id status total_rows total_processed summary created_at finished_at'.split(' '),
    );

    const worker = engine.jobs.work();
    await advanceUntil(clock, async () => (await engine.jobs.get(jobId)).status === 'complete');
    await worker.close();
    expect(await (await fetchWithKey(`${url}/v1/bulk-lookup/${jobId}`, key)).json()).toEqual({
      ...job,
      status: 'completed',
      total_processed: 3,
      summary: { total_found: 2, total_not_found: 1 },
      finished_at: expect.stringMatching(/^2030-01-01T\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
  });

  it('counts while the job runs; rows to be retried are not counted yet', async () => {
    const service = await createLookupService();
    const { engine, key } = service;
    const url = await serveEngine(engine);
    const jobId = await submitBulkLookup(url, key, createRows(5));
    const status = async () => (await fetchWithKey(`${url}/v1/bulk-lookup/${jobId}`, key)).json();
    await recordRows(service, jobId, [
      [4, 'found'],
      [1, 'not found'],
      [2, 'tried again'],
    ]);
    expect(await status()).toMatchObject({
      status: 'running',
      total_rows: 5,
      total_processed: 2,
      summary: { total_found: 1, total_not_found: 1 },
      finished_at: null,
    });
    await engine.jobs.cancel(jobId);
    expect(await status()).toMatchObject({
      status: 'completed',
      total_processed: 5,
      summary: { total_found: 1, total_not_found: 4 },
      finished_at: '2030-01-01T00:00:00.000Z',
    });
  });
});
