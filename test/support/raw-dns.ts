import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { Packet } from 'dns-packet';

export const rawQuestion: Packet = {
  type: 'query',
  id: 4711,
  flags: 1 << 8,
  questions: [{ type: 'A', class: 'IN', name: 'Example.COM' }],
};

export function portOf(address: string): number {
  return Number(address.split(':')[1]);
}

/** Sends one message to a server over UDP and returns the first answer, undecoded. */
export async function exchangeRaw(address: string, message: Buffer): Promise<Buffer> {
  const socket = createSocket('udp4');
  const answered = once(socket, 'message');
  socket.send(message, portOf(address), '127.0.0.1');
  const [answer] = (await answered) as [Buffer];
  socket.close();
  return answer;
}
