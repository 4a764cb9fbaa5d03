import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startServer } from '../../../adapters/http/index.ts';
import { until } from '../../support/until.ts';
import { createRecordingLogger, fetchWithKey, serveEngine, stubEngine, verdict } from '../http-fixtures.ts';
import { openSocket, parseResponse, readToEnd, sendRaw } from './raw-http.ts';

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

describe('a server that many clients share', () => {
  it('closes further connections of an address that has all that one may have', async () => {
    const { engine } = await stubEngine();
    const url = await serveEngine(engine, { maxConnectionsPerAddress: 3 });
    const idle = [1, 2, 3].map(() => openSocket(url));
    onTestFinished(() => {
      for (const socket of idle) socket.destroy();
    });
    await Promise.all(idle.map((socket) => once(socket, 'connect')));
    const refused = openSocket(url);
    await once(refused, 'close');
    idle[0]?.destroy();
    await until(() => idle[0]?.closed === true);
    const request = 'GET /healthz HTTP/1.1\r\nHost: h\r\n\r\n';
    idle[1]?.write(request);
    const [chunk] = await once(idle[1]!, 'data');
    expect(parseResponse(String(chunk)).status).toBe(200);
  });

  it('cuts the connection of a client that does not read its response, and of no other', async () => {
    const { engine } = await stubEngine();
    const url = await serveEngine(engine, { stalledClientTimeoutMs: 50 });
    const stalled = openSocket(url).pause();
    stalled.on('error', () => {});
    const request = 'GET /openapi.json HTTP/1.1\r\nHost: h\r\n\r\n';
    const poke = setInterval(() => stalled.write(request.repeat(100)), 5);
    onTestFinished(() => clearInterval(poke));
    // It notices by its own writes, which are answered with a reset.
    await until(() => stalled.errored !== null);
    expect((await fetchWithKey(`${url}/openapi.json`, undefined)).status).toBe(200);
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
  await until(() => signals.length === 3);
  socket.destroy();
  const answered = () => logger.lines.filter(({ message }) => message === 'request answered').length;
  await until(() => answered() === 3);
  await server.close();
  expect(logger.lines).toContainEqual({ level: 'info', fields: { underWay: 0 }, message: 'shutting down' });
});

/** An engine whose verifications resolve only when the test calls one of `completions`. */
async function createWaitingEngine() {
  const completions: (() => void)[] = [];
  const signals: AbortSignal[] = [];
  const stubbed = await stubEngine({
    verify: (_, options) =>
      new Promise((resolve, reject) => {
        const signal = options?.signal;
        if (signal === undefined) return;
        signal.addEventListener('abort', () => reject(signal.reason));
        signals.push(signal);
        completions.push(() => resolve(verdict));
      }),
  });
  return { ...stubbed, completions, signals };
}
