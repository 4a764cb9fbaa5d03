import { isIP, type Socket, type TcpNetConnectOpts } from 'node:net';
import { PassThrough } from 'node:stream';
import { SMTPChannel } from 'smtp-channel';
import { opportunisticTls } from '../../src/smtp/starttls.ts';
import type { Wire, WireSink } from '../../src/smtp/wire-connection.ts';
import { closeSocket } from '../close-socket.ts';
import { writeToStream } from '../write-to-stream.ts';

/**
 * A channel that emits bytes as `receive` and parses no replies. The channel's own parser is unbounded, and takes a
 * late reply for the answer to the next command.
 */
class ByteChannel extends SMTPChannel {
  /** Destroyed directly: after `close()`, a pending socket error would crash the channel. */
  plainSocket: Socket | undefined;
  /** The plain socket, or the TLS socket over it. */
  topSocket: Socket | undefined;

  protected override _createSocket(config: TcpNetConnectOpts, onConnect: () => void): Socket {
    const socket = super._createSocket(config, onConnect);
    // The channel asks for text, but the reply parser needs the original bytes.
    socket.setEncoding = () => socket;
    this.plainSocket ??= socket;
    this.topSocket = socket;
    return socket;
  }

  protected override _onReceive(chunk: Buffer): void {
    this.emit('receive', chunk);
  }
}

/** A wire over a channel, which connects, writes and starts TLS. */
export class ChannelWire implements Wire {
  readonly #channel: ByteChannel;
  #sink: WireSink | undefined;
  /** One write for the whole stream: the channel adds listeners for each write until it reads a reply. */
  #outgoing = new PassThrough();

  constructor(options: {
    address: string;
    port: number;
    ipVersion: number;
    localAddress?: string | undefined;
  }) {
    const { address, port, ipVersion, localAddress } = options;
    this.#channel = new ByteChannel({
      host: address,
      port,
      family: ipVersion,
      noDelay: true,
      ...(localAddress === undefined ? {} : { localAddress }),
    });
    this.#channel.on('receive', (chunk: Buffer) => this.#sink?.received(chunk));
    this.#channel.on('end', () => this.#sink?.ended());
    this.#channel.on('close', () => this.#sink?.ended());
    this.#channel.on('error', (error: Error) => this.#sink?.ended(error));
  }

  /** Calls exactly one of the two. `onOpen` must attach the sink before it returns. */
  open(onOpen: () => void, onError: (cause: unknown) => void): void {
    let open = false;
    this.#channel.once('connect', () => {
      open = true;
      this.#startWriting();
      onOpen();
    });
    // Never resolves, because the channel reads no reply. Also rejects when an open connection ends.
    this.#channel.connect().catch((cause: unknown) => {
      if (!open) onError(cause);
    });
  }

  get localAddress(): string | undefined {
    return this.#channel.plainSocket?.localAddress;
  }

  attach(sink: WireSink): Wire {
    this.#sink = sink;
    return this;
  }

  write(bytes: Uint8Array): Promise<void> {
    return writeToStream(this.#outgoing, bytes);
  }

  async upgrade(serverName: string): Promise<void> {
    const plain = this.#channel.plainSocket;
    this.#outgoing.destroy();
    const upgraded = this.#channel.negotiateTLS({
      ...opportunisticTls,
      // Server Name Indication is for host names only (RFC 6066 §3).
      ...(isIP(serverName) === 0 ? { servername: serverName } : {}),
    });
    // The channel has removed every listener from the plain socket, including the one for errors.
    plain?.on('error', ignore);
    await upgraded;
    this.#outgoing = new PassThrough();
    this.#startWriting();
  }

  async destroy(how: 'reset' | 'finish'): Promise<void> {
    this.#outgoing.destroy();
    const { plainSocket, topSocket } = this.#channel;
    if (plainSocket === undefined || topSocket === undefined) return;
    // The channel's own listeners throw if an error comes after the end.
    for (const socket of [plainSocket, topSocket]) socket.removeAllListeners('error').on('error', ignore);
    await closeSocket(plainSocket, topSocket, how);
  }

  #startWriting(): void {
    this.#channel.write(this.#outgoing).catch(ignore);
  }
}

function ignore(): void {}
