import type { Socket } from 'node:net';
import { type SecureContext, TLSSocket } from 'node:tls';
import type { Clock } from '../../../src/ports.ts';
import type { TrafficCounter } from '../statistics.ts';

/** How long a client may take to close after the server has. */
const lingerMs = 1_000;

/** The server's end of one connection: bytes in and out, TLS, and the ways to end it. */
export class SessionWire {
  readonly #clock: Clock;
  readonly #counter: TrafficCounter;
  readonly #onData: (chunk: Buffer) => void;
  readonly #onEnd: () => void;
  readonly #onClose: () => void;
  readonly #raw: Socket;
  #socket: Socket;
  #cancelLinger: (() => void) | undefined;
  #held = false;
  #over = false;
  #closed = false;

  constructor(
    socket: Socket,
    options: {
      clock: Clock;
      counter: TrafficCounter;
      onData: (chunk: Buffer) => void;
      /** One of the two sides has ended the connection; nothing will be said any more. Comes once, before `onClose`. */
      onEnd: () => void;
      onClose: () => void;
    },
  ) {
    this.#clock = options.clock;
    this.#counter = options.counter;
    this.#onData = options.onData;
    this.#onEnd = options.onEnd;
    this.#onClose = options.onClose;
    this.#raw = socket;
    this.#socket = socket;
    this.#listen(socket);
  }

  #listen(socket: Socket): void {
    socket.on('data', (chunk: Buffer) => {
      this.#counter.add('bytesIn', chunk.length);
      this.#onData(chunk);
    });
    // A reset by the client is an ordinary end here; 'close' follows.
    socket.on('error', () => this.destroy());
    socket.on('end', () => this.#ended());
    socket.on('close', () => this.#close());
  }

  #close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#ended();
    this.#cancelLinger?.();
    this.#raw.destroy();
    this.#onClose();
  }

  #ended(): void {
    if (this.#over) return;
    this.#over = true;
    this.#onEnd();
  }

  /** True if the system took it all at once. */
  send(data: string): boolean {
    if (!this.#socket.writable) return false;
    const bytes = Buffer.from(data, 'utf8');
    this.#counter.add('bytesOut', bytes.length);
    return this.#socket.write(bytes);
  }

  /** Sends `data` over and over, as fast as the client reads, until the connection ends. */
  sendForever(data: string): void {
    const more = () => {
      // At most one write between turns of the event loop, so that others are served.
      if (!this.#socket.writable) return;
      if (this.send(data)) setImmediate(more);
      else this.#socket.once('drain', more);
    };
    more();
  }

  /** Ends our side; what still comes is dropped, so that the last words are not lost to a TCP reset. */
  end(): void {
    this.#ended();
    this.#socket.end();
    this.#socket.resume();
    this.#cancelLinger ??= this.#clock.after(lingerMs, () => this.destroy());
  }

  reset(): void {
    this.#ended();
    if (this.#socket === this.#raw) this.#raw.resetAndDestroy();
    else this.destroy();
  }

  destroy(): void {
    this.#ended();
    this.#socket.destroy();
    this.#raw.destroy();
  }

  /** Stops or goes on reading, to keep a client that never waits from filling our memory. */
  hold(held: boolean): void {
    if (held === this.#held) return;
    this.#held = held;
    if (held) this.#socket.pause();
    else this.#socket.resume();
  }

  /** From here on everything goes through TLS. */
  startTls(secureContext: SecureContext): void {
    this.#raw.removeAllListeners('data');
    const secure = new TLSSocket(this.#raw, { isServer: true, secureContext });
    this.#socket = secure;
    this.#listen(secure);
  }
}
