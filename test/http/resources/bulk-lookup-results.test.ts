import { describe, expect, it } from 'vitest';
import type { BulkLookupPage, EmailLookup } from '../../../src/index.ts';
import { lookupResult } from '../../support/stub-http-engine.ts';
import { fetchWithKey, readDetail, serveEngine } from '../http-fixtures.ts';
import { advanceUntil } from './bulk-service.ts';
import {
  ann,
  bob,
  createLookupService,
  createRows,
  lookupResultFor,
  recordRows,
  serveLookups,
  submitBulkLookup,
} from './lookup-service.ts';

describe('GET /v1/bulk-lookup/{job_id}/results', () => {
  it('gives the rows in the order of submission, in the documented fields', async () => {
    const { engine, key, clock, url } = await serveLookups();
    const jobId = await submitBulkLookup(url, key, [
      { first_name: '  BOB ', last_name: 'SMITH', domain: ' Example.com' },
      ann,
    ]);
    const worker = engine.jobs.work();
    await advanceUntil(clock, async () => (await engine.jobs.get(jobId)).status === 'complete');
    await worker.close();
    const response = await fetchWithKey(`${url}/v1/bulk-lookup/${jobId}/results`, key);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json']);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const page = (await response.json()) as BulkLookupPage;
    expect(Object.keys(page)).toEqual('job_id total_rows total_processed limit offset results'.split(' '));
    expect(page).toMatchObject({ job_id: jobId, total_rows: 2, total_processed: 2, limit: 50, offset: 0 });
    const [first, second] = page.results as [EmailLookup, EmailLookup];
    expect(first).toMatchObject({
      ...bob,
      status: 'unknown',
      substatus: 'no_address_found',
      email: null,
      confidence: null,
      credits_consumed: 1,
    });
    expect(second).toMatchObject({
      ...ann,
      status: 'safe',
      substatus: 'deliverable',
      email: 'ann.lee@example.com',
      confidence: expect.any(Number),
      credits_consumed: 1,
    });
    for (const result of page.results) {
      expect(Object.keys(result).sort()).toEqual(Object.keys(lookupResult).sort());
    }
  });

  it('gives the rows processed so far while the job runs; a page always holds the same rows', async () => {
    const service = await createLookupService();
    const { url, key, jobId, page } = await submitPersons(service, 6);
    expect(await page()).toEqual({
      job_id: jobId,
      total_rows: 6,
      total_processed: 0,
      limit: 50,
      offset: 0,
      results: [],
    });
    await recordRows(service, jobId, [
      [5, 'found'],
      [2, 'not found'],
      [0, 'tried again'],
    ]);
    expect(await domains(page())).toEqual(['d2.example.com', 'd5.example.com']);
    expect(await page('?limit=3&offset=3')).toMatchObject({
      total_rows: 6,
      total_processed: 2,
      limit: 3,
      offset: 3,
      results: [{ domain: 'd5.example.com', email: 'ann.lee@d5.example.com', credits_consumed: 1 }],
    });
    await recordRows(service, jobId, [
      [3, 'found'],
      [1, 'not found'],
    ]);
    expect(await domains(page('?limit=3'))).toEqual(['d1.example.com', 'd2.example.com']);
    expect(await domains(page('?limit=3&offset=3'))).toEqual(['d3.example.com', 'd5.example.com']);
    await service.engine.jobs.cancel(jobId);
    expect(await domains(page())).toEqual(createRows(6).map(({ domain }) => domain));
    expect((await fetchWithKey(`${url}/v1/bulk-lookup/${jobId}/results?limit=500`, key)).status).toBe(200);
  });

  it('gives every row to a client that raises the offset by the limit until a page is empty', async () => {
    const service = await createLookupService({ credits: 1_000 });
    const { jobId, page } = await submitPersons(service, 1_000);
    const found = createRows(1_000).map((_, position) => [position, 'found'] as const);
    await recordRows(service, jobId, found);
    const all: EmailLookup[] = [];
    for (let offset = 0; ; offset += 400) {
      const { results } = await page(`?limit=400&offset=${offset}`);
      if (results.length === 0) break;
      all.push(...results);
    }
    expect(all).toEqual(createRows(1_000).map((row) => lookupResultFor(row, true)));
    expect((await page()).results).toHaveLength(50);
    expect((await page('?offset=980')).results).toHaveLength(20);
    expect((await page('?limit=500')).results).toHaveLength(500);
    expect((await page('?limit=1&offset=999')).results).toHaveLength(1);
    for (const offset of [1_000, 1_001, 999_999_999_999_999]) {
      expect(await page(`?offset=${offset}`)).toMatchObject({ total_rows: 1_000, offset, results: [] });
    }
  });

  it.each<[string, RegExp]>([
    ...['0', '501', '-1', '1.5', '50.0', '', 'all', '1e2', '0x10', '%2050', '9999999999999999999'].map(
      (limit): [string, RegExp] => [`limit=${limit}`, /^limit: must be a whole number from 1 to 500/],
    ),
    ...['-1', '1.5', '', 'last', '1e2', '+1', '9999999999999999999'].map((offset): [string, RegExp] => [
      `offset=${offset}`,
      /^offset: must be a whole number from 0/,
    ]),
    ['limit=5&limit=5', /^limit: must be given once/],
    ['limit=5&offset=0&offset=5', /^offset: must be given once/],
  ])(
    'refuses the query "%s" with 422, naming the parameter, even for a job of another key',
    async (query, detail) => {
      const service = await createLookupService();
      const { url, key, otherKey, jobId } = await submitPersons(service, 1);
      for (const senderKey of [key, otherKey]) {
        const response = await fetchWithKey(`${url}/v1/bulk-lookup/${jobId}/results?${query}`, senderKey);
        expect(response.status).toBe(422);
        expect(await readDetail(response)).toMatch(detail);
      }
    },
  );
});

async function submitPersons(service: Awaited<ReturnType<typeof createLookupService>>, count: number) {
  const { engine, key, otherKey } = service;
  const url = await serveEngine(engine);
  const jobId = await submitBulkLookup(url, key, createRows(count));
  const page = async (query = ''): Promise<BulkLookupPage> => {
    const response = await fetchWithKey(`${url}/v1/bulk-lookup/${jobId}/results${query}`, key);
    expect(response.status).toBe(200);
    return (await response.json()) as BulkLookupPage;
  };
  return { url, key, otherKey, jobId, page };
}

async function domains(page: Promise<BulkLookupPage>): Promise<string[]> {
  return (await page).results.map(({ domain }) => domain);
}
