import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Returns a function that closes the connections on which nothing has arrived yet. When a server closes, Node waits for
 * them as for requests under way, and no longer limits their time.
 */
export function trackUnusedConnections(server: Server): () => void {
  const open = new Set<Socket>();
  server.prependListener('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return () => {
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
  };
}
