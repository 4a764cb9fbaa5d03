import type { VerifyOptions } from '../../src/engine.ts';
import type { Endpoint } from './endpoint.ts';
import { readQuery } from './query.ts';
import { jsonReply } from './reply.ts';
import type { RequestView } from './request-view.ts';
import { emailVerification, verifyQuery } from './schemas.ts';

export const verifyEndpoint: Endpoint = {
  method: 'GET',
  path: '/v1/verify',
  operationId: 'verifyEmail',
  summary: 'Verify one email address',
  query: verifyQuery,
  response: emailVerification,
  errors: [403, 422],
  async respond({ engine, key, request, about }) {
    const { email, timeout } = readQuery(request.target, verifyQuery);
    about(email);
    return jsonReply(await engine.verify(email, new AskedOverHttp(request, timeout * 1_000, key.account)));
  },
};

/**
 * Watching the client costs more than a cached answer, so it begins when somebody asks for the signal. This is a
 * class because V8 gives every object literal with a getter a hidden class of its own, which outlives the request
 * and all it holds until the next full collection.
 */
class AskedOverHttp implements VerifyOptions {
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
