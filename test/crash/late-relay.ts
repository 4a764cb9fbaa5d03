import { once } from 'node:events';
import { type AddressInfo, createConnection, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { SandboxDescription } from '../../adapters/sandbox/index.ts';

/** A network in front of that of a sandbox. */
export interface LateNetwork extends AsyncDisposable {
  readonly description: SandboxDescription;
}

/**
 * Relays each connection to a server of the sandbox. When the client has ended or reset one, the server learns that
 * `lateMs` later, and counts it until then, as a server that is busy, or behind a proxy.
 */
export async function lateNetwork(sandbox: SandboxDescription, lateMs: number): Promise<LateNetwork> {
  const relays = new Map<number, Promise<Relay>>();
  const entries = Object.entries(sandbox.dialTable).map(async ([address, target]) => {
    const relay = relays.get(target.port) ?? startRelay(target.port, lateMs);
    relays.set(target.port, relay);
    return [address, { ...target, port: (await relay).port }] as const;
  });
  const dialTable = Object.fromEntries(await Promise.all(entries));
  return {
    description: { ...sandbox, dialTable },
    [Symbol.asyncDispose]: async () => {
      for (const relay of relays.values()) (await relay).stop();
    },
  };
}

interface Relay {
  readonly port: number;
  stop(): void;
}

async function startRelay(port: number, lateMs: number): Promise<Relay> {
  const sockets = new Set<Socket>();
  const stopped = new AbortController();
  const server: Server = createServer({ noDelay: true, allowHalfOpen: true }, (client) => {
    const upstream = createConnection({ host: '127.0.0.1', port, noDelay: true, allowHalfOpen: true });
    for (const socket of [client, upstream]) sockets.add(socket.on('error', () => {}));
    let isEnding = false;
    const endLater = async () => {
      if (isEnding) return;
      isEnding = true;
      if (!upstream.readableEnded) await delay(lateMs, undefined, { signal: stopped.signal }).catch(() => {});
      upstream.end();
    };
    client.on('data', (bytes) => upstream.write(bytes));
    client.on('end', endLater).on('close', endLater);
    upstream.on('data', (bytes) => client.write(bytes));
    upstream.on('end', () => client.end());
    upstream.on('close', () => client.destroy());
    for (const socket of [client, upstream]) socket.once('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    stop: () => {
      stopped.abort();
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
