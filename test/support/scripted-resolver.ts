import { createSocket, type RemoteInfo, type Socket as UdpSocket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { decode, encode, type Packet, type StringAnswer } from 'dns-packet';

const host = '127.0.0.1';
const portTries = 20;

export interface Query {
  readonly message: Buffer;
  readonly packet: Packet;
  readonly from: RemoteInfo;
  /** Sends a message back, from the port that received the query. */
  respond(message: Buffer): void;
}

export interface ScriptedResolver {
  readonly address: string;
  /** The queries received over UDP. */
  readonly queries: readonly Query[];
  close(): Promise<void>;
}

/** Starts a resolver on 127.0.0.1 that runs a test's script. Without a script it is silent. */
export async function startScriptedResolver(
  script: { onQuery?: (query: Query, nth: number) => void; onConnection?: (connection: Socket) => void } = {},
): Promise<ScriptedResolver> {
  const connections = new Set<Socket>();
  const tcp = createServer((connection) => {
    connections.add(connection);
    connection.on('error', () => {});
    if (script.onConnection === undefined) connection.destroy();
    else script.onConnection(connection);
  });
  const queries: Query[] = [];
  const onMessage = (message: Buffer, from: RemoteInfo) => {
    const respond = (answer: Buffer) => udp.send(answer, from.port, from.address);
    const query = { message, packet: decode(message), from, respond };
    queries.push(query);
    script.onQuery?.(query, queries.length);
  };
  const { port, udp } = await listenOnOnePort(tcp, onMessage);
  return {
    address: `127.0.0.1:${port}`,
    queries,
    async close() {
      for (const connection of connections) connection.destroy();
      await Promise.all([
        new Promise<void>((resolve) => udp.close(resolve)),
        new Promise<unknown>((resolve) => tcp.close(resolve)),
      ]);
    },
  };
}

/** Listens for both on one port. One that is free for TCP may be in use for UDP; then another one is tried. */
async function listenOnOnePort(
  tcp: Server,
  onMessage: (message: Buffer, from: RemoteInfo) => void,
): Promise<{ readonly port: number; readonly udp: UdpSocket }> {
  for (let tries = 1; ; tries += 1) {
    tcp.listen(0, host);
    await once(tcp, 'listening');
    const { port } = tcp.address() as AddressInfo;
    const udp = createSocket('udp4', onMessage);
    try {
      udp.bind(port, host);
      await once(udp, 'listening');
      return { port, udp };
    } catch (error) {
      if (tries === portTries) throw error;
      udp.close();
      await new Promise<unknown>((resolve) => tcp.close(resolve));
    }
  }
}

/** Encodes a well-formed answer to a query, with the changes of a test. */
export function answerTo(query: Packet, changes: Packet & { rcode?: number } = {}): Buffer {
  const { rcode = 0, ...rest } = changes;
  return encode({
    type: 'response',
    id: query.id,
    questions: query.questions,
    flags: (1 << 8) | (1 << 7) | rcode,
    ...rest,
  });
}

export function addressRecord(name: string, data: string, ttl = 300): StringAnswer {
  return { type: 'A', class: 'IN', name, ttl, data };
}

/** Adds the length that precedes each message over TCP. */
export function frame(message: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(message.length);
  return Buffer.concat([length, message]);
}
