import assert from 'node:assert/strict';
import type { Clock } from '../../src/ports/clock.ts';
import type { SmtpConnection, SmtpTransport } from '../../src/ports/smtp-transport.ts';
import { expectThat } from '../failure/contract-failure.ts';
import { ManualClock } from '../manual-clock.ts';
import type { ContractRunner } from '../runner.ts';
import { until } from '../until.ts';
import { type Peer, ScriptedServer } from './scripted-server.ts';

/** A transport under test. It must use only the injected clock for timers. */
export interface SmtpTransportContractSubject {
  readonly name: string;
  /** A transport that may dial 127.0.0.1. */
  create(options: { clock: Clock }): SmtpTransport;
  /** A transport that dials only globally reachable addresses. */
  createGuarded(options: { clock: Clock }): SmtpTransport;
}

/** Longer than any test lasts on its manual clock. */
export const longWait = { timeoutMs: 30_000 } as const;

/** A transport and a server to connect to, on a manual clock. */
export interface SmtpFixture {
  readonly clock: ManualClock;
  readonly server: ScriptedServer;
  readonly transport: SmtpTransport;
  /** One that dials only globally reachable addresses. */
  readonly guarded: SmtpTransport;
  /** Opens a connection and returns both ends of it. */
  connect(): Promise<{ connection: SmtpConnection; peer: Peer }>;
}

export type ServerTest = (name: string, body: (fixture: SmtpFixture) => Promise<void>) => void;

/**
 * Returns a function that runs each test with a new server, closes its connections, and checks that no socket, timer or
 * open peer is left behind.
 */
export function serverTest({ it }: ContractRunner, subject: SmtpTransportContractSubject): ServerTest {
  return (name, body) => it(name, () => withServer(subject, body));
}

async function withServer(
  subject: SmtpTransportContractSubject,
  body: (fixture: SmtpFixture) => Promise<void>,
): Promise<void> {
  const socketsBefore = openSockets();
  const clock = new ManualClock();
  const server = await ScriptedServer.start();
  const transport = subject.create({ clock });
  const connections: SmtpConnection[] = [];
  const connect = async () => {
    const [connection, peer] = await Promise.all([
      transport.connect(server.target, longWait),
      server.accept(),
    ]);
    connections.push(connection);
    return { connection, peer };
  };
  try {
    await body({ clock, server, transport, guarded: subject.createGuarded({ clock }), connect });
    for (const connection of connections) connection.close();
    assert.equal(clock.pending, 0, 'timers are left running');
    await server.synchronise();
    await until(() => server.peers.every((peer) => peer.closed));
  } finally {
    await server.stop();
  }
  await until(() => openSockets() <= socketsBefore);
}

/** Counts the TCP handles of this process, including listening ones and those below TLS. */
function openSockets(): number {
  return process.getActiveResourcesInfo().filter((name) => name.startsWith('TCP')).length;
}

/** Call it before the promise can reject. */
export function assertRejects(promise: Promise<unknown>, code: string): Promise<void> {
  return assert.rejects(promise, (error: unknown) => {
    const rejected = error instanceof Error && 'code' in error && error.code === code;
    expectThat(rejected, `an error with the code ${code}`, error);
    return true;
  });
}

export function assertRejectsWith(promise: Promise<unknown>, reason: unknown): Promise<void> {
  return assert.rejects(promise, (error: unknown) => {
    expectThat(error === reason, 'the reason of the signal', error);
    return true;
  });
}

/** Checks that every call rejects, and that the server sees the connection closed. */
export async function assertClosed(connection: SmtpConnection, peer: Peer): Promise<void> {
  await assertRejects(connection.receive(longWait), 'connection_closed');
  await assertRejects(connection.send(['NOOP']), 'connection_closed');
  await assertRejects(
    connection.startTls({ ...longWait, serverName: 'mx.example.com' }),
    'connection_closed',
  );
  assert.equal(connection.unread, false);
  await until(() => peer.closed);
}
