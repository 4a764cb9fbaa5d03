import { once } from 'node:events';
import { createServer, get, type Server, type ServerResponse } from 'node:http';
import { connect as connectHttp2, createServer as createHttp2Server } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { serve } from '@hono/node-server';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createHttpHandler, type HttpHandler, startServer } from '../../../adapters/http/index.ts';
import { type EmailVerification, StorageUnavailable } from '../../../src/index.ts';
import { verification } from '../../bulk/bulk-fixture.ts';
import { until } from '../../support/until.ts';
import { openSocket, readToEnd } from '../hosts/raw-http.ts';
import { createRecordingLogger } from '../http-fixtures.ts';
import { createBulkService } from './bulk-service.ts';

const rows = 20_000;
const pages = rows / 250;
/** About 40 MB in all: more than the buffers of a connection hold. */
const explanation = 'x'.repeat(1_900);

describe('Streaming 20,000 results', () => {
  it('waits for a client that does not read, with one page in memory', async () => {
    const { handler, target, key, reads } = await createLargeJob();
    const { url, responses } = await serveHandler(handler);
    const buffered: number[] = [];
    reads.onPage = () => buffered.push(responses[0]?.writableLength ?? 0);
    const [response] = await once(get(url + target, { headers: { 'X-API-Key': key } }), 'response');
    await waitUntilStalled(responses);
    expect(reads.pages).toBeLessThan(pages / 2);
    expect(responses[0]?.writableLength).toBeLessThan(3_000_000);

    const body = (await json(response)) as { total_results: number; results: EmailVerification[] };
    expect(reads.pages).toBe(pages);
    expect(Math.max(...buffered), 'when another page is read').toBeLessThan(100_000);
    expect(body.total_results).toBe(rows);
    expect(body.results.every(({ email }, n) => email === `person${n}@example.com`)).toBe(true);
  });

  it('ends when the client disconnects', async () => {
    const { handler, target, key, reads, loggedRequests } = await createLargeJob();
    const { url, responses } = await serveHandler(handler);
    const socket = openSocket(url);
    socket.write(request(target, key));
    await waitUntilStalled(responses);
    expect(loggedRequests()).toEqual([]);
    socket.destroy();
    await until(() => loggedRequests().length === 1);
    expect(loggedRequests()).toMatchObject([{ route: '/v1/bulk/:job_id/results', status: 499 }]);
    const read = reads.pages;
    expect(read).toBeLessThan(pages);
    await yieldToEventLoop(50);
    expect(reads.pages).toBe(read);
  });

  it('ends for pipelined responses too when the client disconnects', async () => {
    const { handler, target, key, loggedRequests } = await createLargeJob();
    const { url, responses } = await serveHandler(handler);
    const socket = openSocket(url);
    socket.write(request(target, key).repeat(3));
    await until(() => responses.length === 3);
    await waitUntilStalled(responses);
    socket.destroy();
    await until(() => loggedRequests().length === 3);
    expect(loggedRequests().map(({ status }) => status)).toEqual([499, 499, 499]);
  });

  it('does not keep a server from closing', async () => {
    const { engine, target, key } = await createLargeJob();
    const logger = createRecordingLogger();
    const server = await startServer({ engine, port: 0, logger, shutdownTimeoutMs: 20 });
    const socket = openSocket(server.url);
    socket.write(request(target, key));
    await once(socket, 'readable');
    await server.close();
    socket.destroy();
    await until(() => logger.lines.some(({ message }) => message === 'request answered'));
    expect(logger.lines).toContainEqual(
      expect.objectContaining({ fields: expect.objectContaining({ status: 499 }) }),
    );
  });

  it('through fetch reads only when the client does, and ends when it cancels', async () => {
    const { handler, target, key, reads, loggedRequests } = await createLargeJob();
    const headers = { 'X-API-Key': key };
    const whole = await handler.fetch(new Request(`http://h${target}`, { headers }));
    expect(await whole.json()).toMatchObject({ total_results: rows, retry_count: 0 });
    expect(reads.pages).toBe(pages);

    reads.pages = 0;
    const response = await handler.fetch(new Request(`http://h${target}`, { headers }));
    const reader = response.body?.getReader();
    await reader?.read();
    await yieldToEventLoop(50);
    expect(reads.pages).toBeLessThan(5);
    await reader?.cancel();
    expect(loggedRequests().map(({ status }) => status)).toEqual([200, 499]);
    const read = reads.pages;
    await yieldToEventLoop(50);
    expect(reads.pages).toBe(read);
  });

  it('over HTTP/2 waits for the client and arrives complete', async () => {
    const { handler, target, key, reads } = await createLargeJob();
    const session = await openHttp2Session(handler);
    const stream = session.request({ ':path': target, 'x-api-key': key });
    await once(stream, 'response');
    await yieldToEventLoop(200);
    expect(reads.pages).toBeLessThan(pages / 2);
    let text = '';
    for await (const chunk of stream.setEncoding('utf8')) text += chunk;
    expect(JSON.parse(text)).toMatchObject({ total_results: rows });
  });
});

describe('A storage failure while results are streamed', () => {
  it('cuts the response off, so that it does not look complete', async () => {
    for (const accept of ['application/json', 'application/x-ndjson', 'text/csv']) {
      const { handler, target, key, loggedRequests, logger } = await createFailingJob();
      const { url } = await serveHandler(handler);
      const response = await fetch(url + target, { headers: { 'X-API-Key': key, Accept: accept } });
      expect(response.status).toBe(200);
      await expect(response.text(), accept).rejects.toThrow();
      expect(loggedRequests(), 'logged once').toMatchObject([{ status: 502 }]);
      expect(logger.lines).toContainEqual(
        expect.objectContaining({
          level: 'error',
          fields: expect.objectContaining({
            status: 502,
            error: expect.objectContaining({ message: 'The disk is gone.' }),
          }),
        }),
      );
    }
  });

  it('resets the connection of an HTTP/1.0 client, which knows no other sign', async () => {
    const { handler, stores, target, key } = await createLargeJob({ count: 5_000 });
    const { url, responses } = await serveHandler(handler);
    const socket = openSocket(url);
    const page = stores.jobs.page.bind(stores.jobs);
    stores.jobs.page = async (id, options) => {
      if (options.offset === 0) return page(id, options);
      // Node reports a reset that arrives together with data as an orderly end.
      await until(() => socket.bytesRead > 0 && socket.bytesRead === responses[0]?.socket?.bytesWritten);
      throw new StorageUnavailable('The disk is gone.');
    };
    socket.write(`GET ${target} HTTP/1.0\r\nX-API-Key: ${key}\r\n\r\n`);
    const error: unknown = await readToEnd(socket).catch((thrown) => thrown);
    expect(error).toMatchObject({ code: 'ECONNRESET' });
  });

  it('resets the HTTP/2 stream, and fails the body of a fetch Response', async () => {
    const failing = await createFailingJob();
    const { handler, target, key } = failing;
    const session = await openHttp2Session(handler);
    const stream = session.request({ ':path': target, 'x-api-key': key });
    await expect(stream.toArray()).rejects.toMatchObject({ code: 'ERR_HTTP2_STREAM_ERROR' });

    failing.restorePages();
    const response = await handler.fetch(new Request(`http://h${target}`, { headers: { 'X-API-Key': key } }));
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow('The answer cannot be completed.');
  });

  it('cuts the response off in a fetch host too', async () => {
    const printed = vi.spyOn(console, 'error').mockImplementation(() => {});
    onTestFinished(() => printed.mockRestore());
    const { handler, target, key, loggedRequests } = await createFailingJob();
    const server = serve({ fetch: handler.fetch, port: 0, hostname: '127.0.0.1' }) as Server;
    onTestFinished(() => {
      server.close();
    });
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const response = await fetch(url + target, { headers: { 'X-API-Key': key } });
    await expect(response.text()).rejects.toThrow();
    expect(loggedRequests()).toMatchObject([{ status: 502 }]);
    expect(printed.mock.calls.join()).not.toContain('disk');
  });

  it('gives 502 before the first result', async () => {
    const { handler, target, key } = await createFailingJob({ after: 0 });
    const { url } = await serveHandler(handler);
    const response = await fetch(url + target, { headers: { 'X-API-Key': key } });
    expect(response.status).toBe(502);
    expect(Object.keys((await response.json()) as object)).toEqual(['detail']);
  });
});

it('A response that lacks a result is cut off', async () => {
  const { handler, stores, target, key, loggedRequests } = await createLargeJob({ count: 1_000 });
  const page = stores.jobs.page.bind(stores.jobs);
  stores.jobs.page = async (id, options) => (await page(id, options)).slice(1);
  const { url } = await serveHandler(handler);
  const response = await fetch(url + target, { headers: { 'X-API-Key': key } });
  await expect(response.text()).rejects.toThrow();
  expect(loggedRequests()).toMatchObject([{ status: 500 }]);
});

/** Creates a completed job, and counts how often a page of its results is read. */
async function createLargeJob({ count = rows } = {}) {
  const service = await createBulkService();
  const { stores, engine, clock, key } = service;
  const record = await engine.keys.find(key);
  const emails = Array.from({ length: count }, (_, n) => `person${n}@example.com`);
  const { id: jobId } = await engine.jobs.submit(emails, record === undefined ? {} : { keyId: record.id });
  const at = clock.now();
  await stores.jobs.start(jobId, { at });
  for (let from = 0; from < count; from += 1_000) {
    const attempts = emails.slice(from, from + 1_000).map((email, index) => ({
      position: from + index,
      attempt: 1,
      result: { ...verification(email, 'safe'), explanation },
      retryAt: null,
    }));
    await stores.jobs.record(jobId, attempts, { at });
  }
  const reads = { pages: 0, onPage: () => {} };
  const page = stores.jobs.page.bind(stores.jobs);
  stores.jobs.page = (id, options) => {
    reads.pages += 1;
    reads.onPage();
    return page(id, options);
  };
  const logger = createRecordingLogger();
  const handler = createHttpHandler(engine, { logger });
  const loggedRequests = () =>
    logger.lines
      .filter(({ message }) => message.startsWith('request '))
      .map(({ fields }) => fields as { route: string; status: number });
  return { ...service, handler, target: `/v1/bulk/${jobId}/results`, reads, loggedRequests, logger };
}

/** Creates a job whose results can be read only up to the page `after`. */
async function createFailingJob({ after = 3 } = {}) {
  const job = await createLargeJob({ count: 5_000 });
  const { stores } = job;
  const page = stores.jobs.page.bind(stores.jobs);
  let pagesLeft = after;
  stores.jobs.page = async (id, options) => {
    pagesLeft -= 1;
    if (pagesLeft < 0) throw new StorageUnavailable('The disk is gone.');
    return page(id, options);
  };
  const restorePages = () => {
    pagesLeft = after;
  };
  return { ...job, restorePages };
}

async function serveHandler(handler: HttpHandler) {
  const responses: ServerResponse[] = [];
  const server = createServer((incoming, outgoing) => {
    responses.push(outgoing);
    void handler.node(incoming, outgoing);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, responses };
}

async function openHttp2Session(handler: HttpHandler) {
  const server = createHttp2Server((incoming, outgoing) => void handler.node(incoming, outgoing));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const session = connectHttp2(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  onTestFinished(() => {
    session.destroy();
    server.close();
  });
  return session;
}

/** Waits until the buffers of the connection are full: 200 checks in a row found that nothing could be written. */
async function waitUntilStalled(responses: readonly ServerResponse[]): Promise<void> {
  let checks = 0;
  await until(() => {
    checks = responses.at(-1)?.writableNeedDrain ? checks + 1 : 0;
    return checks > 200;
  });
}

async function yieldToEventLoop(count: number): Promise<void> {
  for (let done = 0; done < count; done += 1) await setImmediate();
}

function request(target: string, key: string): string {
  return `GET ${target} HTTP/1.1\r\nHost: h\r\nConnection: keep-alive\r\nX-API-Key: ${key}\r\n\r\n`;
}
