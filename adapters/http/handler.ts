import { checkMethods, checkNames, checkOptions, namesOf } from '../../src/argument-checks.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { Random } from '../../src/ports/random.ts';
import { systemClock } from '../system-clock.ts';
import { systemRandom } from '../system-random.ts';
import { createAnswering } from './answering.ts';
import { AnswersUnderWay } from './answers/answers-under-way.ts';
import { checkBasePath } from './base-path.ts';
import { BodyRoom } from './body/body-room.ts';
import { FruitlessRequests } from './fruitless-requests.ts';
import { parseHeaderName } from './hosts/client-address.ts';
import { type HttpHandler, hostHandler } from './hosts/host-handler.ts';
import type { HttpEngine } from './http-engine.ts';
import { failureLog } from './observability/failure-log.ts';
import { jsonLogger } from './observability/json-logger.ts';
import { createMetrics, type Metrics } from './observability/metrics.ts';
import { checkLoggerAndClock, type HttpLogger, requestLog } from './observability/request-log.ts';
import { atMostOnceAMinute } from './observability/throttled.ts';
import { createRoutes, shortBodyBytes } from './routes.ts';
import type { TestEngine } from './test-key-engine.ts';

export interface HttpHandlerOptions {
  /** Prefix of all paths, such as `/mail`, for hosts that leave it in the URL. Default: none. */
  basePath?: string | undefined;
  /** Default: warnings and errors as JSON lines on stderr. */
  logger?: HttpLogger | undefined;
  /** Shows addresses in the log. Default false. */
  logAddresses?: boolean | undefined;
  /** Default: metrics of this handler alone, which do not count probes. */
  metrics?: Metrics | undefined;
  /** Serves `metrics` at /metrics. Default true. With false it is 404; `startMetricsServer` serves them elsewhere. */
  serveMetrics?: boolean | undefined;
  /** Serves the description of the interface as a page at /docs. Default true. /openapi.json stays with false, too. */
  serveDocs?: boolean | undefined;
  /**
   * Longest request body in bytes; a longer one gets 413. Default: the limit of each endpoint, 100 MB for lists and
   * 16 KiB for everything else. A larger number changes nothing.
   */
  maxBodyBytes?: number | undefined;
  /**
   * Memory in bytes that the lists of all requests may take together, until their jobs are stored. Default 64 MiB. One
   * list may take half of it, and gets 413 if it needs more; beside the oldest list of all, the lists of one account may
   * take a quarter together. A list that finds no room waits for it, unread.
   */
  maxBodyMemoryBytes?: number | undefined;
  /**
   * Time limit in milliseconds for the arrival of a body, once it is read. Later ones get 408, or 503 if the server had
   * no room for them. Default 30,000.
   */
  bodyTimeoutMs?: number | undefined;
  /**
   * An answer of which the client reads nothing for this long is cut off, in milliseconds, and one of the eight that its account may have
   * at once is free again. Default 300,000: what a slow client reads shows after a megabyte only.
   */
  stalledClientTimeoutMs?: number | undefined;
  /**
   * Header in which our own proxy names the client, such as `X-Forwarded-For`, by which requests without a valid key are counted. Its
   * last entry is trusted: set it only if every client comes through a proxy that appends to this header. Without a well-formed
   * entry, the address of the connection counts. Default: none.
   */
  clientAddressHeader?: string | undefined;
  /** Measures the time limits of requests and answers. Default: the system's. */
  clock?: Clock | undefined;
  /**
   * Compares the name of the X-API-Key header letter by letter, as documented. Default true. Set it to false if
   * requests come through a proxy that changes the case of header names: a warning in the log names such a header.
   */
  exactHeaderName?: boolean | undefined;
  /**
   * Makes the ids of requests that have no acceptable X-Request-Id: 1 to 128 letters, digits and `_.~:/+=-`. The id is in
   * the log, and in the header X-Request-Id of the answer. Default: that of `netPorts`.
   */
  random?: Pick<Random, 'uuid'> | undefined;
  /**
   * Answers requests with test keys: an engine on a sandbox, which the caller closes, or a function that starts one when it
   * is first needed, and may be called for each request. It must be on stores other than those of `engine`, whose results it would
   * mix up with its own. Default: none, so that test keys get 401.
   */
  testEngine?: TestEngine | (() => Promise<TestEngine>) | undefined;
}

export const handlerOptionNames = namesOf<HttpHandlerOptions>()(`
  basePath logger logAddresses metrics serveMetrics serveDocs maxBodyBytes maxBodyMemoryBytes bodyTimeoutMs
  stalledClientTimeoutMs clientAddressHeader clock exactHeaderName random testEngine
`);

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
  checkNames(options, handlerOptionNames);
  checkBasePath(options.basePath);
  const { maxBodyBytes = Number.POSITIVE_INFINITY, metrics = createMetrics() } = options;
  const { maxBodyMemoryBytes = defaultBodyMemoryBytes, bodyTimeoutMs = defaultBodyTimeoutMs } = options;
  const { random = systemRandom, clock = systemClock, stalledClientTimeoutMs } = options;
  checkLoggerAndClock(options);
  const logger = options.logger ?? jsonLogger('warn');
  const logFailure = failureLog(logger, clock);
  const clientAddressHeader = parseHeaderName(options.clientAddressHeader);
  const fruitless = new FruitlessRequests({ budgets: engine.budgets, clock, clientAddressHeader });
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
      room: new BodyRoom({ maxBytes: maxBodyMemoryBytes, clock }),
      clock,
      timeoutMs: bodyTimeoutMs,
    },
    fruitless,
    answers: new AnswersUnderWay({
      clock,
      engine,
      ...(stalledClientTimeoutMs !== undefined && { unreadTimeoutMs: stalledClientTimeoutMs }),
    }),
  });
  metrics.watchQueue(() => engine.jobs.queueDepth());
  engine.observe((event) => {
    metrics.recordEvent(event);
    logFailure(event);
  });

  const answer = createAnswering({
    find: findRoute,
    maxBodyBytes: Math.min(shortBodyBytes, maxBodyBytes),
    fruitless,
    logRequest: requestLog(logger, { logAddresses: options.logAddresses ?? false, clock }),
    metrics,
    random,
  });
  return hostHandler(answer);
}

function warnOfHeaderCase(logger: HttpLogger): (header: string) => void {
  return atMostOnceAMinute((header) =>
    logger.warn(
      { header },
      'a request has its API key in a header whose name is written in another case than X-API-Key: it is refused. ' +
        'If it comes from your proxy, which has spoken HTTP/2 or rewrites names, set --exact-header-name=false, in the library exactHeaderName: false',
    ),
  );
}

function testEngineOf({ testEngine }: HttpHandlerOptions): (() => Promise<TestEngine>) | undefined {
  if (testEngine === undefined || typeof testEngine === 'function') return testEngine;
  const advice = 'Pass an engine on a sandbox, or a function that returns one.';
  checkMethods('testEngine', testEngine, ['verify', 'lookup'], advice);
  return async () => testEngine;
}
