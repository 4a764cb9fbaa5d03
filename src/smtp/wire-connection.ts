import { ConnectionError, InvalidArgument } from '../errors.ts';
import type { Clock, SmtpConnection, SmtpReply, WaitOptions } from '../ports.ts';
import { encodeCommands } from './command-line.ts';
import { ReplyParser } from './reply-parser.ts';
import { patiently, type Waiter } from './settle-once.ts';

/** A connected byte stream: all that a transport must bring for WireConnection to make an SmtpConnection of it. */
export interface Wire {
  /**
   * Hands bytes to the system. Resolves at once, or, where a buffer is full, when there is room again or the wire
   * has ended: what becomes of the bytes is told by `ended`. Never rejects.
   */
  write(bytes: Uint8Array): Promise<void>;
  /**
   * Starts TLS on the same stream; from the call on, plain text is never passed to the sink again. Resolves when
   * TLS is up. A handshake that fails rejects or is told by `ended`; it may also never settle after `destroy`.
   */
  upgrade(serverName: string): Promise<void>;
  /** Frees the socket at once, in any state. May be called again. */
  destroy(): void;
}

/** Where a wire tells what happens. All calls are ignored once the connection is closed. */
export interface WireSink {
  /** The chunk is read before the call returns. */
  received(chunk: Uint8Array): void;
  /** The peer has ended or reset the stream. Only the first call counts. */
  ended(cause?: unknown): void;
}

/**
 * The rules of SmtpConnection over any wire: replies in order and bounded, one `receive` at a time, waits with an
 * end, and nothing left behind. It lives from a connected wire to the first rejection, `close()`, or the server's
 * end. Rejections with `invalid_argument` (misuse, not the server's doing) change nothing.
 */
export class WireConnection implements SmtpConnection {
  readonly #clock: Clock;
  readonly #wire: Wire;
  #parser = new ReplyParser();
  #secure = false;
  #receiver: Waiter<SmtpReply> | undefined;
  #upgrader: Waiter<void> | undefined;
  /** The server's end, or ours of a server that broke the rules; what came before can still be received. */
  #ended: ConnectionError | undefined;
  /** Our end. */
  #closed: ConnectionError | undefined;

  constructor(clock: Clock, attach: (sink: WireSink) => Wire) {
    this.#clock = clock;
    this.#wire = attach({
      received: (chunk) => this.#received(chunk),
      ended: (cause) => this.#end(cause),
    });
  }

  get secure(): boolean {
    return this.#secure;
  }

  get unread(): boolean {
    return this.#audible || (this.#parser.pending && this.#receiver === undefined);
  }

  async send(commands: readonly string[]): Promise<void> {
    this.#assertUsable();
    const bytes = encodeCommands(commands);
    if (bytes.length === 0) return;
    if (this.#ended === undefined) await this.#wire.write(bytes);
    if (this.#closed !== undefined) throw this.#closed;
    // The server's last words may well be the answer (421), so they are not lost to a command that came too late.
    if (this.#ended !== undefined && !this.#audible) throw this.#shut(this.#ended);
  }

  async receive(patience: WaitOptions): Promise<SmtpReply> {
    this.#assertUsable();
    if (this.#receiver !== undefined) {
      throw new InvalidArgument(
        'receive',
        'Another receive is waiting. Await it before asking for the next reply.',
      );
    }
    try {
      patience.signal?.throwIfAborted();
      const reply = this.#parser.next();
      if (reply !== undefined) return reply;
      if (this.#ended !== undefined) throw this.#ended;
      return await patiently(
        this.#clock,
        patience,
        () => replyTimeout(patience.timeoutMs),
        (waiter) => {
          this.#receiver = waiter;
        },
      );
    } catch (error) {
      throw this.#shut(error);
    }
  }

  async startTls(options: WaitOptions & { serverName: string }): Promise<void> {
    this.#assertUsable();
    if (this.#secure) throw new InvalidArgument('startTls', 'TLS is up already. Go on with EHLO.');
    if (this.#receiver !== undefined) {
      throw new InvalidArgument('startTls', 'A receive is waiting. Await the reply to STARTTLS first.');
    }
    try {
      options.signal?.throwIfAborted();
      // What came in plain text so far may have been injected by a third party (RFC 3207 §6).
      this.#parser = new ReplyParser();
      if (this.#ended !== undefined) throw tlsFailed(this.#ended);
      await patiently<void>(
        this.#clock,
        options,
        () => tlsTimeout(options.timeoutMs),
        (waiter) => {
          this.#upgrader = waiter;
          this.#wire.upgrade(options.serverName).then(
            () => waiter.resolve(),
            (cause: unknown) => waiter.reject(tlsFailed(cause)),
          );
        },
      );
      this.#secure = true;
    } catch (error) {
      throw this.#shut(error);
    } finally {
      this.#upgrader = undefined;
    }
  }

  close(): void {
    this.#shut();
  }

  /** True if `receive` has something to say at once. */
  get #audible(): boolean {
    return this.#parser.complete > 0 || this.#parser.failure !== undefined;
  }

  #assertUsable(): void {
    if (this.#closed !== undefined) throw this.#closed;
    if (this.#upgrader !== undefined) {
      throw new InvalidArgument('startTls', 'The TLS handshake is under way. Await startTls first.');
    }
  }

  #received(chunk: Uint8Array): void {
    if (this.#closed !== undefined || this.#ended !== undefined) return;
    this.#parser.push(chunk);
    this.#deliver();
    // Nothing more is wanted of a server that breaks the rules: not one byte more is read from it.
    if (this.#parser.failure !== undefined) this.#end(this.#parser.failure);
  }

  #deliver(): void {
    const receiver = this.#receiver;
    if (receiver === undefined || !this.#audible) return;
    this.#receiver = undefined;
    try {
      const reply = this.#parser.next();
      if (reply !== undefined) receiver.resolve(reply);
    } catch (error) {
      receiver.reject(error);
    }
  }

  #end(cause: unknown): void {
    if (this.#closed !== undefined || this.#ended !== undefined) return;
    this.#ended = new ConnectionError(
      'connection_closed',
      'The server ended the connection. Open a new one, or try later.',
      { cause },
    );
    this.#wire.destroy();
    this.#receiver?.reject(this.#ended);
    this.#upgrader?.reject(tlsFailed(cause));
  }

  /** Closes for good; returns `reason` for the caller to throw. Later calls get `connection_closed`. */
  #shut(reason?: unknown): unknown {
    if (this.#closed !== undefined) return reason;
    this.#closed = new ConnectionError(
      'connection_closed',
      'The connection is closed. Open a new one to go on.',
      reason === undefined ? undefined : { cause: reason },
    );
    this.#parser = new ReplyParser();
    this.#wire.destroy();
    this.#receiver?.reject(this.#closed);
    this.#receiver = undefined;
    this.#upgrader?.reject(this.#closed);
    return reason;
  }
}

function replyTimeout(timeoutMs: number): ConnectionError {
  return new ConnectionError(
    'reply_timeout',
    `No reply within ${timeoutMs} ms. Try later, or be more patient.`,
  );
}

function tlsTimeout(timeoutMs: number): ConnectionError {
  return new ConnectionError(
    'connection_timeout',
    `No TLS within ${timeoutMs} ms. Connect again and go on in plain text.`,
  );
}

function tlsFailed(cause: unknown): ConnectionError {
  return new ConnectionError(
    'tls_failed',
    'The TLS handshake failed. Connect again and go on in plain text.',
    {
      cause,
    },
  );
}
