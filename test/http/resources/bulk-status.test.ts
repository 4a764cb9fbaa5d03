import { describe, expect, it } from 'vitest';
import type { BulkVerificationJob } from '../../../src/index.ts';
import { StorageUnavailable } from '../../../src/index.ts';
import { ask, detailOf, served } from '../served.ts';
import { bulkService, passing, submitted, worked } from './bulk-service.ts';

const nobody = '00000000-0000-4000-8000-000000000000';

describe('GET /v1/bulk/{job_id}', () => {
  it('tells of a job from its submission to its end, in the documented fields', async () => {
    const { engine, key, clock } = await bulkService();
    const url = await served(engine);
    const jobId = await submitted(url, key, ['ann@example.com', 'bob@example.com']);
    const response = await ask(`${url}/v1/bulk/${jobId}`, key);
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
    const status = async () => (await ask(`${url}/v1/bulk/${jobId}`, key)).json();
    await passing(clock, async () => ((await status()) as BulkVerificationJob).status === 'complete');
    await worker.close();
    expect(await status()).toMatchObject({
      status: 'complete',
      emails_processed: 2,
      retry_status: 'none',
      completed_at: expect.stringMatching(/^2030-01-01T\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
  });

  it('tells what is in progress, and what is tried again', async () => {
    const service = await bulkService();
    const { engine, key } = service;
    const url = await served(engine);
    const emails = ['ann@example.com', 'bob@example.com', 'carl@example.com'];
    const status = async (jobId: string) => (await ask(`${url}/v1/bulk/${jobId}`, key)).json();

    const half = await submitted(url, key, emails);
    await worked(service, half, [['ann@example.com', 'unknown']]);
    expect(await status(half)).toMatchObject({
      status: 'in_progress',
      emails_processed: 1,
      retry_status: 'pending',
      completed_at: null,
    });

    const retrying = await submitted(url, key, emails);
    await worked(service, retrying, [
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

  it('takes the id in letters of either case', async () => {
    const { engine, key } = await bulkService();
    const url = await served(engine);
    const jobId = await submitted(url, key, ['ann@example.com']);
    const response = await ask(`${url}/v1/bulk/${jobId.toUpperCase()}`, key);
    expect(await response.json()).toMatchObject({ job_id: jobId });
  });
});

describe.each(['', '/results'])('The id in GET /v1/bulk/{job_id}%s', (rest) => {
  it.each([
    'nonsense',
    '1',
    nobody.replaceAll('-', ''),
    `{${nobody}}`,
    `${nobody}0`,
    `%20${nobody}`,
    nobody.replace('4', 'g'),
    '..%2f..%2f',
    '%00',
    '%zz',
    'é',
  ])('gets 400 where it is "%s"', async (id) => {
    const { engine, key } = await bulkService();
    const response = await ask(`${await served(engine)}/v1/bulk/${id}${rest}`, key);
    expect(response.status).toBe(400);
    expect(await detailOf(response)).toBe('invalid job ID format');
  });

  it('gets 404 where there is no such job, or it is another key’s', async () => {
    const { engine, key, otherKey } = await bulkService();
    const url = await served(engine);
    const jobId = await submitted(url, key, ['ann@example.com']);
    for (const [id, asking] of [
      [nobody, key],
      [jobId, otherKey],
    ] as const) {
      const response = await ask(`${url}/v1/bulk/${id}${rest}`, asking);
      expect(response.status).toBe(404);
      expect(await detailOf(response)).toBe('job not found');
    }
  });

  it('is looked at after the key', async () => {
    const { engine } = await bulkService();
    expect((await ask(`${await served(engine)}/v1/bulk/nonsense${rest}`, 'wrong')).status).toBe(401);
  });

  it('gets 405 with Allow by other methods, and 502 where the storage is away', async () => {
    const { engine, stores, key } = await bulkService();
    const url = await served(engine);
    for (const method of ['HEAD', 'POST', 'DELETE']) {
      const response = await ask(`${url}/v1/bulk/${nobody}${rest}`, key, { method });
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET']);
    }
    stores.jobs.get = async () => {
      throw new StorageUnavailable('The disk is gone.');
    };
    expect((await ask(`${url}/v1/bulk/${nobody}${rest}`, key)).status).toBe(502);
  });
});

it('GET /v1/bulk gets 405: it takes submissions only', async () => {
  const { engine, key } = await bulkService();
  const url = await served(engine);
  const response = await ask(`${url}/v1/bulk`, key);
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  expect((await ask(`${url}/v1/bulk/`, key)).status).toBe(404);
});
