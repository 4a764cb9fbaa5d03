import { describe, expect, it } from 'vitest';
import { systemClock } from '../../adapters/system-clock.ts';
import { createBudgets } from '../../src/budgets/budgets.ts';
import { Conflict, EngineClosed, ServiceUnavailable, StorageUnavailable } from '../../src/errors.ts';
import { stubEngine } from '../support/stub-http-engine.ts';
import { get, sendRaw } from './hosts/raw-http.ts';
import {
  createQuietHandler,
  createRecordingLogger,
  fetchWithKey,
  readDetail,
  serveEngine,
} from './http-fixtures.ts';

describe('an error of the engine', () => {
  it.each([
    [new ServiceUnavailable('No resolver answers at 192.0.2.7.'), 502],
    [new StorageUnavailable('redis://192.0.2.7 refuses.'), 502],
    [new EngineClosed(), 502],
    [new Conflict('The id h1 was used before.'), 500],
    [new TypeError('x is undefined'), 500],
    ['not even an error', 500],
  ])('(%s) is answered with %d and a neutral detail, and logged', async (thrown, status) => {
    const { engine, key } = await stubEngine({
      verify: async () => {
        throw thrown;
      },
    });
    const logger = createRecordingLogger();
    const url = await serveEngine(engine, { logger });
    const response = await fetchWithKey(`${url}/v1/verify?email=ann@example.org`, key);
    expect(response.status).toBe(status);
    const detail = await readDetail(response);
    const message = thrown instanceof Error ? thrown.message : thrown;
    expect(detail).not.toContain(message);
    const failures = logger.lines.filter(({ level }) => level === 'error');
    expect(failures).toMatchObject([{ fields: { route: '/v1/verify', status, error: { message } } }]);
  });

  it('gets the same response wherever it occurs: keys, rates, balance', async () => {
    const fail = async () => {
      throw new StorageUnavailable('The storage is gone.');
    };
    const changes = [
      { keys: { find: fail, markUsed: fail } },
      { budgets: createBudgets({ rateLimits: { take: fail }, clock: systemClock, onRefused: () => {} }) },
      { accounts: { balance: fail } },
    ];
    for (const change of changes) {
      const { engine, key } = await stubEngine(change);
      const response = await fetchWithKey(`${await serveEngine(engine)}/v1/credits`, key);
      expect(response.status, Object.keys(change)[0]).toBe(502);
      await readDetail(response);
    }
  });
});

describe('a request for an unknown path or method', () => {
  it.each(['/', '/v1', '/v1/', '/v1/verify/', '/v1/Verify', '/v2/verify', '/v1/verify%2F', '//v1/verify'])(
    'at %s gets 404',
    async (path) => {
      const { engine, key } = await stubEngine();
      const response = await sendRaw(await serveEngine(engine), get(path, [`X-API-Key: ${key}`]));
      expect(response.status).toBe(404);
      expect(Object.keys(JSON.parse(response.body))).toEqual(['detail']);
    },
  );

  it.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'])(
    'by %s on an endpoint of GET gets 405 with Allow',
    async (method) => {
      const { engine, key } = await stubEngine();
      const response = await fetchWithKey(`${await serveEngine(engine)}/v1/credits`, key, { method });
      expect(response.status).toBe(405);
      expect(response.headers.get('allow')).toBe('GET');
      if (method !== 'HEAD') await readDetail(response);
    },
  );
});

describe('a malformed HTTP request', () => {
  it.each([
    ['garbage', 'garbage\r\n\r\n', 400],
    ['no Host', 'GET /v1/credits HTTP/1.1\r\n\r\n', 400],
    ['a header without a colon', 'GET / HTTP/1.1\r\nHost: h\r\nno colon\r\n\r\n', 400],
    ['too large a header', `GET / HTTP/1.1\r\nHost: h\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', 400],
    [
      'length and chunks',
      'POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
      400,
    ],
  ])('with %s gets a JSON error, then the connection is closed', async (_, text, status) => {
    const { engine } = await stubEngine();
    const response = await sendRaw(await serveEngine(engine), text);
    expect(response.status).toBe(status);
    expect(response.headers).toMatchObject({ 'content-type': 'application/json', connection: 'close' });
    expect(Object.keys(JSON.parse(response.body))).toEqual(['detail']);
  });

  it('is served if it is only unusual', async () => {
    const { engine, key } = await stubEngine();
    const url = await serveEngine(engine);
    const head = `X-API-Key: ${key}\r\nConnection: close\r\n`;
    const requests = [
      `GET /v1/%63redits HTTP/1.1\r\nHost: h\r\n${head}\r\n`,
      `GET /v1/credits?%zz HTTP/1.1\r\nHost: [::1]:80\r\n${head}\r\n`,
      `GET http://elsewhere.example.com/v1/credits HTTP/1.1\r\nHost: h\r\n${head}\r\n`,
      `GET /v1/credits HTTP/1.0\r\n${head}\r\n`,
      `GET /v1/credits HTTP/1.1\r\nHost: h\r\nExpect: wonders\r\n${head}\r\n`,
    ];
    for (const request of requests) expect((await sendRaw(url, request)).status, request).toBe(200);
  });
});

describe('a body', () => {
  it('longer than the limit gets 413', async () => {
    const { engine } = await stubEngine();
    const url = await serveEngine(engine, { maxBodyBytes: 10 });
    const response = await sendRaw(url, 'POST /v1/credits HTTP/1.1\r\nHost: h\r\nContent-Length: 11\r\n\r\n');
    expect(response.status).toBe(413);
    const { fetch } = createQuietHandler(engine, { maxBodyBytes: 10 });
    const headers = { 'content-length': '11' };
    const request = new Request('http://h/v1/credits', { method: 'POST', body: 'x'.repeat(11), headers });
    expect((await fetch(request)).status).toBe(413);
  });

  it('that is not read closes the connection after the response', async () => {
    const { engine, key } = await stubEngine();
    const head = `Host: h\r\nX-API-Key: ${key}\r\nTransfer-Encoding: chunked`;
    const response = await sendRaw(
      await serveEngine(engine),
      `GET /v1/credits HTTP/1.1\r\n${head}\r\n\r\n5\r\n`,
    );
    expect(response.status).toBe(200);
    expect(response.headers.connection).toBe('close');
  });

  it('that is not read keeps the response to HEAD from nobody', async () => {
    const { engine } = await stubEngine();
    const request = 'HEAD /healthz HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nabcde';
    const response = await sendRaw(await serveEngine(engine), request);
    expect(response.status).toBe(200);
    expect(response.headers.connection).toBe('close');
  });
});
