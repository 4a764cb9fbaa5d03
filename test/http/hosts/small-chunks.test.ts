import { once } from 'node:events';
import type { Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startServer } from '../../../adapters/http/index.ts';
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
