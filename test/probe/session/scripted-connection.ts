import { ConnectionError, type ConnectionErrorCode } from '../../../src/errors.ts';
import type { SmtpConnection, SmtpReply, WaitOptions } from '../../../src/ports/smtp-transport.ts';
import { replyOf } from './scripted-dialogue.ts';

/** A connection in memory. The test says what the server replies, and when; `calls` tells what was done to it. */
export class ScriptedConnection implements SmtpConnection {
  readonly calls: string[] = [];
  /** The groups of commands in the order in which they were sent. */
  readonly groups: (readonly string[])[] = [];
  /** What the server does at each command, in order: a reply, or a failure by its code. Then it is silent. */
  readonly answers: string[] = [];
  /** What it does at each command for which there is no answer above. Undefined: it is silent. */
  respond: (command: string) => string | undefined = () => undefined;
  readonly closed: Promise<void>;
  /** What `startTls` rejects with, if anything. */
  tlsError: Error | undefined;
  /** What `send` rejects with, if anything. */
  sendError: Error | undefined;
  secure = false;
  /** Replies that nobody has asked for yet, or what to reject with instead. */
  readonly #arrived: (SmtpReply | Error)[] = [];
  #reader: ((arrived: SmtpReply | Error) => void) | undefined;
  #reportClosed = () => {};
  #ended = false;

  constructor() {
    this.closed = new Promise((resolve) => {
      this.#reportClosed = resolve;
    });
  }

  /** The server sends these replies, one after another. */
  reply(...texts: readonly string[]): void {
    for (const text of texts) this.#arrive(replyOf(text));
  }

  /** The connection fails once everything before has been read. */
  fail(code: ConnectionErrorCode): void {
    this.#arrive(new ConnectionError(code, `It failed: ${code}.`));
  }

  /** Fails with an error that no connection should have. */
  breakDown(error: Error): void {
    this.#arrive(error);
  }

  get unread(): boolean {
    return this.#arrived.length > 0;
  }

  async send(commands: readonly string[]): Promise<void> {
    if (this.sendError !== undefined) throw this.sendError;
    this.groups.push(commands);
    for (const command of commands) {
      const answer = this.answers.shift() ?? this.respond(command);
      if (answer === undefined) continue;
      if (/^\d/.test(answer)) this.reply(answer);
      else this.fail(answer as ConnectionErrorCode);
    }
  }

  async receive({ timeoutMs }: WaitOptions): Promise<SmtpReply> {
    this.calls.push(`receive in ${timeoutMs}`);
    const arrived =
      this.#arrived.shift() ??
      (await new Promise<SmtpReply | Error>((resolve) => {
        this.#reader = resolve;
      }));
    if (arrived instanceof Error) throw arrived;
    return arrived;
  }

  async startTls({ serverName, timeoutMs }: WaitOptions & { serverName: string }): Promise<void> {
    this.calls.push(`TLS with ${serverName} in ${timeoutMs}`);
    if (this.tlsError !== undefined) throw this.tlsError;
    this.secure = true;
  }

  async end({ timeoutMs }: WaitOptions): Promise<void> {
    this.calls.push(`end in ${timeoutMs}`);
    this.close();
  }

  close(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.calls.push('close');
    this.#arrive(new ConnectionError('connection_closed', 'It was closed.'));
    this.#reportClosed();
  }

  #arrive(arrived: SmtpReply | Error): void {
    const reader = this.#reader;
    this.#reader = undefined;
    if (reader === undefined) this.#arrived.push(arrived);
    else reader(arrived);
  }
}
