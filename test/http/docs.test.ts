import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createContext, runInContext } from 'node:vm';
import express from 'express';
import { describe, expect, it, onTestFinished } from 'vitest';
import { stubEngine } from '../support/stub-http-engine.ts';
import { createQuietHandler, serveEngine } from './http-fixtures.ts';

/** Hosts that the script names but never loads from: comments, an example value, and a request that is not sent. */
const hostsInText = ['example.com', 'github.com', 'marked.js.org'];

describe('/docs', () => {
  it('shows the description without a key, and may load nothing from elsewhere', async () => {
    const response = await fetch(`${await serve()}/docs`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/^default-src 'self';/);
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval|script-src/);
    expect(hostsIn(await response.text())).toEqual([]);
  });

  it('names files that are there, below any prefix', async () => {
    for (const url of [await serve(), await serve({ basePath: '/mail' }), await serveMounted()]) {
      const page = await (await fetch(`${url}/docs`)).text();
      const links = [...page.matchAll(/ (?:src|spec-url)="([^"]+)"/g)].map(([, link = '']) => link);
      expect(links).toHaveLength(3);
      const [names, script, description] = await Promise.all(
        links.map((link) => fetch(new URL(link, `${url}/docs`))),
      );
      expect(script?.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
      expect(await script?.text()).toContain('openapi-explorer');
      expect(await names?.text()).toContain('X-API-Key');
      expect(await description?.json()).toMatchObject({
        openapi: '3.1.0',
        servers: [{ url: new URL(url).pathname }],
      });
    }
  });

  it('is found below any prefix where its path ends with a slash, too', async () => {
    const url = await serve();
    const answer = await fetch(`${url}/docs/`);
    expect([answer.status, answer.url]).toEqual([200, `${url}/docs`]);
    expect(await answer.text()).toContain('<openapi-explorer');
  });

  it('is not there if it is turned off, while the description itself stays', async () => {
    const url = await serve({ serveDocs: false });
    for (const path of ['/docs', '/docs/header-names.js', '/docs/openapi-explorer.js'])
      expect((await fetch(url + path)).status).toBe(404);
    expect((await fetch(`${url}/openapi.json`)).status).toBe(200);
  });

  it('has the whole script of the package, which loads nothing from elsewhere', async () => {
    const script = await (await fetch(`${await serve()}/docs/openapi-explorer.js`)).text();
    const path = 'openapi-explorer/dist/browser/openapi-explorer.min.js';
    expect(script).toBe(readFileSync(createRequire(import.meta.url).resolve(path), 'utf8'));
    expect(hostsIn(script).filter((host) => !hostsInText.includes(host))).toEqual([]);
  });

  it('sends its script to eight clients of an address at once, however long they take to read it', async () => {
    const { engine } = await stubEngine();
    const handler = createQuietHandler(engine, { clientAddressHeader: 'X-Forwarded-For' });
    const ask = (client: string, method = 'GET') => {
      const headers = { 'X-Forwarded-For': client };
      return handler.fetch(new Request('http://h/docs/openapi-explorer.js', { method, headers }));
    };
    for (let n = 0; n < 9; n += 1) expect((await ask('192.0.2.1', 'HEAD')).status).toBe(200);
    const unread = [];
    for (let n = 0; n < 8; n += 1) unread.push(await ask('192.0.2.1'));
    expect(unread.map(({ status }) => status)).toEqual(Array(8).fill(200));
    const refused = await ask('192.0.2.1');
    expect([refused.status, await refused.text()]).toEqual([
      429,
      expect.stringContaining('the maximum is 8 at once per client address'),
    ]);
    expect((await ask('192.0.2.2')).status).toBe(200);
    await unread[0]?.body?.cancel();
    expect((await ask('192.0.2.1')).status).toBe(200);
  });

  it('sends the header of the key as documented, although browsers write the names in a Request in lower case', async () => {
    const script = await (await fetch(`${await serve()}/docs/header-names.js`)).text();
    const sent: { input: unknown; init: RequestInit | undefined }[] = [];
    const browser = createContext({
      Request,
      fetch: async (input: unknown, init?: RequestInit) => {
        sent.push({ input, init });
      },
    });
    runInContext(script, browser);
    const headers = { 'x-api-key': 'mp_key', accept: 'text/csv' };
    const request = new Request('http://h/v1/bulk', { method: 'POST', headers, body: '[]' });
    await browser.fetch(request);
    await browser.fetch('openapi.json');
    const [posted, read] = sent;
    expect(posted).toMatchObject({ input: 'http://h/v1/bulk', init: { method: 'POST', body: '[]' } });
    expect(Object.entries(posted?.init?.headers ?? {})).toEqual(
      expect.arrayContaining([
        ['X-API-Key', 'mp_key'],
        ['accept', 'text/csv'],
      ]),
    );
    expect(read).toEqual({ input: 'openapi.json', init: undefined });
  });

  it('answers HEAD with the headers alone, refuses other methods, and is not below /v1', async () => {
    const url = await serve();
    for (const path of ['/docs', '/docs/header-names.js', '/docs/openapi-explorer.js']) {
      const head = await fetch(url + path, { method: 'HEAD' });
      expect([head.status, await head.text()]).toEqual([200, '']);
      const posted = await fetch(url + path, { method: 'POST' });
      expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
      expect((await fetch(`${url}/v1${path}`)).status).toBe(404);
    }
  });

  it('is served by hosts of the fetch standard', async () => {
    const { engine } = await stubEngine();
    const handler = createQuietHandler(engine);
    const page = await handler.fetch(new Request('http://h/docs'));
    expect(page.headers.get('content-security-policy')).toContain("default-src 'self'");
    const script = await handler.fetch(new Request('http://h/docs/openapi-explorer.js'));
    expect(await script.text()).toContain('openapi-explorer');
  });
});

async function serve(options: { basePath?: string; serveDocs?: boolean } = {}): Promise<string> {
  const { engine } = await stubEngine();
  return serveEngine(engine, options);
}

/** Mounts the handler in an app that removes the prefix. */
async function serveMounted(): Promise<string> {
  const { engine } = await stubEngine();
  const server = express().use('/app/mail', createQuietHandler(engine).node).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return `http://127.0.0.1:${address.port}/app/mail`;
}

/** Returns the hosts of all URLs in a text, also of those without a scheme. */
function hostsIn(text: string): string[] {
  const urls = text.matchAll(/(?:\b[a-z]+:|["'(=])\/\/([a-z\d-]+(?:\.[a-z\d-]+)+)/gi);
  return [...new Set([...urls].map(([, host = '']) => host))];
}
