import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createMetrics, startMetricsServer, startServer } from '../../../adapters/http/index.ts';
import { jobWith, stubEngine, verdict } from '../../support/stub-http-engine.ts';
import { until, withResolvers } from '../../support/until.ts';
import { createRecordingLogger, fetchWithKey, serveEngine } from '../http-fixtures.ts';
import { openSocket, parseResponse, readToEnd, sendRaw } from './raw-http.ts';
import { createWaitingEngine } from './waiting-engine.ts';

describe('a server', () => {
  it('shows its URL, and rejects if it cannot listen', async () => {
    const { engine } = await stubEngine();
    const url = await serveEngine(engine, { basePath: '/mail' });
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mail$/);
    expect((await fetchWithKey(`${url}/healthz`, undefined)).status).toBe(200);
    const port = Number(new URL(url).port);
    await expect(startServer({ engine, port, logger: createRecordingLogger() })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    });
  });

  it('takes a port only, not the path of a socket, which nobody would find', async () => {
    const { engine } = await stubEngine();
    const port = '8080/' as unknown as number;
    const code = 'ERR_SOCKET_BAD_PORT';
    await expect(startServer({ engine, port, logger: createRecordingLogger() })).rejects.toMatchObject({
      code,
    });
    await expect(startMetricsServer(createMetrics(), { host: '', port })).rejects.toMatchObject({ code });
  });

  it('keeps connections open between requests', async () => {
    const { engine } = await stubEngine();
    const socket = openSocket(await serveEngine(engine));
    onTestFinished(() => {
      socket.destroy();
    });
    for (let request = 0; request < 3; request += 1) {
      socket.write('GET /healthz HTTP/1.1\r\nHost: h\r\n\r\n');
      const [chunk] = await once(socket, 'data');
      expect(parseResponse(String(chunk))).toMatchObject({ status: 200, body: '{"status":"ok"}' });
    }
  });

  it('does not wait for headers that do not arrive', async () => {
    const { engine } = await stubEngine();
    const url = await serveEngine(engine, { headersTimeoutMs: 100, requestTimeoutMs: 200 });
    const response = await sendRaw(url, 'GET /healthz HTTP/1.1\r\nHost: h\r\nX-Slow');
    expect(response.status).toBe(408);
    expect(Object.keys(JSON.parse(response.body))).toEqual(['detail']);
  });

  it('does not wait for a first request that does not come', async () => {
    const { engine } = await stubEngine();
    const url = await serveEngine(engine, { headersTimeoutMs: 100 });
    expect(parseResponse(await readToEnd(openSocket(url))).status).toBe(408);
  });

  it('does not wait long for the next request', async () => {
    const { engine } = await stubEngine();
    const socket = openSocket(await serveEngine(engine, { keepAliveTimeoutMs: 100 }));
    socket.write('GET /healthz HTTP/1.1\r\nHost: h\r\n\r\n');
    expect(parseResponse(await readToEnd(socket)).status).toBe(200);
  });

  it('does not wait for a body that does not arrive', async () => {
    const { engine } = await stubEngine();
    const socket = openSocket(await serveEngine(engine, { headersTimeoutMs: 100, requestTimeoutMs: 200 }));
    socket.write('POST /v1/credits HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\n1');
    expect(parseResponse(await readToEnd(socket))).toMatchObject({
      status: 405,
      headers: { connection: 'close' },
    });
  });

  it('limits the time to receive a request, not the time to answer it', async () => {
    const { engine, key, completions } = await createWaitingEngine();
    const url = await serveEngine(engine, { headersTimeoutMs: 50, requestTimeoutMs: 50 });
    const pending = fetchWithKey(`${url}/v1/verify?email=a@example.org`, key);
    await until(() => completions.length === 1);
    const socket = openSocket(url);
    socket.write('GET /healthz HTTP/1.1\r\nHost');
    await readToEnd(socket);
    completions[0]?.();
    expect((await pending).status).toBe(200);
  });
});

describe('closing a server', () => {
  it('answers pending requests, accepts no new ones, then resolves', async () => {
    const { engine, key, completions } = await createWaitingEngine();
    const server = await startServer({ engine, port: 0, logger: createRecordingLogger() });
    const pending = fetchWithKey(`${server.url}/v1/verify?email=a@example.org`, key);
    const idle = openSocket(server.url);
    idle.write('GET /healthz HTTP/1.1\r\nHost: h\r\n\r\n');
    await once(idle, 'data');
    await until(() => completions.length === 1);

    let closed = false;
    const closing = server.close().then(() => {
      closed = true;
    });
    await readToEnd(idle);
    await expect(fetchWithKey(`${server.url}/healthz`, undefined)).rejects.toThrow();
    expect(closed).toBe(false);
    completions[0]?.();
    const response = await pending;
    expect([response.status, response.headers.get('connection')]).toEqual([200, 'close']);
    await closing;
    await server.close();
  });

  it('completes streams that have begun, and waits for no request after them', async () => {
    const { promise: released, resolve: release } = withResolvers();
    const { engine, key } = await stubEngine();
    const results = async () => ({
      job: jobWith({ startedAt: 1, processed: 2, completedAt: 1 }, 2),
      async *pages() {
        yield [verdict];
        await released;
        yield [verdict];
      },
      async *pendingRetries() {},
    });
    const server = await startServer({
      engine: { ...engine, jobs: { ...engine.jobs, results } },
      port: 0,
      logger: createRecordingLogger(),
    });
    const socket = openSocket(server.url);
    const path = '/v1/bulk/00000000-0000-4000-8000-000000000000/results';
    socket.write(`GET ${path} HTTP/1.1\r\nHost: h\r\nX-API-Key: ${key}\r\nAccept: text/csv\r\n\r\n`);
    await once(socket, 'readable');
    const closed = server.close();
    release();
    const text = await readToEnd(socket);
    expect(text.match(/deliverable/g)).toHaveLength(2);
    expect(text.endsWith('0\r\n\r\n')).toBe(true);
    await closed;
  });

  it('does not wait for connections on which no request has begun', async () => {
    const { engine } = await stubEngine();
    const logger = createRecordingLogger();
    const server = await startServer({ engine, port: 0, logger, shutdownTimeoutMs: 10_000 });
    const unused = openSocket(server.url);
    await once(unused, 'connect');
    // By the answer, the server has accepted the connection that was opened before.
    await fetchWithKey(`${server.url}/healthz`, undefined);
    await Promise.all([server.close(), readToEnd(unused)]);
    const warnings = logger.lines.filter(({ level }) => level === 'warn');
    expect(warnings).toEqual([]);
  });

  it('aborts requests that are not answered in time', async () => {
    const { engine, key, completions, signals } = await createWaitingEngine();
    const logger = createRecordingLogger();
    const server = await startServer({ engine, port: 0, logger, shutdownTimeoutMs: 20 });
    const pending = fetchWithKey(`${server.url}/v1/verify?email=a@example.org`, key);
    const failed = expect(pending).rejects.toThrow();
    await until(() => completions.length === 1);
    await server.close();
    await failed;
    await until(() => signals[0]?.aborted === true);
    expect(logger.lines).toContainEqual(expect.objectContaining({ level: 'warn', fields: { underWay: 1 } }));
  });
});

it('forgets the requests of a client that disconnected, including pipelined ones', async () => {
  const { engine, key, signals } = await createWaitingEngine();
  const logger = createRecordingLogger();
  const server = await startServer({ engine, port: 0, logger, shutdownTimeoutMs: 20 });
  const socket = openSocket(server.url);
  const request = `GET /v1/verify?email=a@example.org HTTP/1.1\r\nHost: h\r\nX-API-Key: ${key}\r\n\r\n`;
  socket.write(request.repeat(3));
  await until(() => signals.length === 1);
  socket.destroy();
  const answered = () => logger.lines.filter(({ message }) => message === 'request answered').length;
  await until(() => answered() === 1);
  await server.close();
  expect(logger.lines).toContainEqual({ level: 'info', fields: { underWay: 0 }, message: 'shutting down' });
});
