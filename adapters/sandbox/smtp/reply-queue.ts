import type { Clock } from '../../../src/ports.ts';

/** Something to send, and what follows when it is sent. */
export interface QueuedReply {
  readonly text: string;
  /** From the command's arrival to the earliest sending; runs for all commands at the same time. */
  readonly latencyMs: number;
  /** What the reply takes by itself, one after the other. */
  readonly serviceMs: number;
  /** Runs once the text is handed over. */
  readonly onSent?: () => void;
}

interface DueReply extends Pick<QueuedReply, 'text' | 'onSent'> {
  readonly dueAt: number;
}

/** Replies of one connection in order, each sent when it is due; those due together go out in one piece. */
export class ReplyQueue {
  readonly #clock: Clock;
  readonly #send: (text: string) => void;
  #replies: DueReply[] = [];
  #lastDueAt = 0;
  #cancelTimer: (() => void) | undefined;

  constructor(clock: Clock, send: (text: string) => void) {
    this.#clock = clock;
    this.#send = send;
  }

  get length(): number {
    return this.#replies.length;
  }

  /** Nothing is sent before the next `flush`, or the time it is due. */
  push({ text, latencyMs, serviceMs, onSent }: QueuedReply): void {
    const dueAt = Math.max(this.#clock.now() + latencyMs, this.#lastDueAt) + serviceMs;
    this.#lastDueAt = dueAt;
    this.#replies.push({ text, dueAt, ...(onSent === undefined ? {} : { onSent }) });
  }

  /** Sends what is due, and waits for the rest. */
  flush(): void {
    this.#stopTimer();
    const now = this.#clock.now();
    let text = '';
    for (let head = this.#replies[0]; head !== undefined && head.dueAt <= now; head = this.#replies[0]) {
      this.#replies.shift();
      text += head.text;
      if (head.onSent === undefined) continue;
      // What follows may end the connection, or clear this queue.
      if (text !== '') this.#send(text);
      text = '';
      head.onSent();
    }
    if (text !== '') this.#send(text);
    const [next] = this.#replies;
    if (next === undefined) return;
    this.#stopTimer();
    this.#cancelTimer = this.#clock.after(next.dueAt - now, () => this.flush());
  }

  /** Drops everything unsent. */
  clear(): void {
    this.#stopTimer();
    this.#replies = [];
  }

  #stopTimer(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
  }
}
