import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { ManualClock } from '../manual-clock.ts';
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
import { ScriptedServer } from './scripted-server.ts';

/** Each stands for one kind of address that only we can reach, or nobody. */
const notReachable = [
  '127.0.0.1',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '::',
  'fe80::1',
  'fc00::1',
  'ff02::1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
];

/** Callbacks that are due run, and nothing is read from the network meanwhile. */
async function afterCallbacks(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await new Promise<void>((resolve) => process.nextTick(resolve));
}

export function connectingContract(
  { describe, it }: ContractRunner,
  subject: SmtpTransportContractSubject,
): void {
  describe('connecting', () => {
    it('gives a plain connection on which nothing was said', () =>
      play(subject, async ({ connect, clock }) => {
        const { connection } = await connect();
        assert.equal(connection.secure, false);
        assert.equal(connection.unread, false);
        assert.equal(clock.pending, 0);
      }));

    it('says nothing of its own accord', () =>
      play(subject, async ({ connect }) => {
        const { connection, peer } = await connect();
        await peer.say('220 mx.example.com\r\n');
        await connection.receive(patience);
        connection.close();
        await until(() => peer.closed);
        assert.equal(peer.heard, '');
      }));

    it('rejects with connection_refused where nobody listens', () =>
      play(subject, async ({ transport, clock }) => {
        const server = await ScriptedServer.start();
        const { target } = server;
        await server.stop();
        await rejects(transport.connect(target, patience), 'connection_refused');
        assert.equal(clock.pending, 0);
      }));

    it('rejects with connection_timeout when time is up, and leaves no socket', () =>
      play(subject, async ({ transport, server, clock }) => {
        const late = rejects(transport.connect(server.target, { timeoutMs: 5_000 }), 'connection_timeout');
        await afterCallbacks();
        clock.leap(4_999);
        assert.equal(clock.pending, 1);
        clock.leap(1);
        await late;
      }));

    it('rejects with the reason of a signal that has fired, before any packet', () =>
      play(subject, async ({ transport, server, clock }) => {
        const reason = new Error('no longer wanted');
        const signal = AbortSignal.abort(reason);
        await rejectsWith(transport.connect(server.target, { ...patience, signal }), reason);
        assert.equal(clock.pending, 0);
        assert.equal(getEventListeners(signal, 'abort').length, 0);
        await assertUntouched(server);
      }));

    it('rejects with the reason of a signal that fires meanwhile, and leaves no socket', () =>
      play(subject, async ({ transport, server }) => {
        const controller = new AbortController();
        const reason = new Error('no longer wanted');
        const { signal } = controller;
        const aborted = rejectsWith(transport.connect(server.target, { ...patience, signal }), reason);
        await afterCallbacks();
        controller.abort(reason);
        await aborted;
        assert.equal(getEventListeners(signal, 'abort').length, 0);
      }));

    it('leaves no listener on the signal of a connect that succeeds, and does not obey it later', () =>
      play(subject, async ({ transport, server }) => {
        const controller = new AbortController();
        const { signal } = controller;
        const connection = await transport.connect(server.target, { ...patience, signal });
        const peer = await server.accept();
        assert.equal(getEventListeners(signal, 'abort').length, 0);
        controller.abort();
        await peer.say('220 mx.example.com\r\n');
        assert.equal((await connection.receive(patience)).code, 220);
        connection.close();
      }));

    it('refuses an address that is not globally reachable, before any packet', async () => {
      const clock = new ManualClock();
      const transport = subject.createGuarded({ clock });
      const server = await ScriptedServer.start();
      const { port } = server.target;
      for (const address of notReachable) {
        await rejects(transport.connect({ address, port }, patience), 'address_not_allowed');
      }
      assert.equal(clock.pending, 0);
      await assertUntouched(server);
      await server.stop();
    });

    it('never resolves a name', () =>
      play(subject, async ({ transport, server }) => {
        const { port } = server.target;
        await rejects(transport.connect({ address: 'localhost', port }, patience), 'invalid_argument');
        await rejects(transport.connect({ address: '', port }, patience), 'invalid_argument');
        await assertUntouched(server);
      }));

    it('refuses what is no port', () =>
      play(subject, async ({ transport }) => {
        for (const port of [0, -1, 65_536, 2.5, Number.NaN]) {
          await rejects(transport.connect({ address: '127.0.0.1', port }, patience), 'invalid_argument');
        }
      }));

    it('survives a server that resets at once', () =>
      play(subject, async ({ connect }) => {
        const { connection, peer } = await connect();
        peer.reset();
        await rejects(connection.receive(patience), 'connection_closed');
        await assertClosed(connection, peer);
      }));
  });
}

async function assertUntouched(server: ScriptedServer): Promise<void> {
  await server.knock();
  assert.equal(server.peers.length, 0);
}
