import { type Settler, settleOnce } from '../concurrency/settle-once.ts';
import { ConnectionError, InvalidArgument } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { SmtpConnection, SmtpReply, WaitOptions } from '../ports/smtp-transport.ts';
import { ReplyParser } from './reply-parser.ts';

/** A connected byte stream. All that a transport has to implement: WireConnection does the rest. */
export interface Wire {
  /** See `SmtpConnection.localAddress`. */
  readonly localAddress?: string | undefined;
  /**
   * Hands bytes to the system. Resolves at once or, if a buffer is full, when it has room again or the wire has
   * ended. Never rejects: `WireSink.ended` reports failures.
   */
  write(bytes: Uint8Array): Promise<void>;
  /**
   * Starts TLS on the same stream, and resolves when it is up. After the call, the sink receives no plain text. If
   * the handshake fails, rejects or calls `WireSink.ended`. May never settle after `destroy`.
   */
  upgrade(serverName: string): Promise<void>;
  /**
   * Closes the socket at once, in any state: with a reset (RST), or with FIN where the peer has ended already. Called
   * once. Resolves when the socket is gone; never rejects.
   */
  destroy(how: 'reset' | 'finish'): Promise<void>;
}

/** Receives the events of a wire. Ignores them once the connection is closed. */
export interface WireSink {
  /** The sink keeps no reference to the chunk. */
  received(chunk: Uint8Array): void;
  /** The peer has ended or reset the stream. Only the first call counts. */
  ended(cause?: unknown): void;
}

/** Why a connection has ended. An error is made of it only for those who go on: mostly nobody does. */
interface End {
  readonly cause: unknown;
}

/**
 * An SmtpConnection over any wire: replies are in order and bounded, there is one `receive` at a time, every wait
 * has a timeout, and no timer or socket is left behind. It is closed by the first rejection, by `close()`, or by
 * the server. A rejection with `invalid_argument` is a misuse by the caller and does not close it.
 */
export class WireConnection implements SmtpConnection {
  readonly #clock: Clock;
  readonly #wire: Wire;
  #parser = new ReplyParser();
  #secure = false;
  #receiver: Settler<SmtpReply> | undefined;
  #upgrader: Settler<void> | undefined;
  #ender: Settler<void> | undefined;
  #destroyed = false;
  readonly closed: Promise<void>;
  readonly localAddress: string | undefined;
  #onClosed: () => void = () => {};
  /** Set when the server has closed, or broken the rules of SMTP. Replies before that can still be received. */
  #ended: End | undefined;
  /** Set when this side has closed. */
  #closed: End | undefined;

  constructor(clock: Clock, attach: (sink: WireSink) => Wire) {
    this.#clock = clock;
    this.closed = new Promise((resolve) => {
      this.#onClosed = resolve;
    });
    this.#wire = attach({
      received: (chunk) => this.#received(chunk),
      ended: (cause) => this.#end(cause),
    });
    this.localAddress = this.#wire.localAddress;
  }

  get secure(): boolean {
    return this.#secure;
  }

  get unread(): boolean {
    return this.#hasReply || (this.#parser.pending && this.#receiver === undefined);
  }

  async send(commands: readonly string[]): Promise<void> {
    this.#assertUsable();
    const bytes = encodeCommands(commands);
    if (bytes.length === 0) return;
    if (this.#ended === undefined) await this.#wire.write(bytes);
    this.#assertOpen();
    // A last reply, such as 421, can still be received although this command came too late.
    if (this.#ended !== undefined && !this.#hasReply) throw this.#closeWith(endedByServer(this.#ended));
  }

  async receive(options: WaitOptions): Promise<SmtpReply> {
    this.#assertUsable();
    if (this.#receiver !== undefined) {
      throw new InvalidArgument(
        'receive',
        'Another receive is waiting. Await it before asking for the next reply.',
      );
    }
    try {
      options.signal?.throwIfAborted();
      const reply = this.#parser.next();
      if (reply !== undefined) return reply;
      if (this.#ended !== undefined) throw endedByServer(this.#ended);
      return await settleOnce<SmtpReply>(this.#clock, options, {
        onTimeout: ({ reject }) => reject(replyTimeout(options.timeoutMs)),
        start: (settler) => {
          this.#receiver = settler;
          return undefined;
        },
      });
    } catch (error) {
      throw this.#closeWith(error);
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
      // A third party may have injected plain text that arrived before the handshake (RFC 3207 §6).
      this.#parser = new ReplyParser();
      if (this.#ended !== undefined) throw tlsFailed(endedByServer(this.#ended));
      await settleOnce<void>(this.#clock, options, {
        onTimeout: ({ reject }) => reject(tlsTimeout(options.timeoutMs)),
        start: (settler) => {
          this.#upgrader = settler;
          this.#wire.upgrade(options.serverName).then(
            () => settler.resolve(),
            (cause: unknown) => settler.reject(tlsFailed(cause)),
          );
          return undefined;
        },
      });
      this.#secure = true;
    } catch (error) {
      throw this.#closeWith(error);
    } finally {
      this.#upgrader = undefined;
    }
  }

  async end(options: WaitOptions): Promise<void> {
    if (this.#closed === undefined && this.#ended === undefined && this.#ender === undefined) {
      const ended = settleOnce<void>(this.#clock, options, {
        onTimeout: ({ resolve }) => resolve(),
        start: (settler) => {
          this.#ender = settler;
          return undefined;
        },
      });
      await ended.catch(() => {});
    }
    this.#closeWith();
    await this.closed;
  }

  close(): void {
    this.#closeWith();
  }

  /** True if `receive` can settle at once. */
  get #hasReply(): boolean {
    return this.#parser.complete > 0 || this.#parser.failure !== undefined;
  }

  #assertOpen(): void {
    if (this.#closed !== undefined) throw closedHere(this.#closed);
  }

  #assertUsable(): void {
    this.#assertOpen();
    if (this.#upgrader !== undefined) {
      throw new InvalidArgument('startTls', 'The TLS handshake is under way. Await startTls first.');
    }
  }

  #received(chunk: Uint8Array): void {
    if (this.#closed !== undefined || this.#ended !== undefined) return;
    this.#parser.push(chunk);
    this.#deliver();
    // Stop reading from a server that breaks the rules.
    if (this.#parser.failure !== undefined) this.#end(this.#parser.failure);
  }

  #deliver(): void {
    const receiver = this.#receiver;
    if (receiver === undefined || !this.#hasReply) return;
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
    this.#ended = { cause };
    this.#destroy(this.#parser.failure === undefined ? 'finish' : 'reset');
    this.#receiver?.reject(endedByServer(this.#ended));
    this.#upgrader?.reject(tlsFailed(cause));
    this.#ender?.resolve();
  }

  #destroy(how: 'reset' | 'finish'): void {
    if (this.#destroyed) return;
    this.#destroyed = true;
    void this.#wire.destroy(how).then(this.#onClosed);
  }

  /** Closes the connection and returns `reason` for the caller to throw. Later calls get `connection_closed`. */
  #closeWith(reason?: unknown): unknown {
    if (this.#closed !== undefined) return reason;
    this.#closed = { cause: reason };
    this.#parser = new ReplyParser();
    this.#destroy('reset');
    this.#receiver?.reject(closedHere(this.#closed));
    this.#receiver = undefined;
    this.#upgrader?.reject(closedHere(this.#closed));
    this.#ender?.resolve();
    return reason;
  }
}

function endedByServer({ cause }: End): ConnectionError {
  return new ConnectionError(
    'connection_closed',
    'The server ended the connection. Open a new one, or try later.',
    { cause },
  );
}

function closedHere({ cause }: End): ConnectionError {
  return new ConnectionError(
    'connection_closed',
    'The connection is closed. Open a new one to go on.',
    cause === undefined ? undefined : { cause },
  );
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

/** Includes the CRLF. RFC 5321 §4.5.3.1.4 allows 512; paths with SMTPUTF8 may be longer. */
const maxCommandBytes = 2_048;

const encoder = new TextEncoder();

/**
 * Checks that a line can be sent as one SMTP command. Throws InvalidArgument for CR, LF or NUL, which could smuggle
 * in a second command, for lone surrogates, which UTF-8 cannot encode, and for more than 2,048 octets.
 */
function assertCommandLine(line: string): void {
  if (/[\r\n\0]/.test(line)) {
    throw new InvalidArgument(
      'commands',
      'A command holds CR, LF or NUL. Pass each command as a line of its own.',
    );
  }
  if (/\p{Surrogate}/u.test(line)) {
    throw new InvalidArgument(
      'commands',
      'A command holds half a character (a lone surrogate). Pass whole text.',
    );
  }
  // A UTF-16 unit takes at most three octets of UTF-8, so short lines need not be encoded to be measured.
  if (line.length * 3 + 2 > maxCommandBytes && encoder.encode(line).length + 2 > maxCommandBytes) {
    throw new InvalidArgument('commands', `A command is longer than ${maxCommandBytes} octets. Shorten it.`);
  }
}

/** Encodes a group of commands, each with CRLF. Throws InvalidArgument if one of them is not a command line. */
function encodeCommands(commands: readonly string[]): Uint8Array {
  for (const command of commands) assertCommandLine(command);
  return encoder.encode(commands.map((command) => `${command}\r\n`).join(''));
}
