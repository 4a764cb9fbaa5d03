import type { ResponseParts } from '../response.ts';

/** How a streamed response ended. */
export type StreamEnd =
  | { readonly kind: 'complete' }
  /** The client stopped reading. */
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly error: unknown };

/** Passes the parts of a response on and calls `onEnd` once, even if no part is ever read. */
export class ObservedStream implements ResponseParts {
  readonly #parts: ResponseParts;
  readonly #onEnd: (end: StreamEnd) => void;
  #ended = false;

  constructor(parts: ResponseParts, onEnd: (end: StreamEnd) => void) {
    this.#parts = parts;
    this.#onEnd = onEnd;
  }

  async next(): Promise<IteratorResult<string, undefined>> {
    try {
      const step = await this.#parts.next();
      if (step.done !== true) return step;
      this.#end({ kind: 'complete' });
      return { done: true, value: undefined };
    } catch (error) {
      this.#end({ kind: 'failed', error });
      // Hosts may print this error. The original, which may contain an address, goes to our log only.
      throw new Error('The answer cannot be completed.');
    }
  }

  async return(): Promise<IteratorResult<string, undefined>> {
    this.#end({ kind: 'cancelled' });
    await this.#parts.return?.();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #end(end: StreamEnd): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#onEnd(end);
  }
}
