import { createSocket, type RemoteInfo, type Socket as UdpSocket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { decode, encode, type Packet, type StringAnswer } from 'dns-packet';

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
  tcp.listen(0, '127.0.0.1');
  await once(tcp, 'listening');
  const { port } = tcp.address() as AddressInfo;
  const queries: Query[] = [];
  const udp: UdpSocket = createSocket('udp4', (message, from) => {
    const respond = (answer: Buffer) => udp.send(answer, from.port, from.address);
    const query = { message, packet: decode(message), from, respond };
    queries.push(query);
    script.onQuery?.(query, queries.length);
  });
  udp.bind(port, '127.0.0.1');
  await once(udp, 'listening');
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
