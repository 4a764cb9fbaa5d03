import type { ResponseChunks } from '../response.ts';

/** How a streamed response ended. */
export type StreamEnd =
  | { readonly kind: 'complete' }
  /** The client stopped reading. */
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly error: unknown };

/** Passes the chunks of a response on and calls `onEnd` once, even if no chunk is ever read. */
export class ObservedStream implements ResponseChunks {
  readonly #chunks: ResponseChunks;
  readonly #onEnd: (end: StreamEnd) => void;
  #ended = false;

  constructor(chunks: ResponseChunks, onEnd: (end: StreamEnd) => void) {
    this.#chunks = chunks;
    this.#onEnd = onEnd;
  }

  async next(): Promise<IteratorResult<string, undefined>> {
    try {
      const step = await this.#chunks.next();
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
    await this.#chunks.return?.();
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
