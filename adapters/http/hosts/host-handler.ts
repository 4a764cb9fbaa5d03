import { checkMethods, checkObject, checkString } from '../../../src/argument-checks.ts';
import type { RequestView } from '../request-view.ts';
import { type HttpResponse, toFetchResponse } from '../response.ts';
import { FetchRequest } from './fetch-request.ts';
import type { NodeListener } from './node-listener.ts';
import { NodeRequest } from './node-request.ts';

export interface HttpHandler {
  /**
   * Answers a Request of the fetch standard. Never rejects. Pass Node's request as `env.incoming`, as
   * `@hono/node-server` does, to have header names compared letter by letter.
   */
  fetch(request: Request, env?: unknown): Promise<Response>;
  /** The same as a request listener for Node. */
  readonly node: NodeListener;
}

/** Returns what hosts of either kind call to have requests answered by `answer`, which must not reject. */
export function hostHandler(answer: (request: RequestView) => Promise<HttpResponse>): HttpHandler {
  return {
    async fetch(request, env) {
      const advice = 'Pass the Request of the host: mailproof.fetch(request).';
      checkObject('request', request, advice);
      checkString('request.url', request.url, advice);
      const response = await answer(new FetchRequest(request, env));
      return toFetchResponse(response, { omitBody: request.method === 'HEAD' });
    },
    async node(incoming, outgoing) {
      const advice = 'Mount it as a listener: http.createServer(mailproof.node), or app.use(mailproof.node).';
      checkObject('incoming', incoming, advice);
      checkMethods('outgoing', outgoing, ['once', 'writeHead', 'end'], advice);
      const request = new NodeRequest(incoming, outgoing);
      const response = await answer(request);
      if (response.kind === 'buffered') request.send(response);
      else await request.stream(response);
    },
  };
}
