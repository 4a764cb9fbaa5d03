import type { Clock } from '../../src/ports/clock.ts';
import type { Dns, DnsAnswer } from '../../src/ports/dns.ts';
import type { SmtpConnection, SmtpTransport } from '../../src/ports/smtp-transport.ts';
import { WireConnection, type WireSink } from '../../src/smtp/wire-connection.ts';

/** A fault at one reply of a connection. */
export interface Fault {
  /** Index of the reply, counted from 0, the greeting. */
  readonly reply: number;
  readonly kind: 'lost' | 'late' | 'doubled' | 'hang-up' | 'closing';
}

/** What a server says to MAIL, to a recipient that exists, to one that does not, and to RSET. */
interface Wording {
  readonly sender: string;
  readonly accepted: string;
  readonly missing: string;
  /** Used in rotation. */
  readonly reset: readonly string[];
}

const wordings = {
  /** Replies to MAIL, RCPT and RSET differ by their enhanced status codes. */
  codes: { sender: '2.1.0 Ok', accepted: '2.1.5 Ok', missing: '5.1.1 User unknown', reset: ['2.0.0 Ok'] },
  /** They differ by their words. */
  words: { sender: 'OK', accepted: 'Accepted', missing: 'Unrouteable address', reset: ['Reset OK'] },
  /** Only those to RSET differ. */
  'reset-only': { sender: 'ok', accepted: 'ok', missing: 'no such user', reset: ['flushed'] },
  /** Those to RSET are like those to RCPT. */
  'sender-only': { sender: 'Sender OK', accepted: 'OK', missing: 'No such user', reset: ['OK'] },
  /** They do not differ. */
  none: { sender: 'OK', accepted: 'OK', missing: 'No such user here', reset: ['OK'] },
  /** Those to RSET change. */
  changing: {
    sender: 'OK',
    accepted: 'Accepted',
    missing: 'Unrouteable address',
    reset: ['Reset OK', 'Reset OK', 'Cleared', 'As you wish'],
  },
} as const satisfies Record<string, Wording>;

export type WordingName = keyof typeof wordings;
export const wordingNames = Object.keys(wordings) as readonly WordingName[];

export interface ExchangeScript {
  /** Whether a recipient exists. */
  readonly knows: (recipient: string) => boolean;
  /** Returns another reply to a recipient, or undefined for the usual one. */
  readonly answer?: (recipient: string) => string | undefined;
  readonly pipelining?: boolean;
  /** What it says to EHLO, on one line, without `pipelining`. Default: its name. */
  readonly hello?: string;
  /** Names the recipient in replies. */
  readonly echo?: boolean;
  /** Default: `codes`. */
  readonly wording?: WordingName;
  /** Text of a refusal. Default: as the wording has it, with the recipient if `echo` is set. */
  readonly refusal?: string;
  /** How long the server takes for each command, one after another. Default 0. */
  readonly replyMs?: number;
  /** Sizes of the chunks that bytes arrive in, used in rotation. Everything at once if empty. */
  readonly chunks?: readonly number[];
  /** Faults by connection, counted from 0. */
  readonly faults?: readonly (readonly Fault[])[];
  /** Delay of a late reply. Default 120,000. */
  readonly lateMs?: number;
  /** Closes the connection after this many refusals. */
  readonly maxRefusals?: number;
  readonly maxRecipients?: number;
  /** Greets further connections with `refusal`, and closes them. */
  readonly connectionLimit?: { readonly connections: number; readonly refusal: string };
  /** After this many refusals, every recipient is refused with this reply. */
  readonly refusesAllAfter?: { refusals: number; reply: string };
}

/** An exchange in memory, behind a real WireConnection, for tests that choose every byte and its time. */
export class ScriptedExchange implements SmtpTransport {
  /** Recipients that were answered, without those beyond `maxRecipients`. */
  readonly asked: string[] = [];
  readonly commands: string[] = [];
  readonly sessions: { recipients: number; refusals: number; mostRecipients: number }[] = [];
  connections = 0;
  /** How many connections were refused at the greeting. */
  refused = 0;
  open = 0;
  /** The most connections that were open at the same time. */
  peak = 0;
  readonly #clock: Clock;
  readonly #script: ExchangeScript;

  constructor(clock: Clock, script: ExchangeScript) {
    this.#clock = clock;
    this.#script = script;
  }

  async connect(): Promise<SmtpConnection> {
    const faults = this.#script.faults?.[this.connections] ?? [];
    this.connections += 1;
    this.open += 1;
    this.peak = Math.max(this.peak, this.open);
    let ended = false;
    return new WireConnection(this.#clock, (sink) => {
      const server = new ServerConnection(sink, this.#clock, this.#script, faults, this);
      queueMicrotask(() => server.greet());
      return {
        write: async (bytes) => server.receive(new TextDecoder().decode(bytes)),
        upgrade: () => Promise.reject(new Error('no TLS here')),
        destroy: async () => {
          if (!ended) this.open -= 1;
          ended = true;
          server.end();
        },
      };
    });
  }
}

class ServerConnection {
  readonly #sink: WireSink;
  readonly #clock: Clock;
  readonly #script: ExchangeScript;
  readonly #faults: readonly Fault[];
  readonly #exchange: ScriptedExchange;
  readonly #session = { recipients: 0, refusals: 0, mostRecipients: 0 };
  #replies = 0;
  #recipients = 0;
  #resets = 0;
  #inTransaction = false;
  /** Commands that were not read yet, where each reply takes time. */
  #delayedInput: string | undefined;
  #reading = false;
  #output = '';
  #flushing = false;
  #chunk = 0;
  #closed = false;
  #input = '';
  readonly #cancelTimers: (() => void)[] = [];

  constructor(
    sink: WireSink,
    clock: Clock,
    script: ExchangeScript,
    faults: readonly Fault[],
    exchange: ScriptedExchange,
  ) {
    this.#sink = sink;
    this.#clock = clock;
    this.#script = script;
    this.#faults = faults;
    this.#exchange = exchange;
    if (script.replyMs !== undefined) this.#delayedInput = '';
    exchange.sessions.push(this.#session);
  }

  greet(): void {
    const { connectionLimit } = this.#script;
    if (connectionLimit === undefined || this.#exchange.open <= connectionLimit.connections) {
      this.#reply('220 mx.example.com ESMTP');
    } else {
      this.#exchange.refused += 1;
      this.#reply(connectionLimit.refusal, true);
    }
  }

  end(): void {
    this.#closed = true;
    for (const cancel of this.#cancelTimers.splice(0)) cancel();
  }

  receive(text: string): void {
    if (this.#delayedInput === undefined) {
      this.#read(text);
    } else {
      this.#delayedInput += text;
      this.#readLater();
    }
  }

  /** Reads one command at a time, so that no two replies arrive together. */
  #readLater(): void {
    if (this.#reading || this.#delayedInput === '') return;
    this.#reading = true;
    this.#cancelTimers.push(this.#clock.after(this.#script.replyMs ?? 1, () => this.#readNext()));
  }

  #readNext(): void {
    this.#reading = false;
    if (this.#closed) return;
    const [line = '', ...rest] = (this.#delayedInput ?? '').split(/(?<=\r\n)/);
    this.#delayedInput = rest.join('');
    this.#read(line);
    this.#readLater();
  }

  #read(text: string): void {
    this.#input += text;
    for (let end = this.#input.indexOf('\r\n'); end >= 0; end = this.#input.indexOf('\r\n')) {
      const line = this.#input.slice(0, end);
      this.#input = this.#input.slice(end + 2);
      if (!this.#closed) this.#execute(line);
    }
  }

  #execute(line: string): void {
    this.#exchange.commands.push(line);
    switch (line.slice(0, 4).toUpperCase()) {
      case 'EHLO':
        this.#reply(
          this.#script.pipelining
            ? '250-mx.example.com\r\n250 PIPELINING'
            : `250 ${this.#script.hello ?? 'mx.example.com'}`,
        );
        break;
      case 'MAIL':
        this.#inTransaction = true;
        this.#recipients = 0;
        this.#reply(`250 ${this.#wording.sender}`);
        break;
      case 'RCPT':
        this.#rcpt(/<(.*)>/.exec(line)?.[1] ?? '');
        break;
      case 'RSET':
        this.#inTransaction = false;
        this.#reply(`250 ${this.#wording.reset[this.#resets++ % this.#wording.reset.length]}`);
        break;
      case 'QUIT':
        this.#reply('221 2.0.0 Bye', true);
        break;
      default:
        this.#reply('502 5.5.2 Error: command not recognized');
    }
  }

  #rcpt(recipient: string): void {
    this.#reply(this.#acceptOrRefuse(recipient));
    if (this.#session.refusals >= (this.#script.maxRefusals ?? Number.POSITIVE_INFINITY)) {
      this.#reply('421 4.7.0 Error: too many errors', true);
    }
  }

  #acceptOrRefuse(recipient: string): string {
    if (!this.#inTransaction) return '503 5.5.1 Error: need MAIL command';
    this.#recipients += 1;
    this.#session.recipients += 1;
    this.#session.mostRecipients = Math.max(this.#session.mostRecipients, this.#recipients);
    if (this.#recipients > (this.#script.maxRecipients ?? Number.POSITIVE_INFINITY)) {
      return '452 4.5.3 Error: too many recipients';
    }
    this.#exchange.asked.push(recipient);
    const { refusesAllAfter, echo, knows, refusal, answer } = this.#script;
    const other = answer?.(recipient);
    if (other !== undefined) return other;
    if (refusesAllAfter !== undefined && this.#session.refusals >= refusesAllAfter.refusals) {
      return refusesAllAfter.reply;
    }
    const { accepted, missing } = this.#wording;
    const named = (text: string) => (echo ? text.replace(/^([\d.]+ )?/, `$1<${recipient}>: `) : text);
    if (knows(recipient)) return `250 ${named(accepted)}`;
    this.#session.refusals += 1;
    return `550 ${refusal ?? named(missing)}`;
  }

  get #wording(): Wording {
    return wordings[this.#script.wording ?? 'codes'];
  }

  #reply(reply: string, last = false): void {
    const fault = this.#faults.find((candidate) => candidate.reply === this.#replies);
    this.#replies += 1;
    const text = `${reply}\r\n`;
    this.#write(this.#distort(text, fault?.kind, last), last || closesConnection(fault?.kind));
  }

  #distort(text: string, fault: Fault['kind'] | undefined, last: boolean): string {
    switch (fault) {
      case undefined:
        return text;
      case 'late':
        this.#cancelTimers.push(
          this.#clock.after(this.#script.lateMs ?? 120_000, () => this.#write(text, last)),
        );
        return '';
      case 'lost':
      case 'hang-up':
        return '';
      case 'doubled':
        return text + text;
      case 'closing':
        return '421 4.3.2 Service shutting down\r\n';
    }
  }

  #write(text: string, last: boolean): void {
    this.#output += text;
    if (last) this.#closed = true;
    if (this.#flushing) return;
    this.#flushing = true;
    // Replies to commands that arrived in one packet also leave in one packet.
    queueMicrotask(() => {
      this.#flushing = false;
      this.#flush();
    });
  }

  #flush(): void {
    const bytes = new TextEncoder().encode(this.#output);
    this.#output = '';
    const sizes = this.#script.chunks ?? [];
    for (let from = 0; from < bytes.length; ) {
      const size = sizes.length === 0 ? bytes.length : (sizes[this.#chunk++ % sizes.length] ?? 1);
      this.#sink.received(bytes.slice(from, from + size));
      from += size;
    }
    if (this.#closed) this.#sink.ended();
  }
}

function closesConnection(fault: Fault['kind'] | undefined): boolean {
  return fault === 'hang-up' || fault === 'closing';
}

/** Creates a Dns where every domain has an exchange of its own name, all of them at one IP address. */
export function manyNamesDns(address: string): Dns {
  const addressAnswer = async (isThere: boolean): Promise<DnsAnswer<string>> =>
    isThere ? { kind: 'records', records: [address], ttlSeconds: 300 } : { kind: 'no-data', ttlSeconds: 300 };
  return {
    mx: async (domain) => ({
      kind: 'records',
      records: [{ preference: 10, exchange: `mx.${domain}` }],
      ttlSeconds: 300,
    }),
    a: () => addressAnswer(!address.includes(':')),
    aaaa: () => addressAnswer(address.includes(':')),
    close: async () => {},
  };
}

/** Creates a Dns where mx.example.com is the only exchange of every domain. */
export function oneExchangeDns(): Dns {
  return {
    mx: async () => ({
      kind: 'records',
      records: [{ preference: 10, exchange: 'mx.example.com' }],
      ttlSeconds: 300,
    }),
    a: async () => ({ kind: 'records', records: ['198.18.0.1'], ttlSeconds: 300 }),
    aaaa: async () => ({ kind: 'no-data', ttlSeconds: 300 }),
    close: async () => {},
  };
}
