import assert from 'node:assert/strict';
import type { Clock, SmtpConnection, SmtpTransport } from '../../src/ports.ts';
import { ManualClock } from '../manual-clock.ts';
import { until } from '../until.ts';
import { type Peer, ScriptedServer } from './scripted-server.ts';

/** A transport under test. Timers go through the clock given, and through nothing else. */
export interface SmtpTransportContractSubject {
  readonly name: string;
  /** A transport that may dial 127.0.0.1. */
  create(options: { clock: Clock }): SmtpTransport;
  /** A transport that dials globally reachable addresses only. */
  createGuarded(options: { clock: Clock }): SmtpTransport;
}

/** Longer than any test lasts on its manual clock. */
export const patience = { timeoutMs: 30_000 } as const;

/** One transport, one server, one clock, and what both ends are told. */
export interface Scene {
  readonly clock: ManualClock;
  readonly server: ScriptedServer;
  readonly transport: SmtpTransport;
  /** A connection with the server's side of it. */
  connect(): Promise<{ connection: SmtpConnection; peer: Peer }>;
}

/**
 * Plays `body`, closes the connections it made, and checks what every test must leave behind: nothing. No socket,
 * no timer, and no peer that still believes in its connection.
 */
export async function play(
  subject: SmtpTransportContractSubject,
  body: (scene: Scene) => Promise<void>,
): Promise<void> {
  const socketsBefore = openSockets();
  const clock = new ManualClock();
  const server = await ScriptedServer.start();
  const transport = subject.create({ clock });
  const connections: SmtpConnection[] = [];
  const connect = async () => {
    const [connection, peer] = await Promise.all([
      transport.connect(server.target, patience),
      server.accept(),
    ]);
    connections.push(connection);
    return { connection, peer };
  };
  try {
    await body({ clock, server, transport, connect });
    for (const connection of connections) connection.close();
    assert.equal(clock.pending, 0, 'timers are left running');
    await server.knock();
    await until(() => server.peers.every((peer) => peer.closed));
  } finally {
    await server.stop();
  }
  await until(() => openSockets() <= socketsBefore);
}

/** TCP handles of this process, listening ones and those below TLS included. */
function openSockets(): number {
  return process.getActiveResourcesInfo().filter((name) => name.startsWith('TCP')).length;
}

/** Attach it before the rejection can happen. */
export function rejects(promise: Promise<unknown>, code: string): Promise<void> {
  return assert.rejects(promise, (error: unknown) => {
    assert.ok(error instanceof Error, 'rejected with something that is no Error');
    assert.equal('code' in error ? error.code : undefined, code, error.stack);
    return true;
  });
}

export function rejectsWith(promise: Promise<unknown>, reason: unknown): Promise<void> {
  return assert.rejects(promise, (error: unknown) => error === reason);
}

/** After a rejection nothing works any more, and the server is told. */
export async function assertClosed(connection: SmtpConnection, peer: Peer): Promise<void> {
  await rejects(connection.receive(patience), 'connection_closed');
  await rejects(connection.send(['NOOP']), 'connection_closed');
  await rejects(connection.startTls({ ...patience, serverName: 'mx.example.com' }), 'connection_closed');
  assert.equal(connection.unread, false);
  await until(() => peer.closed);
}
