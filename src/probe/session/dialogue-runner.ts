import { ConnectionError } from '../../errors.ts';
import type { SmtpConnection, SmtpReply } from '../../ports/smtp-transport.ts';
import type { Dialogue, DialogueFailure, StepResult } from './dialogue.ts';
import type { TraceRecorder } from './trace.ts';

/** How long each step may take. RFC 5321 §4.5.3.2 allows minutes, for sending mail; a probe waits less. */
export const timeouts = {
  connectMs: 10_000,
  greetingMs: 30_000,
  replyMs: 45_000,
  tlsMs: 15_000,
  quitMs: 2_000,
};

export interface RunOptions {
  readonly replyMs?: number;
  /** Called with each reply when it arrives, before those behind it in its group, and with the command that it seems to answer. */
  readonly onReply?: (reply: SmtpReply, command: string) => void;
}

/** Runs dialogues over one connection: sends their commands, reads the replies, and reports failures to them. */
export class DialogueRunner {
  readonly #connection: SmtpConnection;
  readonly #host: string;
  readonly #record: TraceRecorder;

  constructor(connection: SmtpConnection, host: string, record: TraceRecorder) {
    this.#connection = connection;
    this.#host = host;
    this.#record = record;
  }

  /** Never rejects because of what a server does: the dialogue receives that as a failure. */
  async run<Result>(
    dialogue: Dialogue<Result>,
    { replyMs, onReply = () => {} }: RunOptions = {},
  ): Promise<Result> {
    let next = dialogue.next();
    while (!next.done) {
      const step = next.value;
      const result =
        step === 'start-tls' ? await this.#startTls() : await this.#sendGroup(step, replyMs, onReply);
      next = dialogue.next(result);
    }
    return next.value;
  }

  async #startTls(): Promise<StepResult> {
    try {
      await this.#connection.startTls({ serverName: this.#host, timeoutMs: timeouts.tlsMs });
      this.#record?.('secured', []);
      return resultOf([]);
    } catch (error) {
      return resultOf([], this.#recordFailure(error));
    }
  }

  async #sendGroup(
    commands: readonly string[],
    replyMs: number | undefined,
    onReply: NonNullable<RunOptions['onReply']>,
  ): Promise<StepResult> {
    const timeoutMs = replyMs ?? timeouts[commands.length === 0 ? 'greetingMs' : 'replyMs'];
    const replies: SmtpReply[] = [];
    try {
      if (commands.length > 0) {
        if (this.#connection.unread) return await this.#readSurplusReply(replies, timeoutMs);
        await this.#connection.send(commands);
        this.#record?.('sent', commands);
      }
      const count = Math.max(1, commands.length);
      while (replies.length < count) {
        const command = commands[replies.length] ?? '';
        const reply = await this.#connection.receive({ timeoutMs });
        this.#record?.('received', () => replyLines(reply), command);
        onReply(reply, command);
        if (reply.code === 421) return resultOf(replies, 'service-closing', reply);
        replies.push(reply);
      }
      return this.#connection.unread ? await this.#readSurplusReply(replies, timeoutMs) : resultOf(replies);
    } catch (error) {
      return resultOf(replies, this.#recordFailure(error));
    }
  }

  /** A reply without a command: the server closes the connection (421), or replies no longer match commands. */
  async #readSurplusReply(replies: readonly SmtpReply[], timeoutMs: number): Promise<StepResult> {
    const reply = await this.#connection.receive({ timeoutMs });
    this.#record?.('received', () => replyLines(reply));
    if (reply.code === 421) return resultOf(replies, 'service-closing', reply);
    return resultOf([], 'desynchronised');
  }

  #recordFailure(error: unknown): DialogueFailure {
    if (!(error instanceof ConnectionError)) throw error;
    this.#record?.('failed', [error.message]);
    return error.code;
  }
}

/** All results have one shape: what reads them is compiled once. */
function resultOf(
  replies: readonly SmtpReply[],
  failure?: DialogueFailure,
  closingReply?: SmtpReply,
): StepResult {
  return { replies, failure, closingReply };
}

function replyLines({ code, lines }: SmtpReply): readonly string[] {
  return lines.map((line, index) => `${code}${index < lines.length - 1 ? '-' : ' '}${line}`);
}
