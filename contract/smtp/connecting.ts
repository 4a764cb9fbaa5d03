import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { expectThat } from '../failure/contract-failure.ts';
import { until } from '../until.ts';
import { assertClosed, assertRejects, assertRejectsWith, longWait, type ServerTest } from './fixture.ts';
import { ScriptedServer } from './scripted-server.ts';

/** One address of each kind that is not globally reachable. */
const specialPurposeAddresses = [
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

/** Runs callbacks that are due, without reading from the network. */
async function runCallbacks(): Promise<void> {
  for (let tick = 0; tick < 10; tick += 1) await new Promise<void>((resolve) => process.nextTick(resolve));
}

export function connectingContract(test: ServerTest): void {
  test('opens a plain connection with nothing to read', async ({ connect, clock }) => {
    const { connection } = await connect();
    assert.equal(connection.secure, false);
    assert.equal(connection.unread, false);
    assert.equal(clock.pending, 0);
  });

  test('names the address of this machine that it was made from, or none', async ({ connect }) => {
    const { connection, peer } = await connect();
    const { localAddress } = connection;
    expectThat(
      localAddress === undefined || localAddress === peer.address,
      `the address that the server sees, ${peer.address}, or none`,
      localAddress,
    );
    connection.close();
    assert.equal(connection.localAddress, localAddress);
  });

  test('sends nothing by itself', async ({ connect }) => {
    const { connection, peer } = await connect();
    await peer.write('220 mx.example.com\r\n');
    await connection.receive(longWait);
    connection.close();
    await until(() => peer.closed);
    assert.equal(peer.received, '');
  });

  test('rejects with connection_refused if nothing listens on the port', async ({ transport, clock }) => {
    const server = await ScriptedServer.start();
    const { target } = server;
    await server.stop();
    await assertRejects(transport.connect(target, longWait), 'connection_refused');
    assert.equal(clock.pending, 0);
  });

  test('rejects with connection_timeout after the timeout, and leaves no socket', async (context) => {
    const { transport, server, clock } = context;
    const late = assertRejects(transport.connect(server.target, { timeoutMs: 5_000 }), 'connection_timeout');
    await runCallbacks();
    clock.leap(4_999);
    assert.equal(clock.pending, 1);
    clock.leap(1);
    await late;
  });

  test('calls onDialling once at most, and before it resolves', async ({ transport, server }) => {
    let calls = 0;
    const onDialling = () => {
      calls += 1;
    };
    const connection = await transport.connect(server.target, { ...longWait, onDialling });
    const early = calls;
    connection.close();
    await connection.closed;
    assert.ok(early <= 1, `onDialling was called ${early} times.`);
    assert.equal(calls, early);
  });

  test('rejects with the reason of a signal that has already fired, before any packet', async (context) => {
    const { transport, server, clock } = context;
    const reason = new Error('no longer tlsOptions');
    const signal = AbortSignal.abort(reason);
    await assertRejectsWith(transport.connect(server.target, { ...longWait, signal }), reason);
    assert.equal(clock.pending, 0);
    assert.equal(getEventListeners(signal, 'abort').length, 0);
    await assertUntouched(server);
  });

  test('rejects with the reason of a signal that fires while connecting, and leaves no socket', async (context) => {
    const { transport, server } = context;
    const controller = new AbortController();
    const reason = new Error('no longer tlsOptions');
    const { signal } = controller;
    const aborted = assertRejectsWith(transport.connect(server.target, { ...longWait, signal }), reason);
    await runCallbacks();
    controller.abort(reason);
    await aborted;
    assert.equal(getEventListeners(signal, 'abort').length, 0);
  });

  test('leaves no listener on the signal after connecting, and ignores it from then on', async (context) => {
    const { transport, server } = context;
    const controller = new AbortController();
    const { signal } = controller;
    const connection = await transport.connect(server.target, { ...longWait, signal });
    const peer = await server.accept();
    assert.equal(getEventListeners(signal, 'abort').length, 0);
    controller.abort();
    await peer.write('220 mx.example.com\r\n');
    assert.equal((await connection.receive(longWait)).code, 220);
    connection.close();
  });

  test('refuses an address that is not globally reachable, before any packet', async (context) => {
    const { guarded, server, clock } = context;
    const { port } = server.target;
    for (const address of specialPurposeAddresses) {
      await assertRejects(guarded.connect({ address, port }, longWait), 'address_not_allowed');
    }
    assert.equal(clock.pending, 0);
    await assertUntouched(server);
  });

  test('never resolves a host name', async ({ transport, server }) => {
    const { port } = server.target;
    await assertRejects(transport.connect({ address: 'localhost', port }, longWait), 'invalid_argument');
    await assertRejects(transport.connect({ address: '', port }, longWait), 'invalid_argument');
    await assertUntouched(server);
  });

  test('refuses an invalid port', async ({ transport }) => {
    for (const port of [0, -1, 65_536, 2.5, Number.NaN]) {
      await assertRejects(transport.connect({ address: '127.0.0.1', port }, longWait), 'invalid_argument');
    }
  });

  test('handles a server that resets the connection at once', async ({ connect }) => {
    const { connection, peer } = await connect();
    peer.reset();
    await assertRejects(connection.receive(longWait), 'connection_closed');
    await assertClosed(connection, peer);
  });
}

async function assertUntouched(server: ScriptedServer): Promise<void> {
  await server.synchronise();
  assert.equal(server.peers.length, 0);
}
