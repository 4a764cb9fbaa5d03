import { describe, expect, it } from 'vitest';
import type { BulkLookupPage, EmailLookup } from '../../../src/index.ts';
import { ask, detailOf, lookedUp, served } from '../served.ts';
import { passing } from './bulk-service.ts';
import { ann, bob, lookupService, persons, resultOf, submittedRows, workedRows } from './lookup-service.ts';

describe('GET /v1/bulk-lookup/{job_id}/results', () => {
  it('gives the rows in the order of submission, in the documented fields', async () => {
    const { engine, key, clock } = await lookupService();
    const url = await served(engine);
    const jobId = await submittedRows(url, key, [
      { first_name: '  BOB ', last_name: 'SMITH', domain: ' Example.com' },
      ann,
    ]);
    const worker = engine.jobs.work();
    await passing(clock, async () => (await engine.jobs.lookupStatus(jobId)).status === 'completed');
    await worker.close();
    const response = await ask(`${url}/v1/bulk-lookup/${jobId}/results`, key);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json']);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const page = (await response.json()) as BulkLookupPage;
    expect(Object.keys(page)).toEqual([
      'job_id',
      'total_rows',
      'total_processed',
      'limit',
      'offset',
      'results',
    ]);
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
      expect(Object.keys(result).sort()).toEqual(Object.keys(lookedUp).sort());
    }
  });

  it('gives the rows processed so far while the job runs, each page always of the same rows', async () => {
    const service = await lookupService();
    const { url, key, jobId, page } = await submittedPersons(service, 6);
    expect(await page()).toEqual({
      job_id: jobId,
      total_rows: 6,
      total_processed: 0,
      limit: 50,
      offset: 0,
      results: [],
    });
    await workedRows(service, jobId, [
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
    await workedRows(service, jobId, [
      [3, 'found'],
      [1, 'not found'],
    ]);
    expect(await domains(page('?limit=3'))).toEqual(['d1.example.com', 'd2.example.com']);
    expect(await domains(page('?limit=3&offset=3'))).toEqual(['d3.example.com', 'd5.example.com']);
    await service.engine.jobs.cancel(jobId);
    expect(await domains(page())).toEqual(persons(6).map(({ domain }) => domain));
    expect((await ask(`${url}/v1/bulk-lookup/${jobId}/results?limit=500`, key)).status).toBe(200);
  });

  it('gives everything when the offset is raised by the limit until nothing comes', async () => {
    const service = await lookupService({ credits: 1_000 });
    const { jobId, page } = await submittedPersons(service, 1_000);
    const found = persons(1_000).map((_, position) => [position, 'found'] as const);
    await workedRows(service, jobId, found);
    const all: EmailLookup[] = [];
    for (let offset = 0; ; offset += 400) {
      const { results } = await page(`?limit=400&offset=${offset}`);
      if (results.length === 0) break;
      all.push(...results);
    }
    expect(all).toEqual(persons(1_000).map((row) => resultOf(row, true)));
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
  ])('refuses the query "%s" with 422, naming the parameter, whoever’s the job is', async (query, detail) => {
    const service = await lookupService();
    const { url, key, otherKey, jobId } = await submittedPersons(service, 1);
    for (const asking of [key, otherKey]) {
      const response = await ask(`${url}/v1/bulk-lookup/${jobId}/results?${query}`, asking);
      expect(response.status).toBe(422);
      expect(await detailOf(response)).toMatch(detail);
    }
  });
});

async function submittedPersons(service: Awaited<ReturnType<typeof lookupService>>, count: number) {
  const { engine, key, otherKey } = service;
  const url = await served(engine);
  const jobId = await submittedRows(url, key, persons(count));
  const page = async (query = ''): Promise<BulkLookupPage> => {
    const response = await ask(`${url}/v1/bulk-lookup/${jobId}/results${query}`, key);
    expect(response.status).toBe(200);
    return (await response.json()) as BulkLookupPage;
  };
  return { url, key, otherKey, jobId, page };
}

async function domains(page: Promise<BulkLookupPage>): Promise<string[]> {
  return (await page).results.map(({ domain }) => domain);
}
