import type { Clock, Dns, SmtpConnection, SmtpTransport } from '../../src/ports.ts';
import { WireConnection, type WireSink } from '../../src/smtp/wire-connection.ts';

/** A fault at the n-th reply (from 0, the greeting) of a connection. */
export interface Fault {
  readonly reply: number;
  /** `doubled-later`: the copy comes at once upon the next command; from then on each reply takes a moment. */
  readonly kind: 'lost' | 'late' | 'doubled' | 'doubled-later' | 'hang-up' | 'closing';
}

export interface ExchangeScript {
  /** Whether a recipient exists. */
  readonly knows: (recipient: string) => boolean;
  readonly pipelining?: boolean;
  readonly echo?: boolean;
  /** Text of a refusal; the recipient is put in where `echo` is set. */
  readonly refusal?: string;
  /** Sizes of the chunks that bytes arrive in, used in turn; everything at once if empty. */
  readonly chunks?: readonly number[];
  /** Faults of the n-th connection, from 0. */
  readonly faults?: readonly (readonly Fault[])[];
  /** A late reply comes after this. */
  readonly lateMs?: number;
  /** Hangs up after so many refusals on one connection. */
  readonly maxRefusals?: number;
  readonly maxRecipients?: number;
  /** From how many refusals on everybody is refused like this. */
  readonly refusesAllAfter?: { refusals: number; reply: string };
}

/** An exchange in memory behind the real connection rules, for tests that choose every byte and moment. */
export class ScriptedExchange implements SmtpTransport {
  readonly asked: string[] = [];
  readonly commands: string[] = [];
  readonly sessions: { recipients: number; refusals: number; mostRecipients: number }[] = [];
  connections = 0;
  open = 0;
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
      const server = new Conversation(sink, this.#clock, this.#script, faults, this);
      queueMicrotask(() => server.greet());
      return {
        write: async (bytes) => server.hear(new TextDecoder().decode(bytes)),
        upgrade: () => Promise.reject(new Error('no TLS here')),
        destroy: () => {
          if (!ended) this.open -= 1;
          ended = true;
          server.end();
        },
      };
    });
  }
}

class Conversation {
  readonly #sink: WireSink;
  readonly #clock: Clock;
  readonly #script: ExchangeScript;
  readonly #faults: readonly Fault[];
  readonly #log: ScriptedExchange;
  readonly #session = { recipients: 0, refusals: 0, mostRecipients: 0 };
  #replies = 0;
  #recipients = 0;
  #inTransaction = false;
  #held = '';
  /** What was said while the server takes its moment. */
  #unheard: string | undefined;
  #output = '';
  #flushing = false;
  #chunk = 0;
  #over = false;
  #input = '';
  readonly #late: (() => void)[] = [];

  constructor(
    sink: WireSink,
    clock: Clock,
    script: ExchangeScript,
    faults: readonly Fault[],
    log: ScriptedExchange,
  ) {
    this.#sink = sink;
    this.#clock = clock;
    this.#script = script;
    this.#faults = faults;
    this.#log = log;
    log.sessions.push(this.#session);
  }

  greet(): void {
    this.#say('220 mx.example.com ESMTP');
  }

  end(): void {
    this.#over = true;
    for (const cancel of this.#late.splice(0)) cancel();
  }

  hear(text: string): void {
    if (this.#unheard !== undefined) {
      this.#unheard += text;
    } else if (this.#held === '') {
      this.#read(text);
    } else {
      const copy = this.#held;
      this.#held = '';
      this.#unheard = text;
      this.#put(copy, false);
      this.#late.push(this.#clock.after(1, () => this.#catchUp()));
    }
  }

  /** One command a moment, so that no reply comes in the company of the next. */
  #catchUp(): void {
    if (this.#over) return;
    const [line = '', ...rest] = (this.#unheard ?? '').split(/(?<=\r\n)/);
    this.#unheard = rest.join('');
    this.#read(line);
    this.#late.push(this.#clock.after(1, () => this.#catchUp()));
  }

  #read(text: string): void {
    this.#input += text;
    for (let end = this.#input.indexOf('\r\n'); end >= 0; end = this.#input.indexOf('\r\n')) {
      const line = this.#input.slice(0, end);
      this.#input = this.#input.slice(end + 2);
      if (!this.#over) this.#obey(line);
    }
  }

  #obey(line: string): void {
    this.#log.commands.push(line);
    switch (line.slice(0, 4).toUpperCase()) {
      case 'EHLO':
        this.#say(this.#script.pipelining ? '250-mx.example.com\r\n250 PIPELINING' : '250 mx.example.com');
        break;
      case 'MAIL':
        this.#inTransaction = true;
        this.#recipients = 0;
        this.#say('250 2.1.0 Ok');
        break;
      case 'RCPT':
        this.#rcpt(/<(.*)>/.exec(line)?.[1] ?? '');
        break;
      case 'RSET':
        this.#inTransaction = false;
        this.#say('250 2.0.0 Ok');
        break;
      case 'QUIT':
        this.#say('221 2.0.0 Bye', true);
        break;
      default:
        this.#say('502 5.5.2 Error: command not recognized');
    }
  }

  #rcpt(recipient: string): void {
    this.#say(this.#answerFor(recipient));
    if (this.#session.refusals >= (this.#script.maxRefusals ?? Number.POSITIVE_INFINITY)) {
      this.#say('421 4.7.0 Error: too many errors', true);
    }
  }

  #answerFor(recipient: string): string {
    if (!this.#inTransaction) return '503 5.5.1 Error: need MAIL command';
    this.#recipients += 1;
    this.#session.recipients += 1;
    this.#session.mostRecipients = Math.max(this.#session.mostRecipients, this.#recipients);
    if (this.#recipients > (this.#script.maxRecipients ?? Number.POSITIVE_INFINITY)) {
      return '452 4.5.3 Error: too many recipients';
    }
    this.#log.asked.push(recipient);
    const { refusesAllAfter, echo, knows, refusal } = this.#script;
    if (refusesAllAfter !== undefined && this.#session.refusals >= refusesAllAfter.refusals) {
      return refusesAllAfter.reply;
    }
    const named = echo ? ` <${recipient}>:` : '';
    if (knows(recipient)) return `250 2.1.5${named} Ok`;
    this.#session.refusals += 1;
    return `550 ${refusal ?? `5.1.1${named} User unknown`}`;
  }

  #say(reply: string, last = false): void {
    const fault = this.#faults.find((candidate) => candidate.reply === this.#replies);
    this.#replies += 1;
    const text = `${reply}\r\n`;
    if (fault?.kind === 'doubled-later') this.#held = text;
    this.#put(this.#distort(text, fault?.kind, last), last || endsTheConversation(fault?.kind));
  }

  #distort(text: string, fault: Fault['kind'] | undefined, last: boolean): string {
    switch (fault) {
      case undefined:
      case 'doubled-later':
        return text;
      case 'late':
        this.#late.push(this.#clock.after(this.#script.lateMs ?? 120_000, () => this.#put(text, last)));
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

  #put(text: string, last: boolean): void {
    this.#output += text;
    if (last) this.#over = true;
    if (this.#flushing) return;
    this.#flushing = true;
    // Replies to commands that came in one packet leave in one, too.
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
    if (this.#over) this.#sink.ended();
  }
}

function endsTheConversation(fault: Fault['kind'] | undefined): boolean {
  return fault === 'hang-up' || fault === 'closing';
}

/** One exchange, mx.example.com, for every domain. */
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
