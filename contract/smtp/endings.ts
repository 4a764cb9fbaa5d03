import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import type { ContractRunner } from '../runner.ts';
import { until } from '../until.ts';
import {
  assertClosed,
  patience,
  play,
  rejects,
  rejectsWith,
  type SmtpTransportContractSubject,
} from './scene.ts';

export function endingsContract(
  { describe, it }: ContractRunner,
  subject: SmtpTransportContractSubject,
): void {
  describe('the end of a connection', () => {
    it('comes with a time-out: a late reply never answers a later command', () =>
      play(subject, async ({ connect, clock }) => {
        const first = await connect();
        await first.connection.send(['RCPT TO:<ann@example.org>']);
        const late = rejects(first.connection.receive({ timeoutMs: 1_000 }), 'reply_timeout');
        clock.leap(1_000);
        first.peer.say('550 5.1.1 no such user\r\n');
        await late;
        await rejects(first.connection.send(['RCPT TO:<bob@example.org>']), 'connection_closed');
        await assertClosed(first.connection, first.peer);

        const second = await connect();
        await second.connection.send(['RCPT TO:<bob@example.org>']);
        second.peer.say('250 2.1.5 fine\r\n');
        assert.deepEqual(await second.connection.receive(patience), { code: 250, lines: ['2.1.5 fine'] });
      }));

    it('does not come before time is up', () =>
      play(subject, async ({ connect, clock }) => {
        const { connection, peer } = await connect();
        const reply = connection.receive({ timeoutMs: 1_000 });
        await clock.advance(999);
        peer.say('250 just in time\r\n');
        assert.deepEqual(await reply, { code: 250, lines: ['just in time'] });
        assert.equal(clock.pending, 0);
      }));

    it('is a time-out too when a reply has begun and does not end', () =>
      play(subject, async ({ connect, clock }) => {
        const { connection, peer } = await connect();
        peer.say('250-first\r\n250-sec');
        await until(() => connection.unread);
        const late = rejects(connection.receive({ timeoutMs: 1_000 }), 'reply_timeout');
        clock.leap(1_000);
        await late;
        await assertClosed(connection, peer);
      }));

    it('comes with a reset by the server', () =>
      play(subject, async ({ connect }) => {
        const { connection, peer } = await connect();
        await connection.send(['RCPT TO:<ann@example.org>']);
        const closed = rejects(connection.receive(patience), 'connection_closed');
        await peer.command();
        peer.reset();
        await closed;
        await assertClosed(connection, peer);
      }));

    it('comes with a reset while nobody is waiting, and harms nobody', () =>
      play(subject, async ({ connect, server }) => {
        const { connection, peer } = await connect();
        peer.reset();
        await server.knock();
        await rejects(connection.receive(patience), 'connection_closed');
        await assertClosed(connection, peer);
      }));

    it('comes with a FIN in the middle of a reply, which is then no reply', () =>
      play(subject, async ({ connect }) => {
        const { connection, peer } = await connect();
        const closed = rejects(connection.receive(patience), 'connection_closed');
        await peer.say('250-first\r\n250 last');
        peer.hangUp();
        await closed;
        await assertClosed(connection, peer);
      }));

    it('comes with a FIN, after the replies before it are handed out', () =>
      play(subject, async ({ connect }) => {
        const { connection, peer } = await connect();
        await peer.say('250 one\r\n421 closing\r\n');
        peer.hangUp();
        await until(() => peer.closed);
        assert.deepEqual(await connection.receive(patience), { code: 250, lines: ['one'] });
        assert.deepEqual(await connection.receive(patience), { code: 421, lines: ['closing'] });
        await rejects(connection.receive(patience), 'connection_closed');
        await assertClosed(connection, peer);
      }));

    it('comes with a reset, after the replies read before it are handed out', () =>
      play(subject, async ({ connect }) => {
        const { connection, peer } = await connect();
        peer.say('250 one\r\n');
        await until(() => connection.unread);
        peer.reset();
        assert.deepEqual(await connection.receive(patience), { code: 250, lines: ['one'] });
        await rejects(connection.receive(patience), 'connection_closed');
        await assertClosed(connection, peer);
      }));

    it('does not lose the last words of a server to a command that comes too late', () =>
      play(subject, async ({ connect }) => {
        const { connection, peer } = await connect();
        await peer.say('421 idle for too long\r\n');
        peer.hangUp();
        await until(() => peer.closed);
        await connection.send(['RSET']);
        assert.deepEqual(await connection.receive(patience), { code: 421, lines: ['idle for too long'] });
        await rejects(connection.send(['RSET']), 'connection_closed');
        await assertClosed(connection, peer);
      }));

    it('makes a send reject with connection_closed once the server has gone without a word', () =>
      play(subject, async ({ connect }) => {
        const { connection, peer } = await connect();
        peer.hangUp();
        await until(() => peer.closed);
        await rejects(connection.send(['NOOP']), 'connection_closed');
        await assertClosed(connection, peer);
      }));

    it('comes with close(), at once, while a receive is waiting', () =>
      play(subject, async ({ connect, clock }) => {
        const { connection, peer } = await connect();
        const closed = rejects(connection.receive(patience), 'connection_closed');
        connection.close();
        await closed;
        assert.equal(clock.pending, 0);
        await assertClosed(connection, peer);
      }));

    it('drops replies that nobody took before close()', () =>
      play(subject, async ({ connect }) => {
        const { connection, peer } = await connect();
        peer.say('250 one\r\n');
        await until(() => connection.unread);
        connection.close();
        await assertClosed(connection, peer);
      }));

    it('comes once: closing twice, or after the server did, is harmless', () =>
      play(subject, async ({ connect }) => {
        const first = await connect();
        first.connection.close();
        first.connection.close();
        await assertClosed(first.connection, first.peer);
        const second = await connect();
        second.peer.reset();
        await rejects(second.connection.receive(patience), 'connection_closed');
        second.connection.close();
        await assertClosed(second.connection, second.peer);
      }));

    it('comes with the signal of a receive, which rejects with its reason', () =>
      play(subject, async ({ connect, clock }) => {
        const { connection, peer } = await connect();
        const controller = new AbortController();
        const reason = new Error('no longer wanted');
        const { signal } = controller;
        const aborted = rejectsWith(connection.receive({ ...patience, signal }), reason);
        controller.abort(reason);
        await aborted;
        assert.equal(clock.pending, 0);
        assert.equal(getEventListeners(signal, 'abort').length, 0);
        await assertClosed(connection, peer);
      }));

    it('comes with a signal that fired before, even if a reply is there', () =>
      play(subject, async ({ connect }) => {
        const { connection, peer } = await connect();
        peer.say('250 one\r\n');
        await until(() => connection.unread);
        const reason = new Error('no longer wanted');
        await rejectsWith(connection.receive({ ...patience, signal: AbortSignal.abort(reason) }), reason);
        await assertClosed(connection, peer);
      }));

    it('does not come with the signal of a receive that has its reply', () =>
      play(subject, async ({ connect, clock }) => {
        const { connection, peer } = await connect();
        const controller = new AbortController();
        const { signal } = controller;
        const reply = connection.receive({ ...patience, signal });
        peer.say('250 one\r\n');
        await reply;
        assert.equal(clock.pending, 0);
        assert.equal(getEventListeners(signal, 'abort').length, 0);
        controller.abort();
        peer.say('250 two\r\n');
        assert.deepEqual((await connection.receive(patience)).lines, ['two']);
      }));

    it('does not come with a second receive at the same time, which alone is refused', () =>
      play(subject, async ({ connect }) => {
        const { connection, peer } = await connect();
        const first = connection.receive(patience);
        await rejects(connection.receive(patience), 'invalid_argument');
        peer.say('250 for the first\r\n');
        assert.deepEqual((await first).lines, ['for the first']);
      }));
  });
}
