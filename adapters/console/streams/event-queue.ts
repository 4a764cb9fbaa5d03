import { answerLimits } from '../../http/answers/answer-limits.ts';

/** What is to be sent on one stream, in order. */
export class EventQueue {
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
