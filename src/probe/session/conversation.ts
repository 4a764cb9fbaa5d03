import { ConnectionError } from '../../errors.ts';
import type { Clock, SmtpConnection, SmtpReply } from '../../ports.ts';
import type { Stage } from '../reply/meanings.ts';
import type { Break, Heard, Turn } from './dialogue.ts';
import type { TraceEvent } from './trace.ts';

/** How long each step may take (RFC 5321 §4.5.3.2 is for senders of mail; a prober is less patient). */
export interface StepPatience {
  readonly connectMs: number;
  readonly greetingMs: number;
  readonly replyMs: number;
  readonly tlsMs: number;
  readonly quitMs: number;
}

export const defaultPatience: StepPatience = {
  connectMs: 10_000,
  greetingMs: 30_000,
  replyMs: 45_000,
  tlsMs: 15_000,
  quitMs: 2_000,
};

/** Carries a dialogue out over one connection: writes its groups, reads the replies, reports how it broke. */
export class Conversation {
  readonly #connection: SmtpConnection;
  readonly #host: string;
  readonly #patience: StepPatience;
  readonly #note: (kind: TraceEvent['kind'], lines: readonly string[]) => void;

  /** Settles when the replies to the last group sent are read. */
  #lastRead: Promise<void> = Promise.resolve();
  #underWay = 0;

  constructor(
    connection: SmtpConnection,
    options: {
      host: string;
      patience: StepPatience;
      note: (kind: TraceEvent['kind'], lines: readonly string[]) => void;
    },
  ) {
    this.#connection = connection;
    this.#host = options.host;
    this.#patience = options.patience;
    this.#note = options.note;
  }

  /** Never rejects for what a server does: that is told to the dialogue. */
  async run<Result>(dialogue: Generator<Turn, Result, Heard>, replyMs?: number): Promise<Result> {
    let step = dialogue.next();
    while (!step.done) {
      const turn = step.value;
      const heard =
        turn.kind === 'secure'
          ? await this.#secure()
          : await this.#converse(turn, replyMs ?? this.#replyMs(turn.stage));
      step = dialogue.next(heard);
    }
    return step.value;
  }

  close(): void {
    this.#connection.close();
  }

  #replyMs(stage: Stage): number {
    return stage === 'greeting' ? this.#patience.greetingMs : this.#patience.replyMs;
  }

  async #secure(): Promise<Heard> {
    try {
      await this.#connection.startTls({ serverName: this.#host, timeoutMs: this.#patience.tlsMs });
      this.#note('secured', []);
      return { replies: [] };
    } catch (error) {
      return { replies: [], broken: this.#broken(error) };
    }
  }

  /** Groups may be sent before those ahead of them are answered; the replies are read in the order of sending. */
  async #converse(turn: Extract<Turn, { kind: 'converse' }>, timeoutMs: number): Promise<Heard> {
    const replies: SmtpReply[] = [];
    const ahead = this.#lastRead;
    let finish = () => {};
    this.#lastRead = new Promise((resolve) => {
      finish = resolve;
    });
    this.#underWay += 1;
    try {
      if (turn.commands.length > 0) {
        if (this.#underWay === 1 && this.#connection.unread) return await this.#unasked(replies, timeoutMs);
        await this.#connection.send(turn.commands);
        this.#note('sent', turn.commands);
      }
      await ahead;
      while (replies.length < turn.replies) {
        const reply = await this.#receive(timeoutMs);
        if (reply.code === 421) return { replies, broken: 'service-closing', closing: reply };
        replies.push(reply);
      }
      const surplus = this.#underWay === 1 && this.#connection.unread;
      return surplus ? await this.#unasked(replies, timeoutMs) : { replies };
    } catch (error) {
      return { replies, broken: this.#broken(error) };
    } finally {
      this.#underWay -= 1;
      finish();
    }
  }

  /** A reply that nobody asked for: the server says good-bye, or it has lost count and so have we. */
  async #unasked(replies: readonly SmtpReply[], timeoutMs: number): Promise<Heard> {
    const reply = await this.#receive(timeoutMs);
    if (reply.code === 421) return { replies, broken: 'service-closing', closing: reply };
    return { replies: [], broken: 'desynchronised' };
  }

  async #receive(timeoutMs: number): Promise<SmtpReply> {
    const reply = await this.#connection.receive({ timeoutMs });
    this.#note('received', replyLines(reply));
    return reply;
  }

  #broken(error: unknown): Break {
    if (!(error instanceof ConnectionError)) throw error;
    this.#note('failed', [error.message]);
    return error.code;
  }
}

function replyLines(reply: SmtpReply): readonly string[] {
  const last = reply.lines.length - 1;
  return reply.lines.map((line, index) => `${reply.code}${index < last ? '-' : ' '}${line}`);
}

export function noteFor(
  clock: Clock,
  trace: ((event: TraceEvent) => void) | undefined,
  session: { number: number; host: string },
): (kind: TraceEvent['kind'], lines: readonly string[]) => void {
  if (trace === undefined) return () => {};
  return (kind, lines) =>
    trace({ at: clock.now(), session: session.number, host: session.host, kind, lines });
}
