import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { serve } from '@hono/node-server';
import express from 'express';
import { fastify } from 'fastify';
import { Hono } from 'hono';
import { expect, it, onTestFinished } from 'vitest';
import { lookupResult, stubEngine, verdict } from '../../support/stub-http-engine.ts';
import { createQuietHandler, createRecordingLogger, post } from '../http-fixtures.ts';
import { createBulkService, recordResults } from '../resources/bulk-service.ts';
import { submitBulkLookup } from '../resources/lookup-service.ts';
import { get, sendRaw } from './raw-http.ts';

it('is mounted in an Express 5 app whose JSON parser has run', async () => {
  const { engine, ...mounted } = await createMountableEngine();
  const app = express();
  app.use(express.json());
  app.use('/mail', createQuietHandler(engine).node);
  app.get('/own', (_, response) => {
    response.send('own');
  });
  await expectServed(await listen(createServer(app)), mounted);
});

it('is refused a path below which no request could be', async () => {
  const { engine } = await stubEngine();
  for (const basePath of ['mail', '/mail?', 'https://example.org/mail'])
    expect(() => createQuietHandler(engine, { basePath })).toThrow('basePath');
});

it('is mounted in a Fastify 5 app', async () => {
  const { engine, ...mounted } = await createMountableEngine();
  const { node } = createQuietHandler(engine, { basePath: '/mail' });
  const app = fastify();
  onTestFinished(() => app.close());
  app.all('/mail/*', (request, reply) => {
    reply.hijack();
    return node(Object.assign(request.raw, { body: request.body }), reply.raw);
  });
  app.get('/own', async () => 'own');
  await expectServed(await app.listen({ host: '127.0.0.1', port: 0 }), mounted);
});

it('is mounted in a Fastify 5 app that does not parse bodies', async () => {
  const { engine, ...mounted } = await createMountableEngine();
  const { node } = createQuietHandler(engine, { basePath: '/mail' });
  const app = fastify();
  onTestFinished(() => app.close());
  app.register(async (mail) => {
    mail.removeAllContentTypeParsers();
    mail.addContentTypeParser('*', (_request, _body, done) => done(null));
    mail.all('/mail/*', (request, reply) => {
      reply.hijack();
      return node(request.raw, reply.raw);
    });
  });
  app.get('/own', async () => 'own');
  await expectServed(await app.listen({ host: '127.0.0.1', port: 0 }), mounted);
});

it('is mounted in a Hono app', async () => {
  const { engine, ...mounted } = await createMountableEngine();
  const app = new Hono();
  app.mount('/mail', createQuietHandler(engine).fetch);
  app.get('/own', (context) => context.text('own'));
  await expectServed(
    await listen(serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }) as Server),
    mounted,
  );
});

it('is mounted in a Hono app that leaves the prefix in the path', async () => {
  const { engine, ...mounted } = await createMountableEngine();
  const { fetch } = createQuietHandler(engine, { basePath: '/mail/' });
  const app = new Hono();
  app.all('/mail/*', ({ req, env }) => fetch(req.raw, env));
  app.get('/own', (context) => context.text('own'));
  await expectServed(
    await listen(serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }) as Server),
    mounted,
  );
});

it('is mounted in a server of node:http', async () => {
  const { engine, ...mounted } = await createMountableEngine();
  const { node } = createQuietHandler(engine, { basePath: '/mail' });
  const server = createServer((incoming, outgoing) => {
    if (incoming.url === '/own') outgoing.end('own');
    else void node(incoming, outgoing);
  });
  await expectServed(await listen(server), mounted);
});

it.each([
  ['JSON', express.json(), 'application/json'],
  ['text', express.text({ type: '*/*' }), 'application/json'],
  ['bytes', express.raw({ type: '*/*' }), 'application/json'],
  ['nothing, because of its type', express.json(), 'text/plain'],
])('accepts a body that an Express app has parsed as %s', async (_, parser, type) => {
  const { engine, key } = await createMountableEngine();
  const app = express().use(parser).use(createQuietHandler(engine).node);
  const url = await listen(createServer(app));
  expect((await sendRaw(url, submission(key, '', '["ann@example.com"]', type))).status).toBe(200);
  expect((await sendRaw(url, submission(key, '', '["ann@example.com",{}]', type))).status).toBe(422);
});

it('logs what is wrong if a host reads bodies and does not pass them on', async () => {
  const { engine, key } = await createMountableEngine();
  const logger = createRecordingLogger();
  const { node } = createQuietHandler(engine, { logger });
  const server = createServer(async (incoming, outgoing) => {
    await text(incoming);
    await node(incoming, outgoing);
  });
  const answer = await sendRaw(await listen(server), submission(key, '', '["ann@example.com"]'));
  expect(answer.status).toBe(500);
  expect(JSON.stringify(logger.lines)).toContain('Mount the handler before what reads bodies');
});

it('does not replace the global Request and Response', async () => {
  const { Request, Response } = globalThis;
  const { engine } = await stubEngine();
  createQuietHandler(engine);
  expect([globalThis.Request, globalThis.Response]).toEqual([Request, Response]);
});

/** Creates an engine that verifies one address, finds one person, and has jobs. */
async function createMountableEngine() {
  const service = await createBulkService();
  const stubbed = await stubEngine({ jobs: service.engine.jobs });
  return {
    ...stubbed,
    finish: (jobId: string) => recordResults(service, jobId, [['ann@example.com', 'safe']]),
  };
}

type Mounted = Omit<Awaited<ReturnType<typeof createMountableEngine>>, 'engine'>;

function submission(key: string, prefix: string, body: string, type = 'application/json'): string {
  const head = [`POST ${prefix}/v1/bulk HTTP/1.1`, 'Host: h', 'Connection: close', `X-API-Key: ${key}`];
  return [...head, `Content-Type: ${type}`, `Content-Length: ${body.length}`, '', body].join('\r\n');
}

async function expectJobsServed(url: string, { key, finish }: Mounted): Promise<void> {
  const posted = await sendRaw(url, submission(key, '/mail', '["ann@example.com"]'));
  expect(posted.status).toBe(200);
  const { job_id: jobId } = JSON.parse(posted.body);
  const refused = await sendRaw(url, submission(key, '/mail', '[]'));
  expect([refused.status, refused.body]).toEqual([400, '{"detail":"email list cannot be empty"}']);

  const headers = { 'X-API-Key': key };
  const status = await fetch(`${url}/mail/v1/bulk/${jobId}`, { headers });
  expect(await status.json()).toMatchObject({ job_id: jobId, status: 'pending' });
  await finish(jobId);
  const results = await fetch(`${url}/mail/v1/bulk/${jobId}/results`, { headers });
  expect(await results.json()).toMatchObject({ status: 'complete', total_results: 1 });
}

async function expectLookupsServed(url: string, { key }: Mounted): Promise<void> {
  const { first_name, last_name, domain } = lookupResult;
  const row = { first_name, last_name, domain };
  const found = await post(`${url}/mail/v1/email-lookup`, key, row);
  expect([found.status, await found.json()]).toEqual([200, lookupResult]);
  const refused = await post(`${url}/mail/v1/email-lookup`, key, { ...row, domain: 'ab' });
  expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining('domain: ')]);

  const jobId = await submitBulkLookup(`${url}/mail`, key, [row]);
  const empty = await post(`${url}/mail/v1/bulk-lookup`, key, { input: [] });
  expect([empty.status, await empty.text()]).toEqual([422, expect.stringContaining('input: ')]);
  const headers = { 'X-API-Key': key };
  const status = await fetch(`${url}/mail/v1/bulk-lookup/${jobId}`, { headers });
  expect(await status.json()).toMatchObject({ job_id: jobId, status: 'running' });
  const results = await fetch(`${url}/mail/v1/bulk-lookup/${jobId}/results?limit=7`, { headers });
  expect(await results.json()).toMatchObject({ job_id: jobId, limit: 7, results: [] });
}

/** Expects the handler below /mail of a host that also has the route /own. */
async function expectServed(url: string, mounted: Mounted): Promise<void> {
  const { key } = mounted;
  await expectJobsServed(url, mounted);
  await expectLookupsServed(url, mounted);
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
  const description = await sendRaw(url, get('/mail/openapi.json'));
  expect(JSON.parse(description.body)).toMatchObject({ servers: [{ url: '/mail' }] });
  expect((await sendRaw(url, get('/own'))).body).toContain('own');
  expect((await sendRaw(url, get('/v1/credits', [`X-API-Key: ${key}`]))).status, 'outside').toBe(404);
}

async function listen(server: Server): Promise<string> {
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
