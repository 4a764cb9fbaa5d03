import type { Clock } from '../../../src/ports/clock.ts';

/** Text to send, and what to do once it is sent. */
export interface QueuedReply {
  readonly text: string;
  /** Earliest time of sending after the command arrived; runs for all queued commands at the same time. */
  readonly latencyMs: number;
  /** Time that the reply takes on its own, after the one before it. */
  readonly serviceMs: number;
  /** Called once the text is handed over. */
  readonly onSent?: () => void;
}

interface DueReply extends Pick<QueuedReply, 'text' | 'onSent'> {
  readonly dueAt: number;
}

/** The replies of one connection, in order. Each is sent when it is due; those due together are sent in one write. */
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

  /** Queues a reply. Nothing is sent before the next `flush` or the time when it is due. */
  push({ text, latencyMs, serviceMs, onSent }: QueuedReply): void {
    const dueAt = Math.max(this.#clock.now() + latencyMs, this.#lastDueAt) + serviceMs;
    this.#lastDueAt = dueAt;
    this.#replies.push({ text, dueAt, ...(onSent === undefined ? {} : { onSent }) });
  }

  /** Sends the replies that are due and schedules the rest. */
  flush(): void {
    this.#stopTimer();
    const now = this.#clock.now();
    let text = '';
    for (let head = this.#replies[0]; head !== undefined && head.dueAt <= now; head = this.#replies[0]) {
      this.#replies.shift();
      text += head.text;
      if (head.onSent === undefined) continue;
      // The callback may close the connection or clear this queue.
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

  /** Discards everything unsent. */
  clear(): void {
    this.#stopTimer();
    this.#replies = [];
  }

  #stopTimer(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
  }
}
