import { describe, expect, it } from 'vitest';
import { createConsole } from '../../../adapters/console/index.ts';
import { answerFile, readPageFiles } from '../../../adapters/console/page-files.ts';
import { get, sendRaw } from '../../http/hosts/raw-http.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { words } from '../../support/values/words.ts';
import { startConsole } from './console-server.ts';

describe('the page', () => {
  it('is served with headers that keep everything else out of it', async () => {
    const { url } = await startConsole();
    const page = await fetch(`${url}/console/`);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.headers.get('cache-control')).toBe('no-cache');
    const html = await page.text();
    const names = [...html.matchAll(/(?:src|href)="\.\/([^"]+)"/g)].map(([, name]) => name);
    expect(names.length).toBeGreaterThan(1);
    for (const name of ['', ...names]) {
      const { headers, status } = await fetch(`${url}/console/${name}`);
      expect(status).toBe(200);
      expect(headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; script-src 'self'; style-src 'self'; .*frame-ancestors 'none'$/,
      );
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      if (name !== '') expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    }
  });

  it('is not sent again to a browser that has it', async () => {
    const { url } = await startConsole();
    const page = await fetch(`${url}/console/`);
    const etag = page.headers.get('etag') ?? '';
    for (const value of [etag, `W/${etag}`, `"x", ${etag}`, '*'])
      expect((await fetch(`${url}/console/`, { headers: { 'If-None-Match': value } })).status).toBe(304);
    expect((await fetch(`${url}/console/`, { headers: { 'If-None-Match': '"x"' } })).status).toBe(200);
    const head = await fetch(`${url}/console/`, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([
      200,
      page.headers.get('content-length'),
      '',
    ]);
  });

  it('is found from the path without the slash', async () => {
    const { url } = await startConsole();
    const answer = await fetch(`${url}/console`, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([308, './console/']);
    expect((await fetch(`${url}/console`)).url).toBe(`${url}/console/`);
  });

  it('has no other files, wherever a path leads', async () => {
    const { url } = await startConsole();
    for (const path of words(`
      /console/x.js /console/../../package.json /console/..%2f..%2fpackage.json
      /console/%2e%2e/%2e%2e/package.json /console//etc/passwd /console/index.html%00 /console/constructor
      /console/api/ /console/api/nothing /consolex
    `)) {
      const { status } = await sendRaw(url, get(path, ['Connection: close']));
      expect([path, status]).toEqual([path, 404]);
    }
    const post = await fetch(`${url}/console/`, { method: 'POST' });
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});

it('the page has room for thirty loads a second from one client address, and others find it whatever one does', async () => {
  const { engine, stores } = await startConsole();
  const clock = new ManualClock();
  const console = createConsole({ engine, cache: stores.cache, clock, clientAddressHeader: 'X-Client' });
  const load = async (client: string) => {
    const request = new Request('https://mail.example.com/console/', { headers: { 'X-Client': client } });
    return (await console.fetch(request)).status;
  };
  const ask = (count: number) => Promise.all(Array.from({ length: count }, () => load('192.0.2.1')));
  expect(new Set(await ask(3 * 30))).toEqual(new Set([200]));
  await ask(10);
  const refused = load('192.0.2.1');
  expect(await load('192.0.2.2')).toBe(200);
  await clock.advance(1_000);
  expect(await refused).toBe(429);
});

it('all answers with a file share its bytes', async () => {
  const files = await readPageFiles();
  const [name = '', file] = [...files].find(([each]) => each.startsWith('main-')) ?? [];
  expect(name).toMatch(/\.js$/);
  expect(file!.response.body).toBeInstanceOf(Buffer);
  expect(answerFile(file!, undefined).body).toBe(answerFile(file!, undefined).body);
});

it('a host of the fetch standard can mount it, too', async () => {
  const { engine, stores } = await startConsole();
  const console = createConsole({ engine, cache: stores.cache, basePath: '' });
  const page = await console.fetch(new Request('https://mail.example.com/'));
  expect(page.status).toBe(200);
  const etag = page.headers.get('etag') ?? '';
  const again = await console.fetch(
    new Request('https://mail.example.com/', { headers: { 'If-None-Match': etag } }),
  );
  expect(again.status).toBe(304);
  expect((await console.fetch(new Request('https://mail.example.com/api/session'))).status).toBe(401);
});

it.each([
  [{ cache: undefined }, 'cache'],
  [{ adminToken: 'short' }, 'adminToken'],
  [{ clientAddressHeader: 'a b' }, 'clientAddressHeader'],
  [{ unknown: 1 }, 'unknown'],
  [{ engine: { verify() {}, lookup() {} } }, 'engine.jobs'],
  [{ cache: {} }, 'cache'],
  [{ basePath: 'console' }, 'basePath'],
  [{ basePath: '/console?' }, 'basePath'],
  [{ basePath: 8080 }, 'basePath'],
  [{ bodyTimeoutMs: 'soon' }, 'bodyTimeoutMs'],
  [{ bodyTimeoutMs: 0 }, 'bodyTimeoutMs'],
  [{ bodyTimeoutMs: Number.NaN }, 'bodyTimeoutMs'],
  [{ sandbox: 'yes' }, 'sandbox'],
  [{ logAddresses: 1 }, 'logAddresses'],
  [{ clock: {} }, 'clock'],
  [{ random: {} }, 'random'],
  [{ logger: {} }, 'logger'],
  [{ examine: true }, 'examine'],
])('createConsole refuses %j', async (options, parameter) => {
  const { engine, stores } = await startConsole();
  const { cache } = stores;
  expect(() => createConsole({ engine, cache, ...options } as never)).toThrow(
    expect.objectContaining({ code: 'invalid_argument', parameter }),
  );
});
