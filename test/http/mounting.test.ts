import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import express from 'express';
import { fastify } from 'fastify';
import { Hono } from 'hono';
import { expect, it, onTestFinished } from 'vitest';
import { get, sendRaw } from './raw-http.ts';
import { quietHandler, stubbedEngine, verdict } from './served.ts';

it('is mounted in an Express 5 app whose JSON parser has run', async () => {
  const { engine, key } = await stubbedEngine();
  const app = express();
  app.use(express.json());
  app.use('/mail', quietHandler(engine).node);
  app.get('/own', (_, response) => {
    response.send('own');
  });
  await expectServed(await listening(createServer(app)), key);
});

it('is mounted in a Fastify 5 app', async () => {
  const { engine, key } = await stubbedEngine();
  const { node } = quietHandler(engine, { basePath: '/mail' });
  const app = fastify();
  onTestFinished(() => app.close());
  app.all('/mail/*', (request, reply) => {
    reply.hijack();
    return node(request.raw, reply.raw);
  });
  app.get('/own', async () => 'own');
  await expectServed(await app.listen({ host: '127.0.0.1', port: 0 }), key);
});

it('is mounted in a Hono app', async () => {
  const { engine, key } = await stubbedEngine();
  const app = new Hono();
  app.mount('/mail', quietHandler(engine).fetch);
  app.get('/own', (context) => context.text('own'));
  await expectServed(
    await listening(serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }) as Server),
    key,
  );
});

it('is mounted in a Hono app that leaves the prefix in the path', async () => {
  const { engine, key } = await stubbedEngine();
  const { fetch } = quietHandler(engine, { basePath: '/mail/' });
  const app = new Hono();
  app.all('/mail/*', ({ req, env }) => fetch(req.raw, env));
  app.get('/own', (context) => context.text('own'));
  await expectServed(
    await listening(serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }) as Server),
    key,
  );
});

it('is mounted in a server of node:http', async () => {
  const { engine, key } = await stubbedEngine();
  const { node } = quietHandler(engine, { basePath: '/mail' });
  const server = createServer((incoming, outgoing) => {
    if (incoming.url === '/own') outgoing.end('own');
    else void node(incoming, outgoing);
  });
  await expectServed(await listening(server), key);
});

it('leaves Request and Response of the process as they are', async () => {
  const { Request, Response } = globalThis;
  const { engine } = await stubbedEngine();
  quietHandler(engine);
  expect([globalThis.Request, globalThis.Response]).toEqual([Request, Response]);
});

/** Below /mail of a host that has a route of its own beside it. */
async function expectServed(url: string, key: string): Promise<void> {
  const target = '/mail/v1/verify?email=ann%40example.org';
  const withKey = (line: string) => sendRaw(url, get(target, [line]));
  const answer = await withKey(`X-API-Key: ${key}`);
  expect(answer.status).toBe(200);
  expect(JSON.parse(answer.body)).toEqual(verdict);
  expect(answer.headers['content-type']).toBe('application/json');

  expect((await withKey(`x-api-key: ${key}`)).status, 'the case of the name is seen').toBe(401);
  const length = ['POST /mail/v1/verify HTTP/1.1', 'Host: h', 'Connection: close', 'Content-Length: 2'];
  const posted = await sendRaw(url, [...length, 'Content-Type: application/json', '', '{}'].join('\r\n'));
  expect([posted.status, posted.headers.allow]).toEqual([405, 'GET']);
  expect(JSON.parse((await sendRaw(url, get('/mail/v1/nothing'))).body)).toEqual({
    detail: 'There is nothing at this path.',
  });
  expect((await sendRaw(url, get('/mail/healthz'))).status).toBe(200);
  expect((await sendRaw(url, get('/own'))).body).toContain('own');
  expect((await sendRaw(url, get('/v1/credits', [`X-API-Key: ${key}`]))).status, 'outside').toBe(404);
}

async function listening(server: Server): Promise<string> {
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  if (!server.listening) {
    await new Promise<void>((resolve) => {
      server.once('listening', resolve);
      if (server.address() === null) server.listen(0, '127.0.0.1');
    });
  }
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
