import type { RequestOptions } from '../../src/engine-interface.ts';
import type { KeyRecord } from '../../src/ports/key-store.ts';
import type { RequestView } from './request-view.ts';

/**
 * Engine options of one HTTP request: its deadline, the account that pays, the key, and a signal that fires when the client
 * disconnects.
 *
 * Watching the client costs more than a cached answer, so it starts only when the engine reads `signal`. This is a
 * class because V8 gives every object literal with a getter a hidden class of its own, which keeps the request and
 * everything it references alive until the next full garbage collection.
 */
export class HttpRequestOptions implements RequestOptions {
  readonly timeoutMs: number;
  readonly account: string;
  readonly keyId: string;
  readonly #request: RequestView;

  constructor(request: RequestView, timeoutMs: number, { account, id }: KeyRecord) {
    this.#request = request;
    this.timeoutMs = timeoutMs;
    this.account = account;
    this.keyId = id;
  }

  get signal(): AbortSignal {
    return this.#request.signal;
  }
}
