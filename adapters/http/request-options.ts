import type { RequestOptions } from '../../src/engine.ts';
import type { RequestView } from './request-view.ts';

/**
 * Engine options of one HTTP request: its deadline, the account that pays, and a signal that fires when the client
 * disconnects.
 *
 * Watching the client costs more than a cached answer, so it starts only when the engine reads `signal`. This is a
 * class because V8 gives every object literal with a getter a hidden class of its own, which keeps the request and
 * everything it references alive until the next full garbage collection.
 */
export class HttpRequestOptions implements RequestOptions {
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
