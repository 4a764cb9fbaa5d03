import { describe, expect, it } from 'vitest';
import { type BulkLookupReceipt, StorageUnavailable } from '../../../src/index.ts';
import { until } from '../../support/until.ts';
import { openSocket } from '../hosts/raw-http.ts';
import { createRecordingLogger, fetchWithKey, post, readDetail, serveEngine } from '../http-fixtures.ts';
import { advanceUntil, balanceOf } from './bulk-service.ts';
import { ann, bob, createLookupService, createRows, lookUp, serveLookups } from './lookup-service.ts';

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

describe('POST /v1/bulk-lookup', () => {
  it('creates a job of the unique rows, and charges a credit each', async () => {
    const service = await createLookupService();
    const response = await submit(service, {
      input: [
        ann,
        { first_name: ' ANN', last_name: 'lee ', domain: 'Example.COM' },
        bob,
        { ...bob, domain: 'example.org', title: 'Dr', confidence: 7 },
      ],
      webhook: 'ignored',
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json');
    const receipt = (await response.json()) as BulkLookupReceipt;
    expect(receipt).toEqual({
      job_id: expect.stringMatching(uuid),
      status: 'submitted',
      total_rows: 3,
      credits_consumed: 3,
    });
    expect(Object.keys(receipt)).toEqual(['job_id', 'status', 'total_rows', 'credits_consumed']);
    expect(await balanceOf(service)).toBe(97);
    const states = await service.stores.jobs.page(receipt.job_id, { offset: 0, limit: 10 });
    expect(states.map(({ item }) => item)).toEqual([ann, bob, { ...bob, domain: 'example.org' }]);
  });

  it('charges rows that a single lookup has answered before like any other', async () => {
    const service = await createLookupService();
    await lookUp(service, await serveEngine(service.engine), ann);
    expect(await balanceOf(service)).toBe(99);
    await submit(service, { input: [ann] });
    expect(await balanceOf(service)).toBe(98);
  });

  it('accepts 10,000 rows, and fields of 255 characters', async () => {
    const service = await createLookupService({ credits: 10_000 });
    const longest = '🙂'.repeat(255);
    const input = [...createRows(9_999), { first_name: longest, last_name: longest, domain: longest }];
    let answered = false;
    const submission = submit(service, { input }).finally(() => {
      answered = true;
    });
    submission.catch(() => {});
    await advanceUntil(service.clock, async () => answered);
    expect(await (await submission).json()).toMatchObject({ total_rows: 10_000, credits_consumed: 10_000 });
    expect(await balanceOf(service)).toBe(0);
  });

  it('accepts rows with empty fields, charges them and looks them up', async () => {
    const service = await createLookupService();
    const { engine, clock } = service;
    const input = [ann, { ...ann, last_name: '' }, { first_name: '', last_name: '', domain: '' }];
    const response = await submit(service, { input });
    const { job_id: jobId } = (await response.json()) as BulkLookupReceipt;
    expect(await balanceOf(service)).toBe(97);
    const worker = engine.jobs.work();
    await advanceUntil(clock, async () => (await engine.jobs.get(jobId)).status === 'complete');
    await worker.close();
    const { results } = await engine.jobs.lookupResults(jobId, { limit: 10, offset: 0 });
    expect(results.map(({ substatus }) => substatus)).toEqual([
      'deliverable',
      'no_address_found',
      'no_address_found',
    ]);
  });

  const { domain: _, ...lacking } = ann;
  it.each<[string, unknown, RegExp]>([
    ['nothing', '', /^body: must be valid JSON/],
    ['what is not JSON', '{"input":[', /^body: must be valid JSON/],
    ['a list of rows alone', [ann], /^body: must be an object with the field input/],
    ['null', 'null', /^body: must be an object/],
    ['a string', '"input"', /^body: must be an object/],
    ['no input', { rows: [ann] }, /^input: is required/],
    ['null for the input', { input: null }, /^input: must be an array/],
    ['a row for the input', { input: ann }, /^input: must be an array/],
    ['no rows', { input: [] }, /^input: must hold from 1 to 10,000 rows/],
    ['10,001 rows', { input: Array(10_001).fill(ann) }, /^input: must hold from 1 to 10,000 rows/],
    ['10,001 rows that are none', { input: Array(10_001).fill(0) }, /^input\[0\]: must be an object/],
    [
      '10,000 rows, then one that is none',
      { input: [...Array(10_000).fill(ann), 0] },
      /^input: must hold from/,
    ],
    ['a row that is text', { input: [ann, 'Bob Smith'] }, /^input\[1\]: must be an object/],
    ['a row that is null', { input: [null, 5] }, /^input\[0\]: must be an object/],
    ['a row that is a list', { input: [['Ann', 'Lee', 'b.c']] }, /^input\[0\]: must be an object/],
    ['no domain', { input: [ann, bob, lacking] }, /^input\[2\]\.domain: is required/],
    ['no last name', { input: [{ ...ann, last_name: undefined }] }, /^input\[0\]\.last_name: is required/],
    ['a number for a name', { input: [{ ...ann, first_name: 7 }] }, /^input\[0\]\.first_name: must be a str/],
    ['null for a name', { input: [{ ...ann, last_name: null }] }, /^input\[0\]\.last_name: must be a string/],
    ...(['first_name', 'last_name', 'domain'] as const).map((field): [string, unknown, RegExp] => [
      `256 characters of ${field}`,
      { input: [ann, ann, ann, { ...ann, [field]: 'a'.repeat(256) }] },
      new RegExp(`^input\\[3\\]\\.${field}: must be at most 255 characters`),
    ]),
  ])('refuses %s with 422, naming the parameter, and charges nothing', async (_, body, detail) => {
    const service = await createLookupService();
    const response = await submit(service, body);
    expect(response.status).toBe(422);
    expect(await readDetail(response)).toMatch(detail);
    await expectUntouched(service);
  });

  it('answers 403 with the balance and the required amount, and charges nothing', async () => {
    const service = await createLookupService({ credits: 1.9 });
    const response = await submit(service, { input: [ann, ann, bob] });
    expect(response.status).toBe(403);
    expect(await readDetail(response)).toMatch(/balance is 1\.9\b.*required amount is 2\b/);
    expect(await balanceOf(service)).toBe(1.9);
    expect(await service.stores.jobs.unfinished({ limit: 1 })).toEqual([]);
  });

  it.each([
    [new StorageUnavailable('The disk is gone.'), 502],
    [new TypeError('x is undefined'), 500],
  ])('reverses the charge if the job cannot be created (%s)', async (thrown, status) => {
    const service = await createLookupService();
    service.stores.jobs.create = async () => {
      throw thrown;
    };
    const response = await submit(service, { input: [ann] });
    expect(response.status).toBe(status);
    expect(await readDetail(response)).not.toContain(thrown.message);
    await expectUntouched(service);
  });

  it('checks the key, then the body, then the credits, and accepts POST only', async () => {
    const service = await createLookupService({ credits: 0.5 });
    const url = await serveEngine(service.engine, { maxBodyBytes: 1_000 });
    const target = `${url}/v1/bulk-lookup`;
    expect((await post(target, 'wrong', 'nonsense')).status).toBe(401);
    expect((await post(target, service.key, { input: [ann, {}] })).status).toBe(422);
    expect((await post(target, service.key, { input: Array(100).fill(ann) })).status).toBe(413);
    for (const method of ['GET', 'HEAD', 'DELETE']) {
      const response = await fetchWithKey(target, service.key, { method });
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
    }
    expect((await post(`${target}/`, service.key, { input: [ann] })).status).toBe(404);
  });

  it('discards a body that its client did not finish', async () => {
    const service = await createLookupService();
    const logger = createRecordingLogger();
    const socket = openSocket(await serveEngine(service.engine, { logger }));
    const head = `POST /v1/bulk-lookup HTTP/1.1\r\nHost: h\r\nX-API-Key: ${service.key}\r\n`;
    socket.write(`${head}Content-Length: 500\r\n\r\n${JSON.stringify({ input: [ann] })}`);
    await until(() => socket.bytesWritten > 0 && socket.writableLength === 0);
    socket.destroy();
    const answered = () => logger.lines.find(({ message }) => message === 'request answered');
    await until(() => answered() !== undefined);
    expect(answered()?.fields).toMatchObject({ route: '/v1/bulk-lookup', status: 499 });
    await expectUntouched(service);
  });
});

describe('Idempotency-Key of a bulk lookup', () => {
  const withKey = { 'Idempotency-Key': 'order 7' };
  const body = { input: [ann, bob] };

  it('gives repeats the first response, and charges once, even for ten at once', async () => {
    const service = await createLookupService({ credits: 3 });
    const url = `${await serveEngine(service.engine)}/v1/bulk-lookup`;
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => post(url, service.key, body, withKey)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    const texts = await Promise.all(answers.map((response) => response.text()));
    expect(new Set(texts).size).toBe(1);
    expect(await balanceOf(service)).toBe(1);
  });

  it('is refused for other rows, and for a job of the other kind', async () => {
    const { url, ...service } = await serveLookups();
    await post(`${url}/v1/bulk-lookup`, service.key, body, withKey);
    for (const [path, other] of [
      ['/v1/bulk-lookup', { input: [ann] }],
      ['/v1/bulk', ['ann@example.com']],
    ] as const) {
      const response = await post(url + path, service.key, other, withKey);
      expect(response.status, path).toBe(422);
      expect(await readDetail(response)).toMatch(/^Idempotency-Key: was used before/);
    }
    expect(await balanceOf(service)).toBe(98);
  });

  it('belongs to one API key, and must have from 1 to 255 characters', async () => {
    const service = await createLookupService();
    const url = `${await serveEngine(service.engine)}/v1/bulk-lookup`;
    const first = (await (await post(url, service.key, body, withKey)).json()) as BulkLookupReceipt;
    const second = (await (await post(url, service.otherKey, body, withKey)).json()) as BulkLookupReceipt;
    expect(second.job_id).not.toBe(first.job_id);
    for (const [idempotencyKey, status] of [
      ['', 422],
      ['k'.repeat(256), 422],
      ['k'.repeat(255), 200],
    ] as const) {
      const response = await post(url, service.key, body, { 'Idempotency-Key': idempotencyKey });
      expect(response.status).toBe(status);
    }
  });
});

type Service = Awaited<ReturnType<typeof createLookupService>>;

async function submit({ engine, key }: Service, body: unknown): Promise<Response> {
  return post(`${await serveEngine(engine)}/v1/bulk-lookup`, key, body);
}

async function expectUntouched(service: Service): Promise<void> {
  expect(await balanceOf(service)).toBe(100);
  expect(await service.stores.jobs.unfinished({ limit: 1 })).toEqual([]);
}
