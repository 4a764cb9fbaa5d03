import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import type { TLSSocket, TLSSocketOptions } from 'node:tls';
import { selfSignedCertificate } from '../../adapters/sandbox/smtp/certificate.ts';
import type { SmtpConnection } from '../../src/ports.ts';
import type { ContractRunner } from '../runner.ts';
import { until } from '../until.ts';
import {
  assertClosed,
  patience,
  play,
  rejects,
  rejectsWith,
  type Scene,
  type SmtpTransportContractSubject,
} from './scene.ts';
import type { Peer } from './scripted-server.ts';

const certificate = selfSignedCertificate('mail.example.net');
const wanted = { ...patience, serverName: 'mx.example.com' } as const;
const goAhead = '220 go ahead\r\n';

/** A connection whose server has agreed to STARTTLS and now waits for the handshake. */
async function agreed(
  scene: Scene,
  options: { tls?: TLSSocketOptions; reply?: string } = {},
): Promise<{ connection: SmtpConnection; peer: Peer; secure: TLSSocket }> {
  const { connection, peer } = await scene.connect();
  await connection.send(['STARTTLS']);
  await peer.command();
  const secure = peer.upgrade({ ...certificate, ...options.tls }, options.reply ?? goAhead);
  assert.equal((await connection.receive(patience)).code, 220);
  return { connection, peer, secure };
}

/** A connection whose server has agreed to STARTTLS and does not speak TLS at all. */
async function betrayed({ connect }: Scene): Promise<{ connection: SmtpConnection; peer: Peer }> {
  const { connection, peer } = await connect();
  peer.say(goAhead);
  await connection.receive(patience);
  return { connection, peer };
}

async function assertInTouch(connection: SmtpConnection, peer: Peer): Promise<void> {
  await connection.send(['EHLO probe.example.com']);
  assert.equal(await peer.command(), 'EHLO probe.example.com');
  await peer.say('250-mx.exam');
  await peer.say('ple.com\r\n250 Grüße\r\n');
  assert.deepEqual(await connection.receive(patience), { code: 250, lines: ['mx.example.com', 'Grüße'] });
}

export function tlsContract({ describe, it }: ContractRunner, subject: SmtpTransportContractSubject): void {
  describe('TLS', () => {
    it('encrypts what follows, whoever the certificate names and whoever signed it', () =>
      play(subject, async (scene) => {
        const { connection, peer, secure } = await agreed(scene);
        assert.equal(connection.secure, false);
        await connection.startTls(wanted);
        assert.equal(connection.secure, true);
        assert.equal(scene.clock.pending, 0);
        assert.equal(secure.servername, 'mx.example.com');
        await assertInTouch(connection, peer);
        assert.equal(connection.unread, false);
      }));

    it('names no server where all that is known is an IP address', () =>
      play(subject, async (scene) => {
        const { connection, peer, secure } = await agreed(scene);
        await connection.startTls({ ...patience, serverName: '192.0.2.1' });
        assert.ok(!secure.servername);
        await assertInTouch(connection, peer);
      }));

    it('takes an old version of TLS: better than plain text', () =>
      play(subject, async (scene) => {
        const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
        const { connection, peer, secure } = await agreed(scene, { tls: old });
        await connection.startTls(wanted);
        assert.equal(secure.getProtocol(), 'TLSv1');
        await assertInTouch(connection, peer);
      }));

    for (const [name, injected] of [
      ['a reply', '250 injected\r\n'],
      ['the beginning of a reply', '250-injected\r\n250-and'],
    ] as const) {
      it(`never returns ${name} that came in plain text in the same packet as the 220`, () =>
        play(subject, async (scene) => {
          const { connection, peer } = await agreed(scene, { reply: goAhead + injected });
          assert.equal(connection.unread, true);
          await connection.startTls(wanted);
          assert.equal(connection.unread, false);
          await assertInTouch(connection, peer);
        }));
    }

    it('never returns a reply that came in plain text in a packet after the 220', () =>
      play(subject, async (scene) => {
        const { connection, peer } = await scene.connect();
        peer.say(goAhead);
        await connection.receive(patience);
        peer.say('250 injected\r\n');
        await until(() => connection.unread);
        peer.upgrade(certificate, '');
        await connection.startTls(wanted);
        await assertInTouch(connection, peer);
      }));

    it('does not start with a server that broke the rules in plain text', () =>
      play(subject, async (scene) => {
        const { connection, peer } = await betrayed(scene);
        peer.say('injected\r\n');
        await until(() => connection.unread);
        await rejects(connection.startTls(wanted), 'tls_failed');
        await assertClosed(connection, peer);
      }));

    it('never returns a reply that comes in plain text during the handshake', () =>
      play(subject, async (scene) => {
        const { connection, peer } = await betrayed(scene);
        const failed = rejects(connection.startTls(wanted), 'tls_failed');
        peer.say('250 injected\r\n');
        await failed;
        assert.equal(connection.secure, false);
        await assertClosed(connection, peer);
      }));

    it('tells of encrypted bytes that nobody asked for', () =>
      play(subject, async (scene) => {
        const { connection, peer } = await agreed(scene);
        await connection.startTls(wanted);
        peer.say('421 closing\r\n');
        await until(() => connection.unread);
        assert.equal((await connection.receive(patience)).code, 421);
      }));

    for (const [name, spoil] of [
      ['garbage', (peer: Peer) => void peer.say('HTTP/1.1 400 Bad Request\r\n\r\n')],
      ['a FIN', (peer: Peer) => peer.hangUp()],
      ['a reset', (peer: Peer) => peer.reset()],
    ] as const) {
      it(`rejects with tls_failed where the handshake is answered with ${name}`, () =>
        play(subject, async (scene) => {
          const { connection, peer } = await betrayed(scene);
          const failed = rejects(connection.startTls(wanted), 'tls_failed');
          await until(() => peer.heard !== '');
          spoil(peer);
          await failed;
          assert.equal(scene.clock.pending, 0);
          await assertClosed(connection, peer);
        }));
    }

    it('rejects with tls_failed where the server has hung up before the handshake', () =>
      play(subject, async (scene) => {
        const { connection, peer } = await betrayed(scene);
        peer.hangUp();
        await until(() => peer.closed);
        await rejects(connection.startTls(wanted), 'tls_failed');
        await assertClosed(connection, peer);
      }));

    it('rejects with connection_timeout where the handshake is not answered', () =>
      play(subject, async (scene) => {
        const { connection, peer } = await betrayed(scene);
        const late = rejects(connection.startTls({ ...wanted, timeoutMs: 1_000 }), 'connection_timeout');
        await until(() => peer.heard !== '');
        scene.clock.leap(1_000);
        await late;
        await assertClosed(connection, peer);
      }));

    it('rejects with connection_closed when closed during the handshake', () =>
      play(subject, async (scene) => {
        const { connection, peer } = await betrayed(scene);
        const closed = rejects(connection.startTls(wanted), 'connection_closed');
        await until(() => peer.heard !== '');
        connection.close();
        await closed;
        assert.equal(scene.clock.pending, 0);
        await assertClosed(connection, peer);
      }));

    it('rejects with the reason of a signal that fires before or during the handshake', () =>
      play(subject, async (scene) => {
        const reason = new Error('no longer wanted');
        const before = await betrayed(scene);
        await rejectsWith(
          before.connection.startTls({ ...wanted, signal: AbortSignal.abort(reason) }),
          reason,
        );
        await assertClosed(before.connection, before.peer);

        const during = await betrayed(scene);
        const controller = new AbortController();
        const { signal } = controller;
        const aborted = rejectsWith(during.connection.startTls({ ...wanted, signal }), reason);
        await until(() => during.peer.heard !== '');
        controller.abort(reason);
        await aborted;
        assert.equal(getEventListeners(signal, 'abort').length, 0);
        await assertClosed(during.connection, during.peer);
      }));

    it('keeps the bounds and the endings of plain text', () =>
      play(subject, async (scene) => {
        const endless = await agreed(scene);
        await endless.connection.startTls(wanted);
        const streaming = endless.peer.sayForever('x');
        await rejects(endless.connection.receive(patience), 'reply_too_long');
        await streaming;
        await assertClosed(endless.connection, endless.peer);

        const ending = await agreed(scene);
        await ending.connection.startTls(wanted);
        await ending.peer.say('250 one\r\n250 tw');
        ending.peer.hangUp();
        assert.deepEqual((await ending.connection.receive(patience)).lines, ['one']);
        await rejects(ending.connection.receive(patience), 'connection_closed');
        await assertClosed(ending.connection, ending.peer);

        const resetting = await agreed(scene);
        await resetting.connection.startTls(wanted);
        const closed = rejects(resetting.connection.receive(patience), 'connection_closed');
        resetting.peer.reset();
        await closed;
        await assertClosed(resetting.connection, resetting.peer);
      }));

    it('refuses to start twice or while a receive is waiting, and stays usable', () =>
      play(subject, async (scene) => {
        const { connection, peer } = await agreed(scene);
        const handshake = connection.startTls(wanted);
        await rejects(connection.startTls(wanted), 'invalid_argument');
        await rejects(connection.send(['EHLO probe.example.com']), 'invalid_argument');
        await rejects(connection.receive(patience), 'invalid_argument');
        await handshake;
        await rejects(connection.startTls(wanted), 'invalid_argument');
        await assertInTouch(connection, peer);

        const waiting = await scene.connect();
        const reply = waiting.connection.receive(patience);
        await rejects(waiting.connection.startTls(wanted), 'invalid_argument');
        waiting.peer.say('220 ready\r\n');
        assert.equal((await reply).code, 220);
      }));
  });
}
