import { defaultLogger } from './default-logger.ts';
import { FetchRequest } from './fetch-request.ts';
import { answerLog, type HttpLogger } from './log.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { type NodeListener, NodeRequest } from './node-request.ts';
import { methodNotAllowed, notFound, Problem, problemOf } from './problem.ts';
import { problemReply, type Reply, responseOf } from './reply.ts';
import type { RequestView } from './request-view.ts';
import { type Noted, routes } from './routes.ts';
import type { ServedEngine } from './served-engine.ts';

export interface HttpHandlerOptions {
  /** Path that all routes stand under, for hosts that leave the prefix in the URL, such as `/mail`. Default none. */
  basePath?: string;
  /** Default: warnings and errors as JSON lines on stderr. */
  logger?: HttpLogger;
  /** Shows the addresses asked about in the log. Default false. */
  logAddresses?: boolean;
  /** Default: metrics of its own, which know nothing of probes. */
  metrics?: Metrics;
  /** Requests that declare a longer body get 413. Default 32 MiB: 100,000 addresses of the greatest length. */
  maxBodyBytes?: number;
  /**
   * Compares the name of the X-API-Key header letter by letter, as documented. Default true; false is for clients
   * whose requests come through a proxy that rewrites names.
   */
  exactHeaderName?: boolean;
}

export interface HttpHandler {
  /** Answers any request and never rejects. `env` may hold Node's request as `incoming`, to show raw headers. */
  fetch(request: Request, env?: unknown): Promise<Response>;
  /** The same as a request listener of Node. */
  readonly node: NodeListener;
}

interface Outcome {
  readonly reply: Reply;
  readonly cause?: unknown;
}

const defaultMaxBodyBytes = 32 * 1024 * 1024;

/**
 * Serves an engine over HTTP: the documented endpoints under /v1, and beside them /healthz, /readyz, /metrics and
 * /openapi.json. The engine stays the caller's to close.
 */
export function createHttpHandler(engine: ServedEngine, options: HttpHandlerOptions = {}): HttpHandler {
  const { maxBodyBytes = defaultMaxBodyBytes, metrics = createMetrics() } = options;
  const log = answerLog(options.logger ?? defaultLogger('warn'), {
    logAddresses: options.logAddresses ?? false,
  });
  const routeOf = routes({
    engine,
    metrics,
    basePath: options.basePath ?? '',
    exactHeaderName: options.exactHeaderName ?? true,
  });
  engine.observe((event) => metrics.happened(event));

  const answer = async (request: RequestView): Promise<Reply> => {
    const startedAt = performance.now();
    const { method } = request;
    const route = routeOf(request);
    const noted: Noted = { keyId: undefined, address: undefined };
    const { reply, cause } = await settled(request, () => {
      refuseLongBody(request, maxBodyBytes);
      if (route === undefined) throw notFound();
      const serve = route.methods.get(method);
      if (serve === undefined) throw methodNotAllowed(route.allowed);
      return serve(request, noted);
    });
    const durationMs = performance.now() - startedAt;
    const path = route?.path ?? 'none';
    const answered = { method, route: path, status: reply.status, durationMs, noted, cause };
    metrics.answered(answered);
    log(answered);
    return reply;
  };

  return {
    async fetch(request, env) {
      const reply = await answer(new FetchRequest(request, env));
      return responseOf(reply, { bodiless: request.method === 'HEAD' });
    },
    async node(incoming, outgoing) {
      const request = new NodeRequest(incoming, outgoing);
      request.send(await answer(request));
    },
  };
}

/** Whatever happens, there is a reply. */
async function settled(request: RequestView, serve: () => Promise<Reply>): Promise<Outcome> {
  try {
    return { reply: await serve() };
  } catch (error) {
    if (!(error instanceof Problem) && request.signal.aborted) {
      return { reply: problemReply(new Problem(499, 'The client closed the connection before the answer.')) };
    }
    const problem = problemOf(error);
    return { reply: problemReply(problem), cause: problem.cause };
  }
}

function refuseLongBody(request: RequestView, maxBodyBytes: number): void {
  const length = request.header('content-length');
  if (length === undefined || Number(length) <= maxBodyBytes) return;
  throw new Problem(413, `The body is longer than ${maxBodyBytes} bytes.`);
}
