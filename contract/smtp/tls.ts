import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import type { TLSSocket, TLSSocketOptions } from 'node:tls';
import { selfSignedCertificate } from '../../adapters/sandbox/smtp/certificate.ts';
import type { SmtpConnection } from '../../src/ports/smtp-transport.ts';
import { expectThat } from '../failure/contract-failure.ts';
import { until } from '../until.ts';
import {
  assertClosed,
  assertRejects,
  assertRejectsWith,
  longWait,
  type ServerTest,
  type SmtpFixture,
} from './fixture.ts';
import type { Peer } from './scripted-server.ts';

const certificate = selfSignedCertificate('mail.example.net');
export const tlsOptions = { ...longWait, serverName: 'mx.example.com' } as const;
const goAhead = '220 go ahead\r\n';

/** Opens a connection whose server has accepted STARTTLS and waits for the handshake. */
export async function connectWithTls(
  fixture: SmtpFixture,
  options: { tls?: TLSSocketOptions; reply?: string } = {},
): Promise<{ connection: SmtpConnection; peer: Peer; secure: TLSSocket }> {
  const { connection, peer } = await fixture.connect();
  await connection.send(['STARTTLS']);
  await peer.readCommand();
  const secure = peer.upgrade({ ...certificate, ...options.tls }, options.reply ?? goAhead);
  assert.equal((await connection.receive(longWait)).code, 220);
  return { connection, peer, secure };
}

/** Opens a connection whose server has accepted STARTTLS but does not support TLS. */
async function connectWithoutTls({
  connect,
}: SmtpFixture): Promise<{ connection: SmtpConnection; peer: Peer }> {
  const { connection, peer } = await connect();
  peer.write(goAhead);
  await connection.receive(longWait);
  return { connection, peer };
}

async function assertUsable(connection: SmtpConnection, peer: Peer): Promise<void> {
  await connection.send(['EHLO probe.example.com']);
  assert.equal(await peer.readCommand(), 'EHLO probe.example.com');
  await peer.write('250-mx.exam');
  await peer.write('ple.com\r\n250 Grüße\r\n');
  assert.deepEqual(await connection.receive(longWait), { code: 250, lines: ['mx.example.com', 'Grüße'] });
}

export function tlsContract(test: ServerTest): void {
  test('encrypts, whatever name and issuer the certificate has', async (fixture) => {
    const { connection, peer, secure } = await connectWithTls(fixture);
    assert.equal(connection.secure, false);
    await connection.startTls(tlsOptions);
    assert.equal(connection.secure, true);
    assert.equal(fixture.clock.pending, 0);
    assert.equal(secure.servername, 'mx.example.com');
    await assertUsable(connection, peer);
    assert.equal(connection.unread, false);
  });

  test('sends no server name if it is an IP address', async (fixture) => {
    const { connection, peer, secure } = await connectWithTls(fixture);
    await connection.startTls({ ...longWait, serverName: '192.0.2.1' });
    expectThat(!secure.servername, 'no server name', secure.servername);
    await assertUsable(connection, peer);
  });

  test('accepts an old version of TLS, which is better than plain text', async (fixture) => {
    const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
    const { connection, peer, secure } = await connectWithTls(fixture, { tls: old });
    await connection.startTls(tlsOptions);
    assert.equal(secure.getProtocol(), 'TLSv1');
    await assertUsable(connection, peer);
  });

  for (const [name, injected] of [
    ['a reply', '250 injected\r\n'],
    ['the beginning of a reply', '250-injected\r\n250-and'],
  ] as const) {
    test(`never returns ${name} that came in plain text in the same packet as the 220`, async (fixture) => {
      const { connection, peer } = await connectWithTls(fixture, { reply: goAhead + injected });
      assert.equal(connection.unread, true);
      await connection.startTls(tlsOptions);
      assert.equal(connection.unread, false);
      await assertUsable(connection, peer);
    });
  }

  test('never returns a reply that came in plain text in a packet after the 220', async (fixture) => {
    const { connection, peer } = await fixture.connect();
    peer.write(goAhead);
    await connection.receive(longWait);
    peer.write('250 injected\r\n');
    await until(() => connection.unread);
    peer.upgrade(certificate, '');
    await connection.startTls(tlsOptions);
    await assertUsable(connection, peer);
  });

  test('does not start with a server that has sent a malformed reply', async (fixture) => {
    const { connection, peer } = await connectWithoutTls(fixture);
    peer.write('injected\r\n');
    await until(() => connection.unread);
    await assertRejects(connection.startTls(tlsOptions), 'tls_failed');
    await assertClosed(connection, peer);
  });

  test('never returns a reply that comes in plain text during the handshake', async (fixture) => {
    const { connection, peer } = await connectWithoutTls(fixture);
    const failed = assertRejects(connection.startTls(tlsOptions), 'tls_failed');
    peer.write('250 injected\r\n');
    await failed;
    assert.equal(connection.secure, false);
    await assertClosed(connection, peer);
  });

  test('reports unread encrypted bytes', async (fixture) => {
    const { connection, peer } = await connectWithTls(fixture);
    await connection.startTls(tlsOptions);
    peer.write('421 closing\r\n');
    await until(() => connection.unread);
    assert.equal((await connection.receive(longWait)).code, 421);
  });

  for (const [name, spoil] of [
    ['garbage', (peer: Peer) => void peer.write('HTTP/1.1 400 Bad Request\r\n\r\n')],
    ['a FIN', (peer: Peer) => peer.hangUp()],
    ['a reset', (peer: Peer) => peer.reset()],
  ] as const) {
    test(`rejects with tls_failed if the handshake is answered with ${name}`, async (fixture) => {
      const { connection, peer } = await connectWithoutTls(fixture);
      const failed = assertRejects(connection.startTls(tlsOptions), 'tls_failed');
      await until(() => peer.received !== '');
      spoil(peer);
      await failed;
      assert.equal(fixture.clock.pending, 0);
      await assertClosed(connection, peer);
    });
  }

  test('rejects with tls_failed if the server has closed before the handshake', async (fixture) => {
    const { connection, peer } = await connectWithoutTls(fixture);
    peer.hangUp();
    await until(() => peer.closed);
    await assertRejects(connection.startTls(tlsOptions), 'tls_failed');
    await assertClosed(connection, peer);
  });

  test('rejects with connection_timeout if the handshake is not answered', async (fixture) => {
    const { connection, peer } = await connectWithoutTls(fixture);
    const late = assertRejects(
      connection.startTls({ ...tlsOptions, timeoutMs: 1_000 }),
      'connection_timeout',
    );
    await until(() => peer.received !== '');
    fixture.clock.leap(1_000);
    await late;
    await assertClosed(connection, peer);
  });

  test('rejects with connection_closed when closed during the handshake', async (fixture) => {
    const { connection, peer } = await connectWithoutTls(fixture);
    const closed = assertRejects(connection.startTls(tlsOptions), 'connection_closed');
    await until(() => peer.received !== '');
    connection.close();
    await closed;
    assert.equal(fixture.clock.pending, 0);
    await assertClosed(connection, peer);
  });

  test('rejects with the reason of a signal that fires before or during the handshake', async (fixture) => {
    const reason = new Error('no longer tlsOptions');
    const before = await connectWithoutTls(fixture);
    await assertRejectsWith(
      before.connection.startTls({ ...tlsOptions, signal: AbortSignal.abort(reason) }),
      reason,
    );
    await assertClosed(before.connection, before.peer);

    const during = await connectWithoutTls(fixture);
    const controller = new AbortController();
    const { signal } = controller;
    const aborted = assertRejectsWith(during.connection.startTls({ ...tlsOptions, signal }), reason);
    await until(() => during.peer.received !== '');
    controller.abort(reason);
    await aborted;
    assert.equal(getEventListeners(signal, 'abort').length, 0);
    await assertClosed(during.connection, during.peer);
  });

  test('has the same limits, and closes in the same cases, as plain text', async (fixture) => {
    const endless = await connectWithTls(fixture);
    await endless.connection.startTls(tlsOptions);
    const streaming = endless.peer.writeForever('x');
    await assertRejects(endless.connection.receive(longWait), 'reply_too_long');
    await streaming;
    await assertClosed(endless.connection, endless.peer);

    const ending = await connectWithTls(fixture);
    await ending.connection.startTls(tlsOptions);
    await ending.peer.write('250 one\r\n250 tw');
    ending.peer.hangUp();
    assert.deepEqual((await ending.connection.receive(longWait)).lines, ['one']);
    await assertRejects(ending.connection.receive(longWait), 'connection_closed');
    await assertClosed(ending.connection, ending.peer);

    const resetting = await connectWithTls(fixture);
    await resetting.connection.startTls(tlsOptions);
    const closed = assertRejects(resetting.connection.receive(longWait), 'connection_closed');
    resetting.peer.reset();
    await closed;
    await assertClosed(resetting.connection, resetting.peer);
  });

  test('refuses to start twice or while a receive is waiting, and stays usable', async (fixture) => {
    const { connection, peer } = await connectWithTls(fixture);
    const handshake = connection.startTls(tlsOptions);
    await assertRejects(connection.startTls(tlsOptions), 'invalid_argument');
    await assertRejects(connection.send(['EHLO probe.example.com']), 'invalid_argument');
    await assertRejects(connection.receive(longWait), 'invalid_argument');
    await handshake;
    await assertRejects(connection.startTls(tlsOptions), 'invalid_argument');
    await assertUsable(connection, peer);

    const waiting = await fixture.connect();
    const reply = waiting.connection.receive(longWait);
    await assertRejects(waiting.connection.startTls(tlsOptions), 'invalid_argument');
    waiting.peer.write('220 ready\r\n');
    assert.equal((await reply).code, 220);
  });
}
