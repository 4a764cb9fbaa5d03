import type { SandboxSession } from '../world.ts';

/** What a server remembers of one connection (RFC 5321 §4.1.4). */
export class SessionState implements SandboxSession {
  readonly exchange: string;
  readonly connection: number;
  /** The connection is beyond `maxConnections`. */
  readonly excess: boolean;
  clientName: string | null = null;
  secure = false;
  sender: string | null = null;
  recipients: string[] = [];
  refusals = 0;
  /** Opened with EHLO: extensions are in force. */
  extended = false;
  /** PIPELINING was offered in the reply to EHLO. */
  pipelining = false;
  /** The transaction is one of RFC 6531. */
  utf8 = false;
  /** Turned away at the greeting: only QUIT is left. */
  turnedAway = false;
  readonly #end: { hangUp(): void; reset(): void };

  constructor(
    connection: { exchange: string; connection: number; excess: boolean },
    end: { hangUp(): void; reset(): void },
  ) {
    this.exchange = connection.exchange;
    this.connection = connection.connection;
    this.excess = connection.excess;
    this.#end = end;
  }

  hangUp(): void {
    this.#end.hangUp();
  }

  reset(): void {
    this.#end.reset();
  }

  startTransaction(sender: string, utf8: boolean): void {
    this.sender = sender;
    this.utf8 = utf8;
    this.recipients = [];
  }

  endTransaction(): void {
    this.sender = null;
    this.utf8 = false;
    this.recipients = [];
  }

  /** After STARTTLS nothing said before counts (RFC 3207 §4.2), but refusals do. */
  forget(): void {
    this.endTransaction();
    this.clientName = null;
    this.extended = false;
    this.pipelining = false;
  }
}
