import {
  checkMethods,
  checkNames,
  checkObject,
  checkOptions,
  checkString,
  namesOf,
} from '../../src/argument-checks.ts';
import { callSafely } from '../../src/event-listeners.ts';
import type { Random } from '../../src/ports/random.ts';
import { systemClock } from '../system-clock.ts';
import { systemRandom } from '../system-random.ts';
import { BodyRoom } from './body/body-room.ts';
import { LoopShare } from './body/loop-share.ts';
import { bodyTooLong } from './body/utf8-text.ts';
import { FetchRequest } from './hosts/fetch-request.ts';
import type { NodeListener } from './hosts/node-listener.ts';
import { NodeRequest } from './hosts/node-request.ts';
import type { HttpEngine } from './http-engine.ts';
import { failureLog } from './observability/failure-log.ts';
import { jsonLogger } from './observability/json-logger.ts';
import { createMetrics, type Metrics } from './observability/metrics.ts';
import { ObservedStream, type StreamEnd } from './observability/observed-stream.ts';
import { atMostOnceAMinute } from './observability/once-a-minute.ts';
import { requestIdHeader, requestIdOf } from './observability/request-id.ts';
import {
  type CompletedRequest,
  type HttpLogger,
  type RequestDetails,
  requestLog,
} from './observability/request-log.ts';
import { methodNotAllowed, notFound, Problem, problemOf } from './problem.ts';
import type { RequestView } from './request-view.ts';
import {
  type HttpResponse,
  problemResponse,
  type StreamedResponse,
  toFetchResponse,
  withHeader,
} from './response.ts';
import { createRoutes, type RouteMatch, shortBodyBytes } from './routes.ts';
import type { TestEngine } from './test-key-engine.ts';

export interface HttpHandlerOptions {
  /** Prefix of all paths, such as `/mail`, for hosts that leave it in the URL. Default: none. */
  basePath?: string;
  /** Default: warnings and errors as JSON lines on stderr. */
  logger?: HttpLogger;
  /** Shows addresses in the log. Default false. */
  logAddresses?: boolean;
  /** Default: metrics of this handler alone, which do not count probes. */
  metrics?: Metrics;
  /** Serves `metrics` at /metrics. Default true. With false it is 404; `startMetricsServer` serves them elsewhere. */
  serveMetrics?: boolean;
  /** Serves the description of the interface as a page at /docs. Default true. /openapi.json stays with false, too. */
  serveDocs?: boolean;
  /**
   * Longest request body in bytes; a longer one gets 413. Default: the limit of each endpoint, 100 MB for lists and
   * 16 KiB for everything else. A larger number changes nothing.
   */
  maxBodyBytes?: number;
  /**
   * Memory in bytes that the lists of all requests may take together, until their jobs are stored. Default 64 MiB. One
   * list may take half of it, and gets 413 if it needs more; beside the oldest list of all, the lists of one account may
   * take a quarter together. A list that finds no room waits for it, unread.
   */
  maxBodyMemoryBytes?: number;
  /**
   * Time limit in milliseconds for the arrival of a body, once it is read. Later ones get 408, or 503 if the server had
   * no room for them. Default 30,000.
   */
  bodyTimeoutMs?: number;
  /**
   * Compares the name of the X-API-Key header letter by letter, as documented. Default true. Set it to false if
   * requests come through a proxy that changes the case of header names: a warning in the log names such a header.
   */
  exactHeaderName?: boolean;
  /**
   * Makes the ids of requests that have no acceptable X-Request-Id: 1 to 128 letters, digits and `_.~:/+=-`. The id is in
   * the log, and in the header X-Request-Id of the answer. Default: that of `netPorts`.
   */
  random?: Pick<Random, 'uuid'>;
  /**
   * Answers requests with test keys: an engine on a sandbox, which the caller closes, or a function that starts one when it
   * is first needed, and may be called for each request. It must be on stores other than those of `engine`, whose results it would
   * mix up with its own. Default: none, so that test keys get 401.
   */
  testEngine?: TestEngine | (() => Promise<TestEngine>);
}

export interface HttpHandler {
  /**
   * Answers a Request of the fetch standard. Never rejects. Pass Node's request as `env.incoming`, as
   * `@hono/node-server` does, to have header names compared letter by letter.
   */
  fetch(request: Request, env?: unknown): Promise<Response>;
  /** The same as a request listener for Node. */
  readonly node: NodeListener;
}

interface Outcome {
  readonly response: HttpResponse;
  readonly cause: unknown;
}

/** The options of a handler, of which `namesOf` makes the list. */
export const handlerOptionNames = {
  basePath: true,
  logger: true,
  logAddresses: true,
  metrics: true,
  serveMetrics: true,
  serveDocs: true,
  maxBodyBytes: true,
  maxBodyMemoryBytes: true,
  bodyTimeoutMs: true,
  exactHeaderName: true,
  random: true,
  testEngine: true,
} as const;
const optionNames = namesOf<HttpHandlerOptions>(handlerOptionNames);

const defaultBodyMemoryBytes = 64 * 1024 * 1024;
const defaultBodyTimeoutMs = 30_000;

/**
 * Creates a handler that serves an engine over HTTP: the documented endpoints under /v1, and beside them /healthz,
 * /readyz, /metrics, /openapi.json and /docs. The caller keeps the engine and closes it.
 */
export function createHttpHandler(engine: HttpEngine, options: HttpHandlerOptions = {}): HttpHandler {
  checkMethods(
    'engine',
    engine,
    ['verify', 'lookup', 'observe', 'checkReady'],
    'Pass what createEngine() returns.',
  );
  checkOptions(options, "createHttpHandler(engine, { basePath: '/mail' }).");
  checkNames(options, optionNames);
  const { maxBodyBytes = Number.POSITIVE_INFINITY, metrics = createMetrics() } = options;
  const { maxBodyMemoryBytes = defaultBodyMemoryBytes, bodyTimeoutMs = defaultBodyTimeoutMs } = options;
  const { random = systemRandom } = options;
  if (options.logger !== undefined) {
    const loggerAdvice = 'Pass a logger such as pino: { logger: pino() }, or leave it out.';
    checkMethods('logger', options.logger, ['debug', 'info', 'warn', 'error'], loggerAdvice);
  }
  const logger = options.logger ?? jsonLogger('warn');
  const logRequest = requestLog(logger, { logAddresses: options.logAddresses ?? false });
  const logFailure = failureLog(logger, systemClock);
  const findRoute = createRoutes({
    engine,
    testEngine: testEngineOf(options),
    metrics,
    serveMetrics: options.serveMetrics ?? true,
    serveDocs: options.serveDocs ?? true,
    basePath: options.basePath ?? '',
    exactHeaderName: options.exactHeaderName ?? true,
    onOtherCase: warnOfHeaderCase(logger),
    maxBodyBytes,
    intake: {
      room: new BodyRoom({ maxBytes: maxBodyMemoryBytes, clock: systemClock }),
      loop: new LoopShare(),
      clock: systemClock,
      timeoutMs: bodyTimeoutMs,
    },
  });
  metrics.watchQueue(() => engine.jobs.queueDepth());
  engine.observe((event) => {
    metrics.recordEvent(event);
    logFailure(event);
  });

  /** Never rejects: an error becomes a response. */
  const serve = async (
    request: RequestView,
    match: RouteMatch | undefined,
    details: RequestDetails,
  ): Promise<Outcome> => {
    try {
      refuseLongBody(request, match?.route.maxBodyBytes ?? Math.min(shortBodyBytes, maxBodyBytes));
      if (match === undefined) throw notFound();
      const { route, parameters } = match;
      const handler = route.handlers.get(request.method);
      if (handler === undefined) throw methodNotAllowed(route.allowed);
      return { response: await handler(request, parameters, details), cause: undefined };
    } catch (error) {
      return errorOutcome(request, error);
    }
  };

  const record = (completed: CompletedRequest) => {
    metrics.recordRequest(completed);
    // The answer was made and perhaps charged: an error of the host's logger must not keep it from the client.
    callSafely(
      () => logRequest(completed),
      () => {},
    );
  };

  const answer = async (request: RequestView): Promise<HttpResponse> => {
    const startedAt = performance.now();
    const { method } = request;
    const match = findRoute(request);
    const requestId = requestIdOf(request, random);
    const details: RequestDetails = { requestId, keyId: undefined, subject: undefined };
    const outcome = await serve(request, match, details);
    const { cause } = outcome;
    const response = withHeader(outcome.response, requestIdHeader, requestId);
    const durationMs = performance.now() - startedAt;
    const route = match?.route.path ?? 'none';
    const completed = { method, route, status: response.status, durationMs, details, cause };
    if (response.kind === 'streamed') return recordAtEnd(response, { ...completed, startedAt }, record);
    record(completed);
    return response;
  };

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

function warnOfHeaderCase(logger: HttpLogger): (header: string) => void {
  return atMostOnceAMinute((header) =>
    logger.warn(
      { header },
      'a request has its API key in a header whose name is written in another case than X-API-Key: it is refused. ' +
        'If a proxy rewrites names, set --exact-header-name=false, in the library exactHeaderName: false',
    ),
  );
}

function testEngineOf({ testEngine }: HttpHandlerOptions): (() => Promise<TestEngine>) | undefined {
  if (testEngine === undefined || typeof testEngine === 'function') return testEngine;
  const advice = 'Pass an engine on a sandbox, or a function that returns one.';
  checkMethods('testEngine', testEngine, ['verify', 'lookup'], advice);
  return async () => testEngine;
}

function errorOutcome(request: RequestView, error: unknown): Outcome {
  if (!(error instanceof Problem) && request.signal.aborted) {
    const problem = new Problem(499, 'The client closed the connection before the answer.');
    return { response: problemResponse(problem), cause: undefined };
  }
  const problem = problemOf(error);
  return { response: problemResponse(problem), cause: problem.cause };
}

/** Records a streamed response when its last chunk has been read. */
function recordAtEnd(
  response: StreamedResponse,
  started: CompletedRequest & { readonly startedAt: number },
  record: (completed: CompletedRequest) => void,
): StreamedResponse {
  const { startedAt, ...request } = started;
  const onEnd = (end: StreamEnd) => {
    const { status, cause } = streamOutcome(end);
    record({ ...request, status, cause, durationMs: performance.now() - startedAt });
  };
  return { ...response, chunks: new ObservedStream(response.chunks, onEnd) };
}

/** A response that broke off is recorded with the status of the error, although the client has seen 200. */
function streamOutcome(end: StreamEnd): { status: number; cause: unknown } {
  switch (end.kind) {
    case 'complete':
      return { status: 200, cause: undefined };
    case 'cancelled':
      return { status: 499, cause: undefined };
    case 'failed': {
      const { status, cause } = problemOf(end.error);
      return { status, cause: cause ?? end.error };
    }
  }
}

function refuseLongBody(request: RequestView, maxBodyBytes: number): void {
  const length = request.declaredLength;
  if (length === undefined || Number(length) <= maxBodyBytes) return;
  throw bodyTooLong(maxBodyBytes);
}
