import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { countedNetwork } from '../../../src/ip-address.ts';

/** Closes connections beyond `maxConnections` from one IPv4 address or IPv6 /64. No limit if undefined. */
export function limitConnectionsPerAddress(server: Server, maxConnections: number | undefined): void {
  if (maxConnections === undefined) return;
  const counts = new Map<string, number>();
  server.prependListener('connection', (socket: Socket) => {
    const network = countedNetwork(socket.remoteAddress ?? '');
    const count = (counts.get(network) ?? 0) + 1;
    counts.set(network, count);
    socket.once('close', () => {
      const left = (counts.get(network) ?? 1) - 1;
      if (left > 0) counts.set(network, left);
      else counts.delete(network);
    });
    if (count > maxConnections) socket.destroy();
  });
}

/** Closes the connections of clients that read nothing for `timeoutMs` while part of a response waits to be sent. */
export function cutStalledClients(server: Server, timeoutMs: number): void {
  server.prependListener('connection', (socket: Socket) => {
    let sentBefore = -1;
    const timer = setInterval(() => {
      const waiting = socket.writableLength;
      const sent = socket.bytesWritten - waiting;
      if (waiting > 0 && sent === sentBefore) socket.destroy();
      sentBefore = waiting > 0 ? sent : -1;
    }, timeoutMs);
    timer.unref();
    socket.once('close', () => clearInterval(timer));
  });
}
