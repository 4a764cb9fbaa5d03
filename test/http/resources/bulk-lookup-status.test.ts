import { describe, expect, it } from 'vitest';
import { type BulkLookupJob, StorageUnavailable } from '../../../src/index.ts';
import { fetchWithKey, readDetail, serveEngine } from '../http-fixtures.ts';
import { advanceUntil, submitBulk } from './bulk-service.ts';
import {
  ann,
  bob,
  createLookupService,
  createRows,
  recordRows,
  serveLookups,
  submitBulkLookup,
} from './lookup-service.ts';

const unknownId = '00000000-0000-4000-8000-000000000000';

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
    expect(Object.keys(job)).toEqual([
      'job_id',
      'status',
      'total_rows',
      'total_processed',
      'summary',
      'created_at',
      'finished_at',
    ]);

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

  it('accepts the id in either case', async () => {
    const { key, url } = await serveLookups();
    const jobId = await submitBulkLookup(url, key, [ann]);
    const response = await fetchWithKey(`${url}/v1/bulk-lookup/${jobId.toUpperCase()}`, key);
    expect(await response.json()).toMatchObject({ job_id: jobId });
  });
});

describe.each(['', '/results'])('The id in GET /v1/bulk-lookup/{job_id}%s', (rest) => {
  it.each([
    'nonsense',
    '1',
    unknownId.replaceAll('-', ''),
    `${unknownId}0`,
    `%20${unknownId}`,
    '%00',
    '%zz',
    '%ff',
    `${unknownId}%c3%28`,
    'é',
  ])('gets 400 if it is "%s"', async (id) => {
    const { engine, key } = await createLookupService();
    const response = await fetchWithKey(
      `${await serveEngine(engine)}/v1/bulk-lookup/${id}${rest}?limit=0`,
      key,
    );
    expect(response.status).toBe(400);
    expect(await readDetail(response)).toBe('invalid job ID format');
  });

  it('gets 404 if the job does not exist, belongs to another key, or is of the other kind', async () => {
    const { key, otherKey, url } = await serveLookups();
    const jobId = await submitBulkLookup(url, key, [ann]);
    const verification = await submitBulk(url, key, ['ann@example.com']);
    for (const [target, senderKey] of [
      [`bulk-lookup/${unknownId}`, key],
      [`bulk-lookup/${jobId}`, otherKey],
      [`bulk-lookup/${verification}`, key],
      [`bulk/${jobId}`, key],
    ] as const) {
      const response = await fetchWithKey(`${url}/v1/${target}${rest}`, senderKey);
      expect(response.status, target).toBe(404);
      expect(await readDetail(response)).toBe('job not found');
    }
  });

  it('is checked after the key', async () => {
    const { url } = await serveLookups();
    expect((await fetchWithKey(`${url}/v1/bulk-lookup/nonsense${rest}`, 'wrong')).status).toBe(401);
    expect((await fetchWithKey(`${url}/v1/bulk-lookup/nonsense${rest}`, undefined)).status).toBe(401);
  });

  it('gets 405 with Allow for other methods, and 502 if the storage is unreachable', async () => {
    const { stores, key, url } = await serveLookups();
    for (const method of ['HEAD', 'POST', 'DELETE']) {
      const response = await fetchWithKey(`${url}/v1/bulk-lookup/${unknownId}${rest}`, key, { method });
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET']);
    }
    stores.jobs.get = async () => {
      throw new StorageUnavailable('The disk is gone.');
    };
    expect((await fetchWithKey(`${url}/v1/bulk-lookup/${unknownId}${rest}`, key)).status).toBe(502);
  });
});
