import { isIP, type Socket, type TcpNetConnectOpts } from 'node:net';
import { PassThrough } from 'node:stream';
import { SMTPChannel } from 'smtp-channel';
import { opportunisticTls } from '../../src/smtp/starttls.ts';
import type { Wire, WireSink } from '../../src/smtp/wire-connection.ts';

/**
 * The channel without its own reading of replies, which is unbounded and gives a late reply to the next command:
 * `receive` has the bytes as they come, and the channel's line buffer stays empty.
 */
class ByteChannel extends SMTPChannel {
  /** Destroyed directly: `close()` forgets the socket, and an error that is on its way then crashes the channel. */
  socket: Socket | undefined;

  protected override _createSocket(config: TcpNetConnectOpts, onConnect: () => void): Socket {
    const socket = super._createSocket(config, onConnect);
    // The channel asks for text, which would change the octets that are to be counted.
    socket.setEncoding = () => socket;
    this.socket = socket;
    return socket;
  }

  protected override _onReceive(chunk: Buffer): void {
    this.emit('receive', chunk);
  }
}

/** A channel for connecting, writing and TLS, and nothing else. */
export class ChannelWire implements Wire {
  readonly #channel: ByteChannel;
  #sink: WireSink | undefined;
  /** One write lasts as long as the stream: the channel ties listeners to each write until it reads a reply. */
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

  /** Tells exactly one of the two what became of it. The sink must be attached before `opened` returns. */
  open(opened: () => void, failed: (cause: unknown) => void): void {
    let open = false;
    this.#channel.once('connect', () => {
      open = true;
      this.#startWriting();
      opened();
    });
    // Never resolves, since the channel reads no reply; rejects while connecting, and when an open one ends.
    this.#channel.connect().catch((cause: unknown) => {
      if (!open) failed(cause);
    });
  }

  attach(sink: WireSink): Wire {
    this.#sink = sink;
    return this;
  }

  write(bytes: Uint8Array): Promise<void> {
    const outgoing = this.#outgoing;
    if (!outgoing.writable || outgoing.write(bytes)) return Promise.resolve();
    return new Promise((resolve) => {
      const done = () => {
        outgoing.off('drain', done);
        outgoing.off('close', done);
        resolve();
      };
      outgoing.once('drain', done);
      outgoing.once('close', done);
    });
  }

  async upgrade(serverName: string): Promise<void> {
    const plain = this.#channel.socket;
    this.#outgoing.destroy();
    const upgraded = this.#channel.negotiateTLS({
      ...opportunisticTls,
      // Server Name Indication is for host names only (RFC 6066 §3).
      ...(isIP(serverName) === 0 ? { servername: serverName } : {}),
    });
    // The channel has just taken every listener from the plain socket, the one for errors too.
    plain?.on('error', ignore);
    await upgraded;
    this.#outgoing = new PassThrough();
    this.#startWriting();
  }

  destroy(): void {
    this.#outgoing.destroy();
    this.#channel.socket?.destroy();
  }

  #startWriting(): void {
    this.#channel.write(this.#outgoing).catch(ignore);
  }
}

function ignore(): void {}
