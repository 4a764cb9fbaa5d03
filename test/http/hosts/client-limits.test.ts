import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { forwardedAddress } from '../../../adapters/http/hosts/client-address.ts';
import { AddressCounts } from '../../../adapters/http/hosts/client-limits.ts';
import { stubEngine } from '../../support/stub-http-engine.ts';
import { until } from '../../support/until.ts';
import { createRecordingLogger, readDetail, serveEngine } from '../http-fixtures.ts';
import { openSocket, parseResponse, readToEnd, sendRaw } from './raw-http.ts';
import { createWaitingEngine } from './waiting-engine.ts';

const request = 'GET /healthz HTTP/1.1\r\nHost: h\r\n\r\n';

async function openIdle(url: string, count: number): Promise<readonly Socket[]> {
  const sockets = Array.from({ length: count }, () => openSocket(url));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  return sockets;
}

/** Returns what the server sends on a new connection; empty if it closes that at once. */
async function answerOf(url: string): Promise<string> {
  const socket = openSocket(url);
  socket.write('GET /healthz HTTP/1.0\r\n\r\n');
  return readToEnd(socket).catch(() => '');
}

async function statusOn(socket: Socket): Promise<number> {
  socket.write(request);
  const [chunk] = await once(socket, 'data');
  return parseResponse(String(chunk)).status;
}

describe('a limit on the connections of one address', () => {
  it('closes further ones and says so in the log, until one of the others is closed', async () => {
    const { engine } = await stubEngine();
    const logger = createRecordingLogger();
    const url = await serveEngine(engine, { maxConnectionsPerAddress: 3, logger });
    const [first, second] = await openIdle(url, 3);
    for (let attempt = 0; attempt < 2; attempt += 1) await once(openSocket(url), 'close');
    const warnings = logger.lines.filter(({ level }) => level === 'warn');
    expect(warnings).toEqual([expect.objectContaining({ fields: { maxConnectionsPerAddress: 3 } })]);
    expect(await statusOn(second!)).toBe(200);
    first?.destroy();
    // The server learns of the end by itself, perhaps only after the next connections.
    for (let answer = ''; answer === ''; answer = await answerOf(url)) await setImmediate();
  });

  it('is by default a tenth of all for a stranger, and does not hold for a proxy on this machine', async () => {
    const counts = new AddressCounts({ max: 2, loopbackMax: Number.POSITIVE_INFINITY });
    const taken = (address: string) => [1, 2, 3].map(() => counts.add(address) !== undefined);
    for (const stranger of ['192.0.2.1', '2001:db8::1']) expect(taken(stranger)).toEqual([true, true, false]);
    for (const local of ['127.0.0.1', '127.9.9.9', '::ffff:127.0.0.1', '::1'])
      expect(taken(local)).toEqual([true, true, true]);
    const { engine } = await stubEngine();
    const url = await serveEngine(engine, { maxConnections: 10 });
    const sockets = await openIdle(url, 9);
    expect(await Promise.all(sockets.map(statusOn))).toEqual(sockets.map(() => 200));
  });

  it('counts an IPv6 client by its /64, and forgets clients that have left', () => {
    const counts = new AddressCounts({ max: 1, loopbackMax: 1 });
    const takeBack = counts.add('2001:db8::1');
    expect(counts.add('2001:db8::ffff')).toBeUndefined();
    expect(counts.add('2001:db8:0:1::1')).toBeDefined();
    takeBack?.();
    expect(counts.add('2001:db8::ffff')).toBeDefined();
  });
});

describe('clients behind a proxy', () => {
  const options = { clientAddressHeader: 'X-Forwarded-For', maxConnectionsPerAddress: 2 };
  const from = (address: string, key: string) => ({
    headers: { 'X-API-Key': key, 'X-Forwarded-For': address },
  });

  it('are limited by their requests under way, each by itself, whatever they claim to be', async () => {
    const { engine, key, completions } = await createWaitingEngine();
    const url = await serveEngine(engine, options);
    const verify = `${url}/v1/verify?email=a@example.org`;
    const waiting = ['192.0.2.1', '203.0.113.9, 192.0.2.1'].map((address) =>
      fetch(verify, from(address, key)),
    );
    await until(() => completions.length === 2);
    const refused = await fetch(verify, from('198.51.100.7, 192.0.2.1:4711', key));
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    expect(await readDetail(refused)).toContain('the maximum is 2');
    const other = await fetch(`${url}/v1/credits`, from('192.0.2.1, 192.0.2.2', key));
    expect(other.status).toBe(200);
    for (const complete of completions) complete();
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200]);
    expect((await fetch(`${url}/v1/credits`, from('192.0.2.1', key))).status).toBe(200);
  });

  it('share the connections of the proxy, which are not limited', async () => {
    const { engine } = await stubEngine();
    const url = await serveEngine(engine, options);
    const sockets = await openIdle(url, 10);
    for (const socket of sockets) expect(await statusOn(socket)).toBe(200);
  });

  it('count by the address of the connection if the entry is no address', async () => {
    const { engine, key, completions } = await createWaitingEngine();
    const url = await serveEngine(engine, options);
    const verify = `${url}/v1/verify?email=a@example.org`;
    const waiting = ['unknown', '192.0.2.1, '].map((address) => fetch(verify, from(address, key)));
    await until(() => completions.length === 2);
    expect((await fetch(verify, { headers: { 'X-API-Key': key } })).status).toBe(429);
    expect((await fetch(`${url}/v1/credits`, from('192.0.2.1', key))).status).toBe(200);
    for (const complete of completions) complete();
    await Promise.all(waiting);
  });

  it('cannot choose their address if the option is not set', async () => {
    const { engine } = await stubEngine();
    const url = await serveEngine(engine, { maxConnectionsPerAddress: 1 });
    const [idle] = await openIdle(url, 1);
    const refused = openSocket(url);
    refused.on('error', () => {});
    refused.write('GET /healthz HTTP/1.1\r\nHost: h\r\nX-Forwarded-For: 192.0.2.1\r\n\r\n');
    await once(refused, 'close');
    expect(refused.bytesRead).toBe(0);
    expect(await statusOn(idle!)).toBe(200);
  });

  it.each(['', 'X Forwarded', 'X-Forwarded-For:', 'a\r\nb'])(
    'need a header, and %j is none',
    async (name) => {
      const { engine } = await stubEngine();
      await expect(serveEngine(engine, { clientAddressHeader: name })).rejects.toMatchObject({
        code: 'invalid_argument',
        parameter: 'clientAddressHeader',
      });
    },
  );
});

describe('the last entry of X-Forwarded-For', () => {
  const read = (...values: string[]) =>
    forwardedAddress(
      { rawHeaders: values.flatMap((value) => ['x-Forwarded-for', value]) } as IncomingMessage,
      'x-forwarded-for',
    );

  it('is an IP address, with or without a port', () => {
    expect(read('192.0.2.1')).toBe('192.0.2.1');
    expect(read('192.0.2.1:80')).toBe('192.0.2.1');
    expect(read('2001:db8::1')).toBe('2001:db8::1');
    expect(read('[2001:db8::1]')).toBe('2001:db8::1');
    expect(read('[2001:db8::1]:80')).toBe('2001:db8::1');
  });

  it('is at the right of the last line', () => {
    expect(read('192.0.2.1,192.0.2.2,\t192.0.2.3 ')).toBe('192.0.2.3');
    expect(read('192.0.2.1', '192.0.2.2, 192.0.2.3')).toBe('192.0.2.3');
  });

  it.each([
    [],
    [''],
    ['unknown'],
    ['192.0.2.1,'],
    ['192.0.2.256'],
    ['[192.0.2.1'],
    ['_hidden'],
    ['192.0.2.1:x'],
  ])('is none in %j', (...values) => {
    expect(read(...values)).toBeUndefined();
  });
});

describe('a client that stops reading', () => {
  it('loses its connection, and no other does', async () => {
    const { engine } = await stubEngine();
    const url = await serveEngine(engine, { stalledClientTimeoutMs: 50 });
    const stalled = openSocket(url).pause();
    stalled.on('error', () => {});
    const download = 'GET /openapi.json HTTP/1.1\r\nHost: h\r\n\r\n';
    const poke = setInterval(() => stalled.write(download.repeat(100)), 5);
    onTestFinished(() => clearInterval(poke));
    // It notices by its own writes, which are answered with a reset.
    await until(() => stalled.errored !== null);
    expect((await sendRaw(url, 'GET /healthz HTTP/1.0\r\n\r\n')).status).toBe(200);
  });
});
