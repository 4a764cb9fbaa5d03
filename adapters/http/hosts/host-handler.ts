import { checkMethods, checkObject, checkString } from '../../../src/argument-checks.ts';
import { pathOf, type RequestView } from '../request-view.ts';
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

/** Another handler of a server, such as the console. */
export interface MountedHandler extends Pick<HttpHandler, 'node'> {
  /** The path that it answers, and all below: such as `/console`. It stays in the URL. */
  readonly basePath: string;
  /** Called once when the server begins to close: ends what lasts as long as the client wants. */
  close?(): void;
}

/** Returns a listener that leaves each request to the handler it is for. */
export function nodeListenerOf(
  handler: Pick<HttpHandler, 'node'>,
  mounted: readonly MountedHandler[],
): NodeListener {
  if (mounted.length === 0) return handler.node;
  return (incoming, outgoing) => {
    const path = pathOf(incoming.url ?? '/');
    const other = mounted.find(({ basePath }) => path === basePath || path.startsWith(`${basePath}/`));
    return (other ?? handler).node(incoming, outgoing);
  };
}
