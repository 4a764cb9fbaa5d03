import { createServer, type Server } from 'node:http';
import { connect, createServer as createHttp2Server } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import express from 'express';
import { Hono } from 'hono';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { HttpHandler } from '../../../adapters/http/index.ts';
import { lookupResult, stubEngine } from '../../support/stub-http-engine.ts';
import { until } from '../../support/until.ts';
import { createQuietHandler, createRecordingLogger, fetchWithKey, serveEngine } from '../http-fixtures.ts';
import { balanceOf } from '../resources/bulk-service.ts';
import { ann, createLookupService } from '../resources/lookup-service.ts';
import { openSocket, readToEnd } from './raw-http.ts';

describe('A client that disconnects before its lookup is answered', () => {
  it('aborts the lookup, and is not charged', async () => {
    const silent = [[{ reply: 0, kind: 'lost' } as const]];
    const service = await createLookupService({ script: { knows: () => true, faults: silent } });
    const { exchange, key } = service;
    const logger = createRecordingLogger();
    const socket = openSocket(await serveEngine(service.engine, { logger }));
    socket.write(request(key));
    await until(() => exchange.open === 1);
    socket.destroy();
    await until(() => exchange.open === 0);
    const answered = () => logger.lines.find(({ message }) => message === 'request answered');
    await until(() => answered() !== undefined);
    expect(answered()?.fields).toMatchObject({ route: '/v1/email-lookup', status: 499 });
    expect(await balanceOf(service)).toBe(100);
  });

  it('aborts all of its pipelined lookups, where the host lets them be under way at once', async () => {
    const { engine, key, signals } = await createWaitingEngine();
    const socket = openSocket(await listen(createServer(createQuietHandler(engine).node)));
    socket.write(request(key).repeat(15));
    await until(() => signals.length === 15);
    expect(signals.some(({ aborted }) => aborted)).toBe(false);
    socket.destroy();
    await until(() => signals.every(({ aborted }) => aborted));
  });

  it.each<[string, (handler: HttpHandler) => Server]>([
    [
      'an Express app that has read the body',
      ({ node }) => createServer(express().use(express.json()).use(node)),
    ],
    [
      'a Hono app',
      ({ fetch }) =>
        serve({ fetch: new Hono().mount('/', fetch).fetch, port: 0, hostname: '127.0.0.1' }) as Server,
    ],
  ])('aborts the lookup in %s', async (_, mount) => {
    const { engine, key, signals } = await createWaitingEngine();
    const url = await listen(mount(createQuietHandler(engine)));
    const socket = openSocket(url);
    socket.write(request(key));
    await until(() => signals.length === 1);
    expect((await fetchWithKey(`${url}/healthz`, undefined)).status).toBe(200);
    expect(signals[0]?.aborted).toBe(false);
    socket.destroy();
    await until(() => signals[0]?.aborted === true);
  });

  it('aborts only its own lookup over HTTP/2', async () => {
    const { engine, key, signals } = await createWaitingEngine();
    const server = createHttp2Server(createQuietHandler(engine).node);
    server.listen(0, '127.0.0.1');
    await until(() => server.listening);
    const session = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    onTestFinished(() => {
      session.destroy();
      server.close();
    });
    const [first] = Array.from({ length: 2 }, () => {
      const stream = session.request({ ':method': 'POST', ':path': '/v1/email-lookup', 'x-api-key': key });
      return stream.end(JSON.stringify(ann));
    });
    await until(() => signals.length === 2);
    expect(signals.some(({ aborted }) => aborted)).toBe(false);
    first?.close();
    await until(() => signals.some(({ aborted }) => aborted));
    expect(signals.filter(({ aborted }) => aborted)).toHaveLength(1);
  });
});

it('A client that has sent its request and waits gets its response', async () => {
  const { engine, key, signals, completions } = await createWaitingEngine();
  const url = await serveEngine(engine);
  const socket = openSocket(url);
  socket.write(request(key, 'Connection: close\r\n'));
  await until(() => signals.length === 1);
  expect((await fetchWithKey(`${url}/healthz`, undefined)).status).toBe(200);
  expect(signals[0]?.aborted).toBe(false);
  completions[0]?.();
  expect(await readToEnd(socket)).toMatch(/^HTTP\/1\.1 200 /);
  expect(signals[0]?.aborted).toBe(false);
});

function request(key: string, headers = ''): string {
  const body = JSON.stringify(ann);
  const head = `POST /v1/email-lookup HTTP/1.1\r\nHost: h\r\nX-API-Key: ${key}\r\n${headers}`;
  return `${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

/** An engine whose lookups end only when they are aborted, or the test calls one of `completions`. */
async function createWaitingEngine() {
  const signals: AbortSignal[] = [];
  const completions: (() => void)[] = [];
  const stubbed = await stubEngine({
    lookup: (_, options) =>
      new Promise((resolve, reject) => {
        const signal = options?.signal;
        if (signal === undefined) return;
        signals.push(signal);
        completions.push(() => resolve(lookupResult));
        signal.addEventListener('abort', () => reject(signal.reason));
      }),
  });
  return { ...stubbed, signals, completions };
}

async function listen(server: Server): Promise<string> {
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  if (server.address() === null && !server.listening) server.listen(0, '127.0.0.1');
  await until(() => server.listening);
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
