import type { StreamedParts } from '../reply.ts';

/** How the giving out of an answer ended. */
export type StreamEnd =
  | { readonly kind: 'complete' }
  /** Who was reading went away. */
  | { readonly kind: 'left' }
  | { readonly kind: 'broken'; readonly error: unknown };

/** Passes parts on, and tells once how that ended, even if nobody ever asks for the first one. */
export class ToldParts implements StreamedParts {
  readonly #parts: StreamedParts;
  readonly #tell: (end: StreamEnd) => void;
  #told = false;

  constructor(parts: StreamedParts, tell: (end: StreamEnd) => void) {
    this.#parts = parts;
    this.#tell = tell;
  }

  async next(): Promise<IteratorResult<string, undefined>> {
    try {
      const step = await this.#parts.next();
      if (step.done !== true) return step;
      this.#end({ kind: 'complete' });
      return { done: true, value: undefined };
    } catch (error) {
      this.#end({ kind: 'broken', error });
      // Hosts may print it: what is behind it, perhaps with an address in it, is for our log only.
      throw new Error('The answer cannot be completed.');
    }
  }

  async return(): Promise<IteratorResult<string, undefined>> {
    this.#end({ kind: 'left' });
    await this.#parts.return?.();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #end(end: StreamEnd): void {
    if (this.#told) return;
    this.#told = true;
    this.#tell(end);
  }
}
