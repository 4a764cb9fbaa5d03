import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** Returns a UDP port of 127.0.0.1 that was free a moment ago, so that nothing listens on it. */
export async function closedPort(): Promise<number> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address();
  socket.close();
  await once(socket, 'close');
  return port;
}
