import assert from 'node:assert/strict';
import type { SmtpConnection } from '../../src/ports/smtp-transport.ts';
import type { ContractRunner } from '../runner.ts';
import { until } from '../until.ts';
import { assertClosed, assertRejects, longWait, type ServerTest, type SmtpFixture } from './fixture.ts';
import type { Peer } from './scripted-server.ts';
import { connectWithTls, tlsOptions } from './tls.ts';

type Connect = (fixture: SmtpFixture) => Promise<{ connection: SmtpConnection; peer: Peer }>;

const ways: readonly (readonly [string, Connect])[] = [
  ['in plain text', (fixture) => fixture.connect()],
  [
    'over TLS',
    async (fixture) => {
      const { connection, peer } = await connectWithTls(fixture);
      await connection.startTls(tlsOptions);
      return { connection, peer };
    },
  ],
];

/** Returns whether the connection is closed by now. */
function watchClosed({ closed }: SmtpConnection): () => boolean {
  let done = false;
  void closed.then(() => {
    done = true;
  });
  return () => done;
}

export function endingContract({ describe }: ContractRunner, serverTest: ServerTest): void {
  for (const [way, connect] of ways) {
    describe(`the end of a connection ${way}`, () => {
      const test = (
        name: string,
        body: (ends: { connection: SmtpConnection; peer: Peer }, fixture: SmtpFixture) => Promise<void>,
      ) => serverTest(name, async (fixture) => body(await connect(fixture), fixture));

      test('in order waits until the server has closed', async ({ connection, peer }, { clock, server }) => {
        const isClosed = watchClosed(connection);
        await connection.send(['QUIT']);
        const ended = connection.end({ timeoutMs: 2_000 });
        await peer.readCommand();
        await peer.write('221 bye\r\n');
        await server.synchronise();
        assert.equal(isClosed(), false);
        peer.hangUp();
        await ended;
        assert.equal(isClosed(), true);
        assert.equal(peer.wasReset, false);
        assert.equal(clock.pending, 0);
        await assertClosed(connection, peer);
      });

      test('in order becomes a reset if the server does not close', async ({ connection, peer }, {
        clock,
      }) => {
        peer.keepOpen();
        const ended = connection.end({ timeoutMs: 2_000 });
        clock.leap(2_000);
        await ended;
        await until(() => peer.wasReset);
        assert.equal(clock.pending, 0);
        await assertClosed(connection, peer);
      });

      test('in order becomes a reset if the signal fires, or the connection is closed', async (ends, {
        clock,
      }) => {
        const { connection, peer } = ends;
        peer.keepOpen();
        const controller = new AbortController();
        const ended = connection.end({ timeoutMs: 2_000, signal: controller.signal });
        controller.abort();
        connection.close();
        await ended;
        await until(() => peer.wasReset);
        assert.equal(clock.pending, 0);
        await assertClosed(connection, peer);
      });

      test('in order is over at once if the server has closed, or the connection was closed', async (context) => {
        const { connection, peer } = context;
        peer.hangUp();
        await assertRejects(connection.receive(longWait), 'connection_closed');
        await connection.end(longWait);
        await connection.end(longWait);
        await assertClosed(connection, peer);
      });

      test('at once is a reset, so that a server that is still busy notices it', async (context) => {
        const { connection, peer } = context;
        peer.keepOpen();
        await connection.send(['RCPT TO:<ann@example.org>']);
        await peer.readCommand();
        connection.close();
        await connection.closed;
        await until(() => peer.wasReset);
        await assertClosed(connection, peer);
      });

      test('after a timeout is a reset', async ({ connection, peer }, { clock }) => {
        peer.keepOpen();
        const late = assertRejects(connection.receive({ timeoutMs: 1_000 }), 'reply_timeout');
        clock.leap(1_000);
        await late;
        await connection.closed;
        await until(() => peer.wasReset);
        await assertClosed(connection, peer);
      });

      test('by the server is noticed, and answered without a reset', async ({ connection, peer }) => {
        const isClosed = watchClosed(connection);
        assert.equal(isClosed(), false);
        peer.hangUp();
        await connection.closed;
        await until(() => peer.closed);
        assert.equal(peer.wasReset, false);
      });

      test('by a reset of the server is noticed', async ({ connection, peer }) => {
        peer.reset();
        await connection.closed;
        await assertClosed(connection, peer);
      });
    });
  }
}
