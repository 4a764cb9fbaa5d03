import { systemClock } from '../system-clock.ts';
import { FetchRequest } from './hosts/fetch-request.ts';
import { type NodeListener, NodeRequest } from './hosts/node-request.ts';
import type { ServedEngine } from './http-engine.ts';
import { tooLong } from './json-body.ts';
import { batchFailureLog } from './observability/batch-failure-log.ts';
import { defaultLogger } from './observability/default-logger.ts';
import { type Answered, answerLog, type HttpLogger } from './observability/log.ts';
import { createMetrics, type Metrics } from './observability/metrics.ts';
import { type StreamEnd, ToldParts } from './observability/observed-stream.ts';
import { methodNotAllowed, notFound, Problem, problemOf } from './problem.ts';
import { problemReply, type Reply, responseOf, type StreamedReply } from './reply.ts';
import type { RequestView } from './request-view.ts';
import { type Noted, type Route, routes } from './routes.ts';

export interface HttpHandlerOptions {
  /** Path that all routes stand under, for hosts that leave the prefix in the URL, such as `/mail`. Default none. */
  basePath?: string;
  /** Default: warnings and errors as JSON lines on stderr. */
  logger?: HttpLogger;
  /** Shows the addresses asked about in the log. Default false. */
  logAddresses?: boolean;
  /** Default: metrics of its own, which know nothing of probes. */
  metrics?: Metrics;
  /** Longer bodies get 413. Default 32 MiB: 100,000 addresses of the greatest length. */
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
  readonly cause: unknown;
}

const defaultMaxBodyBytes = 32 * 1024 * 1024;

/**
 * Serves an engine over HTTP: the documented endpoints under /v1, and beside them /healthz, /readyz, /metrics and
 * /openapi.json. The engine stays the caller's to close.
 */
export function createHttpHandler(engine: ServedEngine, options: HttpHandlerOptions = {}): HttpHandler {
  const { maxBodyBytes = defaultMaxBodyBytes, metrics = createMetrics() } = options;
  const logger = options.logger ?? defaultLogger('warn');
  const log = answerLog(logger, { logAddresses: options.logAddresses ?? false });
  const logBatchFailure = batchFailureLog(logger, systemClock);
  const routeOf = routes({
    engine,
    metrics,
    basePath: options.basePath ?? '',
    exactHeaderName: options.exactHeaderName ?? true,
    maxBodyBytes,
  });
  engine.observe((event) => {
    metrics.happened(event);
    if (event.kind === 'batch_failed') logBatchFailure(event.cause);
  });

  /** Whatever happens, there is a reply. */
  const settled = async (request: RequestView, route: Route | undefined, noted: Noted): Promise<Outcome> => {
    try {
      refuseLongBody(request, maxBodyBytes);
      if (route === undefined) throw notFound();
      const serve = route.methods.get(request.method);
      if (serve === undefined) throw methodNotAllowed(route.allowed);
      return { reply: await serve(request, noted), cause: undefined };
    } catch (error) {
      return failed(request, error);
    }
  };

  const tell = (answered: Answered) => {
    metrics.answered(answered);
    log(answered);
  };

  const answer = async (request: RequestView): Promise<Reply> => {
    const startedAt = performance.now();
    const { method } = request;
    const route = routeOf(request);
    const noted: Noted = { keyId: undefined, address: undefined };
    const { reply, cause } = await settled(request, route, noted);
    const durationMs = performance.now() - startedAt;
    const path = route?.path ?? 'none';
    const answered = { method, route: path, status: reply.status, durationMs, noted, cause };
    if (reply.kind === 'streamed') return toldAtTheEnd(reply, { ...answered, startedAt }, tell);
    tell(answered);
    return reply;
  };

  return {
    async fetch(request, env) {
      const reply = await answer(new FetchRequest(request, env));
      return responseOf(reply, { bodiless: request.method === 'HEAD' });
    },
    async node(incoming, outgoing) {
      const request = new NodeRequest(incoming, outgoing);
      const reply = await answer(request);
      if (reply.kind === 'written') request.send(reply);
      else await request.stream(reply);
    },
  };
}

function failed(request: RequestView, error: unknown): Outcome {
  if (!(error instanceof Problem) && request.signal.aborted) {
    const problem = new Problem(499, 'The client closed the connection before the answer.');
    return { reply: problemReply(problem), cause: undefined };
  }
  const problem = problemOf(error);
  return { reply: problemReply(problem), cause: problem.cause };
}

/** What is streamed has been answered when its last part is given out. */
function toldAtTheEnd(
  reply: StreamedReply,
  begun: Answered & { readonly startedAt: number },
  tell: (answered: Answered) => void,
): StreamedReply {
  const { startedAt, ...answered } = begun;
  const ended = (end: StreamEnd) => {
    const { status, cause } = outcomeOf(end);
    tell({ ...answered, status, cause, durationMs: performance.now() - startedAt });
  };
  return { ...reply, parts: new ToldParts(reply.parts, ended) };
}

/** An answer that was broken off counts as what broke it off, though the client saw a 200 at its beginning. */
function outcomeOf(end: StreamEnd): { status: number; cause: unknown } {
  switch (end.kind) {
    case 'complete':
      return { status: 200, cause: undefined };
    case 'left':
      return { status: 499, cause: undefined };
    case 'broken': {
      const { status, cause } = problemOf(end.error);
      return { status, cause: cause ?? end.error };
    }
  }
}

function refuseLongBody(request: RequestView, maxBodyBytes: number): void {
  const length = request.declaredLength;
  if (length === undefined || Number(length) <= maxBodyBytes) return;
  throw tooLong(maxBodyBytes);
}
