import { once } from 'node:events';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createWebhookSender } from '../../adapters/net/index.ts';
import { selfSignedCertificate } from '../../adapters/sandbox/smtp/certificate.ts';
import { verifyWebhook } from '../../adapters/webhooks/index.ts';
import type { WebhookMessage } from '../../src/ports/webhook-sender.ts';
import { closedPort } from '../support/closed-port.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { until } from '../support/until.ts';
import { webhookReceiver } from '../webhooks/webhook-receiver.ts';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const otherSecret = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
const body = JSON.stringify({ type: 'job.completed', data: { job_id: 'jö' } });

function message(url: string, changes: Partial<WebhookMessage> = {}): WebhookMessage {
  return {
    url,
    id: 'evt_1',
    body,
    secrets: [secret],
    allowPrivateHosts: true,
    timeoutMs: 10_000,
    ...changes,
  };
}

describe('a webhook', () => {
  it('is posted as JSON, with its id and a signature that verifyWebhook accepts', async () => {
    const { url, received } = await webhookReceiver();
    const clock = new ManualClock();
    const sender = createWebhookSender({ clock });
    expect(await sender.send(message(`${url}/hooks?team=1`))).toEqual({ kind: 'delivered' });
    const [request] = received;
    expect(request).toMatchObject({
      method: 'POST',
      url: '/hooks?team=1',
      body,
      headers: { 'content-type': 'application/json', 'webhook-id': 'evt_1', host: new URL(url).host },
    });
    const now = () => clock.now();
    expect(verifyWebhook(request!, { secret, now })).toEqual({ id: 'evt_1', webhook: JSON.parse(body) });
    expect(() => verifyWebhook(request!, { secret: otherSecret, now })).toThrow(/signature/);
  });

  it('has a signature with each secret, so that one can replace another', async () => {
    const { url, received } = await webhookReceiver();
    await createWebhookSender().send(message(url, { secrets: [secret, otherSecret] }));
    for (const known of [secret, otherSecret])
      expect(verifyWebhook(received[0]!, { secret: known }).id).toBe('evt_1');
  });

  it.each([200, 201, 204, 299])('is delivered if the endpoint answers with %d', async (status) => {
    const { url } = await webhookReceiver((response) => response.writeHead(status).end('thanks'));
    expect(await createWebhookSender().send(message(url))).toEqual({ kind: 'delivered' });
  });

  it.each([400, 404, 410, 429, 500, 503])(
    'is not delivered if the endpoint answers with %d',
    async (status) => {
      const { url } = await webhookReceiver((response) => response.writeHead(status).end('no'));
      const reason = `answered with status ${status}`;
      expect(await createWebhookSender().send(message(url))).toEqual({ kind: 'failed', reason });
    },
  );

  it('follows no redirect', async () => {
    const target = await webhookReceiver();
    const { url } = await webhookReceiver((response) =>
      response.writeHead(307, { Location: target.url }).end(),
    );
    expect(await createWebhookSender().send(message(url))).toEqual({
      kind: 'failed',
      reason: 'answered with status 307: redirects are not followed',
    });
    expect(target.received).toEqual([]);
  });
});

describe('the guard', () => {
  it.each([
    'http://127.0.0.1:PORT',
    'http://[::1]:PORT',
    'http://2130706433:PORT',
    'http://0x7f.1:PORT',
    'http://[::ffff:127.0.0.1]:PORT',
  ])('keeps %s from being posted to', async (url) => {
    const { port, received } = await webhookReceiver();
    const outcome = await createWebhookSender().send(
      message(url.replace('PORT', String(port)), { allowPrivateHosts: false }),
    );
    expect(outcome).toMatchObject({
      kind: 'failed',
      reason: expect.stringContaining('private addresses only'),
    });
    expect(received).toEqual([]);
  });

  it('decides on the addresses that a name resolves to, not on the name', async () => {
    const { port, received } = await webhookReceiver();
    const names: string[] = [];
    const sender = createWebhookSender({
      resolve: async (name) => {
        names.push(name);
        return ['10.0.0.1', '169.254.169.254', '127.0.0.1'];
      },
    });
    const url = `http://hooks.example.com:${port}/secret-path`;
    const outcome = await sender.send(message(url, { allowPrivateHosts: false }));
    expect(outcome).toEqual({
      kind: 'failed',
      reason: 'hooks.example.com has private addresses only, and they are not allowed',
    });
    expect([names, received]).toEqual([['hooks.example.com'], []]);
  });

  it('is not misled by a name that resolves to another address later: the checked one is connected to', async () => {
    const { port, received } = await webhookReceiver();
    const answers = [['127.0.0.1'], ['192.0.2.1']];
    let asked = 0;
    const sender = createWebhookSender({ resolve: async () => answers[asked++] ?? [] });
    // The name itself does not exist: only the address that was checked leads anywhere.
    expect(await sender.send(message(`http://rebound.invalid:${port}`))).toEqual({ kind: 'delivered' });
    expect(asked).toBe(1);
    expect(received[0]?.headers.host).toBe(`rebound.invalid:${port}`);
  });
});

describe('an endpoint that', () => {
  it('refuses connections is asked at its next address, if it has one', async () => {
    const refusing = message(`http://127.0.0.1:${await closedPort()}/secret-path`);
    const reason = 'no connection: ECONNREFUSED';
    expect(await createWebhookSender().send(refusing)).toEqual({ kind: 'failed', reason });
    const { port, received } = await webhookReceiver();
    // The whole of 127.0.0.0/8 is this machine, but the endpoint listens at one address only.
    const sender = createWebhookSender({ resolve: async () => ['127.0.0.2', '127.0.0.1'] });
    expect(await sender.send(message(`http://two.example.com:${port}`))).toEqual({ kind: 'delivered' });
    expect(received).toHaveLength(1);
  });

  it('accepts connections at its first address without a word is asked at its next address after three seconds', async () => {
    const certificate = selfSignedCertificate('hooks.example.com');
    const answering = createTlsServer(certificate, (_request, response) => response.end());
    answering.listen(0, '127.0.0.1');
    await once(answering, 'listening');
    onTestFinished(() => void answering.close());
    const { port } = answering.address() as AddressInfo;
    let opened = 0;
    const silent = createServer((socket) => {
      opened += 1;
      socket.on('error', () => {});
      socket.resume();
    });
    silent.listen(port, '127.0.0.2');
    await once(silent, 'listening');
    onTestFinished(() => void silent.close());
    const clock = new ManualClock();
    const sender = createWebhookSender({ clock, resolve: async () => ['127.0.0.2', '127.0.0.1'] });
    const sending = sender.send(message(`https://hooks.example.com:${port}`));
    await until(() => opened === 1);
    await clock.advance(3_000);
    // The certificate is that of the second address.
    expect(await sending).toMatchObject({ reason: expect.stringMatching(/SELF_SIGNED/) });
  });

  it('is slow to answer at its first address is not asked at another', async () => {
    let answer = () => {};
    const { port, received } = await webhookReceiver((response) => {
      answer = () => response.writeHead(204).end();
    });
    const clock = new ManualClock();
    const sender = createWebhookSender({ clock, resolve: async () => ['127.0.0.1', '127.0.0.2'] });
    const sending = sender.send(message(`http://slow.example.com:${port}`));
    await until(() => received.length === 1);
    await clock.advance(9_000);
    answer();
    expect(await sending).toEqual({ kind: 'delivered' });
  });

  it('has no address is not told', async () => {
    const sender = createWebhookSender({ resolve: async () => [] });
    const reason = 'gone.example.com has no IP address';
    expect(await sender.send(message('http://gone.example.com'))).toEqual({ kind: 'failed', reason });
  });

  it('does not answer is given up after the time limit, and its connection is closed', async () => {
    const connections = { open: 0, closed: 0 };
    const server = createServer((socket) => {
      connections.open += 1;
      socket.on('error', () => {});
      socket.on('close', () => {
        connections.closed += 1;
      });
      socket.resume();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const clock = new ManualClock();
    const { port } = server.address() as AddressInfo;
    const sending = createWebhookSender({ clock }).send(message(`http://127.0.0.1:${port}`));
    await until(() => connections.open === 1);
    await clock.advance(10_000);
    expect(await sending).toEqual({ kind: 'failed', reason: 'no answer within 10 seconds' });
    await until(() => connections.closed === 1);
  });

  it('hangs while its name is resolved is given up too', async () => {
    const clock = new ManualClock();
    const sender = createWebhookSender({ clock, resolve: () => new Promise<never>(() => {}) });
    const sending = sender.send(message('http://slow.example.com'));
    await clock.advance(10_000);
    expect(await sending).toEqual({ kind: 'failed', reason: 'no answer within 10 seconds' });
  });

  it('answers without end has its connection cut: the status counts', async () => {
    let cut = false;
    const { url } = await webhookReceiver((response) => {
      response.writeHead(200);
      response.on('close', () => {
        cut = true;
      });
      const chunk = Buffer.alloc(16 * 1024);
      const write = () => {
        while (!cut && response.write(chunk));
      };
      response.on('drain', write);
      write();
    });
    expect(await createWebhookSender().send(message(url))).toEqual({ kind: 'delivered' });
    await until(() => cut);
  });

  it('answers too slowly has its connection cut after a second: the status counts', async () => {
    let cut = false;
    const { url } = await webhookReceiver((response) => {
      response.writeHead(200, { 'Content-Length': '100' }).write('a');
      response.on('close', () => {
        cut = true;
      });
    });
    const clock = new ManualClock();
    let isOver = false;
    const sending = createWebhookSender({ clock })
      .send(message(url, { timeoutMs: 86_400_000 }))
      .finally(() => {
        isOver = true;
      });
    while (!isOver) await clock.advance(10);
    expect(await sending).toEqual({ kind: 'delivered' });
    await until(() => cut);
  });

  it.each([
    [
      'headers without end',
      `HTTP/1.1 200 OK\r\n${`X-Long: ${'x'.repeat(1_000)}\r\n`.repeat(40)}`,
      'OVERFLOW',
    ],
    ['what is not HTTP', 'SSH-2.0-OpenSSH_9.6\r\n', 'CONSTANT'],
  ])('sends %s is not delivered to', async (_what, bytes, code) => {
    const outcome = await createWebhookSender().send(message(await rawEndpoint(bytes)));
    const reason = expect.stringMatching(`^the answer cannot be read: HPE_\\w+${code}$`);
    expect(outcome).toEqual({ kind: 'failed', reason });
  });

  it('hangs up without an answer is said to have done so', async () => {
    const outcome = await createWebhookSender().send(message(await rawEndpoint(undefined)));
    const reason = 'the connection ended before an answer: ECONNRESET';
    expect(outcome).toEqual({ kind: 'failed', reason });
  });

  it('wants to speak another protocol is not delivered to, at once', async () => {
    const answer = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';
    const outcome = await createWebhookSender().send(message(await rawEndpoint(answer)));
    expect(outcome).toEqual({ kind: 'failed', reason: 'answered with status 101' });
  });

  it.each([
    ['no chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'],
    ['more than it said', 'HTTP/1.1 204 No Content\r\n\r\nabcde'],
  ])('answers well, and then sends %s, is delivered to: the status counts', async (_what, answer) => {
    const outcome = await createWebhookSender().send(message(await rawEndpoint(answer)));
    expect(outcome).toEqual({ kind: 'delivered' });
  });

  it('shows a certificate that nobody vouches for is not told', async () => {
    const received: string[] = [];
    const server = createTlsServer(selfSignedCertificate('hooks.example.com'), (request, response) => {
      received.push(request.url ?? '');
      response.end();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const sender = createWebhookSender({ resolve: async () => ['127.0.0.1'] });
    const outcome = await sender.send(message(`https://hooks.example.com:${port}/secret-path`));
    expect(outcome).toMatchObject({
      kind: 'failed',
      reason: expect.stringMatching(/CERT|SELF_SIGNED|VERIFY/),
    });
    expect(JSON.stringify(outcome)).not.toContain('secret-path');
    expect(received).toEqual([]);
  });
});

/** The URL of an endpoint that sends these bytes once it is posted to; without any, it hangs up. */
async function rawEndpoint(bytes: string | undefined): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => (bytes === undefined ? socket.destroy() : socket.write(bytes)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}
