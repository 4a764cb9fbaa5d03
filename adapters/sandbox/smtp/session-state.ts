import type { SandboxSession } from '../world.ts';

/** The state of one connection (RFC 5321 §4.1.4). */
export class SessionState implements SandboxSession {
  readonly exchange: string;
  readonly connection: number;
  readonly client: string;
  /** Whether the connection exceeds `maxConnections`. */
  readonly overLimit: boolean;
  clientName: string | null = null;
  secure = false;
  sender: string | null = null;
  recipients: string[] = [];
  refusals = 0;
  /** Whether the session was opened with EHLO, so that extensions apply. */
  extended = false;
  /** Whether the reply to EHLO offered PIPELINING. */
  pipelining = false;
  /** Whether the transaction uses SMTPUTF8 (RFC 6531). */
  utf8 = false;
  /** Whether the greeting refused the client, so that only QUIT is accepted. */
  refusedAtGreeting = false;
  readonly #end: { hangUp(): void; reset(): void };

  constructor(
    connection: Pick<SessionState, 'exchange' | 'connection' | 'client' | 'overLimit'>,
    end: { hangUp(): void; reset(): void },
  ) {
    this.exchange = connection.exchange;
    this.connection = connection.connection;
    this.client = connection.client;
    this.overLimit = connection.overLimit;
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

  /** Forgets everything but the refusals, as STARTTLS requires (RFC 3207 §4.2). */
  forget(): void {
    this.endTransaction();
    this.clientName = null;
    this.extended = false;
    this.pipelining = false;
  }
}
