import { isIP, type Socket } from 'node:net';
import { connect as connectTls, createSecureContext, type SecureContext } from 'node:tls';
import { opportunisticTls } from '../../src/smtp/starttls.ts';
import type { Wire, WireSink } from '../../src/smtp/wire-connection.ts';
import { closeSocket } from '../close-socket.ts';
import { writeToStream } from '../write-to-stream.ts';

/** Shared by all connections: creating one takes about a millisecond. */
let sharedContext: SecureContext | undefined;

/** A wire over a connected socket of node:net, and over the TLS socket that replaces it. */
export class SocketWire implements Wire {
  readonly localAddress: string | undefined;
  readonly #sink: WireSink;
  readonly #plain: Socket;
  /** The plain socket, or the TLS socket over it. */
  #socket: Socket;

  constructor(socket: Socket, sink: WireSink) {
    this.localAddress = socket.localAddress;
    this.#sink = sink;
    this.#plain = socket;
    this.#socket = socket;
    this.#attach(socket);
  }

  write(bytes: Uint8Array): Promise<void> {
    return writeToStream(this.#socket, bytes);
  }

  async upgrade(serverName: string): Promise<void> {
    const plain = this.#plain;
    plain.removeAllListeners('data');
    sharedContext ??= createSecureContext(opportunisticTls);
    const secure = connectTls({
      socket: plain,
      secureContext: sharedContext,
      rejectUnauthorized: opportunisticTls.rejectUnauthorized,
      // Server Name Indication is for host names only (RFC 6066 §3).
      ...(isIP(serverName) === 0 ? { servername: serverName } : {}),
    });
    this.#socket = secure;
    this.#attach(secure);
    await new Promise<void>((resolve) => secure.once('secureConnect', resolve));
  }

  destroy(how: 'reset' | 'finish'): Promise<void> {
    return closeSocket(this.#plain, this.#socket, how);
  }

  /** The listeners are never removed: a late error must not crash the process. */
  #attach(socket: Socket): void {
    socket.on('data', (chunk: Buffer) => this.#sink.received(chunk));
    socket.on('end', () => this.#sink.ended());
    socket.on('close', () => this.#sink.ended());
    socket.on('error', (error) => this.#sink.ended(error));
  }
}
