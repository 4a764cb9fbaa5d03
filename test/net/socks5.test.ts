import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { inspect } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createSmtpTransport } from '../../adapters/net/index.ts';
import { checkProxy } from '../../adapters/net/smtp.ts';
import { parseSocks5Url } from '../../adapters/net/socks5-proxy.ts';
import { ScriptedServer } from '../../contract/smtp/scripted-server.ts';
import { ConnectionError, InvalidArgument } from '../../src/errors.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { openSockets } from '../support/open-sockets.ts';
import { type ProxyScript, startScriptedProxy } from '../support/scripted-proxy.ts';
import { type Socks5ServerOptions, startSocks5Server } from '../support/socks5-server.ts';
import { until } from '../support/until.ts';

const longWait = { timeoutMs: 10_000 };
const target = { address: '192.0.2.7', port: 25 };
const login = { user: 'probe', password: 'p:a@ss,/wörd' };

async function scriptedProxy(script: ProxyScript) {
  const proxy = await startScriptedProxy(script);
  onTestFinished(() => proxy.stop());
  return proxy;
}

async function realProxy(options: Socks5ServerOptions = {}) {
  const proxy = await startSocks5Server(options);
  onTestFinished(() => proxy.kill());
  return proxy;
}

async function scriptedServer() {
  const server = await ScriptedServer.start();
  onTestFinished(() => server.stop());
  return server;
}

function transportThrough(socks5: string, clock = new ManualClock()) {
  return createSmtpTransport({ clock, socks5, allowPrivateHosts: true });
}

async function errorOf(work: Promise<unknown>): Promise<ConnectionError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ConnectionError))
    throw new Error('A ConnectionError was expected.', { cause: error });
  return error;
}

describe('a connection through a real SOCKS5 server', () => {
  it.each([
    ['without accounts', {}, undefined],
    ['with a user and a password', { login }, login],
  ] as const)('carries a dialogue, %s', async (_, options, account) => {
    const proxy = await realProxy({ ...options, outgoingAddress: '127.0.0.9' });
    const server = await scriptedServer();
    const connection = await transportThrough(proxy.url(account)).connect(server.target, longWait);
    const peer = await server.accept();
    expect(peer.address).toBe('127.0.0.9');
    await peer.write('220 mx.example.com\r\n');
    expect(await connection.receive(longWait)).toEqual({ code: 220, lines: ['mx.example.com'] });
    await connection.send(['QUIT']);
    expect(await peer.readCommand()).toBe('QUIT');
    connection.close();
    await until(() => peer.closed);
  });

  it('fails for the egress where the password is wrong, or none is given, and shows no password', async () => {
    const proxy = await realProxy({ login });
    const server = await scriptedServer();
    for (const [account, refusal] of [
      [{ ...login, password: 'nonsense' }, 'refuses the user and password'],
      [undefined, 'wants a user and password'],
    ] as const) {
      const error = await errorOf(transportThrough(proxy.url(account)).connect(server.target, longWait));
      expect(error).toMatchObject({
        code: 'egress_failed',
        message: expect.stringContaining(`${proxy.port} ${refusal}.`),
      });
      expect(inspect(error, { depth: 9 })).not.toMatch(/nonsense|p:a@ss/);
    }
    expect(server.peers).toEqual([]);
  });

  it('reports that the target refuses connections', async () => {
    const proxy = await realProxy();
    const server = await ScriptedServer.start();
    const dead = server.target;
    await server.stop();
    expect(await errorOf(transportThrough(proxy.url()).connect(dead, longWait))).toMatchObject({
      code: 'connection_refused',
      message: expect.stringContaining(`port ${dead.port}`),
    });
  });

  it('ends when the server is killed', async () => {
    const proxy = await realProxy();
    const server = await scriptedServer();
    const transport = transportThrough(proxy.url());
    const connection = await transport.connect(server.target, longWait);
    await proxy.kill();
    expect(await errorOf(connection.receive(longWait))).toMatchObject({ code: 'connection_closed' });
    expect(await errorOf(transport.connect(server.target, longWait))).toMatchObject({
      code: 'egress_failed',
    });
  });
});

describe('a SOCKS5 proxy', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7 25'],
    ['2001:db8::7', '2001:0db8:0000:0000:0000:0000:0000:0007 25'],
  ])('is told the IP address %s', async (address, told) => {
    const proxy = await scriptedProxy({ reply: 0 });
    const connection = await transportThrough(proxy.url).connect({ address, port: 25 }, longWait);
    expect(proxy.targets).toEqual([told]);
    connection.close();
  });

  it('is told the entry of the dial table', async () => {
    const proxy = await scriptedProxy({ reply: 0 });
    const dialTable = new Map([[target.address, { address: '127.0.0.1', port: 2_525 }]]);
    const transport = createSmtpTransport({ clock: new ManualClock(), socks5: proxy.url, dialTable });
    (await transport.connect(target, longWait)).close();
    expect(proxy.targets).toEqual(['127.0.0.1 2525']);
  });

  it('is told no address that must not be dialled', async () => {
    const proxy = await scriptedProxy({ reply: 0 });
    const transport = createSmtpTransport({ clock: new ManualClock(), socks5: proxy.url });
    for (const address of ['127.0.0.1', '10.0.0.1', '169.254.169.254', '::1', '::ffff:10.0.0.1'])
      expect(await errorOf(transport.connect({ address, port: 25 }, longWait))).toMatchObject({
        code: 'address_not_allowed',
      });
    expect(proxy.open).toBe(0);
  });

  it('loses none of the bytes that follow its handshake, in one packet with it or at once after', async () => {
    const greeting = ['220-mx.example.com\r\n220', ' ready\r\n', '250 early\r\n'];
    const proxy = await scriptedProxy({ reply: 0, follows: greeting });
    for (let round = 0; round < 50; round += 1) {
      const connection = await transportThrough(proxy.url).connect(target, longWait);
      expect(await connection.receive(longWait)).toEqual({ code: 220, lines: ['mx.example.com', 'ready'] });
      expect(await connection.receive(longWait)).toEqual({ code: 250, lines: ['early'] });
      connection.close();
    }
  });

  it.each([
    [1, 'connection_failed'],
    [2, 'no_route'],
    [3, 'no_route'],
    [4, 'connection_failed'],
    [5, 'connection_refused'],
    [6, 'connection_timeout'],
    [7, 'egress_failed'],
    [8, 'no_route'],
    [99, 'egress_failed'],
  ])('that replies %i is a connect that fails with %s', async (reply, code) => {
    const proxy = await scriptedProxy({ reply });
    const error = await errorOf(transportThrough(proxy.url).connect(target, longWait));
    expect(error.code).toBe(code);
    await until(() => proxy.open === 0);
  });

  it.each(['hangs-up', 'no-login'] as const)('that %s fails for the egress', async (script) => {
    const proxy = await scriptedProxy(script);
    expect(await errorOf(transportThrough(proxy.url).connect(target, longWait))).toMatchObject({
      code: 'egress_failed',
    });
  });

  it.each([
    ['silent', 0, 'egress_failed'],
    ['silent-after-login', 1, 'connection_timeout'],
  ] as const)('that is %s lets a connect time out', async (script, told, code) => {
    const proxy = await scriptedProxy(script);
    const clock = new ManualClock();
    let dialling = 0;
    const onDialling = () => {
      dialling += 1;
    };
    const failed = errorOf(transportThrough(proxy.url, clock).connect(target, { ...longWait, onDialling }));
    await until(() => proxy.open === 1 && proxy.targets.length === told);
    clock.leap(10_000);
    expect((await failed).code).toBe(code);
    expect(dialling).toBe(told);
    expect(clock.pending).toBe(0);
    await until(() => proxy.open === 0);
  });

  it.each([
    [1_000, 'connection_timeout'],
    [4_999, 'connection_timeout'],
    [5_000, 'egress_failed'],
  ])('that is silent for %i ms, as long as the caller waits, fails with %s', async (timeoutMs, code) => {
    const proxy = await scriptedProxy('silent');
    const clock = new ManualClock();
    const failed = errorOf(transportThrough(proxy.url, clock).connect(target, { timeoutMs }));
    await until(() => proxy.open === 1);
    clock.leap(timeoutMs);
    expect((await failed).code).toBe(code);
    await until(() => proxy.open === 0);
  });

  it('is left at once when the caller aborts, at any step of the handshake', async () => {
    for (const script of ['silent', 'silent-after-login'] as const) {
      const proxy = await scriptedProxy(script);
      const controller = new AbortController();
      const reason = new Error('no longer wanted');
      const connecting = transportThrough(proxy.url).connect(target, {
        ...longWait,
        signal: controller.signal,
      });
      const rejected = expect(connecting).rejects.toBe(reason);
      await until(() => proxy.open === 1);
      controller.abort(reason);
      await rejected;
      await until(() => proxy.open === 0);
    }
  });

  it('that nobody runs fails for the egress, and leaves no socket', async () => {
    const proxy = await startScriptedProxy('silent');
    await proxy.stop();
    const before = await openSockets();
    const error = await errorOf(transportThrough(proxy.url).connect(target, longWait));
    expect(error).toMatchObject({
      code: 'egress_failed',
      message: expect.stringContaining('cannot be reached'),
    });
    expect(await openSockets()).toEqual(before);
  });
});

describe('the URL of a proxy', () => {
  it.each([
    ['socks5://proxy.example.net', { host: 'proxy.example.net', port: 1080, login: undefined }],
    ['socks5://192.0.2.1:9050/', { host: '192.0.2.1', port: 9050, login: undefined }],
    ['SOCKS5://[2001:db8::1]:1081', { host: '2001:db8::1', port: 1081, login: undefined }],
    [
      'socks5://me:p%3Aa%40s%2Cs%25@proxy.example.net:1080',
      { host: 'proxy.example.net', port: 1080, login: { user: 'me', password: 'p:a@s,s%' } },
    ],
  ])('%s', (text, proxy) => {
    expect(parseSocks5Url(text)).toEqual(proxy);
  });

  it.each([
    'proxy.example.net:1080',
    'http://me:secret@proxy.example.net',
    'socks4://me:secret@proxy.example.net',
    'socks5h://me:secret@proxy.example.net',
    'socks5://',
    'socks5://me:secret@',
    'socks5://me:secret@proxy.example.net:0',
    'socks5://me:secret@proxy.example.net:99999',
    'socks5://me:secret@proxy.example.net/path',
    'socks5://me:secret@proxy.example.net?query',
    'socks5://me:secret%@proxy.example.net',
    'socks5://secret@proxy.example.net',
    'socks5://:secret@proxy.example.net',
    `socks5://me:secret${'x'.repeat(250)}@proxy.example.net`,
    'socks5://me:secret@exa mple.net',
    'socks5://me:secret#1@proxy.example.net',
    'socks5://me:secret/1@proxy.example.net',
    'socks5://me:secret?1@proxy.example.net',
  ])('is refused without its password: %s', (text) => {
    let error: unknown;
    try {
      parseSocks5Url(text);
    } catch (reason) {
      error = reason;
    }
    expect(error).toBeInstanceOf(InvalidArgument);
    expect(error).toMatchObject({ parameter: 'socks5', message: expect.stringContaining('socks5://') });
    expect(inspect(error)).not.toContain('secret');
    if (/secret[#/?]/.test(text)) expect((error as Error).message).toContain('Percent-encode / ? # @');
    if (/^socks5:/.test(text)) expect((error as Error).message).not.toContain('Begin it');
  });
});

describe('the check of a proxy', () => {
  const checkOf = (url: string, clock = new ManualClock(0)) =>
    checkProxy(clock, parseSocks5Url(url), { timeoutMs: 5_000 });

  it('is passed by one that answers a greeting', async () => {
    const proxy = await scriptedProxy('hangs-up');
    await expect(checkOf(proxy.url)).resolves.toBeUndefined();
    expect(proxy.targets).toEqual([]);
  });

  it('is failed by one that ends while the system still accepts connections for it', async () => {
    const server = createServer((socket) => socket.resetAndDestroy());
    await once(server.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    await expect(checkOf(`socks5://127.0.0.1:${port}`)).rejects.toMatchObject({ code: 'egress_failed' });
  });

  it('is failed by one that hangs', async () => {
    const proxy = await scriptedProxy('silent');
    const clock = new ManualClock(0);
    const check = expect(checkOf(proxy.url, clock)).rejects.toMatchObject({ code: 'egress_failed' });
    await until(() => proxy.open === 1);
    await clock.advance(5_000);
    await check;
  });
});
