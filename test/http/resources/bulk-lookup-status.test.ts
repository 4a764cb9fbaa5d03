import { describe, expect, it } from 'vitest';
import { type BulkLookupJob, StorageUnavailable } from '../../../src/index.ts';
import { ask, detailOf, served } from '../served.ts';
import { passing, submitted } from './bulk-service.ts';
import { ann, bob, lookupService, persons, submittedRows, workedRows } from './lookup-service.ts';

const nobody = '00000000-0000-4000-8000-000000000000';

describe('GET /v1/bulk-lookup/{job_id}', () => {
  it('tells of a job from its submission to its end, in the documented fields', async () => {
    const { engine, key, clock } = await lookupService();
    const url = await served(engine);
    const jobId = await submittedRows(url, key, [ann, bob, { ...ann, domain: 'example.org' }]);
    const response = await ask(`${url}/v1/bulk-lookup/${jobId}`, key);
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
    await passing(clock, async () => (await engine.jobs.lookupStatus(jobId)).status === 'completed');
    await worker.close();
    expect(await (await ask(`${url}/v1/bulk-lookup/${jobId}`, key)).json()).toEqual({
      ...job,
      status: 'completed',
      total_processed: 3,
      summary: { total_found: 2, total_not_found: 1 },
      finished_at: expect.stringMatching(/^2030-01-01T\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
  });

  it('counts while the job runs; rows that are tried again are not counted yet', async () => {
    const service = await lookupService();
    const { engine, key } = service;
    const url = await served(engine);
    const jobId = await submittedRows(url, key, persons(5));
    const status = async () => (await ask(`${url}/v1/bulk-lookup/${jobId}`, key)).json();
    await workedRows(service, jobId, [
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

  it('takes the id in letters of either case', async () => {
    const { engine, key } = await lookupService();
    const url = await served(engine);
    const jobId = await submittedRows(url, key, [ann]);
    const response = await ask(`${url}/v1/bulk-lookup/${jobId.toUpperCase()}`, key);
    expect(await response.json()).toMatchObject({ job_id: jobId });
  });
});

describe.each(['', '/results'])('The id in GET /v1/bulk-lookup/{job_id}%s', (rest) => {
  it.each(['nonsense', '1', nobody.replaceAll('-', ''), `${nobody}0`, `%20${nobody}`, '%00', '%zz', 'é'])(
    'gets 400 where it is "%s"',
    async (id) => {
      const { engine, key } = await lookupService();
      const response = await ask(`${await served(engine)}/v1/bulk-lookup/${id}${rest}?limit=0`, key);
      expect(response.status).toBe(400);
      expect(await detailOf(response)).toBe('invalid job ID format');
    },
  );

  it('gets 404 where there is no such job, it is another key’s, or of the other kind', async () => {
    const { engine, key, otherKey } = await lookupService();
    const url = await served(engine);
    const jobId = await submittedRows(url, key, [ann]);
    const verification = await submitted(url, key, ['ann@example.com']);
    for (const [target, asking] of [
      [`bulk-lookup/${nobody}`, key],
      [`bulk-lookup/${jobId}`, otherKey],
      [`bulk-lookup/${verification}`, key],
      [`bulk/${jobId}`, key],
    ] as const) {
      const response = await ask(`${url}/v1/${target}${rest}`, asking);
      expect(response.status, target).toBe(404);
      expect(await detailOf(response)).toBe('job not found');
    }
  });

  it('is looked at after the key', async () => {
    const { engine } = await lookupService();
    const url = await served(engine);
    expect((await ask(`${url}/v1/bulk-lookup/nonsense${rest}`, 'wrong')).status).toBe(401);
    expect((await ask(`${url}/v1/bulk-lookup/nonsense${rest}`, undefined)).status).toBe(401);
  });

  it('gets 405 with Allow by other methods, and 502 where the storage is away', async () => {
    const { engine, stores, key } = await lookupService();
    const url = await served(engine);
    for (const method of ['HEAD', 'POST', 'DELETE']) {
      const response = await ask(`${url}/v1/bulk-lookup/${nobody}${rest}`, key, { method });
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET']);
    }
    stores.jobs.get = async () => {
      throw new StorageUnavailable('The disk is gone.');
    };
    expect((await ask(`${url}/v1/bulk-lookup/${nobody}${rest}`, key)).status).toBe(502);
  });
});
