import type { Clock } from '../../src/ports/clock.ts';
import { answerLimits } from '../http/answers/answer-limits.ts';
import type { AnswersUnderWay } from '../http/answers/answers-under-way.ts';
import { partyOf } from '../http/answers/party.ts';
import { Problem, problemOf } from '../http/problem.ts';
import type { ResponseChunks, StreamedResponse } from '../http/response.ts';

/** Proxies cut connections on which nothing is said. */
const heartbeatMs = 15_000;

/** Sends one event: `data` as JSON. */
export type SendEvent = (event: string, data: object) => void;

/** Whose stream it is. */
export interface StreamOwner {
  readonly sessionId: string;
  /** Null for the operator. */
  readonly account: string | null;
  /** Fires if the client disconnects. */
  readonly clientGone: AbortSignal;
}

export interface EventStreamsOptions {
  /** Counts the streams of each account, over all its sessions, and of the operator. */
  readonly answers: AnswersUnderWay;
  readonly clock: Clock;
  /** Returns whether a session has not ended. */
  readonly isLive: (sessionId: string) => Promise<boolean>;
  /** Receives what broke a stream off on our side. */
  readonly onFailure: (cause: unknown) => void;
}

/**
 * The streams of server-sent events that are open (WHATWG HTML, section 9.2). Each ends with its work, its session or its client,
 * and all of them with `close`.
 */
export class EventStreams {
  readonly #options: EventStreamsOptions;
  /** What ends each stream. */
  readonly #open = new Map<AbortController, Pick<StreamOwner, 'sessionId' | 'account'>>();
  #closed = false;

  constructor(options: EventStreamsOptions) {
    this.#options = options;
  }

  /** How many are open. */
  get size(): number {
    return this.#open.size;
  }

  /**
   * Answers with a stream of what `work` sends until it resolves. What it throws becomes the event `problem`; its signal fires when
   * nobody listens any more. Throws a Problem: those of `AnswersUnderWay.stream`, and 503 while the server closes.
   */
  open(
    { sessionId, account, clientGone }: StreamOwner,
    work: (send: SendEvent, signal: AbortSignal) => Promise<void>,
  ): Promise<StreamedResponse> {
    if (this.#closed) throw new Problem(503, 'The server is closing.', { headers: { 'Retry-After': '5' } });
    const controller = new AbortController();
    const { signal } = controller;
    const end = () => controller.abort();
    const queue = new EventQueue(end);
    // Browsers open a stream at its first byte.
    queue.push(': open\n\n');
    const response = this.#options.answers.stream(partyOf(account), {
      kind: 'events',
      chunks: endedBy(queue.texts(), end),
      headers: {
        'Content-Type': 'text/event-stream; charset=utf-8',
        // Some proxies keep an answer back until they have much of it.
        'X-Accel-Buffering': 'no',
      },
    });
    this.#open.set(controller, { sessionId, account });
    clientGone.addEventListener('abort', end, { once: true });
    if (clientGone.aborted) end();
    const stopHeartbeat = this.#keepAlive(sessionId, queue, controller);
    signal.addEventListener('abort', () => queue.end(), { once: true });
    if (signal.aborted) queue.end();
    void this.#run(work, queue, signal).finally(() => {
      stopHeartbeat();
      clientGone.removeEventListener('abort', end);
      this.#open.delete(controller);
      queue.end();
    });
    return response;
  }

  /** Ends the streams of a session. */
  endSession(sessionId: string): void {
    for (const [controller, owner] of this.#open) if (owner.sessionId === sessionId) controller.abort();
  }

  /** Ends the streams of all sessions of an account. */
  endAccount(account: string): void {
    for (const [controller, owner] of this.#open) if (owner.account === account) controller.abort();
  }

  /** Ends all streams, and begins no more. */
  close(): void {
    this.#closed = true;
    for (const controller of this.#open.keys()) controller.abort();
  }

  async #run(
    work: (send: SendEvent, signal: AbortSignal) => Promise<void>,
    queue: EventQueue,
    signal: AbortSignal,
  ): Promise<void> {
    const send: SendEvent = (event, data) => queue.push(eventText(event, data));
    try {
      await work(send, signal);
    } catch (error) {
      if (signal.aborted) return;
      const { status, message, cause } = problemOf(error);
      send('problem', { status, detail: message });
      if (cause !== undefined) this.#options.onFailure(cause);
    }
  }

  /** Sends comments, and ends the stream once the session has ended. */
  #keepAlive(sessionId: string, queue: EventQueue, controller: AbortController): () => void {
    const { clock, isLive } = this.#options;
    let cancel = () => {};
    const beat = async () => {
      // A storage that is away ends no session.
      const live = await isLive(sessionId).catch(() => true);
      if (controller.signal.aborted) return;
      if (!live) {
        queue.push(eventText('signed-out', {}));
        controller.abort();
        return;
      }
      queue.push(': still here\n\n');
      cancel = clock.after(heartbeatMs, () => void beat());
    };
    cancel = clock.after(heartbeatMs, () => void beat());
    return () => cancel();
  }
}

/** Calls `end` as soon as the reader stops. A generator learns of that only once it has another text. */
function endedBy(texts: AsyncGenerator<string, undefined>, end: () => void): ResponseChunks {
  const chunks: ResponseChunks = {
    next: () => texts.next(),
    return() {
      end();
      return texts.return(undefined);
    },
    [Symbol.asyncIterator]: () => chunks,
  };
  return chunks;
}

/** JSON has no line ends of its own, so that it is one line. */
function eventText(event: string, data: object): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** What is to be sent on one stream, in order. */
class EventQueue {
  readonly #onOverflow: () => void;
  #waiting: string[] = [];
  #waitingLength = 0;
  #ended = false;
  #wake: (() => void) | undefined;

  /** `onOverflow` is called if the client does not read. */
  constructor(onOverflow: () => void) {
    this.#onOverflow = onOverflow;
  }

  push(text: string): void {
    if (this.#ended) return;
    if (this.#waitingLength >= answerLimits.events.bytes) {
      this.#onOverflow();
      return;
    }
    this.#waiting.push(text);
    this.#waitingLength += text.length;
    this.#wake?.();
  }

  /** What was pushed before is still sent. */
  end(): void {
    this.#ended = true;
    this.#wake?.();
  }

  /** Yields what is pushed, that which waits at once. */
  async *texts(): AsyncGenerator<string, undefined> {
    for (;;) {
      if (this.#waiting.length > 0) {
        const text = this.#waiting.join('');
        this.#waiting = [];
        this.#waitingLength = 0;
        yield text;
      } else if (this.#ended) return undefined;
      else
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
    }
  }
}
