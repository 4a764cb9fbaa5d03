import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { until } from '../until.ts';
import { assertClosed, assertRejects, assertRejectsWith, longWait, type ServerTest } from './fixture.ts';

export function closingContract(test: ServerTest): void {
  test('closes on a timeout, so that a late reply never answers a later command', async (context) => {
    const { connect, clock } = context;
    const first = await connect();
    await first.connection.send(['RCPT TO:<ann@example.org>']);
    const late = assertRejects(first.connection.receive({ timeoutMs: 1_000 }), 'reply_timeout');
    clock.leap(1_000);
    first.peer.write('550 5.1.1 no such user\r\n');
    await late;
    await assertRejects(first.connection.send(['RCPT TO:<bob@example.org>']), 'connection_closed');
    await assertClosed(first.connection, first.peer);

    const second = await connect();
    await second.connection.send(['RCPT TO:<bob@example.org>']);
    second.peer.write('250 2.1.5 fine\r\n');
    assert.deepEqual(await second.connection.receive(longWait), { code: 250, lines: ['2.1.5 fine'] });
  });

  test('does not close before the timeout', async ({ connect, clock }) => {
    const { connection, peer } = await connect();
    const reply = connection.receive({ timeoutMs: 1_000 });
    await clock.advance(999);
    peer.write('250 just in time\r\n');
    assert.deepEqual(await reply, { code: 250, lines: ['just in time'] });
    assert.equal(clock.pending, 0);
  });

  test('times out if a reply begins and does not end', async ({ connect, clock }) => {
    const { connection, peer } = await connect();
    peer.write('250-first\r\n250-sec');
    await until(() => connection.unread);
    const late = assertRejects(connection.receive({ timeoutMs: 1_000 }), 'reply_timeout');
    clock.leap(1_000);
    await late;
    await assertClosed(connection, peer);
  });

  test('closes if the server resets the connection', async ({ connect }) => {
    const { connection, peer } = await connect();
    await connection.send(['RCPT TO:<ann@example.org>']);
    const closed = assertRejects(connection.receive(longWait), 'connection_closed');
    await peer.readCommand();
    peer.reset();
    await closed;
    await assertClosed(connection, peer);
  });

  test('closes on a reset while no receive is waiting', async ({ connect, server }) => {
    const { connection, peer } = await connect();
    peer.reset();
    await server.synchronise();
    await assertRejects(connection.receive(longWait), 'connection_closed');
    await assertClosed(connection, peer);
  });

  test('closes on a FIN in the middle of a reply, which is discarded', async ({ connect }) => {
    const { connection, peer } = await connect();
    const closed = assertRejects(connection.receive(longWait), 'connection_closed');
    await peer.write('250-first\r\n250 last');
    peer.hangUp();
    await closed;
    await assertClosed(connection, peer);
  });

  test('closes on a FIN, after returning the replies before it', async ({ connect }) => {
    const { connection, peer } = await connect();
    await peer.write('250 one\r\n421 closing\r\n');
    peer.hangUp();
    await until(() => peer.closed);
    assert.deepEqual(await connection.receive(longWait), { code: 250, lines: ['one'] });
    assert.deepEqual(await connection.receive(longWait), { code: 421, lines: ['closing'] });
    await assertRejects(connection.receive(longWait), 'connection_closed');
    await assertClosed(connection, peer);
  });

  test('closes on a reset, after returning the replies read before it', async ({ connect }) => {
    const { connection, peer } = await connect();
    peer.write('250 one\r\n');
    await until(() => connection.unread);
    peer.reset();
    assert.deepEqual(await connection.receive(longWait), { code: 250, lines: ['one'] });
    await assertRejects(connection.receive(longWait), 'connection_closed');
    await assertClosed(connection, peer);
  });

  test('returns the last reply of a server although a command is sent too late', async ({ connect }) => {
    const { connection, peer } = await connect();
    await peer.write('421 idle for too long\r\n');
    peer.hangUp();
    await until(() => peer.closed);
    await connection.send(['RSET']);
    assert.deepEqual(await connection.receive(longWait), { code: 421, lines: ['idle for too long'] });
    await assertRejects(connection.send(['RSET']), 'connection_closed');
    await assertClosed(connection, peer);
  });

  test('rejects a send with connection_closed if the server has closed without a reply', async (context) => {
    const { connect } = context;
    const { connection, peer } = await connect();
    peer.hangUp();
    await until(() => peer.closed);
    await assertRejects(connection.send(['NOOP']), 'connection_closed');
    await assertClosed(connection, peer);
  });

  test('closes at once on close(), while a receive is waiting', async ({ connect, clock }) => {
    const { connection, peer } = await connect();
    const closed = assertRejects(connection.receive(longWait), 'connection_closed');
    connection.close();
    await closed;
    assert.equal(clock.pending, 0);
    await assertClosed(connection, peer);
  });

  test('discards unread replies on close()', async ({ connect }) => {
    const { connection, peer } = await connect();
    peer.write('250 one\r\n');
    await until(() => connection.unread);
    connection.close();
    await assertClosed(connection, peer);
  });

  test('may be closed twice, or after the server has closed', async ({ connect }) => {
    const first = await connect();
    first.connection.close();
    first.connection.close();
    await assertClosed(first.connection, first.peer);
    const second = await connect();
    second.peer.reset();
    await assertRejects(second.connection.receive(longWait), 'connection_closed');
    second.connection.close();
    await assertClosed(second.connection, second.peer);
  });

  test('closes if the signal of a receive fires, which rejects with its reason', async (context) => {
    const { connect, clock } = context;
    const { connection, peer } = await connect();
    const controller = new AbortController();
    const reason = new Error('no longer tlsOptions');
    const { signal } = controller;
    const aborted = assertRejectsWith(connection.receive({ ...longWait, signal }), reason);
    controller.abort(reason);
    await aborted;
    assert.equal(clock.pending, 0);
    assert.equal(getEventListeners(signal, 'abort').length, 0);
    await assertClosed(connection, peer);
  });

  test('closes if the signal of a receive has already fired, even if a reply has arrived', async (context) => {
    const { connect } = context;
    const { connection, peer } = await connect();
    peer.write('250 one\r\n');
    await until(() => connection.unread);
    const reason = new Error('no longer tlsOptions');
    await assertRejectsWith(connection.receive({ ...longWait, signal: AbortSignal.abort(reason) }), reason);
    await assertClosed(connection, peer);
  });

  test('does not close if the signal fires after the receive has its reply', async ({ connect, clock }) => {
    const { connection, peer } = await connect();
    const controller = new AbortController();
    const { signal } = controller;
    const reply = connection.receive({ ...longWait, signal });
    peer.write('250 one\r\n');
    await reply;
    assert.equal(clock.pending, 0);
    assert.equal(getEventListeners(signal, 'abort').length, 0);
    controller.abort();
    peer.write('250 two\r\n');
    assert.deepEqual((await connection.receive(longWait)).lines, ['two']);
  });

  test('does not close on a second receive at the same time, but refuses it', async ({ connect }) => {
    const { connection, peer } = await connect();
    const first = connection.receive(longWait);
    await assertRejects(connection.receive(longWait), 'invalid_argument');
    peer.write('250 for the first\r\n');
    assert.deepEqual((await first).lines, ['for the first']);
  });
}
