import { connect as connectHttp2, createServer as createHttp2Server } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { stubEngine } from '../support/stub-http-engine.ts';
import { get, sendRaw } from './hosts/raw-http.ts';
import {
  createQuietHandler,
  createRecordingLogger,
  fetchWithKey,
  readDetail,
  serveEngine,
} from './http-fixtures.ts';

const required = /API key is required in the X-API-Key header/;

describe('the API key', () => {
  it.each(['/v1/verify?email=a@example.org', '/v1/credits'])('is required by GET %s', async (target) => {
    const { engine, key, revoke } = await stubEngine();
    const url = await serveEngine(engine);
    for (const wrong of [undefined, '', 'mp_wrong', `${key}x`, key.toUpperCase(), `"${key}"`]) {
      const response = await fetchWithKey(url + target, wrong);
      expect(response.status, String(wrong)).toBe(401);
      expect(await readDetail(response)).toMatch(required);
    }
    expect((await fetchWithKey(url + target, key)).status).toBe(200);
    await revoke(key);
    const response = await fetchWithKey(url + target, key);
    expect(response.status).toBe(401);
    expect(await readDetail(response)).toMatch(required);
  });

  it.each([
    ['X-API-Key: KEY', 200],
    ['X-API-Key:KEY', 200],
    ['x-api-key: KEY', 401],
    ['X-Api-Key: KEY', 401],
    ['X-API-KEY: KEY', 401],
    ['Authorization: Bearer KEY', 401],
    // The HTTP parser removes white space around a value.
    ['X-API-Key:  \t KEY \t ', 200],
    // Other blanks are part of the value.
    ['X-API-Key: \u00a0KEY', 401],
    ['X-API-Key: KEY\u00a0', 401],
    ['X-API-Key: KEY\r\nX-API-Key: KEY', 401],
    ['X-API-Key: KEY\r\nx-api-key: other', 200],
    ['X-API-Key: \r\nx-api-key: KEY', 401],
  ])('sent as "%s" gives %d', async (line, status) => {
    const { engine, key } = await stubEngine();
    const response = await sendRaw(
      await serveEngine(engine),
      get('/v1/credits', [line.replaceAll('KEY', key)]),
    );
    expect(response.status).toBe(status);
  });

  it('is told of by the answer where its header differs in case alone', async () => {
    const { engine, key } = await stubEngine();
    const url = await serveEngine(engine);
    const { body } = await sendRaw(url, get('/v1/credits', [`x-Api-key: ${key}`]));
    expect(JSON.parse(body)).toEqual({
      detail:
        'A valid API key is required in the X-API-Key header. It was sent as x-Api-key: the case of letters counts.',
    });
  });

  it('is noted as used by a request that it allows, and by no other', async () => {
    const { engine, key } = await stubEngine();
    const used: string[] = [];
    const markUsed = (id: string) => {
      used.push(id);
      return new Promise<void>(() => {});
    };
    const find = (secret: string) => engine.keys.find(secret);
    const url = await serveEngine({ ...engine, keys: { find, markUsed } });
    expect((await fetchWithKey(`${url}/v1/credits`, `${key}x`)).status).toBe(401);
    expect(used).toEqual([]);
    expect((await fetchWithKey(`${url}/v1/credits`, key)).status).toBe(200);
    expect(used).toEqual([(await engine.keys.find(key))?.id]);
  });

  it('may have its header name in any case if exactHeaderName is false', async () => {
    const { engine, key } = await stubEngine();
    const url = await serveEngine(engine, { exactHeaderName: false });
    expect((await sendRaw(url, get('/v1/credits', [`x-api-key: ${key}`]))).status).toBe(200);
  });

  it('is looked for by the log in a header whose name differs in case alone, once a minute', async () => {
    const { engine, key } = await stubEngine();
    const logger = createRecordingLogger();
    const url = await serveEngine(engine, { logger });
    for (const line of ['', 'Authorization: Bearer KEY', 'X-API-Key: wrong', 'X-API-Key2: KEY']) {
      await sendRaw(url, get('/v1/credits', line === '' ? [] : [line]));
    }
    const warnings = () => logger.lines.filter(({ level }) => level === 'warn');
    expect(warnings()).toEqual([]);
    for (let count = 0; count < 3; count += 1) {
      expect((await sendRaw(url, get('/v1/credits', [`X-Api-Key: ${key}`]))).status).toBe(401);
    }
    expect(warnings()).toMatchObject([
      { fields: { header: 'X-Api-Key' }, message: expect.stringContaining('--exact-header-name=false') },
    ]);
    expect(JSON.stringify(logger.lines)).not.toContain(key);
  });

  it('may have its header name in any case where the host shows lower case only: fetch', async () => {
    const { engine, key } = await stubEngine();
    const { fetch } = createQuietHandler(engine);
    const request = new Request('https://mail.example.com/v1/credits', { headers: { 'x-api-key': key } });
    expect((await fetch(request)).status).toBe(200);
    expect((await fetch(new Request(request, { headers: {} }))).status).toBe(401);
  });

  it('may have its header name in any case where the host shows lower case only: HTTP/2', async () => {
    const { engine, key } = await stubEngine();
    const server = createHttp2Server(createQuietHandler(engine).node);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const session = connectHttp2(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    onTestFinished(() => {
      session.destroy();
      server.close();
    });
    const stream = session.request({ ':path': '/v1/credits', 'X-API-Key': key });
    let body = '';
    for await (const chunk of stream.setEncoding('utf8')) body += chunk;
    expect(JSON.parse(body)).toEqual({ credits: 100 });
  });

  it('is checked before the parameters', async () => {
    const { engine } = await stubEngine();
    const response = await fetchWithKey(`${await serveEngine(engine)}/v1/verify?timeout=1`, 'mp_wrong');
    expect(response.status).toBe(401);
  });
});
