import { NonMailCommands } from '../../../adapters/sandbox/smtp/command.ts';
import type { VirtualTime } from '../clock/virtual-time.ts';
import type { BlockedStage } from '../faults/fault.ts';
import type { ConnectionView } from '../story/happening.ts';
import type { Story } from '../story/story.ts';
import type { World } from '../world/world.ts';
import { answerRecipient, type Block, blockText, replyOf } from './exchange-replies.ts';
import type { RunningExchange } from './running-exchange.ts';

export interface ExchangeSessionParts {
  readonly view: ConnectionView;
  readonly time: VirtualTime;
  readonly world: World;
  readonly story: Story;
  readonly exchange: RunningExchange;
  readonly blockAt: (stage: BlockedStage) => Block | undefined;
  /** Sends complete replies after a while. */
  readonly say: (text: string, inMs: number) => void;
  readonly close: (inMs: number, how: string) => void;
  readonly upgrade: (inMs: number, works: boolean) => void;
}

/** Replies that are ready at about the same time leave in one packet. */
const gatherMs = 200;
const maxLineLength = 510;

const hostileGreetings = {
  garbage: '\u0016\u0003\u0001 HTTP/1.1 400 Bad Request\r\n',
  'endless-greeting': '220-Welcome, please hold the line\r\n'.repeat(100),
};

/**
 * The server's end of an SMTP session: a small state machine that checks the order of commands (RFC 5321 §4.1.4) and
 * the rules of pipelining (RFC 2920) by itself, and tells the story who breaks them.
 */
export class ExchangeSession {
  readonly #parts: ExchangeSessionParts;
  #input = '';
  /** The server answers one command after another: until then it is busy. */
  #busyUntil = 0;
  #phase: 'greeting' | 'open' | 'tls' | 'refused' | 'closed' = 'greeting';
  #helloSaid = false;
  #secure = false;
  #sender: string | undefined;
  /** MAIL was sent since the last RSET or EHLO, even if it was refused. */
  #mailTried = false;
  #inTransaction = 0;
  #inSession = 0;
  #refusals = 0;
  readonly #nonMailCommands = new NonMailCommands();

  constructor(parts: ExchangeSessionParts) {
    this.#parts = parts;
  }

  greet(): void {
    const { exchange, time, view, say, close, blockAt } = this.#parts;
    const { spec, random } = exchange;
    const greetingMs = spec.greetingMs + random.integer(0, spec.greetingMs >> 2);
    this.#busyUntil = time.now + greetingMs;
    if (spec.hostility === 'silent') return;
    if (spec.hostility === 'garbage' || spec.hostility === 'endless-greeting') {
      say(hostileGreetings[spec.hostility], greetingMs);
      return;
    }
    // The new connection is counted already.
    if (exchange.hasTooMany(view.clientAddress, time.now)) {
      const how = spec.connectionLimit?.how;
      if (how === 'hang') return;
      this.#phase = 'closed';
      const { blocked, tooManyConnections } = spec.texts;
      say(this.#reply(how === 'refuse-as-blocked' ? blocked : tooManyConnections), greetingMs);
      close(greetingMs, 'too many connections');
      return;
    }
    const block = blockAt('greeting');
    if (block !== undefined) {
      // Some wait for QUIT, as they should (RFC 5321 §3.1).
      this.#phase = random.chance(0.5) ? 'refused' : 'closed';
      say(this.#reply(blockText(spec, block)), greetingMs);
      if (this.#phase === 'closed') close(greetingMs, 'blocks us');
      return;
    }
    this.#phase = 'open';
    say(this.#reply(spec.texts.greeting), greetingMs);
  }

  /** The client's part of the TLS handshake has arrived. */
  startTls(): void {
    const { exchange, upgrade } = this.#parts;
    const works = exchange.spec.startTls === 'works';
    if (this.#phase !== 'tls') return;
    this.#phase = works ? 'open' : 'closed';
    this.#secure = true;
    this.#helloSaid = false;
    upgrade(2, works);
  }

  receive(text: string): void {
    const { time, story, view, exchange } = this.#parts;
    this.#input += text;
    const wasRefused = this.#phase === 'refused';
    const lines: string[] = [];
    for (let end = this.#input.indexOf('\r\n'); end >= 0; end = this.#input.indexOf('\r\n')) {
      lines.push(this.#input.slice(0, end));
      this.#input = this.#input.slice(end + 2);
    }
    story.add({ kind: 'commands', connection: view, lines });
    if (time.now < this.#busyUntil) this.#checkEarly(lines[0] ?? '');
    if (lines.length > 1 && !exchange.spec.pipelining)
      this.#complain('sends a group although PIPELINING is not offered', lines[0] ?? '');
    this.#busyUntil = Math.max(this.#busyUntil, time.now);
    if (exchange.spec.dropsPipelinedInput && lines.length > 1) lines.length = 1;
    let replies = '';
    let firstReadyAt = 0;
    for (const [index, line] of lines.entries()) {
      if (this.#phase === 'closed') break;
      if (index < lines.length - 1 && /^(EHLO|HELO|STARTTLS|QUIT)/i.test(line))
        this.#complain('goes on behind a command that ends a group (RFC 2920)', line);
      const reply = this.#execute(line);
      this.#busyUntil += this.#workMs(line);
      if (replies === '') firstReadyAt = this.#busyUntil;
      else if (this.#busyUntil - firstReadyAt > gatherMs) {
        this.#send(replies);
        replies = '';
        firstReadyAt = this.#busyUntil;
      }
      replies += reply;
    }
    this.#send(replies);
    const how = wasRefused ? 'blocks us' : 'closed by the server';
    if (this.#phase === 'closed') this.#parts.close(this.#busyUntil - time.now, how);
  }

  #send(replies: string): void {
    if (replies !== '') this.#parts.say(replies, this.#busyUntil - this.#parts.time.now);
  }

  /** Something has arrived while replies are still to be sent. */
  #checkEarly(line: string): void {
    const { exchange } = this.#parts;
    if (this.#phase === 'greeting' || !this.#helloSaid)
      this.#complain('speaks before the server has replied', line);
    else if (!exchange.spec.pipelining)
      this.#complain('does not wait for the reply although PIPELINING is not offered', line);
  }

  #execute(line: string): string {
    const { texts } = this.#parts.exchange.spec;
    if (this.#phase === 'greeting' || this.#phase === 'tls') {
      this.#complain(`speaks during the ${this.#phase}`, line);
      return this.#reply(texts.notImplemented);
    }
    if (this.#phase === 'refused' && line !== 'QUIT') {
      this.#complain('goes on where it is refused', line);
      return this.#reply(texts.notImplemented);
    }
    if (line.length > maxLineLength) this.#complain('sends a line of more than 512 octets', line);
    const verb = line.slice(0, 4).toUpperCase();
    const { mostNonMailCommands = Number.POSITIVE_INFINITY } = this.#parts.exchange.spec;
    if (this.#nonMailCommands.record(verb === 'STAR' ? 'STARTTLS' : verb) > mostNonMailCommands) {
      this.#phase = 'closed';
      return this.#reply(texts.tooManyNonMailCommands);
    }
    switch (verb) {
      case 'EHLO':
      case 'HELO':
        return this.#refusalAtHello(verb) ?? this.#hello(verb);
      case 'STAR':
        return this.#acceptStartTls(line);
      case 'MAIL':
        return this.#mail(line);
      case 'RCPT':
        return this.#rcpt(line);
      case 'RSET':
        this.#endTransaction();
        return this.#reply(texts.ok);
      case 'NOOP':
        return this.#reply(texts.ok);
      case 'QUIT':
        this.#phase = 'closed';
        return this.#reply(texts.goodbye);
      case 'DATA':
      case 'BDAT':
      case 'VRFY':
      case 'EXPN':
        this.#complain(`says ${verb}`, line);
        return this.#reply(texts.cannotVerify);
      default:
        this.#complain('sends what is no command', line);
        return this.#reply(texts.notImplemented);
    }
  }

  #refusalAtHello(verb: 'EHLO' | 'HELO'): string | undefined {
    const { hostility, texts } = this.#parts.exchange.spec;
    if (hostility === 'refuses-hello') return this.#reply(verb === 'EHLO' ? texts.blocked : texts.mailFirst);
    if (hostility !== 'hangs-up-at-hello') return undefined;
    this.#phase = 'closed';
    return this.#reply(texts.blocked);
  }

  #hello(verb: 'EHLO' | 'HELO'): string {
    const { spec } = this.#parts.exchange;
    this.#helloSaid = true;
    if (verb === 'HELO') return this.#reply(spec.texts.hello);
    this.#endTransaction();
    const offers = [
      ...(spec.pipelining ? ['PIPELINING'] : []),
      'SIZE 52428800',
      ...(spec.startTls !== 'none' && !this.#secure ? ['STARTTLS'] : []),
      ...(spec.smtpUtf8 ? ['SMTPUTF8'] : []),
      ...(spec.enhancedCodes ? ['ENHANCEDSTATUSCODES'] : []),
      '8BITMIME',
    ];
    return this.#reply([spec.texts.hello, ...offers].join('\n'));
  }

  #acceptStartTls(line: string): string {
    const { spec } = this.#parts.exchange;
    if (!this.#helloSaid || this.#secure || spec.startTls === 'none')
      this.#complain('says STARTTLS where it is not offered', line);
    if (spec.startTls === 'refused') return this.#reply(spec.texts.tlsUnavailable);
    this.#phase = 'tls';
    return this.#reply(spec.texts.tlsReady);
  }

  #mail(line: string): string {
    const { spec } = this.#parts.exchange;
    const { texts } = spec;
    if (!this.#helloSaid) {
      this.#complain('says MAIL before EHLO', line);
      return this.#reply(texts.helloFirst);
    }
    if (this.#sender !== undefined) {
      this.#complain('says MAIL within a transaction', line);
      return this.#reply(texts.nestedMail);
    }
    this.#mailTried = true;
    const match = /^MAIL FROM:<([^<>]*)>( SMTPUTF8)?$/.exec(line);
    if (match === null || (match[2] !== undefined && !spec.smtpUtf8)) {
      this.#complain('sends a MAIL command that the server cannot accept', line);
      return this.#reply(texts.badSyntax);
    }
    if (spec.hostility === 'closes-at-mail') {
      this.#phase = 'closed';
      return '421 4.3.0 Go away\r\n';
    }
    const block = this.#parts.blockAt('mail');
    if (block !== undefined) return this.#reply(blockText(spec, block));
    this.#sender = match[1] ?? '';
    this.#inTransaction = 0;
    return this.#reply(texts.senderAccepted);
  }

  #rcpt(line: string): string {
    const { exchange, world, view, time, story, blockAt } = this.#parts;
    const { spec } = exchange;
    if (!this.#mailTried) this.#complain('says RCPT before MAIL', line);
    if (this.#sender === undefined) return this.#reply(spec.texts.mailFirst);
    const address = /^RCPT TO:<(.*)>$/.exec(line)?.[1] ?? '';
    this.#inTransaction += 1;
    this.#inSession += 1;
    const { clientAddress } = view;
    const block = blockAt('rcpt');
    const limit = exchange.refusalOfRecipient(clientAddress, this.#busyUntil);
    const { text, code } =
      this.#inTransaction > spec.recipientsPerTransaction
        ? { text: this.#reply(spec.texts.tooManyRecipients), code: 452 }
        : answerRecipient(exchange, world, {
            address,
            sender: this.#sender,
            clientAddress,
            now: time.now,
            block,
            limit,
            refusesAll: this.#refusals >= spec.errorLimits.refuseAllAt,
          });
    if (code >= 500 && world.truthOf(address).kind === 'no-mailbox')
      exchange.recordMissing(clientAddress, this.#busyUntil);
    if (code >= 400) this.#refusals += 1;
    story.add({
      kind: 'recipient-answered',
      connection: view,
      address,
      code,
      inTransaction: this.#inTransaction,
      inSession: this.#inSession,
      refusals: this.#refusals,
    });
    if (spec.hostility === 'hangs-up') {
      this.#phase = 'closed';
      return '';
    }
    if (this.#refusals < spec.errorLimits.closeAt) return text;
    this.#phase = 'closed';
    return text + this.#reply(spec.texts.tooManyErrors);
  }

  #endTransaction(): void {
    this.#sender = undefined;
    this.#mailTried = false;
    this.#inTransaction = 0;
  }

  #workMs(line: string): number {
    const { spec, random } = this.#parts.exchange;
    const isRcpt = /^RCPT/i.test(line);
    const slowMs = this.#refusals >= spec.errorLimits.slowAt ? 1_000 : 0;
    return random.integer(0, isRcpt ? spec.replyMs : 1) + (isRcpt ? spec.tarpitMs : 0) + slowMs;
  }

  #reply(text: string): string {
    const { exchange, view } = this.#parts;
    return replyOf(exchange, text, { client: view.clientAddress, sender: this.#sender ?? '' });
  }

  #complain(rule: string, line: string): void {
    this.#parts.story.add({ kind: 'rule-broken', connection: this.#parts.view, rule, line });
  }
}
