import { describe, expect, it } from 'vitest';
import type { BulkVerificationReceipt } from '../../../src/index.ts';
import { until } from '../../support/until.ts';
import { openSocket, parseResponse, readToEnd, sendRaw } from '../hosts/raw-http.ts';
import { createQuietHandler, createRecordingLogger, readDetail, serveEngine } from '../http-fixtures.ts';
import {
  advanceUntil,
  balanceOf,
  createBulkService,
  postBulk,
  serveBulk,
  submitBulk,
} from './bulk-service.ts';

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

describe('POST /v1/bulk', () => {
  it('creates a job of the unique addresses, and charges them all', async () => {
    const { url, ...service } = await serveBulk();
    const response = await postBulk(url, service.key, [
      'ann@example.com',
      ' Ann@Example.com ',
      'bob@example.org',
      '',
    ]);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json');
    const receipt = (await response.json()) as BulkVerificationReceipt;
    expect(receipt).toEqual({
      job_id: expect.stringMatching(uuid),
      status: 'submitted',
      total_emails: 3,
      estimated_cost: 0.6,
    });
    expect(Object.keys(receipt)).toEqual(['job_id', 'status', 'total_emails', 'estimated_cost']);
    expect(await balanceOf(service)).toBe(99.4);
  });

  it.each([undefined, 'text/plain', 'application/x-www-form-urlencoded'])(
    'accepts JSON with the Content-Type %s',
    async (type) => {
      const { engine, key } = await createBulkService();
      const said = type === undefined ? [] : [`Content-Type: ${type}`];
      expect((await postRaw(await serveEngine(engine), key, '["ann@example.com"]', said)).status).toBe(200);
    },
  );

  it('accepts a body in chunks that end anywhere, in any script, with a byte order mark', async () => {
    const { stores, key, url } = await serveBulk();
    const socket = openSocket(url);
    socket.setNoDelay(true);
    socket.write(`POST /v1/bulk HTTP/1.1\r\nHost: h\r\nX-API-Key: ${key}\r\nConnection: close\r\n`);
    socket.write('Transfer-Encoding: chunked\r\n\r\n');
    for (const byte of Buffer.from('\ufeff["你@example.com"]')) {
      socket.write(Buffer.concat([Buffer.from('1\r\n'), Buffer.from([byte]), Buffer.from('\r\n')]));
    }
    socket.write('0\r\n\r\n');
    const { status, body } = parseResponse(await readToEnd(socket));
    expect(status).toBe(200);
    const page = await stores.jobs.page(JSON.parse(body).job_id, { offset: 0, limit: 1 });
    expect(page[0]?.item).toEqual({ email: '你@example.com' });
  });

  it.each<[string, string | Buffer, number, string | RegExp]>([
    ['nothing', '', 422, /^body: must be valid JSON/],
    ['what is not JSON', '["ann@example.com"', 422, /^body: must be valid JSON/],
    ['JSON after JSON', '[] []', 422, /^body: must be valid JSON/],
    ['what is not UTF-8', Buffer.from([0x5b, 0x22, 0xff, 0x22, 0x5d]), 422, /^body: must be text in UTF-8/],
    ['a character cut off', Buffer.from('["ü').subarray(0, 3), 422, /^body: must be text in UTF-8/],
    ['an object', '{"emails":["ann@example.com"]}', 422, /^body: must be an array of strings/],
    ['null', 'null', 422, /^body: must be an array of strings/],
    ['a string', '"ann@example.com"', 422, /^body: must be an array of strings/],
    ['a number among strings', '["a","b","c",4]', 422, /^body\[3\]: must be a string/],
    ['null among strings', '[null,4]', 422, /^body\[0\]: must be a string/],
    ['an empty list', ' [ ] ', 400, 'email list cannot be empty'],
    ['100,001 entries', JSON.stringify(Array(100_001).fill('a')), 400, 'maximum 100,000 emails per batch'],
  ])('refuses %s, and charges nothing', async (_, body, status, detail) => {
    const service = await createBulkService();
    const response = await postRaw(await serveEngine(service.engine), service.key, body);
    expect(response.status).toBe(status);
    const { detail: given, ...others } = JSON.parse(response.body);
    expect(others).toEqual({});
    if (typeof detail === 'string') expect(given).toBe(detail);
    else expect(given).toMatch(detail);
    expect(await balanceOf(service)).toBe(100);
    expect(await service.stores.jobs.unfinished({ limit: 1 })).toEqual([]);
  });

  it('accepts 100,000 addresses', async () => {
    const service = await createBulkService({ credits: 20_000 });
    const emails = Array.from({ length: 100_000 }, (_, n) => `person${n}@d${n % 2_000}.example.com`);
    const submission = postBulk(await serveEngine(service.engine), service.key, emails);
    let answered = false;
    submission.finally(() => {
      answered = true;
    });
    await advanceUntil(service.clock, async () => answered);
    const receipt = await (await submission).json();
    expect(receipt).toMatchObject({ total_emails: 100_000, estimated_cost: 20_000 });
    expect(await balanceOf(service)).toBe(0);
  });

  it('answers 403 with the balance and the required amount, and charges nothing', async () => {
    const { url, ...service } = await serveBulk({ credits: 0.5 });
    const response = await postBulk(url, service.key, ['a@example.com', 'b@example.com', 'c@example.com']);
    expect(response.status).toBe(403);
    expect(await readDetail(response)).toMatch(/balance is 0\.5\b.*required amount is 0\.6\b/);
    expect(await balanceOf(service)).toBe(0.5);
  });

  it('checks the key before the body', async () => {
    const { engine } = await createBulkService();
    const response = await postBulk(await serveEngine(engine), 'wrong', 'nonsense');
    expect(response.status).toBe(401);
  });

  it('discards a body that its client did not finish', async () => {
    const service = await createBulkService();
    const logger = createRecordingLogger();
    const socket = openSocket(await serveEngine(service.engine, { logger }));
    const head = `POST /v1/bulk HTTP/1.1\r\nHost: h\r\nX-API-Key: ${service.key}\r\nContent-Length: 100\r\n\r\n`;
    socket.write(`${head}["ann@example.com"`);
    await until(() => socket.bytesWritten > 0 && socket.writableLength === 0);
    socket.destroy();
    const answered = () => logger.lines.find(({ message }) => message === 'request answered');
    await until(() => answered() !== undefined);
    expect(answered()?.fields).toMatchObject({ route: '/v1/bulk', status: 499 });
    expect(await balanceOf(service)).toBe(100);
  });

  it('answers 408 if the body does not arrive in time', async () => {
    const { engine, key } = await createBulkService();
    const socket = openSocket(await serveEngine(engine, { headersTimeoutMs: 100, requestTimeoutMs: 200 }));
    socket.write(`POST /v1/bulk HTTP/1.1\r\nHost: h\r\nX-API-Key: ${key}\r\nContent-Length: 9\r\n\r\n[`);
    expect(parseResponse(await readToEnd(socket)).status).toBe(408);
  });
});

describe('the limit on the length of a body', () => {
  const limited = { maxBodyBytes: 100 };
  const fitting = JSON.stringify(['a'.repeat(96)]);
  const tooLong = JSON.stringify(['a'.repeat(97)]);

  it('applies to declared lengths', async () => {
    const { engine, key } = await createBulkService();
    const url = await serveEngine(engine, limited);
    expect((await postRaw(url, key, fitting)).status).toBe(200);
    expect((await postRaw(url, key, tooLong)).status).toBe(413);
  });

  it('applies to undeclared lengths, and the client can read the response', async () => {
    const service = await createBulkService();
    const url = await serveEngine(service.engine, limited);
    const chunked = (body: string, rest: string) => {
      const head = `POST /v1/bulk HTTP/1.1\r\nHost: h\r\nX-API-Key: ${service.key}\r\n`;
      const chunk = `${body.length.toString(16)}\r\n${body}\r\n`;
      return sendRaw(url, `${head}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n${chunk}${rest}`);
    };
    expect((await chunked(fitting, '0\r\n\r\n')).status).toBe(200);
    const refused = await chunked(tooLong, '');
    expect([refused.status, refused.headers.connection]).toEqual([413, 'close']);
    expect(Object.keys(JSON.parse(refused.body))).toEqual(['detail']);
    expect(await balanceOf(service)).toBe(99.8);
  });

  it('applies to fetch requests', async () => {
    const { engine, key } = await createBulkService();
    const { fetch } = createQuietHandler(engine, limited);
    const request = (body: string) => {
      const stream = new Blob([body]).stream();
      const init = { method: 'POST', headers: { 'X-API-Key': key }, body: stream, duplex: 'half' };
      return new Request('http://h/v1/bulk', init as RequestInit);
    };
    expect((await fetch(request(fitting))).status).toBe(200);
    expect((await fetch(request(tooLong))).status).toBe(413);
    expect(
      (await fetch(new Request('http://h/v1/bulk', { method: 'POST', headers: { 'X-API-Key': key } })))
        .status,
    ).toBe(422);
  });
});

describe('Idempotency-Key', () => {
  const emails = ['ann@example.com', 'bob@example.com'];
  const withKey = { 'Idempotency-Key': 'order 7' };

  it('gives a repeat the first response, and charges once', async () => {
    const { url, ...service } = await serveBulk();
    const answers = [];
    for (let time = 0; time < 3; time += 1) {
      const response = await postBulk(url, service.key, emails, withKey);
      expect(response.status).toBe(200);
      answers.push(await response.text());
    }
    expect(new Set(answers).size).toBe(1);
    expect(await balanceOf(service)).toBe(99.6);
  });

  it('is refused for other addresses, and nothing is charged', async () => {
    const { url, ...service } = await serveBulk();
    await postBulk(url, service.key, emails, withKey);
    const response = await postBulk(url, service.key, ['carl@example.com'], withKey);
    expect(response.status).toBe(422);
    expect(await readDetail(response)).toMatch(/^Idempotency-Key: was used before/);
    expect(await balanceOf(service)).toBe(99.6);
  });

  it('belongs to one API key', async () => {
    const { key, otherKey, url } = await serveBulk();
    const first = (await (await postBulk(url, key, emails, withKey)).json()) as BulkVerificationReceipt;
    const second = (await (await postBulk(url, otherKey, emails, withKey)).json()) as BulkVerificationReceipt;
    expect(second.job_id).not.toBe(first.job_id);
  });

  it.each([
    ['', 422],
    ['k', 200],
    ['k'.repeat(255), 200],
    ['k'.repeat(256), 422],
  ])('has from 1 to 255 characters: "%s" gets %d', async (idempotencyKey, status) => {
    const { url, ...service } = await serveBulk();
    const headers = [`Idempotency-Key: ${idempotencyKey}`];
    const response = await postRaw(url, service.key, '["ann@example.com"]', headers);
    expect(response.status).toBe(status);
    if (status === 422)
      expect(JSON.parse(response.body).detail).toMatch(/^Idempotency-Key: must have from 1/);
    expect(await balanceOf(service)).toBe(status === 200 ? 99.8 : 100);
  });
});

it('keeps connections open after a submission', async () => {
  const { key, url } = await serveBulk();
  const body = '["ann@example.com"]';
  const request = (more: string) =>
    `POST /v1/bulk HTTP/1.1\r\nHost: h\r\nX-API-Key: ${key}\r\nContent-Length: ${body.length}\r\n${more}\r\n${body}`;
  const socket = openSocket(url);
  socket.write(request('') + request('') + request('Connection: close\r\n'));
  const text = await readToEnd(socket);
  expect(text.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(3);
  expect(await submitBulk(url, key, ['ann@example.com'])).toMatch(uuid);
});

function postRaw(url: string, key: string, body: string | Buffer, headers: readonly string[] = []) {
  const bytes = Buffer.from(body);
  const lines = ['POST /v1/bulk HTTP/1.1', 'Host: h', 'Connection: close', `X-API-Key: ${key}`, ...headers];
  const head = [...lines, `Content-Length: ${bytes.length}`, '', ''].join('\r\n');
  return sendRaw(url, head + bytes.toString('latin1'));
}
