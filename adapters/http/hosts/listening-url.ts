import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Returns the URL of a server that is listening, such as http://127.0.0.1:8080 or http://[::1]:8080. */
export function listeningUrl(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
