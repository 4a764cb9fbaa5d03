import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startServer } from '../../../adapters/http/index.ts';
import { stubEngine } from '../../support/stub-http-engine.ts';
import { createQuietHandler } from '../http-fixtures.ts';
import { createBulkService } from '../resources/bulk-service.ts';
import { openSocket, parseResponse } from './raw-http.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

/** Sends a list in chunks of so many bytes until the server closes the connection. `wireBytes`: how much at most. */
async function sendInChunks(
  bytes: number,
  { withKey, wireBytes }: { readonly withKey: boolean; readonly wireBytes: number },
) {
  const { engine, key } = await createBulkService({ credits: 10_000 });
  const server = await startServer({ engine, port: 0, logger: quiet });
  onTestFinished(() => server.close());
  const socket: Socket = openSocket(server.url);
  onTestFinished(() => {
    socket.destroy();
  });
  socket.on('error', () => {});
  let answer = '';
  socket.on('data', (data) => {
    answer += data;
  });
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const head = [
    'POST /v1/bulk HTTP/1.1',
    'Host: x',
    `X-API-Key: ${withKey ? key : 'wrong'}`,
    'Transfer-Encoding: chunked',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  const body = `["ann@example.com"${' '.repeat(Math.floor(wireBytes / (bytes + 6)) * bytes)}]`;
  let sent = 0;
  for (let from = 0; from < body.length && !socket.destroyed; from += 1_000 * bytes) {
    let text = '';
    for (let at = from; at < Math.min(from + 1_000 * bytes, body.length); at += bytes) {
      const chunk = body.slice(at, at + bytes);
      text += `${chunk.length.toString(16)}\r\n${chunk}\r\n`;
    }
    sent += text.length;
    if (!socket.write(text)) await Promise.race([once(socket, 'drain').catch(() => {}), closed]);
  }
  if (!socket.destroyed) socket.write('0\r\n\r\n');
  while (answer === '' && !socket.destroyed) await new Promise((resolve) => setTimeout(resolve, 5));
  return { status: answer === '' ? undefined : parseResponse(answer).status, sent };
}

describe('A body in chunks', () => {
  it('of about thirty bytes is taken', async () => {
    expect((await sendInChunks(30, { withKey: true, wireBytes: 500_000 })).status).toBe(200);
  });

  it.each([
    ['with a valid key', true, 400],
    ['without one', false, 401],
  ])('of one byte is cut off %s: each chunk costs as much time as many bytes', async (_, withKey, status) => {
    const { sent, ...answer } = await sendInChunks(1, { withKey, wireBytes: 16_000_000 });
    expect([status, undefined]).toContain(answer.status);
    // Most of it is in buffers of the system.
    expect(sent).toBeLessThan(12_000_000);
  });
});

/** Serves keys that are looked up for a while, and counts what a body in chunks of one byte costs, of which 6 MB are sent. */
async function costOfSmallChunks(path: string, { withKey }: { readonly withKey: boolean }) {
  const { engine, key } = await stubEngine();
  const keys = {
    ...engine.keys,
    async find(sent: string) {
      for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
      return withKey && sent === key ? engine.keys.find(sent) : undefined;
    },
    markUsed: async () => {},
  };
  const handler = createQuietHandler({
    ...engine,
    keys,
    jobs: { ...engine.jobs, checkCredits: async () => {} },
  });
  const cost = { chunks: 0, listeners: 0 };
  const server = createServer((incoming, outgoing) => {
    countChunks(incoming, cost);
    void handler.node(incoming, outgoing);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close().closeAllConnections());
  const socket = openSocket(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => {});
  let answer = '';
  socket.on('data', (data) => {
    answer += data;
  });
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\nTransfer-Encoding: chunked\r\n\r\n`;
  socket.write(head + '1\r\n \r\n'.repeat(1_000_000));
  await closed;
  return { ...cost, status: parseResponse(answer).status };
}

/** Counts the objects that Node makes of chunks, and listeners that are added to the connection. */
function countChunks(incoming: IncomingMessage, cost: { chunks: number; listeners: number }): void {
  const push = incoming.push.bind(incoming);
  incoming.push = (chunk, encoding) => {
    cost.chunks += 1;
    return push(chunk, encoding);
  };
  incoming.socket.on('newListener', () => {
    cost.listeners += 1;
  });
}

it.each([
  ['with a valid key', '/v1/bulk', true, 400],
  ['with a wrong key', '/v1/bulk', false, 401],
  ['to another endpoint', '/v1/credits', true, 405],
  ['to none', '/none', true, 404],
])('A million chunks of one byte %s are answered, and few of them are looked at', async (...row) => {
  const [, path, withKey, status] = row;
  const cost = await costOfSmallChunks(path, { withKey });
  expect(cost.status).toBe(status);
  expect(cost.chunks).toBeLessThan(40_000);
  expect(cost.listeners).toBeLessThan(40);
});
