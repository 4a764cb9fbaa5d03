import type { Socket } from 'node:net';
import { type SecureContext, TLSSocket } from 'node:tls';
import type { Clock } from '../../../src/ports/clock.ts';
import type { TrafficCounter } from '../statistics.ts';

/** How long the server waits for the client to close its side too, before it destroys the connection. */
const lingerMs = 1_000;

/** The server's end of one connection: reads and writes bytes, starts TLS, and closes or resets the connection. */
export class SessionWire {
  readonly #clock: Clock;
  readonly #counter: TrafficCounter;
  readonly #closeDelayMs: number;
  readonly #onData: (chunk: Buffer) => void;
  readonly #onEnd: (by: 'client' | 'server') => void;
  readonly #onClose: () => void;
  readonly #raw: Socket;
  #socket: Socket;
  #cancelLinger: (() => void) | undefined;
  #cancelClosing: (() => void) | undefined;
  #paused = false;
  #clientHasEnded = false;
  #over = false;
  #closed = false;

  constructor(
    socket: Socket,
    options: {
      clock: Clock;
      counter: TrafficCounter;
      /** Time from the client's FIN to ours. */
      closeDelayMs: number;
      onData: (chunk: Buffer) => void;
      /** Called once, before `onClose`, when this side has ended the connection, or the client has reset it: whoever came first. */
      onEnd: (by: 'client' | 'server') => void;
      onClose: () => void;
    },
  ) {
    this.#clock = options.clock;
    this.#counter = options.counter;
    this.#closeDelayMs = options.closeDelayMs;
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
    // A reset by the client is an ordinary end; 'close' follows.
    socket.on('error', () => this.destroy());
    socket.on('end', () => this.#clientEnded());
    socket.on('close', () => this.#close());
  }

  #close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#ended('client');
    this.#cancelLinger?.();
    this.#cancelClosing?.();
    this.#raw.destroy();
    this.#onClose();
  }

  #clientEnded(): void {
    this.#clientHasEnded = true;
    if (this.#closeDelayMs <= 0) this.end();
    else this.#cancelClosing ??= this.#clock.after(this.#closeDelayMs, () => this.end());
  }

  #ended(by: 'client' | 'server'): void {
    if (this.#over) return;
    this.#over = true;
    this.#onEnd(this.#clientHasEnded ? 'client' : by);
  }

  /** Returns true if the system accepted all of it at once. */
  send(data: string): boolean {
    if (!this.#socket.writable) return false;
    const bytes = Buffer.from(data, 'utf8');
    this.#counter.add('bytesOut', bytes.length);
    return this.#socket.write(bytes);
  }

  /** Sends `data` repeatedly, as fast as the client reads, until the connection ends. */
  sendForever(data: string): void {
    const more = () => {
      // At most one write per iteration of the event loop, so that other connections are served.
      if (!this.#socket.writable) return;
      if (this.send(data)) setImmediate(more);
      else this.#socket.once('drain', more);
    };
    more();
  }

  /** Ends our side. Further input is discarded, so that a TCP reset does not destroy the last reply. */
  end(): void {
    this.#ended('server');
    this.#socket.end();
    this.#socket.resume();
    this.#cancelLinger ??= this.#clock.after(lingerMs, () => this.destroy());
  }

  reset(): void {
    this.#ended('server');
    if (this.#socket === this.#raw) this.#raw.resetAndDestroy();
    else this.destroy();
  }

  destroy(): void {
    this.#ended('client');
    this.#socket.destroy();
    this.#raw.destroy();
  }

  /** Pauses or resumes reading, so that a client that never waits cannot fill our memory. */
  setPaused(paused: boolean): void {
    if (paused === this.#paused) return;
    this.#paused = paused;
    if (paused) this.#socket.pause();
    else this.#socket.resume();
  }

  /** Continues in TLS. */
  startTls(secureContext: SecureContext): void {
    this.#raw.removeAllListeners('data');
    const secure = new TLSSocket(this.#raw, { isServer: true, secureContext });
    this.#socket = secure;
    this.#listen(secure);
  }
}
