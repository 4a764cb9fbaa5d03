import type { Socket } from 'node:net';
import { StringDecoder } from 'node:string_decoder';
import type { TrafficCounter, ViolationKind } from '../statistics.ts';
import { NonMailCommands, parseCommand, type SandboxCommand } from './command.ts';
import { codeOf } from './reply-format.ts';
import { ReplySender } from './reply-sender.ts';
import type { ReplyText } from './reply-texts.ts';
import { advance, replyTo } from './script.ts';
import type { SessionContext } from './session-context.ts';
import { SessionState } from './session-state.ts';
import { SessionWire } from './session-wire.ts';

const connect: SandboxCommand = { verb: 'CONNECT', argument: '', parameters: new Map(), wellFormed: true };

/** Commands that must be the last of a group (RFC 2920 §3.1, RFC 3207 §4). */
const groupEnders = new Set('EHLO HELO DATA VRFY EXPN TURN QUIT NOOP STARTTLS AUTH'.split(' '));

/** The server's side of one connection. */
export class SmtpSession {
  readonly #context: SessionContext;
  readonly #counter: TrafficCounter;
  readonly #state: SessionState;
  readonly #wire: SessionWire;
  readonly #replies: ReplySender;
  readonly #lines = new CommandLines();
  readonly #nonMailCommands = new NonMailCommands();
  #lastVerb = '';
  /** How input is read: `message` after DATA, `handshake` between STARTTLS and TLS, `ignored` at the end. */
  #input: 'commands' | 'message' | 'handshake' | 'ignored' = 'commands';
  #greeted = false;
  #replying = false;
  #hangsUp = false;
  #lastActivityAt: number;
  #cancelIdle: (() => void) | undefined;

  constructor(
    socket: Socket,
    context: SessionContext,
    connection: { number: number; overLimit: boolean; onEnd: () => void; onClose: () => void },
  ) {
    const { host } = context.exchange;
    this.#context = context;
    this.#counter = context.counter;
    this.#lastActivityAt = context.clock.now();
    this.#wire = new SessionWire(socket, {
      clock: context.clock,
      counter: this.#counter,
      closeDelayMs: context.replyDelayMs,
      onData: (chunk) => this.#receive(chunk),
      onEnd: (by) => {
        if (by === 'server' && this.#lastVerb !== 'QUIT') this.#counter.add('drops');
        connection.onEnd();
      },
      onClose: () => {
        this.#stop();
        connection.onClose();
      },
    });
    this.#state = new SessionState(
      {
        exchange: host,
        connection: connection.number,
        client: context.exchange.client.address,
        overLimit: connection.overLimit,
      },
      { hangUp: () => this.#hangUp(), reset: () => this.#wire.reset() },
    );
    this.#replies = new ReplySender(this.#wire, context, this.#state, {
      onGreetingSent: () => {
        this.#greeted = true;
      },
      onTlsReady: () => this.#startTls(),
      onInputIgnored: () => {
        this.#input = 'ignored';
      },
    });
    this.#watchIdle(this.#idleTimeoutMs);
    this.#greet();
  }

  /** Destroys the connection at once. */
  destroy(): void {
    this.#wire.destroy();
  }

  #greet(): void {
    if (this.#state.overLimit) this.#violation('too-many-connections', '');
    this.#counter.add('roundTrips');
    this.#answer(connect);
    this.#replies.flush();
  }

  #receive(chunk: Buffer): void {
    this.#lastActivityAt = this.#context.clock.now();
    if (this.#input === 'ignored') return;
    const lines = this.#lines.push(chunk);
    const dropsRest = this.#context.exchange.settings.dropsPipelinedInput === true;
    for (const line of dropsRest ? lines.slice(0, 1) : lines) this.#take(line);
    if (dropsRest && lines.length > 0) this.#lines.clear();
    this.#replies.flush();
  }

  #take(line: CommandLine): void {
    if (this.#input === 'ignored') return;
    this.#logLine(line.text);
    if (this.#input === 'handshake') {
      this.#violation('plaintext-after-starttls', line.text);
    } else if (this.#input === 'message') {
      if (line.text === '.') this.#endMessage();
    } else if (line.kind === 'too-long') {
      this.#violation('line-too-long', line.text);
      this.#replies.queue(this.#replies.fill(this.#context.exchange.texts.lineTooLong));
    } else {
      if (line.bare) this.#violation('bare-line-feed', line.text);
      this.#execute(line.text);
    }
  }

  #endMessage(): void {
    this.#input = 'commands';
    this.#state.endTransaction();
    this.#replies.queue(this.#replies.fill(this.#context.exchange.texts.dataAccepted));
  }

  #execute(line: string): void {
    const { settings, texts } = this.#context.exchange;
    const command = parseCommand(line);
    this.#counter.add('commands');
    if (command.verb === 'RSET') this.#counter.add('resets');
    if (this.#replies.unsent === 0) this.#counter.add('roundTrips');
    const forced = this.#recordViolations(command.verb, line);
    this.#lastVerb = command.verb;
    const { maxNonMailCommands = Number.POSITIVE_INFINITY } = settings;
    if (forced && settings.hangsUpAfterPipelining) {
      this.#hangUpWith(texts.improperPipelining);
    } else if (this.#nonMailCommands.record(command.verb) > maxNonMailCommands) {
      this.#hangUpWith(texts.tooManyNonMailCommands);
    } else {
      this.#answer(command);
    }
  }

  /** Records violations. Returns true if the client pipelines although PIPELINING was not offered. */
  #recordViolations(verb: string, line: string): boolean {
    if (verb === 'DATA') this.#violation('data', line);
    if (verb === 'VRFY' || verb === 'EXPN') this.#violation('vrfy', line);
    if (!this.#greeted) this.#violation('early-command', line);
    if (!this.#greeted || this.#replies.unsent === 0) return false;
    const offered = this.#state.pipelining;
    if (!offered || groupEnders.has(this.#lastVerb)) this.#violation('pipelining', line);
    return !offered;
  }

  #answer(command: SandboxCommand): void {
    this.#replying = true;
    const reply = replyTo(command, this.#state, this.#context.exchange);
    this.#replying = false;
    const text = this.#replies.fill(reply, command);
    const code = codeOf(text);
    advance(this.#state, command, text);
    this.#count(command, code);
    this.#replies.queue(text, command.verb);
    this.#applyEffects(command, code);
  }

  #count(command: SandboxCommand, code: number): void {
    if (command.verb === 'MAIL' && code === 250) this.#counter.add('transactions');
    if (command.verb !== 'RCPT') return;
    this.#counter.add('recipients');
    if (code >= 400) this.#counter.add('refused');
    const { mailbox } = command;
    if (mailbox !== undefined)
      this.#context.counters.countRecipient(`${mailbox.localPart}@${mailbox.domain}`);
  }

  /** Applies the effects of a reply on the session. */
  #applyEffects(command: SandboxCommand, code: number): void {
    const { settings, texts } = this.#context.exchange;
    if (this.#input === 'ignored') return;
    if (command.verb === 'STARTTLS' && code === 220) this.#input = 'handshake';
    if (command.verb === 'DATA' && code === 354) this.#input = 'message';
    if (code === 421 || command.verb === 'QUIT' || this.#hangsUp) {
      this.#replies.hangUp();
    } else if (
      command.verb === 'RCPT' &&
      code >= 400 &&
      this.#state.refusals >= (settings.maxRefusals ?? 20)
    ) {
      this.#hangUpWith(texts.tooManyErrors);
    }
  }

  /** Says something that answers no command, or the last one, and closes the connection. */
  #hangUpWith(text: ReplyText): void {
    this.#replies.queue(this.#replies.fill(text));
    this.#replies.hangUp();
  }

  #startTls(): void {
    this.#lines.clear();
    if (this.#context.exchange.settings.startTls === 'fails') {
      this.#input = 'ignored';
      this.#wire.send('this is no handshake\r\n');
      this.#wire.end();
      return;
    }
    this.#input = 'commands';
    this.#state.forget();
    this.#state.secure = true;
    this.#wire.startTls(this.#context.secureContext());
  }

  /** Closes the connection for a `reply` hook: after its reply, or at once if called from elsewhere. */
  #hangUp(): void {
    this.#hangsUp = true;
    if (this.#replying || this.#input === 'ignored') return;
    this.#replies.hangUp();
    this.#replies.flush();
  }

  #stop(): void {
    this.#input = 'ignored';
    this.#replies.stop();
    this.#cancelIdle?.();
  }

  get #idleTimeoutMs(): number {
    return this.#context.exchange.settings.idleTimeoutMs ?? 300_000;
  }

  #watchIdle(delayMs: number): void {
    this.#cancelIdle = this.#context.clock.after(delayMs, () => {
      if (this.#input === 'ignored') return;
      const restMs = this.#lastActivityAt + this.#idleTimeoutMs - this.#context.clock.now();
      if (restMs > 0) {
        this.#watchIdle(restMs);
        return;
      }
      this.#hangUpWith(this.#context.exchange.texts.idle);
      this.#replies.flush();
    });
  }

  #violation(kind: ViolationKind, line: string): void {
    const { exchange, connection } = this.#state;
    this.#context.counters.recordViolation({ kind, exchange, connection, line });
  }

  #logLine(line: string): void {
    const { exchange, connection, client } = this.#state;
    this.#context.log?.({
      at: this.#context.clock.now(),
      exchange,
      connection,
      client,
      from: 'client',
      line,
    });
  }
}

/** A received line. `bare`: it ended with LF without CR, which RFC 5321 §2.3.8 forbids. */
type CommandLine =
  | { readonly kind: 'line'; readonly text: string; readonly bare: boolean }
  | { readonly kind: 'too-long'; readonly text: string };

/** Longest command line accepted, in characters. */
const longest = 2_048;

/** Splits a client's input into lines. Buffers at most one line of bounded length. */
class CommandLines {
  #decoder = new StringDecoder('utf8');
  #rest = '';
  #skipping = false;

  push(chunk: Buffer): CommandLine[] {
    const pieces = (this.#rest + this.#decoder.write(chunk)).split('\n');
    const open = pieces.pop() ?? '';
    const lines = pieces.flatMap((piece) => this.#line(piece));
    this.#rest = open;
    if (open.length <= longest) return lines;
    this.#rest = '';
    if (this.#skipping) return lines;
    this.#skipping = true;
    return [...lines, { kind: 'too-long', text: open }];
  }

  #line(piece: string): CommandLine[] {
    if (this.#skipping) {
      this.#skipping = false;
      return [];
    }
    if (piece.length > longest) return [{ kind: 'too-long', text: piece }];
    const bare = !piece.endsWith('\r');
    return [{ kind: 'line', text: bare ? piece : piece.slice(0, -1), bare }];
  }

  /** Discards an incomplete line. */
  clear(): void {
    this.#decoder = new StringDecoder('utf8');
    this.#rest = '';
    this.#skipping = false;
  }
}
