import type { LookupOptions, VerifyOptions } from '../../src/engine.ts';
import type { RequestView } from './request-view.ts';

/**
 * How a request asks the engine: until when, for whose credits, and for how long as its client is there.
 *
 * Watching the client costs more than a cached answer, so it begins when somebody asks for the signal. This is a
 * class because V8 gives every object literal with a getter a hidden class of its own, which outlives the request
 * and all it holds until the next full collection.
 */
export class AskedOverHttp implements VerifyOptions, LookupOptions {
  readonly timeoutMs: number;
  readonly account: string;
  readonly #request: RequestView;

  constructor(request: RequestView, timeoutMs: number, account: string) {
    this.#request = request;
    this.timeoutMs = timeoutMs;
    this.account = account;
  }

  get signal(): AbortSignal {
    return this.#request.signal;
  }
}
