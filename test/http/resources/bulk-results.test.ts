import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import type { EmailVerification } from '../../../src/index.ts';
import { verification } from '../../bulk/bulk-fixture.ts';
import { verdict } from '../../support/stub-http-engine.ts';
import { readDetail, serveEngine } from '../http-fixtures.ts';
import { advanceUntil, createBulkService, recordResults, serveBulk, submitBulk } from './bulk-service.ts';

interface Results {
  job_id: string;
  status: string;
  total_results: number;
  results: EmailVerification[];
  pending_retries: string[];
  retry_count: number;
}

const emails = ['ann@example.com', 'bob@example.com', 'carl@example.com'];

describe('GET /v1/bulk/{job_id}/results', () => {
  it('gets 409 with the status until the first pass is over, and if the job failed', async () => {
    const service = await createBulkService();
    const { engine, key } = service;
    const url = await serveEngine(engine);
    const jobId = await submitBulk(url, key, emails);
    const refused = async () => {
      const response = await askResults(url, key, jobId);
      expect(response.status).toBe(409);
      return readDetail(response);
    };
    expect(await refused()).toContain('pending');
    await recordResults(service, jobId, [['ann@example.com', 'safe']]);
    expect(await refused()).toContain('in_progress');
    await engine.jobs.cancel(jobId);
    expect(await refused()).toContain('failed');
  });

  it('gives preliminary results with the addresses to be retried', async () => {
    const service = await createBulkService();
    const { engine, key } = service;
    const url = await serveEngine(engine);
    const jobId = await submitBulk(url, key, emails);
    await recordResults(service, jobId, [
      ['ann@example.com', 'unknown'],
      ['bob@example.com', 'safe'],
      ['carl@example.com', 'unknown'],
    ]);
    const response = await askResults(url, key, jobId);
    expect(response.status).toBe(200);
    const results = (await response.json()) as Results;
    expect(results).toEqual({
      job_id: jobId,
      status: 'partial_complete_retrying',
      total_results: 3,
      results: [
        verification('ann@example.com', 'unknown'),
        verification('bob@example.com', 'safe'),
        verification('carl@example.com', 'unknown'),
      ],
      pending_retries: ['ann@example.com', 'carl@example.com'],
      retry_count: 2,
    });
  });

  it('gives final results in the order of submission, field by field as documented', async () => {
    const { engine, key, clock, url } = await serveBulk({
      script: { knows: (to) => /^(ann|carl)@/.test(to) },
    });
    const jobId = await submitBulk(url, key, [...emails, 'no address']);
    const worker = engine.jobs.work();
    await advanceUntil(clock, async () => (await engine.jobs.get(jobId)).status === 'complete');
    await worker.close();
    const response = await askResults(url, key, jobId);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(response.headers.get('cache-control')).toBe('no-store');
    const results = (await response.json()) as Results;
    expect(Object.keys(results)).toEqual([
      'job_id',
      'status',
      'total_results',
      'results',
      'pending_retries',
      'retry_count',
    ]);
    expect(results).toMatchObject({
      status: 'complete',
      total_results: 4,
      pending_retries: [],
      retry_count: 0,
    });
    expect(results.results.map(({ email, status }) => [email, status])).toEqual([
      ['ann@example.com', 'safe'],
      ['bob@example.com', 'invalid'],
      ['carl@example.com', 'safe'],
      ['no address', 'invalid'],
    ]);
    for (const result of results.results) expect(Object.keys(result)).toEqual(Object.keys(verdict));
  });

  it('gives the true result of a greylisted address after the retry', async () => {
    let greylisting = true;
    const reply = '451 4.7.1 Greylisted, please try again later';
    const script = {
      knows: () => true,
      get refusesAllAfter() {
        return { refusals: greylisting ? 0 : Number.POSITIVE_INFINITY, reply };
      },
    };
    const { engine, key, clock, url } = await serveBulk({ script });
    const jobId = await submitBulk(url, key, ['ann@example.com']);
    const worker = engine.jobs.work();
    const status = async () => (await engine.jobs.get(jobId)).status;
    await advanceUntil(clock, async () => (await status()) === 'partial_complete_retrying');
    const first = await (await askResults(url, key, jobId)).json();
    expect(first).toMatchObject({ results: [{ status: 'unknown' }], pending_retries: ['ann@example.com'] });
    greylisting = false;
    await advanceUntil(clock, async () => (await status()) === 'complete');
    await worker.close();
    const last = await (await askResults(url, key, jobId)).json();
    expect(last).toMatchObject({ results: [{ status: 'risky' }], pending_retries: [], retry_count: 0 });
  });

  it('reads more than a page of results and of retries', async () => {
    const { url, ...service } = await serveBulk({ credits: 1_000 });
    const many = Array.from({ length: 1_203 }, (_, n) => `person${n}@example.com`);
    const jobId = await submitBulk(url, service.key, many);
    await recordResults(
      service,
      jobId,
      many.map((email) => [email, 'unknown'] as const),
    );
    const results = (await (await askResults(url, service.key, jobId)).json()) as Results;
    expect(results).toMatchObject({ total_results: 1_203, retry_count: 1_203 });
    expect(results.results.map(({ email }) => email)).toEqual(many);
    expect(results.pending_retries).toEqual(many);
  });
});

describe('Results in other formats', () => {
  it('are one JSON object per line for application/x-ndjson', async () => {
    const { url, key, jobId } = await completeJob(emails);
    const response = await askResults(url, key, jobId, 'application/x-ndjson');
    expect(response.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
    expect(response.headers.get('x-job-status')).toBe('complete');
    expect(response.headers.get('vary')).toBe('Accept');
    const text = await response.text();
    expect(text.endsWith('}\n')).toBe(true);
    const lines = text.trimEnd().split('\n');
    expect(lines).toEqual(emails.map((email) => JSON.stringify(verification(email, 'safe'))));
  });

  it('have a header with the twelve field names for text/csv, whatever the addresses contain', async () => {
    const odd = [
      'ann@example.com',
      '"a,b"@example.com',
      'two\nlines',
      'two\rlines',
      'quote"',
      '你@example.com',
    ];
    const { url, key, jobId } = await completeJob(odd);
    const response = await askResults(url, key, jobId, 'text/csv');
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    const text = await response.text();
    expect(text.endsWith('\r\n')).toBe(true);
    const [header, ...rows] = parse(text, { record_delimiter: '\r\n' });
    expect(header).toEqual(Object.keys(verdict));
    const cells = ['safe', 'It is safe.', 'Unknown', 'deliverable', '', '', 'false', '', '', '', '90'];
    expect(rows).toEqual(odd.map((email) => [email, ...cells]));
  });

  it.each(['application/json', 'application/x-ndjson', 'text/csv'])(
    'say how many they are in %s, before the first of them',
    async (accept) => {
      const { url, key, jobId } = await completeJob([
        'ann@example.com',
        'two\nlines',
        '"a,\r\nb"@example.com',
      ]);
      const response = await askResults(url, key, jobId, accept);
      expect(response.headers.get('x-row-count')).toBe('3');
      const text = await response.text();
      if (accept === 'text/csv') expect(parse(text, { record_delimiter: '\r\n' })).toHaveLength(1 + 3);
    },
  );

  it('say how many there are while addresses are tried again, and after one was forgotten', async () => {
    const { url, ...service } = await serveBulk();
    const jobId = await submitBulk(url, service.key, emails);
    await recordResults(service, jobId, [
      ['ann@example.com', 'unknown'],
      ['bob@example.com', 'safe'],
      ['carl@example.com', 'safe'],
    ]);
    const counted = async () => {
      const response = await askResults(url, service.key, jobId, 'application/x-ndjson');
      const rows = (await response.text()).trimEnd().split('\n');
      return [response.headers.get('x-job-status'), response.headers.get('x-row-count'), rows.length];
    };
    expect(await counted()).toEqual(['partial_complete_retrying', '3', 3]);
    const at = service.clock.now();
    const result = verification('ann@example.com', 'safe');
    await service.stores.jobs.record(jobId, [{ position: 0, attempt: 2, result, retryAt: null }], { at });
    expect(await counted()).toEqual(['complete', '3', 3]);
    await service.engine.forget('bob@example.com');
    expect(await counted()).toEqual(['complete', '3', 3]);
  });

  it('contain nothing in CSV that a spreadsheet takes for a formula', async () => {
    const dangerous = [
      '=1+1@example.com',
      '+a@example.com',
      '-a@example.com',
      '@example.com',
      '=cmd|" /C calc"',
    ];
    const { url, key, jobId } = await completeJob(dangerous);
    const text = await (await askResults(url, key, jobId, 'text/csv')).text();
    const [, ...rows] = parse(text, { record_delimiter: '\r\n' });
    expect(rows.map(([email]) => email)).toEqual(dangerous.map((email) => `'${email}`));
  });

  it('contain no formula in CSV for a spreadsheet that is set to another separator', async () => {
    const { url, key, jobId } = await completeJob(["x;=cmd|' /C calc'!A0", 'x\t@SUM(A1)']);
    const text = await (await askResults(url, key, jobId, 'text/csv')).text();
    expect(text).toContain("\r\nx;'=cmd|' /C calc'!A0,");
    expect(text).toContain("\r\nx\t'@SUM(A1),");
  });

  it('use JSON for errors', async () => {
    const { url, key } = await completeJob(emails);
    const unknownId = '00000000-0000-4000-8000-00000000ffff';
    const response = await askResults(url, key, unknownId, 'text/csv');
    expect(response.status).toBe(404);
    expect(await readDetail(response)).toBe('job not found');
  });
});

async function completeJob(addresses: readonly string[]) {
  const { url, ...service } = await serveBulk();
  const jobId = await submitBulk(url, service.key, addresses);
  await recordResults(
    service,
    jobId,
    addresses.map((email) => [email, 'safe'] as const),
  );
  return { url, key: service.key, jobId };
}

function askResults(url: string, key: string, jobId: string, accept?: string): Promise<Response> {
  const headers = { 'X-API-Key': key, ...(accept === undefined ? {} : { Accept: accept }) };
  return fetch(`${url}/v1/bulk/${jobId}/results`, { headers });
}
